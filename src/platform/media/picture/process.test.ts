// Picture processing in the child process: results contain only pixels, and no picture can crash the service.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { keepFolder } from '../../../../tests/fixtures/keep-open.ts';
import {
  type Bytes,
  cut,
  FOREIGN,
  makeHollowPng,
  makeJpeg,
  makePng,
  makePngBomb,
  makeWebp,
} from '../../../../tests/fixtures/pictures.ts';
import { PictureProcessError, processPicture } from './process.ts';
import type { PictureTask } from './task.ts';

const MEBIBYTE = 1024 * 1024;
const TASK: PictureTask = {
  limits: { pixels: 16_000_000, memoryBytes: 512 * MEBIBYTE, processorSeconds: 10, fileBytes: MEBIBYTE },
  outputs: [{ width: 512, height: 512, fit: 'inside', format: 'webp', quality: 85 }],
};

const folder = keepFolder();

async function run(bytes: Bytes, task: PictureTask = TASK, seconds = 30) {
  const inputPath = join(folder, crypto.randomUUID());
  await Bun.write(inputPath, bytes);
  return processPicture({ inputPath, task, seconds });
}

test('every kind becomes an upright WebP within its bounds, without metadata', async () => {
  for (const bytes of [await makeJpeg(800, 400), await makePng(800, 400), await makeWebp(800, 400)]) {
    await using outcome = await run(bytes);
    if (!outcome.result.ok) throw new Error(outcome.result.failure);
    expect(outcome.result.outputs).toMatchObject([{ width: 512, height: 256 }]);
  }
  await using turned = await run(await makeJpeg(80, 40, 6));
  if (!turned.result.ok) throw new Error(turned.result.failure);
  const path = turned.result.outputs[0]?.path ?? '';
  expect(await sharp(path).metadata()).toMatchObject({ format: 'webp', width: 40, height: 80 });
  expect((await sharp(path).metadata()).exif).toBeUndefined();
  expect(await Bun.file(path).text()).not.toContain('SECRET-OWNER');
});

test('several results of one picture, which are removed afterwards', async () => {
  const outputs = [
    { width: 64, height: 64, fit: 'cover', format: 'jpeg', quality: 80 },
    { width: 8, height: 8, fit: 'inside', format: 'webp', quality: 80 },
  ] as const;
  let made: string;
  {
    await using outcome = await run(await makePng(200, 100), { ...TASK, outputs: [...outputs] });
    if (!outcome.result.ok) throw new Error(outcome.result.failure);
    expect(outcome.result.outputs).toMatchObject([
      { width: 64, height: 64 },
      { width: 8, height: 4 },
    ]);
    made = dirname(outcome.result.outputs[0]?.path ?? '');
    expect(existsSync(made)).toBe(true);
  }
  expect(existsSync(made)).toBe(false);
});

test('results that share one decoding keep colours and transparency of every kind of pixels', async () => {
  const tinted = { width: 300, height: 200, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } as const;
  const grey = { ...tinted, background: { r: 90, g: 90, b: 90, alpha: 0.5 } };
  const kinds: readonly (readonly [Buffer, readonly number[]])[] = [
    [await sharp({ create: tinted }).png().toBuffer(), [200, 40, 40, 128]],
    [await sharp({ create: tinted }).png({ palette: true }).toBuffer(), [200, 40, 40, 128]],
    [await sharp({ create: tinted }).toColourspace('rgb16').png().toBuffer(), [200, 40, 40, 128]],
    [await sharp({ create: grey }).toColourspace('b-w').png().toBuffer(), [90, 90, 90, 128]],
  ];
  const within = (side: number) => ({ width: side, height: side, fit: 'inside', format: 'webp', quality: 90 }) as const;
  for (const [bytes, expected] of kinds) {
    await using outcome = await run(new Uint8Array(bytes), { ...TASK, outputs: [within(512), within(64)] });
    if (!outcome.result.ok) throw new Error(outcome.result.failure);
    for (const { path } of outcome.result.outputs) {
      const { data } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      for (const [band, value] of expected.entries()) expect(Math.abs((data[band] ?? 0) - value)).toBeLessThan(6);
    }
  }
});

test('an invalid or truncated picture is reported as such', async () => {
  const jpeg = await makeJpeg(300, 300);
  const wrong = [cut(jpeg, jpeg.length / 2), makeHollowPng(), ...Object.values(FOREIGN)];
  const outcomes = await Promise.all(wrong.map((bytes) => run(bytes)));
  for (const outcome of outcomes) expect(outcome.result).toEqual({ ok: false, failure: 'invalid_image' });
});

test('a decompression bomb is refused before decoding, or by the memory limit', async () => {
  await using refused = await run(makePngBomb(12_000, 12_000));
  expect(refused.result).toEqual({ ok: false, failure: 'image_dimensions_exceeded' });
  const tight = { ...TASK, limits: { ...TASK.limits, pixels: 1_000_000_000, memoryBytes: 48 * MEBIBYTE } };
  const whole = { width: 16_000, height: 16_000, fit: 'inside', format: 'webp', quality: 80 } as const;
  await using starved = await run(makePngBomb(16_000, 16_000), { ...tight, outputs: [whole] });
  expect(starved.result.ok).toBe(false);
});

test('a result over its limit is refused, and a child that exceeds its time is an error', async () => {
  const limits = { ...TASK.limits, fileBytes: 100 };
  await using large = await run(await makePng(512, 512), { ...TASK, limits });
  expect(large.result.ok).toBe(false);
  await expect(run(await makePng(512, 512), TASK, 0.001)).rejects.toBeInstanceOf(PictureProcessError);
});
