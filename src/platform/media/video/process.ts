// Converts untrusted video to streamable MP4 (H.264, AAC, fast start) and one still picture, with FFmpeg in a child
// process. The demuxer is forced; the child has no file but its input and its folder, no network and no environment
// (confinement.ts); memory, time and output are limited; it runs at the lowest priority and is killed as a process
// group. Makes no decision on content.
import { lstat, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeWorkFolder, requireRoom } from '../../files/work-folder.ts';
import { type ConfinedWork, confineProgram, confineRuntime } from '../confinement/confinement.ts';
import { EXIT_UNCONFINED } from '../confinement/seal.ts';
import { inspectMedia } from '../inspection.ts';
import { killGroup, PictureProcessError } from '../picture/process.ts';
import type { VideoTask } from './task.ts';

interface VideoWork {
  readonly inputPath: string;
  readonly container: 'mp4' | 'webm';
  readonly secondsMax: number;
  readonly bytesMax: number;
  /** Duration that the container declares, for progress. */
  readonly durationMs: number | undefined;
  /** Clockwise rotation for display, in degrees. */
  readonly rotation: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: number) => void;
}

interface MadeVideo {
  readonly path: string;
  readonly stillPath: string;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

/**
 * The results are in a folder that is removed when the outcome is disposed. `made` is undefined when the video cannot
 * be decoded.
 */
export interface VideoOutcome extends AsyncDisposable {
  readonly made: MadeVideo | undefined;
}

/** The video is longer than allowed. */
export class VideoTooLong extends Error {
  override readonly name = 'VideoTooLong';
}

export interface VideoEngine {
  /** Description for the operator. */
  readonly description: string;
  /** Throws VideoTooLong, or NoRoom or PictureProcessError when the machine failed. */
  convert(work: VideoWork): Promise<VideoOutcome>;
}

const SIDE_MAX = 1920;
const RATE_MAX = 60;
const RATE_BITS_MAX = 8_000_000;
const SOUND_BITS = 128_000;
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;
/** For the still picture, in addition to the video. */
const STILL_BYTES = 1024 * 1024;
/** Wall-clock time in addition to what the duration allows. Processor time is limited to twice that. */
const SECONDS_LEAST = 120;
const SECONDS_MOST = 1500;
/** Tolerance for rounded durations. */
const SLACK_SECONDS = 0.5;

/** The engine that runs the FFmpeg program at `program`. */
export function openFfmpegProgram(program: string): VideoEngine {
  return {
    description: `FFmpeg at ${program}`,
    convert: (work) =>
      runInFolder(work, (confined) =>
        confineProgram([program, ...ffmpegArguments(work, '/dev/stdin', confined.folder)], {
          ...confined,
          limits: {
            memoryBytes: MEMORY_BYTES,
            processorSeconds: secondsOf(work) * 2,
            fileBytes: work.bytesMax + STILL_BYTES,
          },
        }),
      ),
  };
}

/** The engine of the package `node-av`, in a Bun child process; undefined when the package is not installed. */
export function openPackagedFfmpeg(): VideoEngine | undefined {
  try {
    createRequire(import.meta.url).resolve('node-av/api');
  } catch {
    return undefined;
  }
  const program = join(import.meta.dir, 'program.ts');
  return {
    description: 'FFmpeg of the package node-av',
    convert: (work) =>
      runInFolder(work, (confined) => {
        const task: VideoTask = {
          container: work.container,
          rotation: work.rotation,
          secondsMax: work.secondsMax + 1,
          bytesMax: work.bytesMax,
          processorSeconds: secondsOf(work) * 2,
          memoryBytes: MEMORY_BYTES,
          rate: rateOf(work),
          soundRate: SOUND_BITS,
          sideMax: SIDE_MAX,
          ratePerSecondMax: RATE_MAX,
        };
        return confineRuntime(program, { words: [JSON.stringify(task)] }, confined);
      }),
  };
}

function ffmpegArguments(work: VideoWork, input: string, folder: string): readonly string[] {
  const fit = `scale=w='min(${SIDE_MAX},iw)':h='min(${SIDE_MAX},ih)':force_original_aspect_ratio=decrease`;
  const rate = rateOf(work);
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...['-progress', 'pipe:1', '-stats_period', '1', '-threads', '2', '-protocol_whitelist', 'file,pipe'],
    ...['-f', work.container === 'webm' ? 'matroska' : 'mov', '-i', input],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
    ...['-t', String(work.secondsMax + 1)],
    ...['-vf', `${fit}:force_divisible_by=2,setsar=1`, '-fpsmax', String(RATE_MAX), '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads', '2'],
    ...['-maxrate', String(rate), '-bufsize', String(2 * rate)],
    ...['-c:a', 'aac', '-b:a', String(SOUND_BITS), '-ac', '2', '-movflags', '+faststart'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
    // Removes SEI units (type 6), in which the encoder stores its name and settings.
    ...['-bsf:v', 'filter_units=remove_types=6'],
    ...['-f', 'mp4', join(folder, 'media.mp4')],
    ...['-map', '0:v:0', '-vf', `thumbnail=24,${fit}`, '-frames:v', '1', '-update', '1'],
    ...['-map_metadata', '-1', '-f', 'image2', '-c:v', 'png', join(folder, 'still.png')],
  ];
}

/** Maximum video bit rate, so that the result stays below its size limit. */
function rateOf({ bytesMax, durationMs, secondsMax }: VideoWork): number {
  const seconds = Math.max(1, durationMs === undefined ? secondsMax : durationMs / 1000);
  return Math.floor(Math.min(RATE_BITS_MAX, (bytesMax * 8 * 0.9) / seconds - SOUND_BITS));
}

type InFolder = ConfinedWork & { readonly folder: string };

async function runInFolder(
  work: VideoWork,
  command: (confined: InFolder) => Promise<readonly string[]>,
): Promise<VideoOutcome> {
  const folder = await makeWorkFolder('video');
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const run = await command({ folder, inputs: [work.inputPath], priority: 'idle' });
    const made = (await runChild(work, run, folder)) ? await readMade(work, folder) : undefined;
    // The child may have failed because the disk is full, which its partial output still occupies.
    if (made === undefined) await requireRoom(folder);
    return { made, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Time limit of the conversion, by the duration of the video. */
const secondsOf = ({ durationMs, secondsMax }: VideoWork): number =>
  Math.min(SECONDS_MOST, SECONDS_LEAST + ((durationMs ?? secondsMax * 1000) / 1000) * 4);

/** Runs the child; true when it succeeded. */
async function runChild(work: VideoWork, command: readonly string[], folder: string): Promise<boolean> {
  const { signal } = work;
  signal.throwIfAborted();
  const seconds = secondsOf(work);
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: {},
    stdin: Bun.file(work.inputPath),
    stdout: 'pipe',
    stderr: 'ignore',
    detached: true,
  });
  let isLate = false;
  const end = (): void => killGroup(child.pid);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, seconds * 1000);
  signal.addEventListener('abort', end, { once: true });
  try {
    await followProgress(child.stdout, work);
    await child.exited;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    end();
  }
  signal.throwIfAborted();
  if (isLate) throw new PictureProcessError(`The video was not done within ${seconds} s`);
  if (child.exitCode === EXIT_UNCONFINED) throw new PictureProcessError('The video process could not be confined');
  return child.exitCode === 0;
}

