// Upstream documents as parsed values, for projections. A reader serves one response: it has its deadline and computes
// how long the response is fresh. Bytes are verified against their digest before parsing.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Held, Mirror, Want } from './mirror.ts';
import { parseJson } from './upstream-files.ts';

/** Limit of cached parsed documents, by the bytes of their text; the values use several times as much memory. */
const PARSED_BYTES = 24 * 1024 * 1024;
/** Larger documents are hashed on another thread. */
const INLINE_HASH_BYTES = 1024 * 1024;
/** A response built from stale documents is rebuilt after this time. */
const STALE_ANSWER_MS = 30_000;

/** How old the documents of a response are. */
export interface DocumentAge {
  /** When upstream last sent or confirmed the oldest of them. */
  readonly checkedAt: number;
  /** From then on one of them is older than it should be, because upstream was not asked or did not answer. */
  readonly staleFrom: number;
}

/** Parsed documents by the digest of their bytes. */
export type ParsedDocuments = BoundedCache<string, unknown>;
export const createParsedDocuments = (): ParsedDocuments => new BoundedCache(PARSED_BYTES);

export class DocumentReader {
  readonly #mirror: Mirror;
  readonly #parsed: ParsedDocuments;
  readonly #deadline: number;
  #freshUntil = Number.POSITIVE_INFINITY;
  #age: DocumentAge = { checkedAt: Number.POSITIVE_INFINITY, staleFrom: Number.POSITIVE_INFINITY };

  constructor(mirror: Mirror, parsed: ParsedDocuments, deadline: number) {
    this.#mirror = mirror;
    this.#parsed = parsed;
    this.#deadline = deadline;
  }

  /** When the freshness of the documents read so far ends. */
  get freshUntil(): number {
    const now = Date.now();
    return this.#freshUntil > now ? this.#freshUntil : now + STALE_ANSWER_MS;
  }

  /** Age of the documents read so far. */
  get age(): DocumentAge {
    const { checkedAt, staleFrom } = this.#age;
    const now = Date.now();
    return { checkedAt: Math.min(checkedAt, now), staleFrom: Math.min(staleFrom, Number.MAX_SAFE_INTEGER) };
  }

  /** The parsed document; undefined when upstream has none. Refuses with `provider_upstream`. */
  async read(want: Want): Promise<unknown> {
    const held = await this.#hold(want);
    if (held === undefined) return undefined;
    const cached = this.#parsed.read(held.file.sha256);
    if (cached !== undefined) return cached;
    const { bytes, sha256 } = await this.#load(want, held);
    const value = parseJson(bytes);
    this.#parsed.store(sha256, value, bytes.byteLength);
    return value;
  }

  /** Like `read`, for a required document. */
  async require(want: Want): Promise<unknown> {
    const value = await this.read(want);
    if (value === undefined) throw new Refusal('provider_upstream', { cause: new Error(`${want.path} is missing`) });
    return value;
  }

  /** Like `read`, for an optional document: undefined on failure. */
  async tryRead(want: Want): Promise<unknown> {
    try {
      return await this.read(want);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /** The document's bytes unchanged; undefined when upstream has none. */
  async readBytes(want: Want): Promise<Uint8Array | undefined> {
    const held = await this.#hold(want);
    return held && (await this.#load(want, held)).bytes;
  }

  async #hold(want: Want): Promise<Held | undefined> {
    const held = await this.#mirror.read(want, this.#deadline);
    if (held !== undefined) {
      this.#freshUntil = Math.min(this.#freshUntil, held.freshUntil);
      this.#age = {
        checkedAt: Math.min(this.#age.checkedAt, held.checkedAt),
        staleFrom: Math.min(this.#age.staleFrom, held.checkedAt + want.freshMs),
      };
    }
    return held;
  }

  async #load(want: Want, held: Held): Promise<{ readonly bytes: Uint8Array; readonly sha256: string }> {
    const found = await loadVerified(held);
    if (found !== undefined) return { bytes: found, sha256: held.file.sha256 };
    await this.#mirror.forget(want);
    const again = await this.#hold(want);
    const bytes = again && (await loadVerified(again));
    if (again === undefined || bytes === undefined) {
      throw new Refusal('provider_upstream', { cause: new Error(`${want.path} cannot be kept whole`) });
    }
    return { bytes, sha256: again.file.sha256 };
  }
}

/** The bytes of a cached file if they match their digest, else undefined. */
export async function loadVerified(held: {
  readonly file: { readonly path: string; readonly sha256: string };
}): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = await Bun.file(held.file.path)
    .bytes()
    .catch(() => undefined);
  if (bytes === undefined) return undefined;
  const digest =
    bytes.byteLength <= INLINE_HASH_BYTES
      ? sha256Hex(bytes)
      : Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  return digest === held.file.sha256 ? bytes : undefined;
}
