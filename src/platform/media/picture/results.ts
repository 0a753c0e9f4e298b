// Results of one picture in the child process: upright, within their bounds, pixels only. Several still results share
// one decoding, scaled to the largest of them, from which the others are made. Animations are decoded separately.
import sharp, { type Sharp } from 'sharp';
import type { RawPicture } from '../heic.ts';
import type { PictureTask } from './task.ts';

type Output = PictureTask['outputs'][number];

export interface MadeResult {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The file, or the pixels of a picture that libvips cannot decode. */
export type PictureSource =
  | { readonly file: Buffer; readonly pixels: number; readonly frames: number }
  | { readonly raw: RawPicture };

/** Half the encoding time of the default, for 7 % more bytes. */
const WEBP_EFFORT = 2;
/** For photographs: two thirds of the time of effort 2, for 9 % more bytes. Encoding is most of what a person waits for. */
const WEBP_EFFORT_LARGE = 1;
const LARGE_PIXELS = 6_000_000;

/** Yields the results in order. Decoder errors propagate. */
export async function* makeResults(source: PictureSource, outputs: readonly Output[]): AsyncGenerator<MadeResult> {
  const isAnimated = (output: Output): boolean => output.animated === true && 'file' in source && source.frames > 1;
  const stills = outputs.filter((output) => !isAnimated(output));
  const still = await openOnce(source, stills);
  for (const output of outputs) {
    const picture = isAnimated(output) ? openPicture(source, true) : still.open();
    const { data, info } = await encode(scale(picture, output), output, effortFor(output, still.pixels)).toBuffer({
      resolveWithObject: true,
    });
    yield { data, width: info.width, height: info.height };
  }
}

interface Still {
  readonly open: () => Sharp;
  /** Width × height of what `open` gives; 0 when it is not decoded yet. */
  readonly pixels: number;
}

/** Opens a still picture once per result. When there are several, they share one decoding. */
async function openOnce(source: PictureSource, stills: readonly Output[]): Promise<Still> {
  const open = (): Sharp => openPicture(source, false);
  if (stills.length < 2 || stills.some(({ fit }) => fit !== 'inside')) return { open, pixels: 0 };
  const bounds = {
    width: Math.max(...stills.map(({ width }) => width)),
    height: Math.max(...stills.map(({ height }) => height)),
    fit: 'inside',
  } as const;
  const { data, info } = await scale(open(), bounds).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { open: () => sharp(data, { raw: { width, height, channels } }), pixels: width * height };
}

/** Of the results of a photograph only the largest one is encoded with less effort. */
const effortFor = ({ width, height }: Output, pixels: number): number =>
  Math.min(width * height, pixels) > LARGE_PIXELS ? WEBP_EFFORT_LARGE : WEBP_EFFORT;

const scale = (picture: Sharp, { width, height, fit }: Pick<Output, 'width' | 'height' | 'fit'>): Sharp =>
  picture.resize(width, height, { fit, withoutEnlargement: true });

const encode = (picture: Sharp, { format, quality }: Output, effort: number): Sharp =>
  format === 'webp' ? picture.webp({ quality, effort }) : picture.flatten({ background: 'white' }).jpeg({ quality });

/** Opens the picture upright, or with all its frames. */
function openPicture(source: PictureSource, animated: boolean): Sharp {
  if ('raw' in source) {
    const { data, width, height } = source.raw;
    return sharp(data, { raw: { width, height, channels: 4 } });
  }
  // libvips stacks the frames into one tall picture, and its limit counts all of them.
  const limitInputPixels = animated ? source.pixels * 2 : source.pixels;
  const picture = sharp(source.file, { limitInputPixels, failOn: 'warning', sequentialRead: true, animated });
  return animated ? picture : picture.autoOrient();
}
