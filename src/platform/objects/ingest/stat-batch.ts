// A batch of files to stat, in memory shared between threads. A thread claims a batch before processing it, so each
// batch is processed once. Shared by stat-pool.ts and its workers.
import { statSync } from 'node:fs';

/** Numbers per file: size, mtime and ctime in milliseconds since the epoch, inode. */
export const FACTS = 4;

export interface StatBatch {
  /** Paths, separated by NUL. */
  readonly paths: string;
  readonly count: number;
  /** The state word in the first eight bytes, then the facts as 64-bit floats. */
  readonly memory: SharedArrayBuffer;
}

const HEAD_BYTES = 8;
const OPEN = 0;
const TAKEN = 1;
const DONE = 2;
/** A thread that has not completed a claimed batch after this time counts as dead. */
const PATIENCE_MS = 10_000;

export function createBatch(paths: readonly string[]): StatBatch {
  const memory = new SharedArrayBuffer(HEAD_BYTES + paths.length * FACTS * Float64Array.BYTES_PER_ELEMENT);
  return { paths: paths.join('\0'), count: paths.length, memory };
}

/** The facts of a batch. A file that could not be statted has NaN as its size. */
export function factsOf({ memory, count }: StatBatch): Float64Array {
  return new Float64Array(memory, HEAD_BYTES, count * FACTS);
}

/** Stats every file of the batch, unless another thread has claimed it. */
export function takeBatch(batch: StatBatch): void {
  const state = stateOf(batch);
  if (Atomics.compareExchange(state, 0, OPEN, TAKEN) !== OPEN) return;
  statFiles(batch);
  Atomics.store(state, 0, DONE);
  Atomics.notify(state, 0);
}

/** Blocks until the claiming thread is done. If that thread seems dead, stats the batch here. */
export function awaitBatch(batch: StatBatch): void {
  if (Atomics.wait(stateOf(batch), 0, TAKEN, PATIENCE_MS) === 'timed-out') statFiles(batch);
}

const stateOf = ({ memory }: StatBatch): Int32Array => new Int32Array(memory, 0, 1);

function statFiles(batch: StatBatch): void {
  const facts = factsOf(batch);
  let at = 0;
  for (const path of batch.paths.split('\0')) {
    try {
      const stat = statSync(path);
      facts[at] = stat.size;
      facts[at + 1] = stat.mtimeMs;
      facts[at + 2] = stat.ctimeMs;
      facts[at + 3] = stat.ino;
    } catch {
      // The caller stats the file again and reports the error.
      facts[at] = Number.NaN;
    }
    at += FACTS;
  }
}
