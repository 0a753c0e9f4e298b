// The generated files of the client are those of this interface, and its reference is that of its types.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { generateClient } from '../../packages/client/tools/generate.ts';
import { writeReference } from '../../packages/client/tools/reference.ts';

const ROOT = join(import.meta.dir, '../..');
const FOLDER = join(ROOT, 'packages/client/src/generated');

test('the types and the table of operations are fresh: if not, run `npm run gen`', async () => {
  for (const [name, text] of await generateClient()) {
    const isFresh = (await Bun.file(join(FOLDER, name)).text()) === text;
    expect([name, isFresh ? 'fresh' : 'stale']).toEqual([name, 'fresh']);
  }
});

test('the reference is fresh', async () => {
  const isFresh = (await Bun.file(join(ROOT, 'docs/client.md')).text()) === (await writeReference());
  expect(isFresh ? 'fresh' : 'stale').toBe('fresh');
}, 30_000);
