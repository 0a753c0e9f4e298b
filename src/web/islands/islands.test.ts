// Each island is a file of its name with a component of its name. Folders called `…-parts` have the parts of one island.
import { expect, test } from 'bun:test';
import { basename, join } from 'node:path';
import { ISLANDS } from './all.ts';
import { componentNameOf } from './names.ts';

test('the browser finds the component of each island by its name', async () => {
  const files = [...new Bun.Glob('**/*.tsx').scanSync(import.meta.dir)].filter(
    (path) => !path.includes('-parts/') && path !== 'island.tsx',
  );
  const nameOf = (path: string): string => basename(path, '.tsx');
  expect(files.map(nameOf).sort()).toEqual(Object.keys(ISLANDS).sort());
  for (const path of files) {
    const loaded = await import(join(import.meta.dir, path));
    const name = componentNameOf(nameOf(path));
    expect([path, typeof loaded[name]]).toEqual([path, 'function']);
  }
});
