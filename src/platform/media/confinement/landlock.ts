// Landlock: a process gives up all file access except to the paths that it lists, for itself and its children. A
// ruleset applies to the calling thread only, which is why a launcher takes it and then executes the decoder. Rights
// unknown to the kernel are left out: version 1 (Linux 5.13) cannot refuse truncation, 4 (6.7) adds TCP, 6 (6.12) adds
// abstract sockets and signals.
import { ptr } from 'bun:ffi';
import { closeSync, constants, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCalls } from '../../system/system-calls.ts';

const EXECUTE = 1 << 0;
const WRITE_FILE = 1 << 1;
const READ_FILE = 1 << 2;
const READ_FOLDER = 1 << 3;
const MAKE_FILE = 1 << 8;
const TRUNCATE = 1 << 14;

/** Number of file access rights, indexed by Landlock version. */
const RIGHTS_BY_VERSION = [0, 13, 14, 15, 15] as const;
const RIGHTS_MOST = 16;
const VERSION_NETWORK = 4;
const VERSION_SCOPES = 6;
/** Binding to and connecting to a TCP port. */
const NETWORK_RIGHTS = 3n;
/** Abstract Unix sockets, and signals to processes outside the sandbox. */
const SCOPES = 3n;

const ASK_VERSION = 1;
const PATH_BENEATH = 1;
const OPEN_PATH = 0o10000000;

export interface FileRights {
  /** Readable files, and folders with everything in them. */
  readonly readable: readonly string[];
  /** Files that may be executed and read. */
  readonly executable: readonly string[];
  /** Folders in which files may be created, written and read. */
  readonly writable: readonly string[];
}

/**
 * A folder of this name is not readable through its parent: a folder that contains it is a project, which may contain
 * data.
 */
const PROJECTS = 'node_modules';

/** The Landlock version that this kernel offers; 0 when there is none or asking is not permitted. */
const landlockVersion = (calls: SystemCalls): number =>
  Math.max(0, calls.call('landlock_create_ruleset', 0, 0, ASK_VERSION));

/** Restricts this thread. Returns false when any step fails; the thread then counts as unrestricted. */
export function restrictFiles(calls: SystemCalls, rights: FileRights): boolean {
  const version = landlockVersion(calls);
  if (version === 0) return false;
  const known = (1 << (RIGHTS_BY_VERSION[version] ?? RIGHTS_MOST)) - 1;
  const words = [BigInt(known)];
  if (version >= VERSION_NETWORK) words.push(NETWORK_RIGHTS);
  if (version >= VERSION_SCOPES) words.push(SCOPES);
  const attributes = new BigUint64Array(words);
  const ruleset = calls.call('landlock_create_ruleset', ptr(attributes), attributes.byteLength, 0);
  if (ruleset < 0) return false;
  const allow = (path: string, wanted: number): boolean => addRule(calls, ruleset, path, wanted & known);
  const isWhole =
    expand(rights.readable).every((path) => allow(path, READ_FILE | READ_FOLDER)) &&
    rights.executable.every((path) => allow(path, EXECUTE | READ_FILE)) &&
    rights.writable.every((path) => allow(path, READ_FILE | READ_FOLDER | WRITE_FILE | MAKE_FILE | TRUNCATE));
  const isRestricted = isWhole && calls.call('landlock_restrict_self', ruleset, 0) === 0;
  closeSync(ruleset);
  return isRestricted;
}

/** Replaces a project folder by its contents without `node_modules`. */
function expand(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (!existsSync(join(path, PROJECTS))) return [path];
    return readdirSync(path)
      .filter((name) => name !== PROJECTS)
      .map((name) => join(path, name));
  });
}

/** A missing path needs no rule. */
function addRule(calls: SystemCalls, ruleset: number, path: string, wanted: number): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return true;
  const descriptor = openSync(path, OPEN_PATH | constants.O_RDONLY);
  const rule = new DataView(new ArrayBuffer(12));
  const allowed = facts.isDirectory() ? wanted : wanted & (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE);
  rule.setBigUint64(0, BigInt(allowed), true);
  rule.setInt32(8, descriptor, true);
  const isAdded = calls.call('landlock_add_rule', ruleset, PATH_BENEATH, ptr(rule), 0) === 0;
  closeSync(descriptor);
  return isAdded;
}
