// Selects the FFmpeg that decodes video: the configured program, else the package `node-av`, else `ffmpeg` on the
// search path. None is part of the service. Without one, video is not accepted.
import { openFfmpegProgram, openPackagedFfmpeg, type VideoEngine } from './process.ts';

/** The optional package with FFmpeg, in the tested version. */
export const VIDEO_PACKAGE = 'node-av@6.1.1';
/** Command that adds it without development dependencies. `npm ci` removes it again. */
export const INSTALL_VIDEO = `npm install --no-save --save-prod --omit=dev ${VIDEO_PACKAGE}`;

/** The engine of a configuration: `off`, a program, or undefined to search for one. */
export function findVideoEngine(configured: string | undefined): VideoEngine | undefined {
  if (configured === 'off') return undefined;
  const packaged = configured === undefined ? openPackagedFfmpeg() : undefined;
  if (packaged !== undefined) return packaged;
  const program = Bun.which(configured ?? 'ffmpeg');
  return program === null ? undefined : openFfmpegProgram(program);
}
