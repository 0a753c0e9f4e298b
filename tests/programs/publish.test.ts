// The package @livehouse/publish as a machine without the service runs it: packed by npm, installed into an empty folder, run by
// Node 20 against an instance behind nginx with the shipped configuration. It says what `livehouse publish --to` says.
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import YAML from 'yaml';
import { buildPublish } from '../../packages/publish/tools/build.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { startNginx } from '../fixtures/nginx.ts';
import { openPackedProject, runIn } from '../fixtures/packed-project.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { openPublisher, sha256Of } from '../fixtures/publications.ts';
import { LIVEHOUSE } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const SOURCE = join(import.meta.dir, '../../packages/publish');
const MEBIBYTE = 1024 * 1024;
const BYTES_MAX = 2 * MEBIBYTE;
const { TEST_NODE: NODE = '' } = process.env;

const project = await keepOpen(openPackedProject(SOURCE, buildPublish));
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const nginx = await keepOpen(startNginx(new URL(home.world.address).host));
const publisher = await openPublisher(home, ['jp', 'kr']);
const outside = keepFolder();

/** Runs a program with the token of the publisher, or with another one. */
const run = (command: readonly string[], token = publisher.secret) =>
  runIn(project.folder, command, { LIVEHOUSE_TOKEN: token, LIVEHOUSE_DATA: nginx.folder });
const PACKAGE = [NODE, 'node_modules/.bin/livehouse-publish'];
const publish = (...words: readonly string[]) => run([...PACKAGE, ...words]);
const SERVICE = [...LIVEHOUSE, 'publish'];

/** A file, as soon as the service has noticed the release. */
async function read(path: string): Promise<Uint8Array> {
  await home.world.until(async () => (await fetch(nginx.address + path)).ok);
  return new Uint8Array(await (await fetch(nginx.address + path)).arrayBuffer());
}
/** The service does not read files again that it knows. */
const withoutProgress = (text: string): string => text.replace(/^Reading … .*\n/gm, '');

test('a folder with mounts, patterns, many files and a large one becomes the release that the service makes of it', async () => {
  using snapshot = createSmallSnapshot();
  const large = new Uint8Array(20 * MEBIBYTE).map((_, i) => (i * 7 + (i >> 12)) % 253);
  snapshot.write('runtime/large.bin', large);
  // Enough files for the worker that reads their sizes.
  mkdirSync(join(outside, 'drafts'));
  for (let i = 0; i < 4_500; i++) writeFileSync(join(outside, `${i}.txt`), `file ${i % 50}`);
  for (const name of ['a.js', 'drafts/b.txt', 'c.tmp']) writeFileSync(join(outside, name), name);
  const mounts = { 'assets/Assets/many': { from: outside, exclude: ['drafts/**', '*.{js,ts}'] } };
  snapshot.describe({ mounts, exclude: ['**/*.tm[a-p]'] });
  const words = [snapshot.directory, '--to', nginx.address];
  const first = await publish(...words, '--json');
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('reads from outside the snapshot')]);
  const result = JSON.parse(first.stdout);
  expect(result).toMatchObject({ ok: true, server: 'jp', promoted: true, unchanged: false });
  expect(sha256Of(await read('/runtime/jp/large.bin'))).toBe(sha256Of(large));
  expect(Buffer.from(await read('/assets/jp/Assets/many/4499.txt')).toString()).toBe('file 49');
  for (const left of ['a.js', 'drafts/b.txt', 'c.tmp'])
    expect((await fetch(`${nginx.address}/assets/jp/Assets/many/${left}`)).status).toBe(404);
  // The service sends the same list, so nothing changes.
  const second = await run([...SERVICE, ...words, '--json']);
  expect(JSON.parse(second.stdout)).toMatchObject({ unchanged: true, releaseId: result.releaseId });
  const [own, theirs] = [await publish(...words), await run([...SERVICE, ...words])];
  const said = ({ code, stdout }: typeof own) => [code, stdout.replace(/took .*/, 'took')];
  expect(said(own)).toEqual(said(theirs));
  expect(own.stdout).toContain('jp is unchanged');
  expect(nginx.log()).not.toContain('" 413 ');
}, 120_000);

test('an interrupted publication continues, and a release may be stored without becoming current', async () => {
  using snapshot = createSmallSnapshot({ server: 'kr' });
  snapshot.write('runtime/large.bin', crypto.getRandomValues(new Uint8Array(60_000)));
  snapshot.write('runtime/larger.bin', new Uint8Array(64 * MEBIBYTE).fill(7));
  const words = [snapshot.directory, '--to', nginx.address, '--no-promote', '--json'];
  const env = { ...process.env, LIVEHOUSE_TOKEN: publisher.secret };
  const child = Bun.spawn([...PACKAGE, ...words], { cwd: project.folder, env, stdout: 'ignore', stderr: 'pipe' });
  let said = '';
  for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += piece;
    if (said.includes('Sending … ')) child.kill('SIGKILL');
  }
  await child.exited;
  const { code, stdout, stderr } = await publish(...words);
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true, promoted: false })]);
  expect(stderr).toContain('sent  ');
  expect((await fetch(`${nginx.address}/runtime/kr/large.bin`)).status).toBe(404);
}, 120_000);

