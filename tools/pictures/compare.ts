// How many pixels of two pictures differ, and a picture of where.
import sharp from 'sharp';

/** Pictures of a version differ when more pixels than this share do. */
const SHARE_MAX = 0.001;
/** Difference of a channel, of 255, that nobody sees: edges of letters are rounded in either direction. */
const CHANNEL_TOLERANCE = 8;
const CHANNELS = 4;
const MARK = [214, 0, 110, 255] as const;
/** Of what is the same, in the picture of the differences. */
const FADED = 0.25;

export interface PictureComparison {
  /** Share of the pixels that differ, 0 to 1; what only one picture has, differs. */
  readonly share: number;
  readonly isSame: boolean;
  /** The second picture, faded, with the differences in one colour; a PNG. */
  draw(): Promise<Buffer>;
}

/** Compares two pictures of any format that has no loss. */
export async function comparePictures(before: Uint8Array, after: Uint8Array): Promise<PictureComparison> {
  const [one, two] = [await readPixels(before), await readPixels(after)];
  const [width, height] = [Math.max(one.width, two.width), Math.max(one.height, two.height)];
  const differing = new Uint8Array(width * height);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isSamePixel(one, two, x, y)) continue;
      differing[y * width + x] = 1;
      count += 1;
    }
  }
  const share = count / (width * height);
  return {
    share,
    isSame: share <= SHARE_MAX,
    draw: () => {
      const drawn = Buffer.alloc(width * height * CHANNELS, 255);
      for (let at = 0; at < differing.length; at += 1) {
        const [x, y] = [at % width, Math.floor(at / width)];
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          const faded = 255 - (255 - (valueAt(two, x, y, channel) ?? 255)) * FADED;
          drawn[at * CHANNELS + channel] = differing[at] === 1 ? (MARK[channel] ?? 255) : faded;
        }
      }
      return sharp(drawn, { raw: { width, height, channels: CHANNELS } })
        .png()
        .toBuffer();
    },
  };
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function readPixels(picture: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const valueAt = ({ data, width, height }: Pixels, x: number, y: number, channel: number): number | undefined =>
  x < width && y < height ? data[(y * width + x) * CHANNELS + channel] : undefined;

function isSamePixel(one: Pixels, two: Pixels, x: number, y: number): boolean {
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const [a, b] = [valueAt(one, x, y, channel), valueAt(two, x, y, channel)];
    if (a === undefined || b === undefined || Math.abs(a - b) > CHANNEL_TOLERANCE) return false;
  }
  return true;
}
