// A batch of unexamined files. Every worker receives every batch, and the first to claim it processes it, so the load
// balances itself. Shared by read-ahead.ts and its workers.
import { IngestError, type Ingester } from './file.ts';
import { FACTS } from './stat-batch.ts';

export interface AheadBatch {
  /** Index of the batch's first file. */
  readonly first: number;
  /** Paths, separated by NUL. */
  readonly paths: string;
  readonly hashOnly: Uint8Array;
  /** One word: whether a worker has claimed the batch. */
  readonly claim: SharedArrayBuffer;
}

export interface AheadAnswer {
  readonly first: number;
  /** As in the stat pool: four numbers per file; NaN as the size of an unreadable file. */
  readonly facts: Float64Array;
  /** 64 hex digits per file, or blanks for a file that was not hashed. */
  readonly digests: string;
  readonly written: Uint8Array;
}

const NO_DIGEST = ' '.repeat(64);

export function claimBatch({ claim }: AheadBatch): boolean {
  return Atomics.compareExchange(new Int32Array(claim), 0, 0, 1) === 0;
}

/** Stats all files of the batch; hashes and stores the small ones. Throws when the store fails. */
export function answerAhead(batch: AheadBatch, { ingestUnseen }: Ingester): AheadAnswer {
  const facts = new Float64Array(batch.hashOnly.length * FACTS);
  const written = new Uint8Array(batch.hashOnly.length);
  let digests = '';
  batch.paths.split('\0').forEach((path, i) => {
    try {
      const { stat, result } = ingestUnseen(path, batch.hashOnly[i] === 1);
      facts.set([stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino], i * FACTS);
      digests += result?.sha256 ?? NO_DIGEST;
      if (result?.written) written[i] = 1;
    } catch (error) {
      // The later ingest reads the file again and reports the error.
      if (!(error instanceof IngestError)) throw error;
      facts[i * FACTS] = Number.NaN;
      digests += NO_DIGEST;
    }
  });
  return { first: batch.first, facts, digests, written };
}
