// The child program that decodes untrusted pictures (process.ts starts it in an empty folder and environment). It reads
// the picture from standard input and the task from its argument, writes results as files `0`, `1`, … to the working
// folder, and prints its report as one line of JSON. Metadata is never copied: results contain only pixels, turned
// upright.
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import sharp from 'sharp';
import { EXIT_NO_ROOM, isRoomError } from '../../files/work-folder.ts';
import { sealProcess } from '../confinement/seal.ts';
import { decodeHeic } from '../heic.ts';
import { inspectMedia, type MediaFacts } from '../inspection.ts';
import { limitOwnProcess } from './limits.ts';
import { makeResults } from './results.ts';
import type { PictureFailure, PictureReport, PictureTask } from './task.ts';

const DECODERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];
/** Error messages of the decoder for a picture above the limits. */
const TOO_LARGE = /exceeds pixel limit|too large|out of memory/i;

async function perform(text: string): Promise<PictureReport> {
  // The parent's own data, typed by the compiler. Validating it would double the start-up time.
  const { inspect, limits, outputs }: PictureTask = JSON.parse(text);
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  limitOwnProcess(limits);
  sealProcess();
  const file = readFileSync(0);
  let facts: MediaFacts | undefined;
  if (inspect !== undefined) {
    const inspection = inspectMedia(file, inspect);
    if (!inspection.ok) return { ok: false, failure: 'invalid_image', fault: inspection.fault };
    facts = inspection.facts;
  }
  const heic = isHeic(inspect) && outputs.length > 0 ? await decodeHeic(file, limits.pixels) : undefined;
  // The HEIC container's facts are before crop and rotation; the decoded picture has the final ones.
  if (heic !== undefined) facts = { width: heic.width, height: heic.height, frames: 1 };
  const source = heic === undefined ? { file, pixels: limits.pixels, frames: facts?.frames ?? 1 } : { raw: heic };
  const made: { width: number; height: number; bytes: number }[] = [];
  for await (const { data, width, height } of makeResults(source, outputs)) {
    writeResult(String(made.length), data);
    made.push({ width, height, bytes: data.byteLength });
  }
  return { ok: true, outputs: made, ...(facts === undefined ? {} : { facts }) };
}

/** Written here, because the encoder would not distinguish a full disk from a broken picture. */
function writeResult(name: string, data: Uint8Array): void {
  try {
    writeFileSync(name, data);
  } catch (error) {
    if (isRoomError(error)) process.exit(EXIT_NO_ROOM);
    throw error;
  }
}

const isHeic = (mediaType: string | undefined): boolean => mediaType === 'image/heic' || mediaType === 'image/heif';

function failureOf(error: unknown): PictureFailure {
  return error instanceof Error && TOO_LARGE.test(error.message) ? 'image_dimensions_exceeded' : 'invalid_image';
}

const report = await perform(process.argv[2] ?? '').catch(
  (error: unknown): PictureReport => ({ ok: false, failure: failureOf(error) }),
);
// `process.stdout` would use a socket call, which is blocked here.
writeSync(1, `${JSON.stringify(report)}\n`);
