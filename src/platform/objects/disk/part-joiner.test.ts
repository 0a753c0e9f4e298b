import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { closing } from '../../../../tests/fixtures/closing.ts';
import { keepFolder, keepOpen } from '../../../../tests/fixtures/keep-open.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { JoinDamaged, type JoinSource, PartJoiner } from './part-joiner.ts';

const folder = keepFolder();
const joiner = await keepOpen(closing(new PartJoiner()));

const bytes = randomBytes(2_500_000);
const path = join(folder, 'source');
writeFileSync(path, bytes);
let serial = 0;
const freshPath = (): string => join(folder, 'made', String(serial++));

test('ranges of files are joined into one file, with its digest', async () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: bytes.length }), fc.integer({ min: 0, max: 1_500_000 }))
    .map(([start, length]) => ({ start, length: Math.min(length, bytes.length - start) }));
  await fc.assert(
    fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 5 }), fc.boolean(), async (ranges, isSummed) => {
      const pieces = ranges.map(({ start, length }) => bytes.subarray(start, start + length));
      const sources = ranges.map(({ start, length }, index): JoinSource => {
        const source = { path, start, bytes: length };
        return isSummed ? { ...source, sum: crc32(pieces[index] ?? '') } : source;
      });
      const whole = Buffer.concat(pieces);
      const expected = { sha256: sha256Hex(whole), bytes: whole.length };
      const target = freshPath();
      expect(await joiner.join(sources, target)).toMatchObject(expected);
      expect(readFileSync(target).equals(whole)).toBe(true);
      expect(await joiner.hash(sources)).toMatchObject(expected);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ['is missing', { path: join(folder, 'none'), bytes: 5 }],
  ['is shorter', { path, start: bytes.length - 4, bytes: 5 }],
  ['has another sum', { path, bytes: 5, sum: crc32(bytes.subarray(0, 5)) ^ 1 }],
])('the error names a source that %s, and no file is left', async (_, damaged) => {
  const target = freshPath();
  const sources = [{ path, bytes: 10 }, damaged, { path, bytes: 1 }];
  const failure = await joiner.join(sources, target).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JoinDamaged);
  expect(failure).toMatchObject({ index: 1 });
  expect(existsSync(target)).toBe(false);
});
