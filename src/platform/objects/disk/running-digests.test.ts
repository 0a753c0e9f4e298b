import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { closing } from '../../../../tests/fixtures/closing.ts';
import { keepFolder, keepOpen } from '../../../../tests/fixtures/keep-open.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { PartJoiner } from './part-joiner.ts';
import { type PlacedPart, RunningDigests } from './running-digests.ts';

const folder = keepFolder();
const joiner = await keepOpen(closing(new PartJoiner()));
const digests = new RunningDigests(joiner);

const PART_BYTES = 300_000;

/** A complete file and the parts in it. */
function makeFile(count: number, partBytes = PART_BYTES) {
  const key = randomBytes(16).toString('hex');
  const path = join(folder, key);
  const bytes = randomBytes((count - 1) * partBytes + 17);
  writeFileSync(path, bytes);
  const modifiedNs = statSync(path, { bigint: true }).mtimeNs;
  const placed = Array.from({ length: count }, (_, index): PlacedPart => {
    const start = index * partBytes;
    const piece = bytes.subarray(start, start + partBytes);
    const source = { path, start, bytes: piece.length, sum: crc32(piece) };
    return { part: { token: `${index + 1}.slot`, bytes: piece.length, etag: `${key}-${index}` }, source, modifiedNs };
  });
  return { key, bytes, modifiedNs, placed, parts: placed.map(({ part }) => part) };
}

/** All permutations of some numbers. */
function ordersOf(numbers: readonly number[]): readonly (readonly number[])[] {
  if (numbers.length < 2) return [numbers];
  return numbers.flatMap((first) =>
    ordersOf(numbers.filter((number) => number !== first)).map((rest) => [first, ...rest]),
  );
}

test.each(ordersOf([1, 2, 3, 4]).map((order) => [order]))(
  'parts arriving in the order %j give the digest',
  async (order) => {
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
  },
);

/** Reports a part in chunks, up to `bytes` of it. */
function growBy(file: ReturnType<typeof makeFile>, number: number, pieceBytes: number, bytes: number): void {
  const { source } = placedOf(file, number);
  for (let grown = 0; grown < bytes; ) {
    grown = Math.min(grown + pieceBytes, bytes);
    const sum = crc32(file.bytes.subarray(source.start, source.start + grown));
    digests.grow(file.key, number, { ...source, bytes: grown, sum });
  }
}

function placedOf(file: ReturnType<typeof makeFile>, number: number): PlacedPart {
  const placed = file.placed[number - 1];
  if (placed === undefined) throw new Error(`there is no part ${number}`);
  return placed;
}

/** Waits until the worker of this file has completed all its requests. */
async function quiet(key: string): Promise<void> {
  await joiner.run({ key: 'none', step: 'forget' }, Number.parseInt(key.slice(0, 6), 16));
}

const LARGE_BYTES = 3_500_000;

test('parts arriving concurrently, in chunks of any size, give the digest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([1, 2, 3], { minLength: 3 }),
      fc.integer({ min: 200_000, max: LARGE_BYTES }),
      fc.boolean(),
      async (order, pieceBytes, waits) => {
        const file = makeFile(3, LARGE_BYTES);
        for (const number of order) {
          const { bytes } = placedOf(file, number).source;
          growBy(file, number, pieceBytes, Math.ceil(bytes / 2));
          if (waits) await quiet(file.key);
        }
        for (const number of order) {
          growBy(file, number, pieceBytes, placedOf(file, number).source.bytes);
          digests.follow(file.key, number, placedOf(file, number));
        }
        expect(await digests.conclude(file.key, file.parts, file.modifiedNs)).toMatchObject({
          sha256: sha256Hex(file.bytes),
          bytes: file.bytes.length,
        });
      },
    ),
    { numRuns: 15 },
  );
});

test.each([1, 2])('part %i, aborted and sent again, counts with its last content', async (number) => {
  const file = makeFile(3, LARGE_BYTES);
  const right = new Uint8Array(file.bytes);
  const { source } = placedOf(file, number);
  for (let before = 1; before < number; before++) digests.follow(file.key, before, placedOf(file, before));
  // The range first contains other bytes, which the worker has already read when the writer stops.
  const wrong = randomBytes(LARGE_BYTES);
  const descriptor = openSync(source.path, 'r+');
  writeSync(descriptor, wrong, 0, LARGE_BYTES, source.start);
  const spoilt = { ...source, bytes: 2_000_000, sum: crc32(wrong.subarray(0, 2_000_000)) };
  digests.grow(file.key, number, spoilt);
  await quiet(file.key);
  digests.retract(file.key, number);
  writeSync(descriptor, right, 0, right.length, 0);
  closeSync(descriptor);
  growBy(file, number, LARGE_BYTES, LARGE_BYTES);
  for (let after = number; after <= 3; after++) digests.follow(file.key, after, placedOf(file, after));
  expect(await digests.conclude(file.key, file.parts, file.modifiedNs)).toMatchObject({ sha256: sha256Hex(right) });
});

test.each([
  'a part is missing',
  'a part is another copy',
  'the file was changed',
  'a part is damaged',
  'it was forgotten',
])('there is no digest when %s', async (trouble) => {
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

test('above the limit only the least recently used file is forgotten', async () => {
  const files = Array.from({ length: 257 }, () => makeFile(1));
  for (const { key, placed } of files) for (const part of placed) digests.follow(key, 1, part);
  const found = await Promise.all(files.map(({ key, parts, modifiedNs }) => digests.conclude(key, parts, modifiedNs)));
  expect(found.map((digest) => digest?.sha256)).toEqual(
    files.map(({ bytes }, index) => (index === 0 ? undefined : sha256Hex(bytes))),
  );
});
