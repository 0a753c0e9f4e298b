// Prepared bodies of one edition of the level server: built on demand, cached with their codings and entity tags within
// a limit, and dropped together when the edition ends. A returned content holds no bytes itself, so dropping frees the
// memory. The hot response cache keeps bounded copies of its own.
import { constants, gzipSync } from 'node:zlib';
import { blobRepresentation, type Content, type Representation } from '../../../http/content/bytes.ts';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { required } from '../../../kernel/refusal.ts';
import { encodeBytes } from '../../../platform/files/codings.ts';

export interface DocumentOptions {
  /** Shared response headers, including Vary. */
  readonly headers: Headers;
  /**
   * `full`: br and gzip, for frequently read bodies. `quick`: fastest gzip, for bodies that may be requested only once.
   */
  readonly coding: 'full' | 'quick';
  /**
   * Whether the body is still current for its address. Absent: the body is chosen anew for each request (random draws).
   */
  readonly isFresh?: () => boolean;
}

interface Cached {
  readonly identity: Blob;
  readonly br: Blob | undefined;
  readonly gzip: Blob | undefined;
  readonly content: Content;
}

/** Smaller bodies are not compressed, since that would not save a packet (bytes). */
const CODED_FROM_BYTES = 1024;
/** Overhead of an entry in addition to its bytes. */
const ENTRY_BYTES = 1024;

export class Documents {
  readonly #limit: number;
  #cache: BoundedCache<string, Cached>;
  readonly #makes = new SingleFlight<string, Content>();

  /** @param limit total bytes of cached bodies */
  constructor(limit: number) {
    this.#limit = limit;
    this.#cache = new BoundedCache(limit);
  }

  /** The prepared body of a key; synchronous when cached, otherwise built from `text`. */
  read(key: string, text: () => string, options: DocumentOptions): Content | Promise<Content> {
    return this.#cache.read(key)?.content ?? this.#makes.run(key, () => this.#make(key, text(), options));
  }

  /** Drops all bodies. */
  clear(): void {
    this.#cache = new BoundedCache(this.#limit);
  }

  async #make(key: string, text: string, options: DocumentOptions): Promise<Content> {
    const bytes = Buffer.from(text);
    const digest = sha256Hex(bytes);
    const identity = new Blob([bytes]);
    const [br, gz] = bytes.length < CODED_FROM_BYTES ? [] : await encode(bytes, options.coding);
    const direct: Content = {
      identity: blobRepresentation(identity, `"${digest}"`),
      br: br && blobRepresentation(br, `"${digest}-br"`),
      gzip: gz && blobRepresentation(gz, `"${digest}-gz"`),
      headers: options.headers,
      ranges: false,
    };
    const { isFresh } = options;
    const cached: Cached = {
      identity,
      br,
      gzip: gz,
      content: {
        ...direct,
        identity: this.#look(key, direct.identity, 'identity'),
        br: direct.br && this.#look(key, direct.br, 'br'),
        gzip: direct.gzip && this.#look(key, direct.gzip, 'gzip'),
        ...(isFresh !== undefined && { isFresh: () => this.#cache.read(key) === cached && isFresh() }),
      },
    };
    this.#cache.store(key, cached, ENTRY_BYTES + identity.size + (br?.size ?? 0) + (gz?.size ?? 0));
    return direct;
  }

  /** A representation that looks up its bytes in the cache when opened. */
  #look(key: string, of: Representation, coding: 'identity' | 'br' | 'gzip'): Representation {
    const { bytes, etag } = of;
    const open = (): Blob => required(this.#cache.read(key)?.[coding], 'level_catalog_unavailable');
    return { bytes, etag, open };
  }
}

async function encode(
  bytes: Buffer,
  coding: 'full' | 'quick',
): Promise<[br: Blob | undefined, gzip: Blob | undefined]> {
  // Compressing a page on this thread takes about 50 µs, less than handing it to another thread.
  if (coding === 'quick') return [undefined, new Blob([gzipSync(bytes, { level: constants.Z_BEST_SPEED })])];
  const { br, gzip } = await encodeBytes(bytes);
  return [br && new Blob([br]), gzip && new Blob([gzip])];
}
