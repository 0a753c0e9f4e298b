// Joins and hashes files off the event loop: a small pool of workers, started on first need, that never keeps the process
// alive. Constant memory: files pass in pieces. Knows no keys and no uploads.
import { WorkerPool } from '../../files/worker-pool.ts';

/**
 * A file that is read whole, or `bytes` bytes of it from `start`; with `sum` their CRC-32 must agree, where `sumBefore` is
 * that of what came before them.
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
  /** New file that gets them all, in order, durable; undefined: they are only hashed. */
  readonly target?: string | undefined;
  /**
   * A digest that goes on over several requests: `begin` with these sources (in place of one that stood), `go on` with
   * them, with `mark` so that it can go `back` to before them, `end` by telling it, `forget` it. One that is not known
   * here says nothing.
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

/** A source is missing, of another size, or its sum differs. */
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

  /** Digest of the sources as one. Throws JoinDamaged, or the system's error. */
  hash(sources: readonly JoinSource[]): Promise<Joined> {
    return this.#run(sources, undefined);
  }

  /** The same, and a new file `target` holds them, durable. */
  join(sources: readonly JoinSource[], target: string): Promise<Joined> {
    return this.#run(sources, target);
  }

  /** One step of a digest under `key`; requests of one `lane` pass in order. The digest at its `end`, if it is known. */
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
