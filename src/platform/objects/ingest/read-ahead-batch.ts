// A batch of files that nobody looked at yet, as a worker takes it: every worker is sent every batch and the first to
// claim it does it, so that none waits while another has more than its share. Shared by read-ahead.ts and its workers.
import { IngestError, type Ingester } from './file.ts';
import { FACTS } from './stat-batch.ts';

export interface AheadBatch {
  /** Index of the first file among all. */
  readonly first: number;
  /** Paths with a NUL between them. */
  readonly paths: string;
  readonly hashOnly: Uint8Array;
  /** One word: whether somebody took the batch. */
  readonly claim: SharedArrayBuffer;
}

export interface AheadAnswer {
  readonly first: number;
  /** As of a stat pool: four numbers a file, NaN for the size of one that cannot be read. */
  readonly facts: Float64Array;
  /** 64 hex digits a file, blanks for one that was not hashed. */
  readonly digests: string;
  readonly written: Uint8Array;
}

const NO_DIGEST = ' '.repeat(64);

export function claimBatch({ claim }: AheadBatch): boolean {
  return Atomics.compareExchange(new Int32Array(claim), 0, 0, 1) === 0;
}

/** Looks at all files of the batch; hashes and stores the small ones. Throws when the store fails. */
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
      // Whoever reads the file in earnest says what is wrong with it.
      if (!(error instanceof IngestError)) throw error;
      facts[i * FACTS] = Number.NaN;
      digests += NO_DIGEST;
    }
  });
  return { first: batch.first, facts, digests, written };
}
