// Worker of a disk ingest: receives batches of files and returns their digests. The messages are column-oriented,
// because copying 256 small objects between threads takes longer than hashing 256 small files. Used by pool.ts and
// read-ahead.ts.
import { parentPort, workerData } from 'node:worker_threads';
import type { IngestItem } from '../objects.ts';
import { createIngester, IngestError, type Ingester } from './file.ts';
import { type AheadBatch, answerAhead, claimBatch } from './read-ahead-batch.ts';

export interface IngestBatch {
  /** Index of the batch's first item. */
  readonly first: number;
  /** Paths, separated by NUL. */
  readonly paths: string;
  readonly bytes: Float64Array;
  readonly hashOnly: Uint8Array;
  readonly taken: Uint8Array;
  readonly hasBlocks: Uint8Array;
}

export interface IngestAnswer {
  readonly first: number;
  /** 64 hex digits per item. */
  readonly digests: string;
  readonly written: Uint8Array;
  /** Block digests of large items, by index in the batch. */
  readonly blocks: ReadonlyMap<number, readonly string[]>;
}

export interface IngestFailure {
  readonly failure: {
    readonly path: string | undefined;
    readonly reason: IngestError['reason'] | undefined;
    readonly message: string;
    readonly errno: string | undefined;
  };
}

export type IngestReply = IngestAnswer | IngestFailure;

if (parentPort !== null && typeof workerData?.contentFolder === 'string') {
  const port = parentPort;
  const ingester = createIngester(workerData.contentFolder);
  port.on('message', (batch: IngestBatch | AheadBatch) => {
    if (!('claim' in batch)) port.postMessage(report(() => answer(batch, ingester)));
    else if (claimBatch(batch)) port.postMessage(report(() => answerAhead(batch, ingester)));
  });
}

function answer(batch: IngestBatch, { ingest }: Ingester): IngestAnswer {
  const written = new Uint8Array(batch.bytes.length);
  const blocks = new Map<number, readonly string[]>();
  let digests = '';
  batch.paths.split('\0').forEach((path, i) => {
    const item: IngestItem = {
      path,
      bytes: batch.bytes[i] ?? 0,
      hashOnly: batch.hashOnly[i] === 1,
      isTaken: batch.taken[i] === 1,
      hasBlocks: batch.hasBlocks[i] === 1,
    };
    const result = ingest(item);
    digests += result.sha256;
    if (result.written) written[i] = 1;
    if (result.blocks !== undefined) blocks.set(i, result.blocks);
  });
  return { first: batch.first, digests, written, blocks };
}

function report<Answer>(work: () => Answer): Answer | IngestFailure {
  try {
    return work();
  } catch (error) {
    const known = error instanceof IngestError ? error : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const errno = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return { failure: { path: known?.path, reason: known?.reason, message, errno } };
  }
}
