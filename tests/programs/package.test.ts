// The package as programs install it: packed by npm, installed into an empty project, and run there by Node 20, Bun and Deno,
// with the example of its README; its types, its size, and what it ships.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { openClientProject, readExample } from '../fixtures/client-project.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { openWorld } from '../world.ts';

const ROOT = join(import.meta.dir, '..', '..');
const { TEST_NODE: NODE = '', TEST_DENO: DENO = '' } = process.env;
/** Compressed size of everything but uploads, bundled as a page would load it. */
const BYTES_MAX = 12 * 1024;
const UPLOAD_BYTES_MAX = 9 * 1024;

const project = await keepOpen(openClientProject());
const world = await keepOpen(openWorld());
await world.publish(SAMPLE);
await getReady(world.fetch, '/api/v1/servers/demo/catalog/query/cards');

const PROGRAMS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['Node', [NODE]],
  ['Bun', [process.execPath, 'run']],
  ['Deno', [DENO, 'run', '--allow-net']],
];

test.each(PROGRAMS)('%s runs the example of the README', async (_, command) => {
  writeFileSync(join(project.folder, 'example.js'), readExample(world.address));
  const { code, stdout, stderr } = await project.run(...command, 'example.js');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Promise of the Lighthouse');
  const pictures = stdout.split('\n').filter((line) => line.includes('/pictures/demo/192/assets/'));
  const strong = await world.fetch('/api/v1/servers/demo/catalog/query/cards?filter=rarity>=4');
  const { total }: { total: number } = JSON.parse(await strong.text());
  expect(pictures.length).toBe(total);
});

const PROGRAM = `import { connect, LivehouseError, type Notification, type schemas } from '@livehouse/client';
import { uploadFile } from '@livehouse/client/uploads';
import type { Demo } from './demo.d.ts';
const house = connect<Demo>('https://example.org', { token: async () => 'x' });
const song = await house.catalog('demo').songs.get('1001');
export const title: string | null = song.musicTitle[1];
export const post: schemas.Post = (await house.api.postCreate({ body: { body: 'x' } })).post;
export const file = await uploadFile(house, new File(['x'], 'x.png'), { onProgress: ({ phase }) => console.log(phase) });
for await (const { kind } of house.notifications()) console.log(kind satisfies Notification['kind']);
try {
  await house.api.profileRead();
} catch (error) {
  if (error instanceof LivehouseError && error.code === 'timeout') throw error;
}
// @ts-expect-error: no such resource
house.catalog('demo').song;
`;

const unescapeText = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

test('the program of the guide for developers runs, with the files that the guide downloads', async () => {
  const page = await (await world.fetch('/developers', { headers: { accept: 'text/html' } })).text();
  const codes = [...page.matchAll(/<code>([\s\S]*?)<\/code>/g)].map(([, text = '']) => unescapeText(text));
  const downloads = codes.flatMap((text) => [...text.matchAll(/^curl -s --compressed -o (\S+) '?([^'\s]+)'?$/g)]);
  expect(downloads.map(([, name]) => name)).toEqual(['livehouse.mjs', 'demo.d.ts']);
  for (const [, name = '', address = ''] of downloads) {
    const answer = await fetch(address);
    expect([address, answer.status]).toEqual([address, 200]);
    writeFileSync(join(project.folder, name), await answer.text());
  }
  writeFileSync(join(project.folder, 'program.mjs'), codes.find((text) => text.startsWith('import {')) ?? '');
  const { code, stdout, stderr } = await project.run(NODE, 'program.mjs');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('cardId');
});

test('its own command writes declarations, with which programs are checked', async () => {
  const types = join(project.folder, 'node_modules/.bin/livehouse-types');
  const { code, stdout } = await project.run(types, world.address, 'demo');
  expect(code).toBe(0);
  writeFileSync(join(project.folder, 'demo.d.ts'), stdout);
  writeFileSync(join(project.folder, 'typed.ts'), PROGRAM);
  // Both ways in which programs find modules.
  for (const options of [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }])
    expect([options.module, await project.check('typed.ts', options)]).toEqual([options.module, '']);
  const wrong = await project.run(types, world.address, 'nobody');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('has no server "nobody"')]);
  for (const flag of ['--help', '-h']) {
    const help = await project.run(types, flag);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('Usage: livehouse-types URL SERVER [--release R]');
    expect(help.stdout).toContain('--release');
  }
  for (const words of [
    [],
    [world.address],
    [world.address, 'demo', 'more'],
    ['--releas', 'x'],
    ['--release'],
    ['x', 'y'],
  ]) {
    const { code: status, stdout: said, stderr } = await project.run(types, ...words);
    expect([words, status, said, stderr.trimEnd().split('\n').length]).toEqual([words, 2, '', 1]);
  }
}, 120_000);

test('it ships modules, declarations, a command and nothing else, and depends on nothing', () => {
  const neighbours = readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(neighbours).toEqual(['@livehouse']);
  expect(readdirSync(project.installed).toSorted()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json']);
  const read = (folder: string): { version: string; dependencies?: object } =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = read(project.installed);
  expect([own.version, own.dependencies]).toEqual([read(ROOT).version, undefined]);
});

test('publint finds nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: project.installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
});

test('compressed, it is small', async () => {
  const measure = async (entry: string): Promise<number> => {
    const entrypoints = [join(project.installed, 'dist', entry)];
    const { outputs } = await Bun.build({ entrypoints, minify: true, format: 'esm', target: 'browser' });
    const texts = await Promise.all(outputs.map((output) => output.text()));
    return texts.reduce((sum, text) => sum + Bun.gzipSync(text, { level: 9 }).length, 0);
  };
  const sizes = { index: await measure('index.js'), uploads: await measure('uploads.js') };
  expect(sizes.index < BYTES_MAX && sizes.uploads < UPLOAD_BYTES_MAX ? 'small' : sizes).toBe('small');
});
