// The child program that decodes untrusted pictures (process.ts and decoders.ts start it in an empty folder and
// environment). Its standard input is one picture, or a run of orders with a picture each. It writes the results of a
// picture as files `0`, `1`, … to the working folder, and then prints its report as one line of JSON. Metadata is never
// copied: results contain only pixels, turned upright.
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import sharp from 'sharp';
import { EXIT_NO_ROOM, isRoomError } from '../../files/work-folder.ts';
import { sealProcess } from '../confinement/seal.ts';
import { decodeHeic } from '../heic.ts';
import { inspectMedia, type MediaFacts } from '../inspection.ts';
import { drawCard } from './card.ts';
import { limitNextPiece, limitOwnProcess } from './limits.ts';
import { receiveOrders } from './orders.ts';
import { makeResults } from './results.ts';
import type { DecoderStart, PictureFailure, PictureReport, PictureTask } from './task.ts';

const DECODERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];
/** Error messages of the decoder for a picture above the limits. */
const TOO_LARGE = /exceeds pixel limit|too large|out of memory/i;

async function perform({ inspect, limits, outputs, card }: PictureTask, read: () => Buffer): Promise<PictureReport> {
  const file = read();
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
  const results = card === undefined ? makeResults(source, outputs) : [await drawCard(card, file, limits)];
  for await (const { data, width, height } of results) {
    writeResult(String(made.length), data);
    made.push({ width, height, bytes: data.byteLength });
  }
  return { ok: true, outputs: made, ...(facts !== undefined && { facts }) };
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

async function tellReport(task: PictureTask, read: () => Buffer): Promise<void> {
  const report = await perform(task, read).catch(
    (error: unknown): PictureReport => ({ ok: false, failure: failureOf(error) }),
  );
  // `process.stdout` would use a socket call, which is blocked here.
  writeSync(1, `${JSON.stringify(report)}\n`);
}

// The parent's own data, typed by the compiler. Validating it would double the start-up time.
const start: DecoderStart = JSON.parse(process.argv[2] ?? '');
const { limits, pictures } = 'task' in start ? { limits: start.task.limits, pictures: 1 } : start;
const isDrawing = 'task' in start && (start.task.card !== undefined || start.task.vector === true);
const secondsMost = Math.ceil(limits.processorSeconds * pictures);
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: isDrawing ? [...DECODERS, 'VipsForeignLoadSvg'] : DECODERS });
limitOwnProcess({ ...limits, processorSeconds: secondsMost });
sealProcess();
if ('task' in start) {
  await tellReport(start.task, () => readFileSync(0));
} else {
  for (const { task, file } of receiveOrders()) {
    limitNextPiece(limits.processorSeconds, secondsMost);
    await tellReport(task, () => file);
  }
}
