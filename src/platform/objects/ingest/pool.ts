// Distributes an ingest over all cores: one worker per core, each with two queued batches so that it never idles. The
// workers end with the ingest. A few small files are processed in place, since starting a worker takes longer.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type IngestItem, type IngestResult, ObjectsUnavailable } from '../objects.ts';
import { createIngester, IngestError } from './file.ts';
import type { IngestBatch, IngestFailure, IngestReply } from './worker.ts';

const BATCH_ITEMS = 256;
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCHES_IN_FLIGHT = 2;
const IN_PLACE_ITEMS = 300;
const IN_PLACE_BYTES = 8 * 1024 * 1024;

/** Hashes and stores all items. `onResult` is called once per item. Rejects with IngestError or ObjectsUnavailable. */
export async function ingestFiles(
  contentFolder: string,
  items: readonly IngestItem[],
  onResult: (index: number, result: IngestResult) => void,
): Promise<void> {
  if (items.length === 0) return;
  const totalBytes = items.reduce((sum, item) => sum + item.bytes, 0);
  if (items.length <= IN_PLACE_ITEMS && totalBytes <= IN_PLACE_BYTES) {
    ingestInPlace(contentFolder, items, onResult);
    return;
  }
  const batches = cutBatches(items);
  const workers = Array.from(
    { length: Math.min(availableParallelism(), batches.length) },
    () => new Worker(new URL('./worker.ts', import.meta.url), { workerData: { contentFolder } }),
  );
  try {
    await runBatches(workers, batches, items, onResult);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function ingestInPlace(
  contentFolder: string,
  items: readonly IngestItem[],
  onResult: (index: number, result: IngestResult) => void,
): void {
  const { ingest } = createIngester(contentFolder);
  items.forEach((item, index) => {
    let result: IngestResult;
    try {
      result = ingest(item);
    } catch (error) {
      if (error instanceof IngestError) throw error;
      throw new ObjectsUnavailable('The object store cannot be written', { cause: error });
    }
    onResult(index, result);
  });
}

function cutBatches(items: readonly IngestItem[]): IngestBatch[] {
  const batches: IngestBatch[] = [];
  let first = 0;
  let bytes = 0;
  items.forEach((item, index) => {
    bytes += item.bytes;
    const full = index + 1 - first >= BATCH_ITEMS || bytes >= BATCH_BYTES || index === items.length - 1;
    if (!full) return;
    batches.push(layOut(first, items.slice(first, index + 1)));
    first = index + 1;
    bytes = 0;
  });
  return batches;
}

function layOut(first: number, items: readonly IngestItem[]): IngestBatch {
  return {
    first,
    paths: items.map(({ path }) => path).join('\0'),
    bytes: Float64Array.from(items, ({ bytes }) => bytes),
    hashOnly: Uint8Array.from(items, ({ hashOnly }) => (hashOnly ? 1 : 0)),
    taken: Uint8Array.from(items, ({ isTaken }) => (isTaken === true ? 1 : 0)),
    hasBlocks: Uint8Array.from(items, ({ hasBlocks }) => (hasBlocks === true ? 1 : 0)),
  };
}

function runBatches(
  workers: readonly Worker[],
  batches: readonly IngestBatch[],
  items: readonly IngestItem[],
  onResult: (index: number, result: IngestResult) => void,
): Promise<void> {
  // Two workers may write the same content concurrently; it counts as written once.
  const written = new Set<string>();
  return new Promise((resolve, reject) => {
    let next = 0;
    let open = batches.length;
    const feed = (worker: Worker): void => {
      const batch = batches[next];
      if (batch === undefined) return;
      next += 1;
      worker.postMessage(batch);
    };
    for (const worker of workers) {
      worker.on('error', reject);
      worker.on('exit', () => open > 0 && reject(new ObjectsUnavailable('An ingest worker ended early')));
      worker.on('message', (reply: IngestReply) => {
        if ('failure' in reply) {
          reject(failureOf(reply.failure));
          return;
        }
        feed(worker);
        for (let i = 0; i < reply.written.length; i++) {
          const sha256 = reply.digests.slice(i * 64, (i + 1) * 64);
          const isNew = reply.written[i] === 1 && !written.has(sha256);
          if (isNew) written.add(sha256);
          const index = reply.first + i;
          onResult(index, { sha256, bytes: items[index]?.bytes ?? 0, blocks: reply.blocks.get(i), written: isNew });
        }
        open -= 1;
        if (open === 0) resolve();
      });
      for (let i = 0; i < BATCHES_IN_FLIGHT; i++) feed(worker);
    }
  });
}

/** The error that a worker reported. */
export function failureOf(failure: IngestFailure['failure']): Error {
  if (failure.path !== undefined && failure.reason !== undefined) {
    return new IngestError(failure.path, failure.reason, failure.message);
  }
  return new ObjectsUnavailable(`The object store cannot be written (${failure.errno ?? failure.message})`);
}
