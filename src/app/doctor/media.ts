// Checks of picture and video decoding: two small sample files go through the same processes that examine uploads.
import { join } from 'node:path';
import { describeConfinement } from '../../platform/media/confinement/confinement.ts';
import { hasCjkFont, INSTALL_CJK_FONTS } from '../../platform/media/picture/card-fonts.ts';
import { processPicture } from '../../platform/media/picture/process.ts';
import { findVideoEngine, INSTALL_VIDEO } from '../../platform/media/video/engine.ts';
import { type Check, check } from './check.ts';

const SAMPLES = join(import.meta.dir, 'samples');
const MEBIBYTE = 1024 * 1024;
const SECONDS = 60;

/** Whether decoders of untrusted files are fully confined, tried on this machine. */
export async function checkConfinement(): Promise<Check> {
  let isWhole = false;
  const tried = await check('confinement', 'launcher', async () => {
    const report = await describeConfinement();
    isWhole = report.isWhole;
    return report.detail;
  });
  return tried.state === 'ok' && !isWhole ? { ...tried, state: 'warn' } : tried;
}

/** Converts HEIC to WebP: tests libheif, sharp and the confined process. */
export function checkPictures(): Promise<Check> {
  return check('pictures', 'HEIC to WebP', async () => {
    await using outcome = await processPicture({
      inputPath: join(SAMPLES, 'picture.heic'),
      task: {
        inspect: 'image/heic',
        limits: { pixels: MEBIBYTE, memoryBytes: 512 * MEBIBYTE, processorSeconds: SECONDS, fileBytes: MEBIBYTE },
        outputs: [{ width: 64, height: 64, fit: 'inside', format: 'webp', quality: 80 }],
      },
      seconds: SECONDS,
    });
    if (!outcome.result.ok) throw new Error(`a valid picture was rejected with ${outcome.result.failure}`);
    const [made] = outcome.result.outputs;
    return `decoded HEIC and made WebP of ${made?.width} × ${made?.height}`;
  });
}

/** Whether cards for other sites can be written in every language of the pages. */
export function checkFonts(): Check {
  return hasCjkFont()
    ? { name: 'fonts', state: 'ok', detail: 'Chinese, Japanese and Korean letters for cards of pages' }
    : {
        name: 'fonts',
        state: 'warn',
        detail: `no Chinese, Japanese or Korean letters: cards of pages leave such texts out; ${INSTALL_CJK_FONTS}`,
      };
}

/** Converts a short video with the FFmpeg that uploads use. */
export async function checkVideo(ffmpeg: string | undefined): Promise<Check> {
  if (ffmpeg === 'off') return { name: 'video', state: 'ok', detail: 'off: no video is accepted' };
  const engine = findVideoEngine(ffmpeg);
  if (engine === undefined) return describeAbsence(ffmpeg);
  return check('video', engine.description, async () => {
    await using outcome = await engine.convert({
      inputPath: join(SAMPLES, 'film.mp4'),
      container: 'mp4',
      secondsMax: 10,
      bytesMax: 8 * MEBIBYTE,
      durationMs: undefined,
      rotation: 0,
      signal: AbortSignal.timeout(SECONDS * 1000),
      onProgress: () => undefined,
    });
    const { made } = outcome;
    if (made === undefined) throw new Error('a valid film could not be converted');
    return `${engine.description}; converted a film of ${made.width} × ${made.height}`;
  });
}

/** Video is optional; it is an error only if a configured program is missing. */
export function describeAbsence(ffmpeg: string | undefined): Check {
  if (ffmpeg !== undefined) {
    return { name: 'video', state: 'fail', detail: `no FFmpeg at ${ffmpeg}: no video is accepted` };
  }
  const detail = `no FFmpeg: no video is accepted. To accept it, install the system's ffmpeg, or run \`${INSTALL_VIDEO}\``;
  return { name: 'video', state: 'warn', detail };
}
