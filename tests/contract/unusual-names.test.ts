// File names with percent signs: what `publish` says no address leads to is 404 in every spelling, and all else is served.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const SOURCE = 's1';
/** Path in the snapshot, path of the request, and whether it is served. */
const NAMES: readonly (readonly [string, string, boolean])[] = [
  ['runtime/100%.txt', 'runtime/jp/100%.txt', true],
  ['runtime/a%20b.txt', 'runtime/jp/a%20b.txt', true],
  ['runtime/%zz/%ff.txt', 'runtime/jp/%zz/%ff.txt', true],
  ['runtime/a%2fb.txt', 'runtime/jp/a%2fb.txt', false],
  ['runtime/%2E%2e/c.txt', 'runtime/jp/%2E%2e/c.txt', false],
  ['assets/Assets/a%5Cb.txt', 'assets/jp/Assets/a%5Cb.txt', false],
  ['objects/unity/a%00b.txt', 'objects/jp/unity/a%00b.txt', false],
  ['artifacts/android/bundles/a%2fb.bundle', `artifacts/jp/${SOURCE}/android/bundles/a%2fb.bundle`, true],
  ['sources/Assets/a%41.json', 'api/v1/servers/jp/sources/Assets/a%41', true],
  ['sources/Assets/%2e%2e.json', 'api/v1/servers/jp/sources/Assets/%2e%2e', false],
];

const snapshot = await keepOpen(createSmallSnapshot({ sourceId: SOURCE }));
let warned: readonly string[] = [];
for (const [file] of NAMES) snapshot.write(file, JSON.stringify({ file }));
const world = await keepOpen(openWorld());
const { warnings } = await world.publish(snapshot.directory);
warned = warnings.filter(({ code }) => code === 'not_addressable').map(({ file }) => file);

/** The path with every character that can be encoded encoded, and as it is. */
function spellings(path: string): readonly string[] {
  const encoded = path.split('/').map(encodeURIComponent);
  const dots = encoded.map((segment) => (/^\.+$/.test(segment) ? segment.replaceAll('.', '%2e') : segment));
  return [encoded.join('/'), dots.join('/'), path];
}

test.each(NAMES)('%s', async (file, address, isServed) => {
  expect(warned.includes(file)).toBe(!isServed);
  const answers = await Promise.all(
    spellings(address).map(async (path) => {
      const { status, body } = await world.raw(`GET /${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      return status === 200 && body.includes(JSON.stringify(file));
    }),
  );
  expect(answers[0]).toBe(isServed);
  if (!isServed) expect(answers).toEqual([false, false, false]);
});
