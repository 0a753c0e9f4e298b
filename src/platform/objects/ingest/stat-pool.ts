// Stats many files on all cores while their names are still being collected. Batches go to workers as they fill up;
// when collecting is done, the main thread processes the remaining batches from the other end. A few thousand files are
// statted in place, since starting a worker takes longer. Synchronous, like the walk that feeds it.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { awaitBatch, createBatch, FACTS, factsOf, type StatBatch, takeBatch } from './stat-batch.ts';

const BATCH_FILES = 1024;
const IN_PLACE_BATCHES = 4;
const WORKERS_MAX = 3;

export interface StatPool {
  /** Adds a file. Paths must not contain NUL. */
  add(path: string): void;
  /**
   * Facts of all files in the order they were added, four numbers each (size, mtime and ctime in milliseconds since the
   * epoch, inode). A file that cannot be statted has NaN as its size. Ends the pool.
   */
  finish(): Float64Array;
}

/** Workers started ahead of their pool. */
let waiting: Worker[] = [];

/** Starts the workers of the next pool early, for a program that knows that many files will come. */
export function prepareStatPool(): void {
  if (waiting.length === 0) waiting = startWorkers();
}

/** A pool for one walk. */
export function openStatPool(): StatPool {
  const batches: StatBatch[] = [];
  let workers = waiting;
  waiting = [];
  let paths: string[] = [];
  let turn = 0;

  const cut = (): void => {
    if (paths.length === 0) return;
    batches.push(createBatch(paths));
    paths = [];
    const late = workers.length === 0 && batches.length === IN_PLACE_BATCHES;
    if (late) workers = startWorkers();
    for (const batch of late ? batches : batches.slice(-1)) {
      workers[turn % workers.length]?.postMessage(batch);
      turn += 1;
    }
  };

  return {
    add: (path) => {
      if (paths.push(path) === BATCH_FILES) cut();
    },
    finish: () => {
      cut();
      for (const batch of batches.toReversed()) takeBatch(batch);
      const facts = new Float64Array(batches.reduce((sum, { count }) => sum + count, 0) * FACTS);
      let at = 0;
      for (const batch of batches) {
        awaitBatch(batch);
        facts.set(factsOf(batch), at);
        at += batch.count * FACTS;
      }
      for (const worker of workers) void worker.terminate();
      return facts;
    },
  };
}

/** If a worker fails to start, the other threads process its batches. */
function startWorkers(): Worker[] {
  return Array.from({ length: Math.min(availableParallelism() - 1, WORKERS_MAX) }, () => {
    const worker = new Worker(new URL('./stat-worker.ts', import.meta.url));
    worker.on('error', () => {});
    worker.unref();
    return worker;
  });
}
