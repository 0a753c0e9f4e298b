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

export function createMediaFiles(mirror: Mirror, style: Pick<AnswerStyle, 'cors'>) {
  const pool = new HashPool();
  const verified = new BoundedCache<string, string>(VERIFIED_FILES);
  const checks = new SingleFlight<string, boolean>();

  /** The first of these files that exists. Refuses with `provider_not_found` when none does. */
  async function require(wants: readonly Want[], options: MediaOptions, deadline: number): Promise<Content> {
    let failure: unknown;
    for (const want of wants) {
      try {
        const held = await read(want, deadline);
        if (held !== undefined) return present(held, want, options);
      } catch (error) {
        failure ??= error;
      }
    }
    // Only if every location was checked is the file known to be missing.
    throw failure ?? new Refusal('provider_not_found');
  }

  function close(): void {
    pool.close();
  }

  async function read(want: Want, deadline: number): Promise<Held | undefined> {
    const held = await mirror.read(want, deadline);
    if (held === undefined || (await isWhole(held))) return held;
    await mirror.forget(want);
    const again = await mirror.read(want, deadline);
    if (again === undefined || (await isWhole(again))) return again;
    throw new Refusal('provider_upstream', { cause: new Error(`${want.path} cannot be kept whole`) });
  }

  async function isWhole({ file }: Held): Promise<boolean> {
    if (verified.read(file.path) === file.fingerprint) return true;
    return checks.run(`${file.path} ${file.fingerprint}`, async () => {
      const hashed = await pool.hash(file.path, 0, file.bytes).catch(() => undefined);
      if (hashed?.sha256 !== file.sha256 || hashed.bytes !== file.bytes) return false;
      verified.store(file.path, file.fingerprint, 1);
      return true;
    });
  }

  function present(held: Held, want: Want, options: MediaOptions): Content {
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
        ...style.cors.expose,
      }),
      ranges: true,
    };
  }

  return { require, close };
}