/** Reads `key=value` lines and reports progress by the time position that FFmpeg has written. */
async function followProgress(stream: ReadableStream<Uint8Array>, work: VideoWork): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of stream) {
    rest = (rest + decoder.decode(piece, { stream: true })).slice(-4096);
    const times = [...rest.matchAll(/out_time_us=(\d+)\n/g)];
    const last = times.at(-1);
    if (last === undefined) continue;
    rest = rest.slice((last.index ?? 0) + last[0].length);
    if (work.durationMs) work.onProgress(Math.min(0.85, (Number(last[1]) / 1000 / work.durationMs) * 0.85));
  }
}

async function readMade({ secondsMax, bytesMax }: VideoWork, folder: string): Promise<MadeVideo | undefined> {
  const path = join(folder, 'media.mp4');
  const stillPath = join(folder, 'still.png');
  const [film, still] = await Promise.all([path, stillPath].map((file) => lstat(file).catch(() => undefined)));
  // `lstat`, since the child may have created symbolic links to files of ours.
  if (!film?.isFile() || !still?.isFile() || film.size === 0 || film.size > bytesMax) return undefined;
  const inspection = inspectMedia(Bun.mmap(path), 'video/mp4');
  if (!inspection.ok) return undefined;
  const { width, height, durationMs = 0 } = inspection.facts;
  if (durationMs > (secondsMax + SLACK_SECONDS) * 1000) throw new VideoTooLong('The video is too long');
  return { path, stillPath, width, height, durationMs };
}
