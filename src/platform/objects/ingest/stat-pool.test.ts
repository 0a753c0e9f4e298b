import { describe, expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { openStatPool, prepareStatPool } from './stat-pool.ts';

/** Paths of a few files, repeated. */
function makeFiles(count: number): string[] {
  const folder = folderForTest();
  for (let i = 0; i < 7; i++) writeFileSync(join(folder, `${i}-é`), 'x'.repeat(i));
  return Array.from({ length: count }, (_, i) => join(folder, `${i % 7}-é`));
}

describe('stat pool', () => {
  for (const prepared of [false, true]) {
    for (const count of [0, 1, 1024, 1025, 6000]) {
      test(`gives the facts of ${count} files in order${prepared ? ', with workers that wait' : ''}`, () => {
        if (prepared) prepareStatPool();
        const paths = makeFiles(count);
        const pool = openStatPool();
        for (const path of paths) pool.add(path);
        const expected = paths.flatMap((path) => {
          const { size, mtimeMs, ctimeMs, ino } = statSync(path);
          return [size, mtimeMs, ctimeMs, ino];
        });
        expect([...pool.finish()]).toEqual(expected);
      });
    }
  }

  test('a file that cannot be statted has no size, at any position', () => {
    const paths = makeFiles(5000);
    for (const gone of [0, 2500, 4999]) paths[gone] = `${paths[gone]}-gone`;
    const pool = openStatPool();
    for (const path of paths) pool.add(path);
    const sizes = [...pool.finish()].filter((_, i) => i % 4 === 0);
    expect(sizes.flatMap((size, i) => (Number.isNaN(size) ? [i] : []))).toEqual([0, 2500, 4999]);
  });
});
