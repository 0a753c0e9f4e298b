// Which FFmpeg decodes video here: the program that is configured, else the one of the package `node-av`, else the one on the
// search path. None of them comes with the service; without any, video is not accepted.
import { openFfmpegProgram, openPackagedFfmpeg, type VideoEngine } from './process.ts';

/** The package that brings an FFmpeg, in the version that is tested. */
export const VIDEO_PACKAGE = 'node-av@6.1.1';
/** Adds it to an installation without the tools for development; `npm ci` takes it away again. */
export const INSTALL_VIDEO = `npm install --no-save --save-prod --omit=dev ${VIDEO_PACKAGE}`;

/** The engine of a configuration: `off`, a program, or undefined for what is found. */
export function findVideoEngine(configured: string | undefined): VideoEngine | undefined {
  if (configured === 'off') return undefined;
  const packaged = configured === undefined ? openPackagedFfmpeg() : undefined;
  if (packaged !== undefined) return packaged;
  const program = Bun.which(configured ?? 'ffmpeg');
  return program === null ? undefined : openFfmpegProgram(program);
}
