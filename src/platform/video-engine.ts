// Which FFmpeg decodes video here: the program that is configured, else the one of the optional package `node-av`, else the
// one on the search path; none, and video is not accepted at all.
import { openFfmpegProgram, openPackagedFfmpeg, type VideoEngine } from './video-process.ts';

/** The engine of a configuration: `off`, a program, or undefined for what is found. */
export function findVideoEngine(configured: string | undefined): VideoEngine | undefined {
  if (configured === 'off') return undefined;
  const packaged = configured === undefined ? openPackagedFfmpeg() : undefined;
  if (packaged !== undefined) return packaged;
  const program = Bun.which(configured ?? 'ffmpeg');
  return program === null ? undefined : openFfmpegProgram(program);
}
