// Starts a confined decoder. It restricts itself and then executes the decoder, because a Landlock ruleset applies to
// one thread and the decoder's runtime has several before its first line runs. Its argument is the order (order.ts). It
// exits with EXIT_UNCONFINED when a restriction that the order names cannot be applied. Without an argument it tries
// each restriction on itself and prints which are effective.
import { ptr } from 'bun:ffi';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { openSystemCalls, type SystemCalls } from '../../system/system-calls.ts';
import { makeDecoderFilter } from './filter.ts';
import { restrictFiles } from './landlock.ts';
import { type ConfinementOrder, type ConfinementPart, NO_SYSTEM, type Priority } from './order.ts';
import { addFilter, EXIT_UNCONFINED, renouncePrivileges } from './seal.ts';

const LIMIT = { processor: 0, fileSize: 1, core: 4, addressSpace: 9 };
const IDLE_POLICY = 5;
const LOW_PRIORITY = 10;
const SESSION_PRIORITY = '/proc/self/autogroup';
const SESSION_TRIALS = 12;
const SESSION_PAUSE_MS = 10;
const CAPABILITIES_VERSION = 0x20080522;
/** CAP_DAC_READ_SEARCH: a service that runs as root may read files of other users, including the decoder's input. */
const KEPT_CAPABILITY = 1 << 2;
const CLOSE_AT_START = 4;
const FIRST_OWN_DESCRIPTOR = 3;
const DESCRIPTORS_MAX = 0xffffffff;

function setLimit(calls: SystemCalls, resource: number, value: number): void {
  const pair = new BigUint64Array([BigInt(Math.ceil(value)), BigInt(Math.ceil(value))]);
  calls.call('setrlimit', resource, ptr(pair));
}

/** Drops the capabilities of a root process except the one for reading files. */
function dropCapabilities(calls: SystemCalls): boolean {
  const header = new Uint32Array([CAPABILITIES_VERSION, 0]);
  // Effective, permitted and inheritable, for two words of 32 capabilities each.
  const held = new Uint32Array(6);
  if (calls.call('capget', ptr(header), ptr(held)) !== 0) return false;
  if (held.every((word) => word === 0)) return true;
  const kept = (held[1] ?? 0) & KEPT_CAPABILITY;
  return calls.call('capset', ptr(header), ptr(new Uint32Array([kept, kept, 0, 0, 0, 0]))) === 0;
}

function setPriority(calls: SystemCalls, priority: Priority): void {
  if (priority === 'idle') calls.call('sched_setscheduler', 0, IDLE_POLICY, ptr(new Int32Array([0])));
  else calls.call('setpriority', 0, 0, LOW_PRIORITY);
  if (priority === 'idle' && leadsSession()) setSessionPriority(LOW_PRIORITY);
}

/** Whether this process began a session of its own, which ends with the decoder. */
function leadsSession(): boolean {
  const [, , , session] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return session === String(process.pid);
}

/**
 * Sets the priority of this session among others. Where the kernel groups processes by session (`sched_autogroup`), each
 * session gets an equal share of the processor, and the priority of a process counts only within its own.
 */
function setSessionPriority(nice: number): void {
  if (!existsSync(SESSION_PRIORITY)) return;
  for (let trial = 0; trial < SESSION_TRIALS; trial++) {
    try {
      writeFileSync(SESSION_PRIORITY, String(nice));
      return;
    } catch {
      // Without rights, one change is accepted in a tenth of a second on the whole machine.
      Bun.sleepSync(SESSION_PAUSE_MS);
    }
  }
}

function launch(calls: SystemCalls, order: ConfinementOrder): void {
  const { parts, limits, command } = order;
  setPriority(calls, order.priority);
  setLimit(calls, LIMIT.core, 0);
  if (limits.processorSeconds !== undefined) setLimit(calls, LIMIT.processor, limits.processorSeconds);
  if (limits.fileBytes !== undefined) setLimit(calls, LIMIT.fileSize, limits.fileBytes);
  const strings = (words: readonly string[]) => words.map((word) => Buffer.from(`${word}\0`));
  const values = strings(command);
  const addresses = (words: readonly Buffer[]) => new BigUint64Array([...words.map((word) => BigInt(ptr(word))), 0n]);
  const [valueList, environment] = [addresses(values), addresses([])];
  if (!renouncePrivileges(calls) || !dropCapabilities(calls)) process.exit(EXIT_UNCONFINED);
  if (parts.includes('files') && !restrictFiles(calls, order)) process.exit(EXIT_UNCONFINED);
  calls.call('close_range', FIRST_OWN_DESCRIPTOR, DESCRIPTORS_MAX, CLOSE_AT_START);
  const filter = makeDecoderFilter(calls.architecture, process.pid);
  if (parts.includes('calls') && !addFilter(calls, filter, 'this')) process.exit(EXIT_UNCONFINED);
  // Last, because the runtime has reserved more address space than the decoder may use.
  if (limits.memoryBytes !== undefined) setLimit(calls, LIMIT.addressSpace, limits.memoryBytes);
  const [program] = values;
  if (program !== undefined) calls.execute(program, valueList, environment);
  process.exit(EXIT_UNCONFINED);
}

/** Tries each restriction and checks its effect: this file cannot be opened, and no socket can be created. */
function tryParts(calls: SystemCalls): readonly ConfinementPart[] {
  if (!renouncePrivileges(calls)) return [];
  const held: ConfinementPart[] = [];
  if (restrictFiles(calls, { readable: [], executable: [], writable: [] }) && !canOpen(import.meta.path)) {
    held.push('files');
  }
  const [family, type] = [1, 1];
  const isFiltered = addFilter(calls, makeDecoderFilter(calls.architecture, process.pid), 'this');
  if (isFiltered && calls.call('socket', family, type, 0) < 0) held.push('calls');
  return held;
}

function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}

const calls = openSystemCalls();
const text = process.argv[2];
if (text === undefined) {
  writeSync(1, calls === undefined ? NO_SYSTEM : JSON.stringify(tryParts(calls)));
} else {
  const order: ConfinementOrder = JSON.parse(text);
  try {
    if (calls !== undefined) launch(calls, order);
  } finally {
    process.exit(EXIT_UNCONFINED);
  }
}
