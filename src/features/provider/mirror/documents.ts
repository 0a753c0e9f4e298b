// Responses derived from upstream documents, cached as ready bytes: identity, br and gzip with their entity tags. A
// warm read is one map lookup. Collections are also stored in the cache folder, for a restart or a second process.
// Stale responses are served while they are rebuilt in the background (stale-while-revalidate), and concurrent
// identical cold requests are joined.

import { type AnswerStyle, SANDBOXED } from '../../../http/answer/headers.ts';
import { blobRepresentation, type Content } from '../../../http/content/bytes.ts';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { encodeBytes } from '../../../platform/files/codings.ts';
import type { CacheFolder } from '../../../platform/objects/cache/folder.ts';
import { describeError, type Log } from '../../../platform/telemetry/log.ts';
import { type Mirror, refusalOf, settleBy } from './mirror.ts';
import { createParsedDocuments, type DocumentAge, DocumentReader, loadVerified } from './reader.ts';

/** Increase it when a projection changes, which invalidates stored responses. */
const PROJECTION_VERSION = 2;

/** `Cache-Control` of provider responses (reference sheet, 1.1). */
export const PROVIDER_CACHE_CONTROL = {
  list: 'public, max-age=86400, stale-while-revalidate=604800',
  chart: 'public, max-age=604800, stale-while-revalidate=2592000',
  media: 'public, max-age=31536000, stale-while-revalidate=2592000, immutable',
} as const;

export interface DocumentPlan {
  /** Cache key. Equal keys have equal responses. */
  readonly key: string;
  /** Whether it is also stored in the cache folder. */
  readonly stored: boolean;
  readonly mediaType: string;
  readonly cacheControl: string;
  readonly make: (reader: DocumentReader) => Promise<Uint8Array>;
}

export interface Ready {
  readonly content: Content;
  readonly bytes: Blob;
  readonly sha256: string;
  /** Age of the upstream documents that it was made from. */
  readonly age: DocumentAge;
}

interface Cached extends Ready {
  age: DocumentAge;
  freshUntil: number;
}

const MEMORY_BYTES = 96 * 1024 * 1024;
const SPACE = 'prepared';

