// SHA-256 of file ranges in a small worker pool, off the event loop. Workers start on demand and do not keep the
// process alive.
import { WorkerPool } from '../files/worker-pool.ts';

export interface HashRequest {
  readonly id: number;
  readonly path: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export type HashReply =
  | { readonly id: number; readonly sha256: string; readonly bytes: number }
  | { readonly id: number; readonly error: string };

export class HashPool {
  readonly #pool = new WorkerPool<HashRequest, HashReply>(new URL('./hash-worker.ts', import.meta.url));

  /** Digest and length of the bytes from `start` to `end` (exclusive, clamped to the file). */
  async hash(path: string, start: number, end: number): Promise<{ readonly sha256: string; readonly bytes: number }> {
    const reply = await this.#pool.ask({ path, start, end });
    if ('error' in reply) throw new Error(reply.error);
    return reply;
  }

  close(): void {
    this.#pool.close();
  }
}
