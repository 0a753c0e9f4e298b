// The command line itself: wrong usage, help, where text goes, and its two entry points.
import { beforeEach, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { NODE_BIN, runCommand, runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';

let data = '';
let snapshot: SmallSnapshot;

beforeEach(() => {
  data = folderForTest();
  snapshot = keepForTest(createSmallSnapshot());
});

test.each([
  [[]],
  [['nothing']],
  [['publish']],
  [['publish', 'a', 'b']],
  [['publish', 'a', '--nope']],
  [['releases']],
  [['releases', 'nope']],
  [['releases', 'gc', '--keep', '1']],
  [['releases', 'gc', '--keep', 'x']],
])('wrong usage %p exits with 2 and prints one line of JSON', async (args) => {
  const { code, json, stderr } = await runJson(data, ...args);
  expect(code).toBe(2);
  expect(json).toMatchObject({ ok: false, errors: [{ code: 'wrong_usage' }] });
  expect(stderr.length).toBeGreaterThan(0);
});

test('help and version', async () => {
  expect((await runCommand(data, 'help')).stdout).toContain('livehouse publish DIR');
  expect((await runCommand(data, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('the linked command runs without Node, from any directory, and passes on the exit code', async () => {
  const link = join(data, 'livehouse');
  symlinkSync(join(import.meta.dir, '..', '..', 'bin', 'livehouse'), link);
  const run = async (...words: string[]) => {
    const env = { PATH: '/usr/bin:/bin', LIVEHOUSE_DATA: data };
    const child = Bun.spawn([link, ...words], { cwd: data, env, stdout: 'pipe', stderr: 'ignore' });
    return { text: await new Response(child.stdout).text(), code: await child.exited };
  };
  expect(await run('--version')).toEqual({ text: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), code: 0 });
  expect((await run('nothing')).code).toBe(2);
});

test('readable text goes to standard output, and a closed pipe is no failure', async () => {
  const { code, stdout } = await runCommand(data, 'publish', snapshot.directory);
  expect(code).toBe(0);
  expect(stdout).toContain('Published jp');
  const shell = Bun.spawn(['sh', '-c', `node ${NODE_BIN} openapi | head -c 1 >/dev/null`], {
    env: { ...process.env, LIVEHOUSE_DATA: data },
    stderr: 'pipe',
  });
  expect(await new Response(shell.stderr).text()).not.toContain('EPIPE');
  expect(await shell.exited).toBe(0);
});

test('publish tells what changed in the fields of collections, also without publishing', async () => {
  await runJson(data, 'publish', snapshot.directory);
  snapshot.write(
    'catalog/songs.json',
    JSON.stringify(Array.from({ length: 20 }, (_, at) => ({ musicId: at, title: at, year: 1999 }))),
  );
  const schema = {
    songs: {
      added: [{ path: 'year', type: 'number' }],
      removed: [{ path: 'bandId', type: 'number' }],
      changed: [
        { path: 'musicId', before: 'string', after: 'number' },
        { path: 'title', before: 'string', after: 'number' },
      ],
    },
  };
  const { json } = await runJson(data, 'publish', '--dry-run', snapshot.directory);
  expect(json).toMatchObject({ ok: true, schema });
  const told = await runCommand(data, 'publish', snapshot.directory);
  expect(told.stdout).toContain('~ songs.title: string → number');
});
