// Covers at publish time: a square PNG of sane size stays as it is, any other picture of a known kind becomes one. Pictures
// are decoded whole, with a pixel limit, so that what is listed can be shown; never while a request waits.

/** Larger squares are scaled down: covers are shown small (protocol sheet, 1.5). */
const SIDE_MAX = 1024;
const BYTES_MAX = 4 * 1024 * 1024;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const PIXELS_MAX = 50_000_000;
const MADE_SIDE_MAX = 512;

/** Kinds of picture that are given to the decoder at all, by their first bytes. */
const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
  ['gif', /^GIF8[79]a/],
];

/** Why a picture cannot be a cover. */
export class CoverFault extends Error {
  override readonly name = 'CoverFault';
}

/** A square PNG with the picture; the same bytes when it is one already. Throws CoverFault. */
export async function prepareCover(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.byteLength > FILE_BYTES_MAX) throw new CoverFault(`it is over ${FILE_BYTES_MAX} bytes`);
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const kind = KINDS.find(([, pattern]) => pattern.test(head))?.[0];
  if (kind === undefined) throw new CoverFault('it is no PNG, JPEG, WebP or GIF');
  // Loaded here, so that serving alone never maps the picture library.
  const { default: sharp } = await import('sharp');
  try {
    const open = () => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' });
    const { width, height } = await open().metadata();
    if (kind === 'png' && width === height && width <= SIDE_MAX && bytes.byteLength <= BYTES_MAX) {
      await open().stats();
      return bytes;
    }
    const side = Math.min(width, height, MADE_SIDE_MAX);
    return await open().autoOrient().resize(side, side, { fit: 'cover' }).png({ compressionLevel: 9 }).toBuffer();
  } catch (error) {
    throw new CoverFault(`it cannot be decoded (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`);
  }
}
