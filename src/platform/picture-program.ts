// The program of the child process that decodes pictures from strangers (picture-process.ts starts it, in an empty folder
// and an empty environment). Input is standard input, the work is its one argument, results are files `0`, `1`, … in the
// working folder, the report is one line of JSON. Metadata never passes: nothing is copied but pixels, turned upright.
import { readFileSync, writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { decodeHeic, type RawPicture } from './heic.ts';
import { inspectMedia, type MediaFacts } from './media-inspection.ts';
import { limitOwnProcess } from './picture-limits.ts';
import { type PictureFailure, type PictureReport, pictureTask } from './picture-task.ts';
import { EXIT_NO_ROOM, isRoomError } from './work-folder.ts';

const DECODERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];
/** Words of the decoder for a picture that is larger than was allowed. */
const TOO_LARGE = /exceeds pixel limit|too large|out of memory/i;

async function perform(text: string): Promise<PictureReport> {
  const { inspect, limits, outputs } = pictureTask.parse(JSON.parse(text));
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  limitOwnProcess(limits);
  const input = readFileSync(0);
  let facts: MediaFacts | undefined;
  if (inspect !== undefined) {
    const inspection = inspectMedia(input, inspect);
    if (!inspection.ok) return { ok: false, failure: 'invalid_image', fault: inspection.fault };
    facts = inspection.facts;
  }
  const heic = isHeic(inspect) && outputs.length > 0 ? await decodeHeic(input, limits.pixels) : undefined;
  // Its container tells neither crop nor turn.
  if (heic !== undefined) facts = { width: heic.width, height: heic.height, frames: 1 };
  const open = (animated: boolean): Sharp =>
    heic === undefined ? openPicture(input, limits.pixels, animated && (facts?.frames ?? 1) > 1) : openRaw(heic);
  const made: { width: number; height: number; bytes: number }[] = [];
  for (const [index, output] of outputs.entries()) {
    const picture = open(output.animated ?? false).resize(output.width, output.height, {
      fit: output.fit,
      withoutEnlargement: true,
    });
    const encoded =
      output.format === 'webp'
        ? picture.webp({ quality: output.quality })
        : picture.flatten({ background: 'white' }).jpeg({ quality: output.quality });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    writeResult(String(index), data);
    made.push({ width: info.width, height: info.height, bytes: data.byteLength });
  }
  return { ok: true, outputs: made, ...(facts === undefined ? {} : { facts }) };
}

/** Written by ourselves: the encoder would not tell a full disk from a broken picture. */
function writeResult(name: string, data: Uint8Array): void {
  try {
    writeFileSync(name, data);
  } catch (error) {
    if (isRoomError(error)) process.exit(EXIT_NO_ROOM);
    throw error;
  }
}

const isHeic = (mediaType: string | undefined): boolean => mediaType === 'image/heic' || mediaType === 'image/heif';

const openRaw = ({ data, width, height }: RawPicture): Sharp => sharp(data, { raw: { width, height, channels: 4 } });

/** Opens the picture anew for each result: upright, or with all its frames. */
function openPicture(input: Buffer, pixels: number, animated: boolean): Sharp {
  // Frames stand below each other in the decoder, and the limit counts them all.
  const limitInputPixels = animated ? pixels * 2 : pixels;
  const picture = sharp(input, { limitInputPixels, failOn: 'warning', sequentialRead: true, animated });
  return animated ? picture : picture.autoOrient();
}

function failureOf(error: unknown): PictureFailure {
  return error instanceof Error && TOO_LARGE.test(error.message) ? 'image_dimensions_exceeded' : 'invalid_image';
}

const report = await perform(process.argv[2] ?? '').catch(
  (error: unknown): PictureReport => ({ ok: false, failure: failureOf(error) }),
);
process.stdout.write(`${JSON.stringify(report)}\n`);
