// Prepares covers at publish time: a square PNG of limited size is kept unchanged; any other supported picture is
// converted to one. Pictures are decoded completely, with a pixel limit, so that every listed cover can be displayed.

/** Larger squares are scaled down, since covers are displayed small (protocol sheet, 1.5). */
const SIDE_MAX = 1024;
const BYTES_MAX = 4 * 1024 * 1024;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const PIXELS_MAX = 50_000_000;
const MADE_SIDE_MAX = 512;

/** Picture formats that are passed to the decoder, by magic number. */
const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
  ['gif', /^GIF8[79]a/],
];

/** The reason why a picture cannot be a cover. */
export class CoverFault extends Error {
  override readonly name = 'CoverFault';
}

/** A square PNG of the picture; the same bytes if it already is one. Throws CoverFault. */
export async function prepareCover(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.byteLength > FILE_BYTES_MAX) throw new CoverFault(`it is over ${FILE_BYTES_MAX} bytes`);
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const kind = KINDS.find(([, pattern]) => pattern.test(head))?.[0];
  if (kind === undefined) throw new CoverFault('it is no PNG, JPEG, WebP or GIF');
  // Imported here, so that a process that only serves never loads the picture library.
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
