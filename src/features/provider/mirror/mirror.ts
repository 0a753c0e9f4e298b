// The local mirror of upstream files: what was read once stays readable. Fresh entries are answered without a word to
// upstream; stale ones at once while they are looked up again; very old ones after that; and whatever upstream does wrong,
// an entry that we hold is kept. Freshness stands beside the body in the cache folder. Identical requests are joined, in
// this process by promise and between processes by the entry's lock. Knows nothing of what documents mean.
import { SingleFlight } from '../../../kernel/bounded-cache.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { createTimedMap } from '../../../kernel/timed-map.ts';
import { withinTime } from '../../../kernel/within-time.ts';
import { errorCode } from '../../../platform/files/durable.ts';
import { LockTimeout } from '../../../platform/files/lock.ts';
import type { CachedFile, CacheFolder, CacheKey } from '../../../platform/objects/cache/folder.ts';
import { ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import { type Upstream, UpstreamUnavailable } from '../../../platform/outside/upstream.ts';
import type { Log } from '../../../platform/telemetry/log.ts';

/** A file as it came, before it is kept. */
export interface Arrived {
  readonly path: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** What to read and how to judge it. */
export interface Want {
  /** Percent-encoded path at upstream. */
  readonly path: string;
  readonly space: 'documents' | 'media';
  readonly accept: string;
  readonly maxBytes: number;
  readonly freshMs: number;
  /** Whether upstream may have no such file; otherwise absence is a failure. */
  readonly mayBeMissing: boolean;
  /** `missing` for a page in place of the file; throws UpstreamUnavailable for anything else that is wrong. */
  readonly judge: (arrived: Arrived) => Promise<'good' | 'missing'>;
}

export interface Held {
  readonly file: CachedFile;
  readonly mediaType: string;
  /** Upstream's entity tag, when it gave one. */
  readonly etag: string | undefined;
  /** Milliseconds since the epoch until which nobody asks upstream again. */
  readonly freshUntil: number;
}

export interface MirrorOptions {
  readonly cache: CacheFolder;
  /** Undefined: only what is held is answered. */
  readonly upstream: Upstream | undefined;
  readonly log: Log;
}

/** Older than this, an entry is answered only after upstream was asked (and did not answer). */
const STALE_MS = 7 * 24 * 60 * 60 * 1000;
/** After a failure an entry that we hold is not looked up again for this long. */
const RETRY_MS = 30_000;
/** How long absence is believed. */
const ABSENT_MS = 5 * 60 * 1000;
const REMEMBERED = 16_384;
/** A short request with its retries ends within this, so that our answer is out in eight seconds. */
const SHORT_FLIGHT_MS = 7000;
const LONG_FLIGHT_MS = 20 * 60 * 1000;

export class Mirror {
  readonly #cache: CacheFolder;
  readonly #upstream: Upstream | undefined;
  readonly #log: Log;
  readonly #flights = new SingleFlight<string, Held | undefined>();
  readonly #absent = createTimedMap<true>(REMEMBERED, ABSENT_MS);
  readonly #failed = createTimedMap<true>(REMEMBERED, RETRY_MS);

  constructor(options: MirrorOptions) {
    this.#cache = options.cache;
    this.#upstream = options.upstream;
    this.#log = options.log;
  }

  /**
   * The file, or undefined when upstream says that there is none. `deadline` is a `Date.now()`. Refuses with
   * `provider_upstream` when nothing is held and upstream fails or is late.
   */
  async read(want: Want, deadline: number): Promise<Held | undefined> {
    const held = await this.#lookUp(want);
    const now = Date.now();
    if (held !== undefined) {
      if (now < held.freshUntil || this.#failed.has(idOf(want))) return held;
      if (this.#upstream === undefined) return { ...held, freshUntil: now + want.freshMs };
      const refreshed = this.#refresh(want);
      if (now - held.freshUntil < STALE_MS) {
        refreshed.catch((error: unknown) => this.#note(want, error));
        return held;
      }
      return settleBy(refreshed, deadline).catch((error: unknown) => {
        this.#note(want, error);
        return held;
      });
    }
    if (this.#absent.has(idOf(want))) return undefined;
    return settleBy(this.#refresh(want), deadline).catch((error: unknown) => {
      throw refusalOf(error);
    });
  }

  /** Makes sure that a fresh copy is held, for the mirror command. Throws the failure itself. */
  async bring(want: Want, deadline: number): Promise<'held' | 'brought' | 'missing'> {
    const held = await this.#lookUp(want);
    if (held !== undefined && Date.now() < held.freshUntil) return 'held';
    if (held === undefined && this.#absent.has(idOf(want))) return 'missing';
    return (await settleBy(this.#refresh(want), deadline)) === undefined ? 'missing' : 'brought';
  }

  /** Forgets an entry whose bytes turned out to be damaged. */
  async forget(want: Want): Promise<void> {
    this.#log.warn('a cached provider file is damaged and is fetched again', { path: want.path });
    await this.#cache.remove(keyOf(want));
  }

  async #lookUp(want: Want): Promise<Held | undefined> {
    const file = await this.#cache.read(keyOf(want));
    return file === undefined ? undefined : present(want, file);
  }

  #note(want: Want, error: unknown): void {
    this.#failed.set(idOf(want), true);
    if (error instanceof Late) return;
    this.#log.warn('the provider failed; serving the cached copy', {
      path: want.path,
      reason: error instanceof Error ? error.message : 'unknown',
    });
  }

  #refresh(want: Want): Promise<Held | undefined> {
    return this.#flights.run(idOf(want), async () => {
      if (this.#upstream === undefined) throw new UpstreamUnavailable('the provider is switched off');
      const before = await this.#lookUp(want);
      const upstream = this.#upstream;
      return this.#cache.exclusively(keyOf(want), async () => {
        // Another process may have done it while we waited.
        const held = await this.#lookUp(want);
        const renewed = held !== undefined && (before === undefined || held.freshUntil > before.freshUntil);
        return renewed ? held : this.#ask(upstream, want, held);
      });
    });
  }

  async #ask(upstream: Upstream, want: Want, held: Held | undefined): Promise<Held | undefined> {
    const long = want.space === 'media';
    const staged = this.#cache.stage();
    try {
      const answer = await upstream.request(
        {
          path: want.path,
          accept: want.accept,
          maxBytes: want.maxBytes,
          lane: long ? 'long' : 'short',
          etag: held?.etag,
          deadline: Date.now() + (long ? LONG_FLIGHT_MS : SHORT_FLIGHT_MS),
        },
        { begin: () => staged.reset(), write: (piece) => staged.write(piece) },
      );
      if (answer.kind === 'unchanged') {
        if (held === undefined) throw new UpstreamUnavailable('nothing is held that could be unchanged');
        const { mediaType, etag } = held;
        return present(want, this.#cache.renew(keyOf(want), held.file, metadataOf(mediaType, etag)));
      }
      const { mediaType, etag } = answer.kind === 'body' ? answer : { mediaType: '', etag: undefined };
      const verdict =
        answer.kind === 'missing' ? 'missing' : await want.judge({ path: staged.path, bytes: answer.bytes, mediaType });
      if (verdict === 'missing') {
        if (!want.mayBeMissing) throw new UpstreamUnavailable('a file that must be there is missing');
        // A host that answers "missing" to everything is how an upstream dies: what we hold stays.
        if (held !== undefined) throw new UpstreamUnavailable('upstream says that a file that we hold is gone');
        this.#absent.set(idOf(want), true);
        return undefined;
      }
      const file = staged.commit(keyOf(want), metadataOf(mediaType, etag));
      // One tag for two contents would let a client join ranges of both: then the tag is not passed on.
      const lied = etag !== undefined && held?.etag === etag && held.file.sha256 !== file.sha256;
      return present(want, lied ? this.#cache.renew(keyOf(want), file, metadataOf(mediaType, undefined)) : file);
    } finally {
      staged.discard();
    }
  }
}

const keyOf = (want: Want): CacheKey => ({ space: want.space, key: want.path });
const idOf = (want: Want): string => `${want.space} ${want.path}`;

function metadataOf(mediaType: string, etag: string | undefined): Record<string, string | number> {
  return { mediaType, checkedAt: Date.now(), ...(etag === undefined ? {} : { etag }) };
}

function present(want: Want, file: CachedFile): Held {
  const { mediaType, etag, checkedAt } = file.metadata;
  return {
    file,
    mediaType: typeof mediaType === 'string' ? mediaType : '',
    etag: typeof etag === 'string' ? etag : undefined,
    freshUntil: (typeof checkedAt === 'number' ? Math.min(checkedAt, Date.now()) : 0) + want.freshMs,
  };
}

/** The caller's patience is over; the work goes on for the next caller. */
class Late extends UpstreamUnavailable {}

/** The promise's outcome, or a Late failure at the deadline. */
export const settleBy = <T>(promise: Promise<T>, deadline: number): Promise<T> =>
  withinTime(promise, Math.max(0, deadline - Date.now()), () => {
    throw new Late('upstream takes too long');
  });

/** Failures of upstream and of waiting are `provider_upstream`; a cache folder that fails is the storage's. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof UpstreamUnavailable || error instanceof LockTimeout) {
    return new Refusal('provider_upstream', { cause: error });
  }
  return errorCode(error) === undefined
    ? error
    : new ObjectsUnavailable('The cache folder cannot be used', { cause: error });
}
