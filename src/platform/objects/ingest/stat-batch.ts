// A batch of files to look at, in memory that threads share: who takes it marks it first, so that each batch is done
// once. Shared by stat-pool.ts and its workers.
import { statSync } from 'node:fs';

/** Numbers a file: size, mtime and ctime in milliseconds since the epoch, inode. */
export const FACTS = 4;

export interface StatBatch {
  /** Paths with a NUL between them. */
  readonly paths: string;
  readonly count: number;
  /** The state word in eight bytes, then the facts as 64-bit floats. */
  readonly memory: SharedArrayBuffer;
}

const HEAD_BYTES = 8;
const OPEN = 0;
const TAKEN = 1;
const DONE = 2;
/** A thread that took a batch and is not done after this long is taken for dead. */
const PATIENCE_MS = 10_000;

export function createBatch(paths: readonly string[]): StatBatch {
  const memory = new SharedArrayBuffer(HEAD_BYTES + paths.length * FACTS * Float64Array.BYTES_PER_ELEMENT);
  return { paths: paths.join('\0'), count: paths.length, memory };
}

/** The facts of a batch; a file that could not be looked at has NaN for its size. */
export function factsOf({ memory, count }: StatBatch): Float64Array {
  return new Float64Array(memory, HEAD_BYTES, count * FACTS);
}

/** Looks at every file of the batch, unless another thread took it. */
export function takeBatch(batch: StatBatch): void {
  const state = stateOf(batch);
  if (Atomics.compareExchange(state, 0, OPEN, TAKEN) !== OPEN) return;
  statFiles(batch);
  Atomics.store(state, 0, DONE);
  Atomics.notify(state, 0);
}

/** Blocks until the thread that took the batch is done; when it seems dead, does the batch here. */
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
      // Whoever asked looks again and says what is wrong.
      facts[at] = Number.NaN;
    }
    at += FACTS;
  }
}
