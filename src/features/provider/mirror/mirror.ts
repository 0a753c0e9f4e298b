// Local mirror of upstream files. A file that was read once stays readable. Fresh entries are served without asking
// upstream. Stale ones are served at once and revalidated in the background; very old ones are revalidated first. If
// upstream fails, a cached entry is kept. Freshness is stored with the body in the cache folder. Identical requests are
// joined, within this process by promise and between processes by the entry's lock. Does not interpret documents.
import { SingleFlight } from '../../../kernel/bounded-cache.ts';
import { withinTime } from '../../../kernel/concurrency/within-time.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { createTimedMap } from '../../../kernel/timed-map.ts';
import { errorCode } from '../../../platform/files/durable.ts';
import { LockTimeout } from '../../../platform/files/lock.ts';
import type { CachedFile, CacheFolder, CacheKey } from '../../../platform/objects/cache/folder.ts';
import { ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import { type Upstream, UpstreamUnavailable } from '../../../platform/outside/upstream.ts';
import type { Log } from '../../../platform/telemetry/log.ts';

/** A file received from upstream, before it is stored. */
export interface Arrived {
  readonly path: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** What to read, and how to validate it. */
export interface Want {
  /** Percent-encoded path on upstream. */
  readonly path: string;
  readonly space: 'documents' | 'media';
  readonly accept: string;
  readonly maxBytes: number;
  readonly freshMs: number;
  /** Whether the file may be missing on upstream; otherwise a missing file is a failure. */
  readonly mayBeMissing: boolean;
  /**
   * Returns `missing` for an HTML page in place of the file. Throws UpstreamUnavailable for any other invalid content.
   */
  readonly judge: (arrived: Arrived) => Promise<'good' | 'missing'>;
}

export interface Held {
  readonly file: CachedFile;
  readonly mediaType: string;
  /** Upstream's entity tag, if any. */
  readonly etag: string | undefined;
  /** When upstream last sent or confirmed it, in milliseconds since the epoch. */
  readonly checkedAt: number;
  /** End of freshness, in milliseconds since the epoch. Until then upstream is not asked. */
  readonly freshUntil: number;
}

export interface MirrorDependencies {
  readonly cache: CacheFolder;
  /** Undefined: only cached entries are served. */
  readonly upstream: Upstream | undefined;
  readonly log: Log;
}

/** An older entry is served only after upstream was asked and failed. */
const STALE_MS = 7 * 24 * 60 * 60 * 1000;
/** After a failure a cached entry is not revalidated for this long. */
const RETRY_MS = 30_000;
/** Lifetime of a cached "missing". */
const ABSENT_MS = 5 * 60 * 1000;
const REMEMBERED = 16_384;
/** Time limit of a short request with its retries, so that our response is sent within eight seconds. */
const SHORT_FLIGHT_MS = 7000;
const LONG_FLIGHT_MS = 20 * 60 * 1000;

export function createMirror({ cache, upstream: configured, log }: MirrorDependencies) {
  const flights = new SingleFlight<string, Held | undefined>();
  const absent = createTimedMap<true>(REMEMBERED, ABSENT_MS);
  const failed = createTimedMap<true>(REMEMBERED, RETRY_MS);

  /**
   * The file; undefined when upstream has none. `deadline` is in terms of `Date.now()`. Refuses with
   * `provider_upstream` when nothing is cached and upstream fails or is late.
   */
  async function read(want: Want, deadline: number): Promise<Held | undefined> {
    const held = await lookUp(want);
    const now = Date.now();
    if (held !== undefined) {
      if (now < held.freshUntil || failed.has(idOf(want))) return held;
      if (configured === undefined) return { ...held, freshUntil: now + want.freshMs };
      const refreshed = refresh(want);
      if (now - held.freshUntil < STALE_MS) {
        refreshed.catch((error: unknown) => note(want, error));
        return held;
      }
      return settleBy(refreshed, deadline).catch((error: unknown) => {
        note(want, error);
        return held;
      });
    }
    if (absent.has(idOf(want))) return undefined;
    return settleBy(refresh(want), deadline).catch((error: unknown) => {
      throw refusalOf(error);
    });
  }

  /** Ensures that a fresh copy is cached, for the mirror command. Throws the original failure. */
  async function bring(want: Want, deadline: number): Promise<'held' | 'brought' | 'missing'> {
    const held = await lookUp(want);
    if (held !== undefined && Date.now() < held.freshUntil) return 'held';
    if (held === undefined && absent.has(idOf(want))) return 'missing';
    return (await settleBy(refresh(want), deadline)) === undefined ? 'missing' : 'brought';
  }

  /** Removes an entry whose bytes are damaged. */
  async function forget(want: Want): Promise<void> {
    log.warn('a cached provider file is damaged and is fetched again', { path: want.path });
    await cache.remove(keyOf(want));
  }

  async function lookUp(want: Want): Promise<Held | undefined> {
    const file = await cache.read(keyOf(want));
    return file && present(want, file);
  }

  function note(want: Want, error: unknown): void {
    failed.set(idOf(want), true);
    if (error instanceof Late) return;
    log.warn('the provider failed; serving the cached copy', {
      path: want.path,
      reason: error instanceof Error ? error.message : 'unknown',
    });
  }

  function refresh(want: Want): Promise<Held | undefined> {
    return flights.run(idOf(want), async () => {
      if (configured === undefined) throw new UpstreamUnavailable('the provider is switched off');
      const before = await lookUp(want);
      const upstream = configured;
      return cache.exclusively(keyOf(want), async () => {
        // Another process may have refreshed the entry while this one waited for the lock.
        const held = await lookUp(want);
        const renewed = held !== undefined && (before === undefined || held.freshUntil > before.freshUntil);
        return renewed ? held : ask(upstream, want, held);
      });
    });
  }

  async function ask(upstream: Upstream, want: Want, held: Held | undefined): Promise<Held | undefined> {
    const long = want.space === 'media';
    const staged = cache.stage();
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
        return present(want, cache.renew(keyOf(want), held.file, metadataOf(mediaType, etag)));
      }
      const { mediaType, etag } = answer.kind === 'body' ? answer : { mediaType: '', etag: undefined };
      const verdict =
        answer.kind === 'missing' ? 'missing' : await want.judge({ path: staged.path, bytes: answer.bytes, mediaType });
      if (verdict === 'missing') {
        if (!want.mayBeMissing) throw new UpstreamUnavailable('a file that must be there is missing');
        // A failing host may answer "missing" to everything, so a cached copy is kept.
        if (held !== undefined) throw new UpstreamUnavailable('upstream says that a file that we hold is gone');
        absent.set(idOf(want), true);
        return undefined;
      }
      const file = staged.commit(keyOf(want), metadataOf(mediaType, etag));
      // With one entity tag for two contents, a client could combine ranges of both; in that case the tag is not passed
      // on.
      const lied = etag !== undefined && held?.etag === etag && held.file.sha256 !== file.sha256;
      return present(want, lied ? cache.renew(keyOf(want), file, metadataOf(mediaType, undefined)) : file);
    } finally {
      staged.discard();
    }
  }

  return { read, bring, forget };
}

