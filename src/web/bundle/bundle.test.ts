// The bundle: the same bytes in any working directory, everything that a page may name, and within its limits.
import { expect, onTestFinished, test } from 'bun:test';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { keepFolder } from '../../../tests/fixtures/keep-open.ts';
import { ISLANDS } from '../islands/all.ts';
import { planSchema, WEB_ROOT } from './build-bundle.ts';
import { openBundleStore } from './bundle-store.ts';

const RUNTIME_MAX = 10 * 1024;
const STYLE_MAX = 12 * 1024;
/** Of the font, which no page waits for. */
const FONT_MAX = 30 * 1024;
const THEATRE_MAX = 12 * 1024;
/** Pages of songs, posts and people; the composer is a page of its own. */
const PAGE_MAX = 30 * 1024;

const folder = keepFolder();
const plan = await openBundleStore(join(folder, 'one')).plan();

test('is built once for a cache folder, and by one of several who want it at once', async () => {
  const [first, second] = await Promise.all(['one', 'one'].map((name) => openBundleStore(join(folder, name)).plan()));
  expect([first, second]).toEqual([plan, plan]);
});

test('has the same names in another folder, whatever the working directory', async () => {
  const here = process.cwd();
  onTestFinished(() => process.chdir(here));
  process.chdir(folder);
  expect(await openBundleStore(join(folder, 'two')).plan()).toEqual(plan);
});

test('has all islands and styles', () => {
  expect(planSchema.parse(plan)).toEqual(plan);
  expect(Object.keys(plan.islands).sort()).toEqual(Object.keys(ISLANDS).sort());
  const styles = [...new Bun.Glob('*.css').scanSync(join(WEB_ROOT, 'styles'))].map((name) => name.replace('.css', ''));
  expect(Object.keys(plan.styles).sort()).toEqual(
    styles.filter((name) => !['tokens', 'base', 'ui', 'search-field'].includes(name)).sort(),
  );
});

test('serves what it has and nothing else', async () => {
  const bundles = openBundleStore(join(folder, 'one'));
  for (const file of plan.files) expect([file, (await bundles.read(file)) !== undefined]).toEqual([file, true]);
  expect(await bundles.read('none-00000000.js')).toBeUndefined();
});

test('stays within its limits', async () => {
  const bundles = openBundleStore(join(folder, 'one'));
  const sizeOf = async (file: string): Promise<number> => {
    const content = await bundles.read(file);
    const body = await content?.identity.open(0, content.identity.bytes);
    return brotliCompressSync(body instanceof Blob ? await body.bytes() : (body ?? new Uint8Array())).byteLength;
  };
  // What every island brings; words, icons and the like are shared by many, but not by all.
  const [first, ...others] = Object.values(plan.islands).map(({ imports }) => imports);
  const runtime = (first ?? []).filter((file) => others.every((imports) => imports.includes(file)));
  const sizes = await Promise.all([plan.start.file, ...runtime].map(sizeOf));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(RUNTIME_MAX);
  const sumOf = async (files: Iterable<string>): Promise<number> =>
    (await Promise.all([...new Set(files)].map(sizeOf))).reduce((sum, size) => sum + size, 0);
  const [theatre, player] = [plan.islands['chart-theatre'], plan.islands['song-player']];
  const runtimeFiles = new Set([plan.start.file, ...plan.start.imports, ...runtime]);
  const song = [theatre, player].flatMap((island) => (island === undefined ? [] : [island.file, ...island.imports]));
  expect(await sumOf(song.filter((file) => !runtimeFiles.has(file) && !player?.imports.includes(file)))).toBeLessThan(
    THEATRE_MAX,
  );
  expect(await sumOf([...runtimeFiles, ...song])).toBeLessThan(PAGE_MAX);
  const fonts = plan.files.filter((file) => file.endsWith('.woff2'));
  expect(fonts).toEqual(['figtree-5-3-0.woff2']);
  const css = await (await bundles.read(plan.styles.site ?? ''))?.identity.open(0, 100_000);
  expect(css instanceof Blob ? await css.text() : '').toContain('figtree-5-3-0.woff2');
  for (const file of fonts) expect(await sizeOf(file)).toBeLessThan(FONT_MAX);
  const site = await sizeOf(plan.styles.site ?? '');
  for (const [name, file] of Object.entries(plan.styles)) {
    const size = name === 'site' ? site : site + (await sizeOf(file));
    expect([name, size < STYLE_MAX]).toEqual([name, true]);
  }
});
