// Decodes and re-encodes untrusted pictures in a child process, so that a flaw in a decoder can neither read our memory
// nor crash the service. The child has an empty environment, an empty working folder, the picture as standard input,
// and no other file (confinement.ts). Memory, time and size of results are limited, and the child is killed together
// with everything it started. Used by avatars and attachments alike.
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_NO_ROOM, makeWorkFolder, NoRoom } from '../../files/work-folder.ts';
import { confineRuntime } from '../confinement/confinement.ts';
import { EXIT_UNCONFINED } from '../confinement/seal.ts';
import type { MediaFacts, MediaFault } from '../inspection.ts';
import { FONT_FOLDERS } from './card-fonts.ts';
import { type DecoderStart, type PictureFailure, type PictureTask, pictureReport } from './task.ts';

export interface PictureWork {
  /** File with the picture. */
  readonly inputPath: string;
  readonly task: PictureTask;
  /** The child is killed after this time. */
  readonly seconds: number;
  readonly signal?: AbortSignal;
}

interface MadePicture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** The results are in a folder that is removed when the outcome is disposed. */
export interface PictureOutcome extends AsyncDisposable {
  /** One result per output of the task, or why there is none. */
  readonly result:
    | { readonly ok: true; readonly outputs: readonly MadePicture[]; readonly facts?: MediaFacts | undefined }
    | { readonly ok: false; readonly failure: PictureFailure; readonly fault?: MediaFault | undefined };
}

/** The child could not be started, or the machine failed. Worth a retry. */
export class PictureProcessError extends Error {
  override readonly name = 'PictureProcessError';
}

const PROGRAM = join(import.meta.dir, 'program.ts');
export const REPORT_BYTES_MAX = 16_384;

/** Processes one picture. An invalid picture is a regular result; throws NoRoom or PictureProcessError otherwise. */
export async function processPicture(work: PictureWork): Promise<PictureOutcome> {
  const folder = await makeWorkFolder('picture');
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const result = await runChild(work, folder);
    return { result, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function runChild(work: PictureWork, folder: string) {
  const { inputPath, task, signal } = work;
  signal?.throwIfAborted();
  const inputs = task.card === undefined ? [inputPath] : [inputPath, ...FONT_FOLDERS];
  const child = Bun.spawn([...(await decoderCommand({ task }, folder, inputs))], {
    ...decoderOptions(folder),
    stdin: Bun.file(inputPath),
  });
  const text = await withinLimits(child.pid, work, async () => {
    try {
      const report = await readReport(child.stdout);
      await child.exited;
      return report;
    } finally {
      killGroup(child.pid);
    }
  });
  return judge(text, child.exitCode, task, async (name) => join(folder, name));
}

/** The command that starts the child; `folder` takes its results. */
export const decoderCommand = (start: DecoderStart, folder: string, inputs: readonly string[]) =>
  confineRuntime(PROGRAM, { flags: ['--smol'], words: [JSON.stringify(start)] }, { folder, inputs, priority: 'low' });

export const decoderOptions = (folder: string) =>
  ({ cwd: folder, env: {}, stdout: 'pipe', stderr: 'ignore', detached: true }) as const;

/** Waits for a report. The child is killed when its time is over or the work is aborted. */
export async function withinLimits(
  pid: number,
  { seconds, signal }: Pick<PictureWork, 'seconds' | 'signal'>,
  wait: () => Promise<string>,
): Promise<string> {
  let isLate = false;
  const end = (): void => {
    isLate = true;
    killGroup(pid);
  };
  const timer = setTimeout(end, seconds * 1000);
  signal?.addEventListener('abort', end, { once: true });
  let text: string;
  try {
    text = await wait();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
  signal?.throwIfAborted();
  // Processor time has a limit of its own, so exceeding the wall-clock limit means that the machine is busy.
  if (isLate) throw new PictureProcessError(`No report within ${seconds} s`);
  return text;
}

/** What a report says. `take` gives the place of a result where its child can no longer change which file it is. */
export async function judge(
  text: string,
  exitCode: number | null,
  task: PictureTask,
  take: (name: string) => Promise<string>,
): Promise<PictureOutcome['result']> {
  const report = pictureReport.safeParse(parse(text));
  // A child killed by a limit or crashed by its input leaves no report. That counts as an invalid picture.
  if (!report.success) {
    if (exitCode === EXIT_NO_ROOM) throw new NoRoom('There was no room for a result');
    if (exitCode === 1 || exitCode === EXIT_UNCONFINED)
      throw new PictureProcessError('The picture process could not start');
    return { ok: false, failure: 'invalid_image' };
  }
  if (!report.data.ok) return report.data;
  if (report.data.outputs.length !== task.outputs.length) throw new PictureProcessError('A result is missing');
  const outputs: MadePicture[] = [];
  for (const [index, output] of report.data.outputs.entries()) {
    const path = await take(String(index));
    // `lstat`, since the child may have created a symbolic link to a file of ours.
    const made = await lstat(path);
    if (!made.isFile() || made.size !== output.bytes || made.size > task.limits.fileBytes)
      throw new PictureProcessError('A result is not whole');
    outputs.push({ ...output, path });
  }
  return { ok: true, outputs, facts: report.data.facts };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readReport(stream: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.byteLength;
    if (length > REPORT_BYTES_MAX) return '';
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Kills the child and everything it started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