export function createReadyDocuments(mirror: Mirror, cache: CacheFolder, style: Pick<AnswerStyle, 'cors'>, log: Log) {
  const answers = new BoundedCache<string, Cached>(MEMORY_BYTES);
  const makes = new SingleFlight<string, Cached>();
  const parsed = createParsedDocuments();

  /** A reader for a response that must be ready by `deadline` and is not cached. */
  function readerUntil(deadline: number): DocumentReader {
    return new DocumentReader(mirror, parsed, deadline);
  }

  /** The response; synchronous when cached in memory. `patienceMs` limits the time for a cold one. */
  function read(plan: DocumentPlan, patienceMs: number): Ready | Promise<Ready> {
    const cached = answers.read(plan.key);
    if (cached === undefined) return open(plan, patienceMs);
    if (Date.now() >= cached.freshUntil) renew(plan, cached);
    return cached;
  }

  /** Builds and stores the response now, regardless of the cache. */
  async function prepare(plan: DocumentPlan, patienceMs: number): Promise<void> {
    await make(plan, patienceMs, undefined);
  }

  /** Rebuilds the response in the background. */
  function renew(plan: DocumentPlan, kept: Cached): void {
    // Prevents concurrent rebuilds, and a retry on every request after a failure.
    kept.freshUntil = Date.now() + 30_000;
    make(plan, 30_000, kept).catch((error: unknown) => {
      log.warn('a cached provider answer could not be refreshed', { key: plan.key, error: describeError(error) });
    });
  }

  async function open(plan: DocumentPlan, patienceMs: number): Promise<Ready> {
    const deadline = Date.now() + patienceMs;
    try {
      return await settleBy(
        makes.run(`open ${plan.key}`, () => load(plan, patienceMs)),
        deadline,
      );
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async function load(plan: DocumentPlan, patienceMs: number): Promise<Cached> {
    const stored = plan.stored ? await readStored(plan) : undefined;
    if (stored === undefined) return make(plan, patienceMs, undefined);
    keep(plan, stored);
    if (Date.now() >= stored.freshUntil) renew(plan, stored);
    return stored;
  }

  function make(plan: DocumentPlan, patienceMs: number, before: Cached | undefined): Promise<Cached> {
    return makes.run(plan.key, async () => {
      const reader = readerUntil(Date.now() + patienceMs);
      const bytes = await plan.make(reader);
      const sha256 = sha256Hex(bytes);
      if (before?.sha256 === sha256) {
        before.freshUntil = reader.freshUntil;
        before.age = reader.age;
        if (plan.stored) await renewStored(plan, before);
        return before;
      }
      const { br, gzip: gz } = await encodeBytes(bytes);
      const made = present(plan, bytes, sha256, br, gz, reader);
      if (plan.stored) store(plan, bytes, br, gz, made);
      keep(plan, made);
      return made;
    });
  }

  function present(
    plan: DocumentPlan,
    bytes: Uint8Array,
    sha256: string,
    br: Uint8Array | undefined,
    gz: Uint8Array | undefined,
    { freshUntil, age }: { readonly freshUntil: number; readonly age: DocumentAge },
  ): Cached {
    const identity = blobOf(bytes);
    const kept: Cached = {
      bytes: identity,
      sha256,
      age,
      freshUntil,
      content: {
        identity: blobRepresentation(identity, `"${sha256}"`),
        br: br && blobRepresentation(blobOf(br), `"${sha256}-br"`),
        gzip: gz && blobRepresentation(blobOf(gz), `"${sha256}-gz"`),
        headers: documentHeaders(style, plan.mediaType, plan.cacheControl),
        ranges: true,
        isFresh: () => Date.now() < kept.freshUntil,
      },
    };
    return kept;
  }

  function keep(plan: DocumentPlan, kept: Cached): void {
    const { identity, br, gzip: gz } = kept.content;
    // Marks the previous entry as stale for those that still hold it.
    const before = answers.read(plan.key);
    if (before !== undefined && before !== kept) before.freshUntil = 0;
    answers.store(plan.key, kept, identity.bytes + (br?.bytes ?? 0) + (gz?.bytes ?? 0) + 1024);
  }

  function store(
    plan: DocumentPlan,
    bytes: Uint8Array,
    br: Uint8Array | undefined,
    gz: Uint8Array | undefined,
    made: Cached,
  ): void {
    try {
      for (const [name, form] of [
        ['br', br],
        ['gz', gz],
      ] as const) {
        if (form !== undefined) cache.write({ space: SPACE, key: codingKey(name, made.sha256) }, form, {});
      }
      cache.write({ space: SPACE, key: storedKey(plan) }, bytes, metadataOf(made));
    } catch (error) {
      // The response itself is valid; the next process rebuilds it.
      log.warn('a provider answer could not be cached', { key: plan.key, error: describeError(error) });
    }
  }

  async function renewStored(plan: DocumentPlan, kept: Cached): Promise<void> {
    const target = { space: SPACE, key: storedKey(plan) };
    const file = await cache.read(target);
    if (file?.sha256 === kept.sha256) cache.renew(target, file, metadataOf(kept));
  }

  async function readStored(plan: DocumentPlan): Promise<Cached | undefined> {
    const file = await cache.read({ space: SPACE, key: storedKey(plan) });
    const bytes = file && (await loadVerified({ file }));
    if (file === undefined || bytes === undefined) return undefined;
    const forms = await Promise.all(
      (['br', 'gz'] as const).map(async (name) => {
        const form = await cache.read({ space: SPACE, key: codingKey(name, file.sha256) });
        return form && loadVerified({ file: form });
      }),
    );
    const momentOf = (name: string): number => {
      const value = file.metadata[name];
      return typeof value === 'number' ? value : 0;
    };
    return present(plan, bytes, file.sha256, forms[0], forms[1], {
      freshUntil: momentOf('freshUntil'),
      age: { checkedAt: momentOf('checkedAt'), staleFrom: momentOf('staleFrom') },
    });
  }

  return { reader: readerUntil, read, prepare };
}

export type ReadyDocuments = ReturnType<typeof createReadyDocuments>;

const metadataOf = ({ freshUntil, age }: Cached) => ({ freshUntil, ...age });
const storedKey = (plan: DocumentPlan): string => `${PROJECTION_VERSION}/${plan.key}`;
const codingKey = (coding: 'br' | 'gz', sha256: string): string => `${coding}/${sha256}`;
const blobOf = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);

/** Headers of a document response. Upstream's bytes are sandboxed. */
function documentHeaders(style: Pick<AnswerStyle, 'cors'>, mediaType: string, cacheControl: string): Headers {
  return new Headers({
    'Content-Type': mediaType,
    'Cache-Control': cacheControl,
    ...SANDBOXED,
    'Content-Disposition': 'inline',
    'Accept-Ranges': 'bytes',
    Vary: 'Accept-Encoding',
    ...style.cors.expose,
  });
}
