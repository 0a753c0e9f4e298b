// Converts sounds to constant-rate MP3 with an installed FFmpeg; used at publish time only. The result is undefined
// without FFmpeg or when it fails. The child gets bytes on its input and nothing else: no files, no network, no
// environment (confinement.ts). It is killed when it exceeds its time or output limit.
import { confineProgram } from './confinement/confinement.ts';

const SECONDS_MAX = 120;
const BYTES_MAX = 256 * 1024 * 1024;
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;

/** Converts a sound of any type that FFmpeg reads; undefined when it cannot. */
export async function convertToConstantMp3(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const program = Bun.which('ffmpeg');
  if (program === null) return undefined;
  const options = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe'];
  const output = ['-map', '0:a:0', '-map_metadata', '-1', '-codec:a', 'libmp3lame', '-b:a', '192k', '-f', 'mp3'];
  const command = await confineProgram([program, ...options, '-i', 'pipe:0', ...output, 'pipe:1'], {
    inputs: [],
    priority: 'low',
    limits: { memoryBytes: MEMORY_BYTES, processorSeconds: SECONDS_MAX },
  });
  const child = Bun.spawn([...command], {
    stdin: new Blob([new Uint8Array(bytes)]),
    stdout: 'pipe',
    stderr: 'ignore',
    env: {},
    timeout: SECONDS_MAX * 1000,
    killSignal: 'SIGKILL',
  });
  const pieces: Uint8Array[] = [];
  let total = 0;
  for await (const piece of child.stdout) {
    total += piece.byteLength;
    if (total > BYTES_MAX) {
      child.kill('SIGKILL');
      break;
    }
    pieces.push(piece);
  }
  return (await child.exited) === 0 && total > 0 ? Buffer.concat(pieces) : undefined;
}
