// Prepared bodies of one edition of the level server: made when first asked for, kept with their codings and entity tags
// within a bound, dropped all together when the edition ends. A content that is given out holds no bytes, so that dropped
// means gone; answers by address keep copies within a bound of their own.
import { constants, gzipSync } from 'node:zlib';
import { blobRepresentation, type Content, type Representation } from '../../../http/content/bytes.ts';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { encodeBytes } from '../../../platform/files/codings.ts';

export interface DocumentOptions {
  /** Shared headers of the answer; hold Vary. */
  readonly headers: Headers;
  /** `full`: br and gzip, for what is read often. `quick`: gzip at its fastest, for what may be asked for once. */
  readonly coding: 'full' | 'quick';
  /** Whether the body still stands for its address; absent: it is chosen anew each time (random draws). */
  readonly isFresh?: () => boolean;
}

interface Kept {
  readonly identity: Blob;
  readonly br: Blob | undefined;
  readonly gzip: Blob | undefined;
  readonly content: Content;
}

/** Below this a coding saves no packet (bytes). */
const CODED_FROM_BYTES = 1024;
/** What an entry weighs besides its bytes. */
const ENTRY_BYTES = 1024;

export class Documents {
  readonly #limit: number;
  #kept: BoundedCache<string, Kept>;
  readonly #makes = new SingleFlight<string, Content>();

  /** @param limit bytes of bodies that are kept */
  constructor(limit: number) {
    this.#limit = limit;
    this.#kept = new BoundedCache(limit);
  }

  /** The prepared body of a key: at once when it is kept, else made from `text`. */
  read(key: string, text: () => string, options: DocumentOptions): Content | Promise<Content> {
    return this.#kept.read(key)?.content ?? this.#makes.run(key, () => this.#make(key, text(), options));
  }

  /** Forgets every body. */
  clear(): void {
    this.#kept = new BoundedCache(this.#limit);
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
    const kept: Kept = {
      identity,
      br,
      gzip: gz,
      content: {
        ...direct,
        identity: this.#look(key, direct.identity, 'identity'),
        br: direct.br && this.#look(key, direct.br, 'br'),
        gzip: direct.gzip && this.#look(key, direct.gzip, 'gzip'),
        ...(isFresh === undefined ? {} : { isFresh: () => this.#kept.read(key) === kept && isFresh() }),
      },
    };
    this.#kept.keep(key, kept, ENTRY_BYTES + identity.size + (br?.size ?? 0) + (gz?.size ?? 0));
    return direct;
  }

  /** A representation that finds its bytes in what is kept now. */
  #look(key: string, of: Representation, coding: 'identity' | 'br' | 'gzip'): Representation {
    const { bytes, etag } = of;
    const open = (): Blob => {
      const blob = this.#kept.read(key)?.[coding];
      if (blob === undefined) throw new Refusal('level_catalog_unavailable');
      return blob;
    };
    return { bytes, etag, open };
  }
}

async function encode(
  bytes: Buffer,
  coding: 'full' | 'quick',
): Promise<[br: Blob | undefined, gzip: Blob | undefined]> {
  // A page takes less here (some 50 µs) than the way to another thread and back.
  if (coding === 'quick') return [undefined, new Blob([gzipSync(bytes, { level: constants.Z_BEST_SPEED })])];
  const { br, gzip } = await encodeBytes(bytes);
  return [br && new Blob([br]), gzip && new Blob([gzip])];
}
