// How a process takes filters of system calls upon itself, and the last step of a decoder that runs in this runtime: it
// closes the way to other programs on all of its threads. From then on it cannot start anything, nor undo this.
import { ptr } from 'bun:ffi';
import { openSystemCalls, type SystemCalls } from './calls.ts';
import { makeSealFilter } from './filter.ts';

/** Last argument of a decoder that the launcher confines: it must not work unsealed. */
export const CONFINED_WORD = 'confined';

/** Exit code of a process that could not be confined as it should be. */
export const EXIT_UNCONFINED = 71;

const SET_NO_NEW_PRIVILEGES = 38;
const SET_MODE_FILTER = 1;
/** SECCOMP_FILTER_FLAG_TSYNC. */
const ALL_THREADS = 1;

/** From now on no program that is started has more rights than this process; what follows needs that. */
export const renouncePrivileges = (calls: SystemCalls): boolean => calls.call('prctl', SET_NO_NEW_PRIVILEGES, 1) === 0;

/** Sets a filter for this thread, or for all threads of the process. */
export function addFilter(calls: SystemCalls, filter: Uint8Array, threads: 'this' | 'all'): boolean {
  const program = new DataView(new ArrayBuffer(16));
  program.setUint16(0, filter.byteLength / 8, true);
  program.setBigUint64(8, BigInt(ptr(filter)), true);
  // A positive answer names a thread that could not follow.
  return calls.call('seccomp', SET_MODE_FILTER, threads === 'all' ? ALL_THREADS : 0, ptr(program)) === 0;
}

/** Takes the way to other programs from this process. Ends it where the launcher confined it and this fails. */
export function sealProcess(): void {
  const calls = openSystemCalls();
  const isSealed =
    calls !== undefined && renouncePrivileges(calls) && addFilter(calls, makeSealFilter(calls.architecture), 'all');
  if (!isSealed && process.argv.at(-1) === CONFINED_WORD) process.exit(EXIT_UNCONFINED);
}
