// Decoders that stay for a run of pictures. Starting one takes longer than a small picture, so those of one account that
// come shortly after each other share decoders. A decoder never works for two accounts. Only a decoder that has worked for
// no other picture may refuse one. Results leave its folder before they are judged, because it is still alive then.
import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadableStreamDefaultReader } from 'node:stream/web';
import { makeWorkFolder } from '../../files/work-folder.ts';
import { sendOrder } from './orders.ts';
import {
  decoderCommand,
  decoderOptions,
  judge,
  killGroup,
  type PictureOutcome,
  type PictureWork,
  processPicture,
  REPORT_BYTES_MAX,
  withinLimits,
} from './process.ts';

export interface OwnedWork extends PictureWork {
  /** Account of the picture. */
  readonly owner: string;
}

const PICTURES_MAX = 16;
const IDLE_MS = 500;
const IDLE_MAX = 3;
/** Starting a decoder is little of the work for a larger file. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const LINE_END = 10;

interface Decoder {
  readonly owner: string;
  readonly limits: string;
  readonly folder: string;
  readonly child: ReturnType<typeof spawnDecoder>;
  readonly reports: ReadableStreamDefaultReader<Uint8Array>;
  pictures: number;
  idle: ReturnType<typeof setTimeout> | undefined;
}

const spawnDecoder = (command: readonly string[], folder: string) =>
  Bun.spawn([...command], { ...decoderOptions(folder), stdin: 'pipe' });

export class PictureDecoders {
  /** Longest idle first. */
  readonly #idle: Decoder[] = [];
  readonly #idleMs: number;
  #isClosed = false;

  constructor({ idleMs = IDLE_MS }: { readonly idleMs?: number } = {}) {
    this.#idleMs = idleMs;
  }

  /** Processes one picture, like `processPicture`. */
  async process(work: OwnedWork): Promise<PictureOutcome> {
    work.signal?.throwIfAborted();
    if (Bun.file(work.inputPath).size > FILE_BYTES_MAX) return processPicture(work);
    const kept = this.#take(work);
    if (kept === undefined) return this.#run(await startDecoder(work), work);
    const outcome = await this.#run(kept, work);
    if (outcome.result.ok) return outcome;
    // An earlier picture may have damaged the decoder or used up its memory.
    await outcome[Symbol.asyncDispose]();
    return processPicture(work);
  }

  close(): void {
    this.#isClosed = true;
    for (const { child, folder, idle } of this.#idle.splice(0)) {
      clearTimeout(idle);
      killGroup(child.pid);
      // At once, because this process may be about to end.
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #take({ owner, task }: OwnedWork): Decoder | undefined {
    const limits = JSON.stringify(task.limits);
    const index = this.#idle.findLastIndex((idle) => idle.owner === owner && idle.limits === limits);
    const [decoder] = index < 0 ? [] : this.#idle.splice(index, 1);
    clearTimeout(decoder?.idle);
    decoder?.child.ref();
    return decoder;
  }

  async #run(decoder: Decoder, work: OwnedWork): Promise<PictureOutcome> {
    const { child } = decoder;
    decoder.pictures += 1;
    let isWhole = false;
    let folder: string | undefined;
    try {
      const results = await makeWorkFolder('picture');
      folder = results;
      const text = await withinLimits(child.pid, work, () => orderPicture(decoder, work));
      if (text === '') await child.exited;
      const result = await judge(text, child.exitCode, work.task, async (name) => {
        const path = join(results, name);
        await rename(join(decoder.folder, name), path);
        return path;
      });
      isWhole = result.ok;
      return { result, [Symbol.asyncDispose]: () => rm(results, { recursive: true, force: true }) };
    } catch (error) {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      throw error;
    } finally {
      if (isWhole && decoder.pictures < PICTURES_MAX && !this.#isClosed) this.#keep(decoder);
      else endDecoder(decoder);
    }
  }

  #keep(decoder: Decoder): void {
    this.#idle.push(decoder);
    decoder.child.unref();
    const end = (): void => {
      this.#idle.splice(this.#idle.indexOf(decoder), 1);
      endDecoder(decoder);
    };
    decoder.idle = setTimeout(end, this.#idleMs);
    if (this.#idle.length <= IDLE_MAX) return;
    const [longest] = this.#idle.splice(0, 1);
    clearTimeout(longest?.idle);
    if (longest !== undefined) endDecoder(longest);
  }
}

async function startDecoder({ owner, task }: OwnedWork): Promise<Decoder> {
  const folder = await makeWorkFolder('picture');
  try {
    const { limits } = task;
    const child = spawnDecoder(await decoderCommand({ limits, pictures: PICTURES_MAX }, folder, []), folder);
    const reports = child.stdout.getReader();
    return { owner, limits: JSON.stringify(limits), folder, child, reports, pictures: 0, idle: undefined };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function endDecoder({ child, folder }: Decoder): void {
  killGroup(child.pid);
  void child.exited.then(() => rm(folder, { recursive: true, force: true })).catch(() => undefined);
}

/** Sends a picture and waits for the report on it; empty when the child ends without one. */
async function orderPicture({ child, reports }: Decoder, { task, inputPath }: OwnedWork): Promise<string> {
  // A child that ended cannot be written to. Its missing report is what counts.
  const sent = sendOrder(child.stdin, task, inputPath).catch(() => undefined);
  const report = await readLine(reports);
  if (report !== '') await sent;
  return report;
}

async function readLine(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let line = Buffer.alloc(0);
  while (line.at(-1) !== LINE_END) {
    const { done, value } = await reader.read();
    if (done || line.byteLength + value.byteLength > REPORT_BYTES_MAX) return '';
    line = Buffer.concat([line, value]);
  }
  return line.toString();
}
