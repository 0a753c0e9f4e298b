// Media responses: a file of the cache folder with upstream's entity tag, ranges, and headers that prevent foreign
// content from running in our origin. A file's digest is verified once per process and after each change, before its
// first byte is sent.

import { type AnswerStyle, SANDBOXED } from '../../../http/answer/headers.ts';
import type { Content } from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { isSafeInline, mediaTypeOf, OCTET_STREAM } from '../../../kernel/media-type.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { HashPool } from '../../../platform/objects/hash-pool.ts';
import type { Held, Mirror, Want } from './mirror.ts';

const VERIFIED_FILES = 65_536;

export interface MediaOptions {
  readonly cacheControl: string;
  /** The media type to send; default: upstream's. */
  readonly mediaType?: string;
}

export class MediaFiles {
  readonly #mirror: Mirror;
  readonly #style: Pick<AnswerStyle, 'cors'>;
  readonly #pool = new HashPool();
  readonly #verified = new BoundedCache<string, string>(VERIFIED_FILES);
  readonly #checks = new SingleFlight<string, boolean>();

  constructor(mirror: Mirror, style: Pick<AnswerStyle, 'cors'>) {
    this.#mirror = mirror;
    this.#style = style;
  }

  /** The first of these files that exists. Refuses with `provider_not_found` when none does. */
  async require(wants: readonly Want[], options: MediaOptions, deadline: number): Promise<Content> {
    let failure: unknown;
    for (const want of wants) {
      try {
        const held = await this.#read(want, deadline);
        if (held !== undefined) return this.#present(held, want, options);
      } catch (error) {
        failure ??= error;
      }
    }
    // Only if every location was checked is the file known to be missing.
    throw failure ?? new Refusal('provider_not_found');
  }

  close(): void {
    this.#pool.close();
  }

  async #read(want: Want, deadline: number): Promise<Held | undefined> {
    const held = await this.#mirror.read(want, deadline);
    if (held === undefined || (await this.#isWhole(held))) return held;
    await this.#mirror.forget(want);
    const again = await this.#mirror.read(want, deadline);
    if (again === undefined || (await this.#isWhole(again))) return again;
    throw new Refusal('provider_upstream', { cause: new Error(`${want.path} cannot be kept whole`) });
  }

  async #isWhole({ file }: Held): Promise<boolean> {
    if (this.#verified.read(file.path) === file.fingerprint) return true;
    return this.#checks.run(`${file.path} ${file.fingerprint}`, async () => {
      const hashed = await this.#pool.hash(file.path, 0, file.bytes).catch(() => undefined);
      if (hashed?.sha256 !== file.sha256 || hashed.bytes !== file.bytes) return false;
      this.#verified.store(file.path, file.fingerprint, 1);
      return true;
    });
  }

  #present(held: Held, want: Want, options: MediaOptions): Content {
    const { file } = held;
    const name = decodeURIComponent(want.path.slice(want.path.lastIndexOf('/') + 1));
    const claimed = options.mediaType ?? (held.mediaType === '' ? mediaTypeOf(name) : held.mediaType);
    const inline = isSafeInline(claimed);
    return {
      identity: {
        bytes: file.bytes,
        // A weak entity tag does not guarantee equal bytes, so ranges could not be combined by it.
        etag: held.etag?.startsWith('"') ? held.etag : `"${file.sha256}"`,
        open: (start, end) => Bun.file(file.path).slice(start, end),
      },
      headers: new Headers({
        'Content-Type': inline ? claimed : OCTET_STREAM,
        'Cache-Control': options.cacheControl,
        ...SANDBOXED,
        'Content-Disposition': inline ? 'inline' : attachmentDisposition(name),
        'Accept-Ranges': 'bytes',
        ...this.#style.cors.expose,
      }),
      ranges: true,
    };
  }
}
