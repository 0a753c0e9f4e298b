// Joins and hashes files in a small worker pool, off the event loop. Workers start on demand and do not keep the
// process alive. Memory use is constant. Knows neither keys nor uploads.
import { WorkerPool } from '../../files/worker-pool.ts';

/**
 * A whole file, or `bytes` bytes of it from `start`. With `sum`, the CRC-32 must match; `sumBefore` is the CRC-32 of
 * the preceding bytes.
 */
export interface JoinSource {
  readonly path: string;
  readonly start?: number;
  readonly bytes: number;
  readonly sum?: number;
  readonly sumBefore?: number;
}

export interface JoinRequest {
  readonly id: number;
  readonly sources: readonly JoinSource[];
  /** New file that receives the sources in order, durably. Undefined: the sources are only hashed. */
  readonly target?: string | undefined;
  /**
   * A digest that continues over several requests. Steps: `begin` (start with these sources, replacing an existing
   * digest), `go on` (append sources; with `mark`, take a snapshot first), `back` (return to the snapshot), `end`
   * (return the digest), `forget`. An unknown digest gives no result.
   */
  readonly running?: {
    readonly key: string;
    readonly step: 'begin' | 'go on' | 'back' | 'end' | 'forget';
    readonly mark?: boolean;
  };
}

export type JoinReply =
  | { readonly id: number; readonly sha256: string; readonly bytes: number }
  | { readonly id: number; readonly standing: boolean }
  | { readonly id: number; readonly damaged: number }
  | { readonly id: number; readonly code: string; readonly error: string };

export interface Joined {
  readonly sha256: string;
  readonly bytes: number;
}

/** A source is missing, has another size, or its checksum differs. */
export class JoinDamaged extends Error {
  override readonly name = 'JoinDamaged';
  readonly index: number;
  constructor(index: number) {
    super(`Source ${index} is not what it was`);
    this.index = index;
  }
}

export class PartJoiner {
  readonly #pool = new WorkerPool<JoinRequest, JoinReply>(new URL('./part-join-worker.ts', import.meta.url));

  /** Digest of the concatenated sources. Throws JoinDamaged or the system error. */
  hash(sources: readonly JoinSource[]): Promise<Joined> {
    return this.#run(sources, undefined);
  }

  /** Like `hash`, and writes the sources durably to a new file `target`. */
  join(sources: readonly JoinSource[], target: string): Promise<Joined> {
    return this.#run(sources, target);
  }

  /**
   * One step of the running digest `key`. Requests of one `lane` run in order. Returns the digest at `end`, if known.
   */
  async run(
    running: NonNullable<JoinRequest['running']>,
    lane: number,
    sources: readonly JoinSource[] = [],
  ): Promise<Joined | undefined> {
    const reply = await this.#pool.ask({ sources, running }, lane);
    return 'sha256' in reply ? reply : undefined;
  }

  close(): void {
    this.#pool.close();
  }

  async #run(sources: readonly JoinSource[], target: string | undefined): Promise<Joined> {
    const reply = await this.#pool.ask({ sources, target });
    if ('damaged' in reply) throw new JoinDamaged(reply.damaged);
    if ('error' in reply) throw Object.assign(new Error(reply.error), { code: reply.code });
    if ('standing' in reply) throw new Error('The worker took a file for a running digest');
    return reply;
  }
}
