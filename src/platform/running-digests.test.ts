import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sha256Hex } from '../kernel/canonical-json.ts';
import { PartJoiner } from './part-joiner.ts';
import { type PlacedPart, RunningDigests } from './running-digests.ts';

const folder = mkdtempSync(join(tmpdir(), 'livehouse-digests-'));
const joiner = new PartJoiner();
const digests = new RunningDigests(joiner);
afterAll(() => {
  joiner.close();
  rmSync(folder, { recursive: true, force: true });
});

const PART_BYTES = 300_000;

/** A file that is whole, as parts that stand in it. */
function makeFile(count: number) {
  const key = randomBytes(16).toString('hex');
  const path = join(folder, key);
  const bytes = randomBytes((count - 1) * PART_BYTES + 17);
  writeFileSync(path, bytes);
  const modifiedNs = statSync(path, { bigint: true }).mtimeNs;
  const placed = Array.from({ length: count }, (_, index): PlacedPart => {
    const start = index * PART_BYTES;
    const piece = bytes.subarray(start, start + PART_BYTES);
    const source = { path, start, bytes: piece.length, sum: crc32(piece) };
    return { part: { token: `${index + 1}.slot`, bytes: piece.length, etag: `${key}-${index}` }, source, modifiedNs };
  });
  return { key, bytes, modifiedNs, placed, parts: placed.map(({ part }) => part) };
}

/** All orders of some numbers. */
function ordersOf(numbers: readonly number[]): readonly (readonly number[])[] {
  if (numbers.length < 2) return [numbers];
  return numbers.flatMap((first) =>
    ordersOf(numbers.filter((number) => number !== first)).map((rest) => [first, ...rest]),
  );
}

test.each(ordersOf([1, 2, 3, 4]).map((order) => [order]))('parts in the order %j make the digest', async (order) => {
  const file = makeFile(4);
  for (const number of order) {
    const placed = file.placed[number - 1];
    if (placed !== undefined) digests.follow(file.key, number, placed);
  }
  expect(await digests.conclude(file.key, file.parts, file.modifiedNs)).toMatchObject({
    sha256: sha256Hex(file.bytes),
    bytes: file.bytes.length,
  });
  expect(await digests.conclude(file.key, file.parts, file.modifiedNs)).toBeUndefined();
});

test.each([
  'a part is missing',
  'a part is another copy',
  'the file was changed',
  'a part is damaged',
  'it was forgotten',
])('there is none where %s', async (trouble) => {
  const file = makeFile(3);
  file.placed.forEach((placed, index) => {
    if (trouble === 'a part is missing' && index === 1) return;
    const isDamaged = trouble === 'a part is damaged' && index === 1;
    digests.follow(file.key, index + 1, isDamaged ? { ...placed, source: { ...placed.source, sum: 1 } } : placed);
  });
  if (trouble === 'it was forgotten') digests.forget(file.key);
  const parts =
    trouble === 'a part is another copy' ? file.parts.map((part) => ({ ...part, etag: 'other' })) : file.parts;
  const modifiedNs = file.modifiedNs + (trouble === 'the file was changed' ? 1n : 0n);
  expect(await digests.conclude(file.key, parts, modifiedNs)).toBeUndefined();
});

test('of very many files the oldest is forgotten, and no other', async () => {
  const files = Array.from({ length: 257 }, () => makeFile(1));
  for (const { key, placed } of files) for (const part of placed) digests.follow(key, 1, part);
  const found = await Promise.all(files.map(({ key, parts, modifiedNs }) => digests.conclude(key, parts, modifiedNs)));
  expect(found.map((digest) => digest?.sha256)).toEqual(
    files.map(({ bytes }, index) => (index === 0 ? undefined : sha256Hex(bytes))),
  );
});
