// Commands in the wrong place: what needs an installation refuses where there is none, says where it looked, and makes nothing.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { createTestDatabase } from '../fixtures/database.ts';

let folder: string;
/** A data directory that is not there yet. */
let data: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livehouse-nothing-'));
  data = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([process.execPath, '--no-env-file', join(PACKAGE_ROOT, 'src/main.ts'), ...args, '--json'], {
    env: { ...process.env, LIVEHOUSE_DATA: data, DATABASE_URL: '', OBJECTS_URL: '', ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const [code, text] = await Promise.all([child.exited, new Response(child.stdout).text()]);
  const lines = text.trimEnd().split('\n');
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
  const json: any = JSON.parse(lines.at(-1) ?? '');
  return { code, json, text };
}

const NEED_DATABASE = [
  ['accounts', 'create', 'ops@example.org', '--role', 'administrator'],
  ['accounts', 'list'],
  ['accounts', 'grant', 'ops@example.org', 'administrator'],
  ['accounts', 'suspend', 'ops@example.org'],
  ['migrate'],
  ['work'],
];
const NEED_RELEASES = [
  ['releases', 'show', 'jp'],
  ['releases', 'rollback', 'jp'],
  ['releases', 'retire', 'jp'],
  ['releases', 'verify', 'jp'],
  ['releases', 'gc'],
];

test.each([...NEED_DATABASE, ...NEED_RELEASES, ['export', '/nowhere/at/all']].map((args) => [args.join(' '), args]))(
  '%s refuses a data directory that is not there, and leaves it so',
  async (_, args) => {
    const { code, json } = await run([...args]);
    expect([code, json.ok, json.errors[0].code]).toEqual([1, false, 'installation_missing']);
    expect(json.errors[0].message).toContain(data);
    expect(existsSync(data)).toBe(false);
  },
);

test('folders that a check left behind are no installation', async () => {
  for (const name of ['objects', 'outbox', 'cache']) await mkdir(join(data, name), { recursive: true });
  for (const args of [
    ['accounts', 'list'],
    ['releases', 'show', 'jp'],
  ]) {
    expect((await run(args)).json.errors[0].code).toBe('installation_missing');
  }
});

test('a list of nothing says where it looked', async () => {
  const child = Bun.spawn([process.execPath, '--no-env-file', join(PACKAGE_ROOT, 'src/main.ts'), 'releases', 'list'], {
    env: { ...process.env, LIVEHOUSE_DATA: data, OBJECTS_URL: '' },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  expect(await new Response(child.stdout).text()).toContain(`Nothing is published in ${data} yet.`);
  expect(await child.exited).toBe(0);
});

test('an outside database is asked, whatever the data directory holds', async () => {
  const database = await createTestDatabase();
  try {
    const { json } = await run(['accounts', 'list'], { DATABASE_URL: database.url });
    expect(json).toEqual({ ok: true, accounts: [] });
  } finally {
    await database.drop();
  }
});

test('--init makes a new installation, which the next command finds', async () => {
  const made = await run(['accounts', 'create', 'ops@example.org', '--role', 'administrator', '--init']);
  expect([made.code, made.json.ok]).toEqual([0, true]);
  const listed = await run(['accounts', 'list']);
  expect(listed.json.accounts).toMatchObject([{ email: 'ops@example.org', role: 'administrator' }]);
}, 90_000);

test.each([[['serve']], [['serve', '--workers', '2']], [['work', '--init']]])(
  '%p with rules that cannot be used ends before anything is made',
  async (args) => {
    const { code, json, text } = await run(args, { MODERATION_RULES: join(folder, 'no-such.yaml') });
    expect([code, json.errors[0].code]).toEqual([1, 'invalid_configuration']);
    expect(text).not.toContain('sample');
    expect(existsSync(data)).toBe(false);
  },
);
