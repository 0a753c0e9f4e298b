// Decoders that stay for a run of pictures: who shares one, and that no picture suffers from another.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { type Bytes, cut, makeJpeg, makePng } from '../../../../tests/fixtures/pictures.ts';
import { PictureDecoders } from './decoders.ts';
import { PictureProcessError } from './process.ts';
import type { PictureTask } from './task.ts';

const MEBIBYTE = 1024 * 1024;
const TASK: PictureTask = {
  limits: { pixels: 16_000_000, memoryBytes: 512 * MEBIBYTE, processorSeconds: 10, fileBytes: MEBIBYTE },
  outputs: [
    { width: 512, height: 512, fit: 'inside', format: 'webp', quality: 85 },
    { width: 64, height: 64, fit: 'inside', format: 'jpeg', quality: 85 },
  ],
};
const isLinux = process.platform === 'linux';

const before = process.env.TMPDIR;
let folder: string;
let decoders: PictureDecoders;
beforeEach(() => {
  folder = folderForTest();
  process.env.TMPDIR = folder;
  // On a busy machine, more time than the usual may pass between two pictures.
  decoders = new PictureDecoders({ idleMs: 60_000 });
});
afterEach(() => {
  decoders.close();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
});

async function run(owner: string, bytes: Bytes, task = TASK, seconds = 30) {
  const inputPath = join(folder, `input-${crypto.randomUUID()}`);
  await Bun.write(inputPath, bytes);
  return decoders.process({ owner, inputPath, task, seconds });
}

async function sizeOf(owner: string, bytes: Bytes): Promise<string> {
  await using outcome = await run(owner, bytes);
  if (!outcome.result.ok) return outcome.result.failure;
  return outcome.result.outputs.map(({ width, height }) => `${width}×${height}`).join(' ');
}

/** Processes that work in a folder below this test's, by process id. */
const listDecoders = (): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(`${folder}/livehouse-work-picture-`)
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });

test('pictures of one account share a decoder, and no other account gets it', async () => {
  expect(await sizeOf('one', await makePng(800, 400))).toBe('512×256 64×32');
  const first = isLinux ? listDecoders() : [];
  expect(await sizeOf('one', await makeJpeg(80, 40, 6))).toBe('40×80 32×64');
  expect(await sizeOf('one', await makePng(8, 8))).toBe('8×8 8×8');
  if (isLinux) {
    expect(first).toHaveLength(1);
    expect(listDecoders()).toEqual(first);
  }
  expect(await sizeOf('other', await makePng(9, 8))).toBe('9×8 9×8');
  if (isLinux) expect(listDecoders().filter((pid) => !first.includes(pid))).toHaveLength(1);
});

test('pictures at the same time have a decoder each', async () => {
  const pictures = await Promise.all([10, 20, 30].map((side) => makePng(side, side)));
  const sizes = await Promise.all(pictures.map((bytes) => sizeOf('one', bytes)));
  expect(sizes).toEqual(['10×10 10×10', '20×20 20×20', '30×30 30×30']);
});

test('a decoder ends after a run of sixteen, and the next picture gets another', async () => {
  const picture = await makePng(8, 8);
  const seen = new Set<number>();
  for (let round = 0; round < 17; round++) {
    expect(await sizeOf('one', picture)).toBe('8×8 8×8');
    if (isLinux) for (const pid of listDecoders()) seen.add(pid);
  }
  if (isLinux) expect(seen.size).toBe(2);
});

test('a refused picture ends its decoder and spoils no other', async () => {
  const [picture, broken] = [await makePng(300, 300), cut(await makeJpeg(300, 300), 2000)];
  expect(await sizeOf('one', picture)).toBe('300×300 64×64');
  const first = isLinux ? listDecoders() : [];
  expect(await sizeOf('one', broken)).toBe('invalid_image');
  expect(await sizeOf('one', picture)).toBe('300×300 64×64');
  if (isLinux) expect(listDecoders().some((pid) => first.includes(pid))).toBe(false);
});

test.if(isLinux)('a decoder that died between two pictures costs neither', async () => {
  const picture = await makePng(300, 300);
  expect(await sizeOf('one', picture)).toBe('300×300 64×64');
  for (const pid of listDecoders()) process.kill(pid, 'SIGKILL');
  expect(await sizeOf('one', picture)).toBe('300×300 64×64');
});

test('results are outside the folder of the living decoder and are removed afterwards', async () => {
  let made: string;
  {
    await using outcome = await run('one', await makePng(30, 30));
    if (!outcome.result.ok) throw new Error(outcome.result.failure);
    made = dirname(outcome.result.outputs[0]?.path ?? '');
    expect(readdirSync(made).sort()).toEqual(['0', '1']);
    if (isLinux) expect(listDecoders().map((pid) => readlinkSync(`/proc/${pid}/cwd`))).not.toContain(made);
  }
  expect(existsSync(made)).toBe(false);
});

test('a decoder that exceeds its time is ended, and the error says nothing about the picture', async () => {
  const picture = await makePng(512, 512);
  await expect(run('one', picture, TASK, 0.001)).rejects.toBeInstanceOf(PictureProcessError);
  expect(await sizeOf('one', picture)).toBe('512×512 64×64');
});

test('an idle decoder ends by itself', async () => {
  decoders = new PictureDecoders({ idleMs: 1 });
  expect(await sizeOf('one', await makePng(30, 30))).toBe('30×30 30×30');
  while (readdirSync(folder).some((name) => name.startsWith('livehouse-work-picture-'))) await Bun.sleep(5);
});

test('closing leaves neither decoders nor folders', async () => {
  expect(await sizeOf('one', await makePng(30, 30))).toBe('30×30 30×30');
  decoders.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('livehouse-work-picture-'))).toEqual([]);
  while (isLinux && listDecoders().length > 0) await Bun.sleep(5);
});