test('it refuses what the service refuses, in the same words', async () => {
  using snapshot = createSmallSnapshot();
  snapshot.write('catalog/songs.json', '[{"musicId":"1"');
  snapshot.describe({
    resources: { songs: { file: 'catalog/songs.json', id: 'musicId' }, cards: { file: 'catalog/no' } },
  });
  using other = createSmallSnapshot({ server: 'en' });
  const good = 'lh_'.padEnd(46, 'a');
  const cases: readonly (readonly [words: readonly string[], token?: string])[] = [
    [[snapshot.directory, '--to', nginx.address]],
    [[other.directory, '--to', nginx.address]],
    [[other.directory, '--to', nginx.address], good],
    [[other.directory, '--to', nginx.address], 'wrong'],
    [[other.directory, '--to', 'example.org']],
    [[other.directory, '--to', 'http://example.org']],
    [[other.directory, '--to', `${nginx.address}/?a=b`]],
    [[join(other.directory, 'nothing'), '--to', nginx.address]],
    [[other.directory, '--to', `${nginx.address}/elsewhere`]],
  ];
  for (const [words, token] of cases) {
    for (const form of [[], ['--json']]) {
      const [own, theirs] = await Promise.all([
        run([...PACKAGE, ...words, ...form], token),
        run([...SERVICE, ...words, ...form], token),
      ]);
      const said = ({ code, stdout, stderr }: typeof own) => [words, code, stdout, withoutProgress(stderr)];
      expect(said(own)).toEqual(said(theirs));
      expect([words, own.code]).not.toEqual([words, 0]);
    }
  }
}, 120_000);

test('it explains its options, and wrong ones are refused', async () => {
  for (const flag of ['--help', '-h']) {
    const { code, stdout } = await publish(flag);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: livehouse-publish DIR --to ADDRESS')]);
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
  expect((await publish('--version')).stdout).toBe(`${version}\n`);
  for (const words of [[], ['.'], ['a', 'b', '--to', nginx.address], ['--two'], ['.', '--to']]) {
    const { code, stdout, stderr } = await publish(...words);
    expect([words, code, stdout, stderr]).toEqual([words, 2, '', expect.stringContaining('Usage: livehouse-publish')]);
  }
});

test('the step of the action publishes and reports the release', async () => {
  const { runs } = YAML.parse(readFileSync(join(SOURCE, 'action.yml'), 'utf8'));
  const [{ run: script }] = runs.steps;
  using snapshot = createSmallSnapshot();
  const output = join(outside, 'output');
  const act = (variables: Readonly<Record<string, string>>) => {
    writeFileSync(output, '');
    return runIn(project.folder, ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      DIRECTORY: snapshot.directory,
      ADDRESS: nginx.address,
      LIVEHOUSE_TOKEN: publisher.secret,
      ...{ PROMOTE: 'true', STRICT: 'false', ALLOW_LOSS: 'false', GITHUB_OUTPUT: output },
      ...{ npm_config_offline: 'true', PATH: `${join(NODE, '..')}:${process.env.PATH}` },
      ...variables,
    });
  };
  const done = await act({});
  expect([done.code, done.stderr]).toEqual([0, expect.any(String)]);
  expect(readFileSync(output, 'utf8')).toMatch(/^release=r-[0-9a-f]{20}\nunchanged=false\npromoted=true\n$/);
  expect((await act({})).code).toBe(0);
  expect(readFileSync(output, 'utf8')).toContain('unchanged=true');
  snapshot.write('runtime/more.txt', 'more');
  expect((await act({ PROMOTE: 'false' })).code).toBe(0);
  expect(readFileSync(output, 'utf8')).toContain('promoted=false');
  const refused = await act({ LIVEHOUSE_TOKEN: 'lh_'.padEnd(46, 'a') });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('(invalid_token)')]);
  expect(readFileSync(output, 'utf8')).toBe('');
}, 120_000);

test('it ships a program and nothing else, depends on nothing, and is small', async () => {
  const files = readdirSync(project.installed, { recursive: true, encoding: 'utf8' }).toSorted();
  expect(files).toEqual([
    ...['LICENSE', 'README.md', 'bin', 'bin/livehouse-publish.js', 'dist', 'dist/main.js', 'dist/stat-worker.js'],
    'package.json',
  ]);
  const sizes = files.map((name) => statSync(join(project.installed, name)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(BYTES_MAX);
  expect(readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@livehouse',
  ]);
  const code = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(project.installed, name), 'utf8'));
  const imports = code.flatMap((text) => [...text.matchAll(/\bfrom\s*["']([^"']+)["']|\bimport\(["']([^"']+)/g)]);
  const foreign = imports.map(([, one, other]) => one ?? other ?? '').filter((name) => !name.startsWith('node:'));
  expect(foreign).toEqual([]);
  const { messages, pkg } = await publint({ pkgDir: project.installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
});
