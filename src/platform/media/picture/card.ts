// Draws a card in the child process: a drawing of ours with texts, and a picture on it.
import sharp from 'sharp';
import type { MadeResult } from './results.ts';
import type { CardDrawing, PictureTask } from './task.ts';

/** Colours of a drawing are few, so that a palette serves. */
const PNG = { compressionLevel: 9, palette: true, quality: 90, effort: 4 } as const;

/** The card as PNG. Decoder errors propagate. */
export async function drawCard(
  { svg, box }: CardDrawing,
  file: Buffer,
  { pixels }: PictureTask['limits'],
): Promise<MadeResult> {
  const drawing = sharp(Buffer.from(svg));
  const card =
    box === undefined
      ? drawing
      : drawing.composite([{ input: await crop(file, box, pixels), left: box.left, top: box.top }]);
  const { data, info } = await card.png(PNG).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const crop = (file: Buffer, { width, height }: NonNullable<CardDrawing['box']>, pixels: number): Promise<Buffer> =>
  sharp(file, { limitInputPixels: pixels, failOn: 'warning', sequentialRead: true })
    .autoOrient()
    .resize(width, height, { fit: 'cover' })
    .png()
    .toBuffer();
