// Installs seccomp filters on this process, and seals a decoder that runs in this runtime: it blocks the execution of
// other programs on all threads. Sealing cannot be undone.
import { ptr } from 'bun:ffi';
import { openSystemCalls, type SystemCalls } from '../../system/system-calls.ts';
import { makeSealFilter } from './filter.ts';

/** Last argument of a decoder that the launcher confines. Such a decoder must not run unsealed. */
export const CONFINED_WORD = 'confined';

/** Exit code of a process that could not be confined. */
export const EXIT_UNCONFINED = 71;

const SET_NO_NEW_PRIVILEGES = 38;
const SET_MODE_FILTER = 1;
/** SECCOMP_FILTER_FLAG_TSYNC. */
const ALL_THREADS = 1;

/** Executed programs cannot gain privileges from now on (PR_SET_NO_NEW_PRIVS), a precondition for filters. */
export const renouncePrivileges = (calls: SystemCalls): boolean => calls.call('prctl', SET_NO_NEW_PRIVILEGES, 1) === 0;

/** Installs a filter on this thread, or on all threads of the process. */
export function addFilter(calls: SystemCalls, filter: Uint8Array, threads: 'this' | 'all'): boolean {
  const program = new DataView(new ArrayBuffer(16));
  program.setUint16(0, filter.byteLength / 8, true);
  program.setBigUint64(8, BigInt(ptr(filter)), true);
  // A positive result is the id of a thread that could not be synchronised.
  return calls.call('seccomp', SET_MODE_FILTER, threads === 'all' ? ALL_THREADS : 0, ptr(program)) === 0;
}

/** Blocks the execution of other programs. Exits if that fails in a process that must be confined. */
export function sealProcess(): void {
  const calls = openSystemCalls();
  const isSealed =
    calls !== undefined && renouncePrivileges(calls) && addFilter(calls, makeSealFilter(calls.architecture), 'all');
  if (!isSealed && process.argv.at(-1) === CONFINED_WORD) process.exit(EXIT_UNCONFINED);
}