export type Mirror = ReturnType<typeof createMirror>;

const keyOf = (want: Want): CacheKey => ({ space: want.space, key: want.path });
const idOf = (want: Want): string => `${want.space} ${want.path}`;

function metadataOf(mediaType: string, etag: string | undefined): Record<string, string | number> {
  return { mediaType, checkedAt: Date.now(), ...(etag !== undefined && { etag }) };
}

function present(want: Want, file: CachedFile): Held {
  const { mediaType, etag } = file.metadata;
  const checkedAt = typeof file.metadata.checkedAt === 'number' ? Math.min(file.metadata.checkedAt, Date.now()) : 0;
  return {
    file,
    checkedAt,
    mediaType: typeof mediaType === 'string' ? mediaType : '',
    etag: typeof etag === 'string' ? etag : undefined,
    freshUntil: checkedAt + want.freshMs,
  };
}

/** The caller's deadline has passed. The work continues for later callers. */
class Late extends UpstreamUnavailable {}

/** Settles like the promise, or rejects with Late at the deadline. */
export const settleBy = <T>(promise: Promise<T>, deadline: number): Promise<T> =>
  withinTime(promise, Math.max(0, deadline - Date.now()), () => {
    throw new Late('upstream takes too long');
  });

/** Upstream failures and timeouts become `provider_upstream`; a failing cache folder is a storage failure. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof UpstreamUnavailable || error instanceof LockTimeout) {
    return new Refusal('provider_upstream', { cause: error });
  }
  return errorCode(error) === undefined
    ? error
    : new ObjectsUnavailable('The cache folder cannot be used', { cause: error });
}
