// Hands samples and pictures to FFmpeg, the one outside program of the sample generator. Sound becomes constant-rate
// MP3 without tags and without the header frame that marks variable rate, because level players decode only that.
import { spawnSync } from 'node:child_process';
import { SAMPLE_RATE } from './synth.ts';

/** LAME puts 576 samples of its own and the decoder's 529 before the music. */
const ENCODER_DELAY = 1105;

/** Mono MP3 at 64 kbit/s; the encoder's delay is cut from the count-in, so that beat 0 stays at 0 seconds. */
export function encodeMp3(samples: Float64Array): Buffer {
  const pcm = Buffer.alloc((samples.length - ENCODER_DELAY) * 2);
  for (const [index, sample] of samples.subarray(ENCODER_DELAY).entries()) {
    pcm.writeInt16LE(Math.round(Math.min(1, Math.max(-1, sample)) * 32_767), index * 2);
  }
  const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0'];
  const codec = ['-c:a', 'libmp3lame', '-b:a', '64k', '-abr', '0', '-write_xing', '0', '-id3v2_version', '0'];
  return runFfmpeg([...input, ...codec, '-f', 'mp3'], pcm);
}

/** Lossy WebP of RGB bytes. */
export function encodeWebp(width: number, height: number, pixels: Uint8Array): Buffer {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', 'pipe:0'];
  return runFfmpeg([...input, '-c:v', 'libwebp', '-quality', '78', '-compression_level', '6', '-f', 'webp'], pixels);
}

function runFfmpeg(options: readonly string[], input: Uint8Array): Buffer {
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
  const result = spawnSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...options, ...exact, 'pipe:1'], {
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error !== undefined) throw new Error('ffmpeg does not start; is it installed?', { cause: result.error });
  if (result.status !== 0) throw new Error(`ffmpeg failed: ${result.stderr.toString()}`);
  return result.stdout;
}
