// The two lists of islands have the same names, and each is a file of that name. Folders called `…-parts` have the parts
// of one island.
import { expect, test } from 'bun:test';
import { basename } from 'node:path';
import { ISLANDS } from './all.ts';
import { ISLAND_LOADERS } from './index.ts';

test('the server and the browser know the same islands', async () => {
  const names = Object.keys(ISLANDS).sort();
  expect(Object.keys(ISLAND_LOADERS).sort()).toEqual(names);
  const files = [...new Bun.Glob('**/*.tsx').scanSync(import.meta.dir)]
    .filter((path) => !path.includes('-parts/'))
    .map((path) => basename(path, '.tsx'))
    .filter((name) => name !== 'island');
  expect(files.sort()).toEqual(names);
  for (const load of Object.values(ISLAND_LOADERS)) expect(typeof (await load())).toBe('function');
});
