// Results of one picture in the child process: upright, within their bounds, pixels only. Several still results share
// one decoding: the largest is scaled from the picture, each other one from the next larger. Animations are decoded
// separately.
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
/** For photographs: 60 % of the time of effort 2, for 7 to 14 % more bytes. Encoding is most of what a person waits for. */
const WEBP_EFFORT_LARGE = 0;
const LARGE_PIXELS = 6_000_000;

/** Yields the results in order. Decoder errors propagate. */
export async function* makeResults(source: PictureSource, outputs: readonly Output[]): AsyncGenerator<MadeResult> {
  const isAnimated = (output: Output): boolean => output.animated === true && 'file' in source && source.frames > 1;
  const stills = outputs.filter((output) => !isAnimated(output));
  const shared = isNested(stills) ? await scaleInTurn(source, stills) : undefined;
  for (const output of outputs) {
    const scaled = shared?.get(output);
    const picture = scaled?.picture ?? scale(openPicture(source, isAnimated(output)), output);
    const effort = scaled !== undefined && scaled.pixels > LARGE_PIXELS ? WEBP_EFFORT_LARGE : WEBP_EFFORT;
    const { data, info } = await encode(picture, output, effort).toBuffer({ resolveWithObject: true });
    yield { data, width: info.width, height: info.height };
  }
}

/** Whether there are several results and each can be made from any larger one. */
const isNested = (stills: readonly Output[]): boolean =>
  stills.length > 1 &&
  stills.every(({ fit }) => fit === 'inside') &&
  stills.toSorted(byWidth).every(({ height }, index, sorted) => height <= (sorted[index - 1]?.height ?? height));

const byWidth = (a: Output, b: Output): number => b.width - a.width;

interface Scaled {
  readonly picture: Sharp;
  /** Width × height. */
  readonly pixels: number;
}

async function scaleInTurn(source: PictureSource, stills: readonly Output[]): Promise<ReadonlyMap<Output, Scaled>> {
  const scaled = new Map<Output, Scaled>();
  let larger = (): Sharp => openPicture(source, false);
  for (const output of stills.toSorted(byWidth)) {
    const { data, info } = await scale(larger(), output).raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    larger = () => sharp(data, { raw: { width, height, channels } });
    scaled.set(output, { picture: larger(), pixels: width * height });
  }
  return scaled;
}

const scale = (picture: Sharp, { width, height, fit }: Pick<Output, 'width' | 'height' | 'fit'>): Sharp =>
  picture.resize(width, height, { fit, withoutEnlargement: true });

const encode = (picture: Sharp, { format, quality }: Output, effort: number): Sharp =>
  format === 'webp'
    ? picture.webp({ quality, effort })
    : format === 'png'
      ? picture.png()
      : picture.flatten({ background: 'white' }).jpeg({ quality });

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
