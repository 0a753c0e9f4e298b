// Decodes and re-encodes pictures from strangers in a process of its own, so that a fault of a decoder neither reads our
// memory nor ends the service. The child has an empty environment, an empty folder to work in, the picture as its standard
// input and no other file of ours (confinement.ts). It is limited in memory, time and size of results, and is killed with
// everything it started. Knows no subject: avatars and attachments use it alike.
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_NO_ROOM, makeWorkFolder, NoRoom } from '../../files/work-folder.ts';
import { confineRuntime } from '../confinement/confinement.ts';
import { EXIT_UNCONFINED } from '../confinement/seal.ts';
import type { MediaFacts, MediaFault } from '../inspection.ts';
import { type PictureFailure, type PictureTask, pictureReport } from './task.ts';

export interface PictureWork {
  /** File with the picture. */
  readonly inputPath: string;
  readonly task: PictureTask;
  /** The child is killed after this long. */
  readonly seconds: number;
  readonly signal?: AbortSignal;
}

export interface MadePicture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Results stand in a folder that goes away when the outcome is disposed. */
export interface PictureOutcome extends AsyncDisposable {
  /** One per output of the task, or why the picture is none. */
  readonly result:
    | { readonly ok: true; readonly outputs: readonly MadePicture[]; readonly facts?: MediaFacts | undefined }
    | { readonly ok: false; readonly failure: PictureFailure; readonly fault?: MediaFault | undefined };
}

/** The child could not be started, or the machine failed: worth another try. */
export class PictureProcessError extends Error {
  override readonly name = 'PictureProcessError';
}

const PROGRAM = join(import.meta.dir, 'program.ts');
const REPORT_BYTES_MAX = 16_384;

/** Runs one piece of picture work. Resolves for pictures that are none; throws NoRoom or PictureProcessError otherwise. */
export async function processPicture(work: PictureWork): Promise<PictureOutcome> {
  const folder = await makeWorkFolder('livehouse-picture-');
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const result = await runChild(work, folder);
    return { result, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function runChild({ inputPath, task, seconds, signal }: PictureWork, folder: string) {
  signal?.throwIfAborted();
  const run = { flags: ['--smol'], words: [JSON.stringify(task)] };
  const command = await confineRuntime(PROGRAM, run, { folder, inputs: [inputPath], priority: 'low' });
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: {},
    stdin: Bun.file(inputPath),
    stdout: 'pipe',
    stderr: 'ignore',
    detached: true,
  });
  let isLate = false;
  const end = (): void => {
    isLate = true;
    killGroup(child.pid);
  };
  const timer = setTimeout(end, seconds * 1000);
  signal?.addEventListener('abort', end, { once: true });
  let text: string;
  try {
    text = await readReport(child.stdout);
    await child.exited;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    killGroup(child.pid);
  }
  signal?.throwIfAborted();
  // Processor time is limited apart: one that is late beside that met a machine that is busy.
  if (isLate) throw new PictureProcessError(`No report within ${seconds} s`);
  return judge(text, child.exitCode, task, folder);
}

async function judge(text: string, exitCode: number | null, task: PictureTask, folder: string) {
  const report = pictureReport.safeParse(parse(text));
  // A child that a limit killed, or that a picture brought down, says nothing: that is the picture's fault, not ours.
  if (!report.success) {
    if (exitCode === EXIT_NO_ROOM) throw new NoRoom('There was no room for a result');
    if (exitCode === 1 || exitCode === EXIT_UNCONFINED)
      throw new PictureProcessError('The picture process could not start');
    return { ok: false, failure: 'invalid_image' } as const;
  }
  if (!report.data.ok) return report.data;
  if (report.data.outputs.length !== task.outputs.length) throw new PictureProcessError('A result is missing');
  const outputs: MadePicture[] = [];
  for (const [index, output] of report.data.outputs.entries()) {
    const path = join(folder, String(index));
    // Not through a link: the child may have made one that leads to a file of ours.
    const made = await lstat(path);
    if (!made.isFile() || made.size !== output.bytes || made.size > task.limits.fileBytes)
      throw new PictureProcessError('A result is not whole');
    outputs.push({ ...output, path });
  }
  return { ok: true, outputs, facts: report.data.facts } as const;
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

/** Ends the child and everything that it started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
