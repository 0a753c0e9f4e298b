// Hashes and stores files on all cores while their names are still being collected. For trees without a stat index,
// where a separate stat pass would visit each file twice. Large files are only statted, so that the ingest can
// distribute them evenly afterwards. A small tree is not read ahead. Every worker gets every
// batch, and the first that claims it reads it (read-ahead-batch.ts).
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ObjectsUnavailable, type ReadAhead, type ReadFile } from '../objects.ts';
import { failureOf } from './pool.ts';
import type { AheadAnswer, AheadBatch } from './read-ahead-batch.ts';
import { FACTS } from './stat-batch.ts';
import { openStatPool } from './stat-pool.ts';
import type { IngestFailure } from './worker.ts';

const BATCH_FILES = 256;
const MIN_BATCHES = 16;

/** Starts a read-ahead that stores content below the absolute folder `contentFolder`. */
export function openReadAhead(contentFolder: string): ReadAhead {
  const all: string[] = [];
  const batches: AheadBatch[] = [];
  let paths: string[] = [];
  let hashOnly: number[] = [];
  let group: WorkerGroup | undefined;

  const flushBatch = (): void => {
    if (paths.length === 0) return;
    const batch = {
      first: all.length - paths.length,
      paths: paths.join('\0'),
      hashOnly: Uint8Array.from(hashOnly),
      claim: new SharedArrayBuffer(4),
    };
    paths = [];
    hashOnly = [];
    batches.push(batch);
    if (batches.length < MIN_BATCHES) return;
    if (group !== undefined) group.send(batch);
    else {
      group = startGroup(contentFolder);
      for (const waiting of batches) group.send(waiting);
    }
  };

  return {
    add: (path, isHashOnly) => {
      all.push(path);
      hashOnly.push(isHashOnly ? 1 : 0);
      if (paths.push(path) === BATCH_FILES) flushBatch();
    },
    finish: async (onRead) => {
      if (group === undefined) {
        const pool = openStatPool();
        for (const path of all) pool.add(path);
        return pool.finish();
      }
      flushBatch();
      const facts = new Float64Array(all.length * FACTS);
      await group.finish(batches.length, (answer) => {
        facts.set(answer.facts, answer.first * FACTS);
        for (const file of filesOf(answer, all, batches)) onRead(file);
      });
      return facts;
    },
  };
}

function* filesOf(answer: AheadAnswer, all: readonly string[], batches: readonly AheadBatch[]): Generator<ReadFile> {
  const batch = batches[answer.first / BATCH_FILES];
  for (let i = 0; i < answer.written.length; i++) {
    const sha256 = answer.digests.slice(i * 64, (i + 1) * 64);
    const path = all[answer.first + i];
    if (path === undefined || sha256.startsWith(' ')) continue;
    yield { path, sha256, hashOnly: batch?.hashOnly[i] === 1, written: answer.written[i] === 1 };
  }
}

interface WorkerGroup {
  send(batch: AheadBatch): void;
  /** Waits for `count` replies, then ends the workers. */
  finish(count: number, onAnswer: (answer: AheadAnswer) => void): Promise<void>;
}

function startGroup(contentFolder: string): WorkerGroup {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL('./worker.ts', import.meta.url), { workerData: { contentFolder } }),
  );
  const replies: (AheadAnswer | IngestFailure)[] = [];
  let wake = (): void => undefined;
  let broken: Error | undefined;
  const breakWith = (error: Error): void => {
    broken ??= error;
    wake();
  };
  for (const worker of workers) {
    // An abandoned read-ahead must not keep the process alive.
    worker.unref();
    worker.on('error', breakWith);
    worker.on('exit', () => breakWith(new ObjectsUnavailable('An ingest worker ended early')));
    worker.on('message', (reply: AheadAnswer | IngestFailure) => {
      replies.push(reply);
      wake();
    });
  }
  return {
    send: (batch) => {
      for (const worker of workers) worker.postMessage(batch);
    },
    finish: async (count, onAnswer) => {
      for (const worker of workers) worker.ref();
      try {
        for (let open = count; open > 0; open--) {
          while (replies.length === 0) {
            if (broken !== undefined) throw broken;
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          const reply = replies.shift();
          if (reply === undefined) continue;
          if ('failure' in reply) throw failureOf(reply.failure);
          onAnswer(reply);
        }
      } finally {
        await Promise.all(workers.map((worker) => worker.terminate()));
      }
    },
  };
}
