// Turns video of strangers into streamable MP4 (H.264, AAC, fast start) with one still picture, by FFmpeg in a process of
// its own: forced demuxer, files of its own folder alone, no network where the system allows, no environment, limits on
// memory, time and output, killed as a group. Knows no subject and makes no verdict on content.
import { rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inspectMedia } from './media-inspection.ts';
import { findWrapper, killGroup, PictureProcessError } from './picture-process.ts';
import type { VideoTask } from './video-task.ts';
import { makeWorkFolder, requireRoom } from './work-folder.ts';

export interface VideoWork {
  readonly inputPath: string;
  readonly container: 'mp4' | 'webm';
  readonly secondsMax: number;
  readonly bytesMax: number;
  /** What the container says of its length, for progress. */
  readonly durationMs: number | undefined;
  /** Degrees clockwise by which it is turned when it is shown. */
  readonly rotation: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: number) => void;
}

export interface MadeVideo {
  readonly path: string;
  readonly stillPath: string;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

/** Results stand in a folder that goes away when the outcome is disposed; undefined: it cannot be decoded. */
export interface VideoOutcome extends AsyncDisposable {
  readonly made: MadeVideo | undefined;
}

/** It goes on longer than is allowed. */
export class VideoTooLong extends Error {
  override readonly name = 'VideoTooLong';
}

export interface VideoEngine {
  /** In words, for the operator. */
  readonly description: string;
  /** Throws VideoTooLong, or NoRoom or PictureProcessError when the machine is to blame. */
  convert(work: VideoWork): Promise<VideoOutcome>;
}

const SIDE_MAX = 1920;
const RATE_MAX = 60;
const RATE_BITS_MAX = 8_000_000;
const SOUND_BITS = 128_000;
const MEMORY_KIBIBYTES = 2 * 1024 * 1024;
/** Wall time beside what the length of the video allows; processor time is limited to twice that. */
const SECONDS_LEAST = 120;
const SECONDS_MOST = 1500;
/** A container may round its length. */
const SLACK_SECONDS = 0.5;

const LIMIT = 'ulimit -c 0; ulimit -v "$1"; ulimit -t "$2"; ulimit -f "$3"; shift 3; exec "$@"';

/** The engine that runs the FFmpeg program at `program`. */
export function openFfmpegProgram(program: string): VideoEngine {
  return {
    description: `FFmpeg at ${program}`,
    convert: (work) => runInFolder(work, (folder) => [program, ...ffmpegArguments(work, '/dev/stdin', folder)]),
  };
}

/** The engine of the optional package `node-av`, in a process of Bun; undefined where it is not installed. */
export function openPackagedFfmpeg(): VideoEngine | undefined {
  try {
    createRequire(import.meta.url).resolve('node-av/api');
  } catch {
    return undefined;
  }
  const run = [process.execPath, '--no-env-file', '--no-install', join(import.meta.dir, 'video-program.ts')];
  return {
    description: 'FFmpeg of the package node-av',
    convert: (work) =>
      runInFolder(
        work,
        () => [
          ...run,
          JSON.stringify({
            container: work.container,
            rotation: work.rotation,
            secondsMax: work.secondsMax + 1,
            bytesMax: work.bytesMax,
            processorSeconds: secondsOf(work) * 2,
            memoryBytes: MEMORY_KIBIBYTES * 1024,
            rate: rateOf(work),
            soundRate: SOUND_BITS,
            sideMax: SIDE_MAX,
            ratePerSecondMax: RATE_MAX,
          } satisfies VideoTask),
        ],
        false,
      ),
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
    // The encoder writes its name and its settings into the stream itself, as a unit of type 6.
    ...['-bsf:v', 'filter_units=remove_types=6'],
    ...['-f', 'mp4', join(folder, 'media.mp4')],
    ...['-map', '0:v:0', '-vf', `thumbnail=24,${fit}`, '-frames:v', '1', '-update', '1'],
    ...['-map_metadata', '-1', '-f', 'image2', '-c:v', 'png', join(folder, 'still.png')],
  ];
}

/** Bits a second of the picture at most, so that the whole stays below its limit. */
function rateOf({ bytesMax, durationMs, secondsMax }: VideoWork): number {
  const seconds = Math.max(1, durationMs === undefined ? secondsMax : durationMs / 1000);
  return Math.floor(Math.min(RATE_BITS_MAX, (bytesMax * 8 * 0.9) / seconds - SOUND_BITS));
}

async function runInFolder(
  work: VideoWork,
  command: (folder: string) => readonly string[],
  /** Whether the shell sets the limits; a program of ours takes them upon itself. */
  limited = true,
): Promise<VideoOutcome> {
  const folder = await makeWorkFolder('livehouse-video-');
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const made = (await runChild(work, command(folder), folder, limited)) ? await readMade(work, folder) : undefined;
    // What the child wrote before it failed still takes its room.
    if (made === undefined) await requireRoom(folder);
    return { made, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** How long the work may take, by the length of the video. */
const secondsOf = ({ durationMs, secondsMax }: VideoWork): number =>
  Math.min(SECONDS_MOST, SECONDS_LEAST + ((durationMs ?? secondsMax * 1000) / 1000) * 4);

/** Whether the child said that it was done. */
async function runChild(
  work: VideoWork,
  command: readonly string[],
  folder: string,
  limited: boolean,
): Promise<boolean> {
  const { signal } = work;
  signal.throwIfAborted();
  const seconds = secondsOf(work);
  const limits = [MEMORY_KIBIBYTES, Math.ceil(seconds * 2), Math.ceil(work.bytesMax / 512) + 2048].map(String);
  const shell = !limited || process.platform === 'win32' ? [] : ['/bin/sh', '-c', LIMIT, 'sh', ...limits];
  const child = Bun.spawn([...(await findWrapper()), ...shell, ...command], {
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
  return child.exitCode === 0;
}

/** Reads `key=value` lines; tells progress by the time that is written. */
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
  const [film, still] = await Promise.all([path, stillPath].map((file) => stat(file).catch(() => undefined)));
  if (film === undefined || still === undefined || film.size === 0 || film.size > bytesMax) return undefined;
  const inspection = inspectMedia(Bun.mmap(path), 'video/mp4');
  if (!inspection.ok) return undefined;
  const { width, height, durationMs = 0 } = inspection.facts;
  if (durationMs > (secondsMax + SLACK_SECONDS) * 1000) throw new VideoTooLong('The video is too long');
  return { path, stillPath, width, height, durationMs };
}
