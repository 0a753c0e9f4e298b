// Commands in the wrong place: what needs an installation refuses where there is none, says where it looked, and makes nothing.
import { beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';

let folder: string;
/** A data directory that is not there yet. */
let data: string;
beforeEach(async () => {
  folder = folderForTest();
  data = join(folder, 'data');
});

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const place = { LIVEHOUSE_DATA: data, DATABASE_URL: '', OBJECTS_URL: '' };
  const { code, stdout: text } = await runProgram([...LIVEHOUSE, ...args, '--json'], { ...place, ...environment });
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
  ['setup-link'],
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

test('data of another user is refused before anything is written, by every command that writes', async () => {
  if (process.getuid?.() !== 0) return;
  await mkdir(data);
  await chown(data, 65_534, 65_534);
  const sample = join(PACKAGE_ROOT, 'examples', 'sample');
  const writing = [
    ...NEED_DATABASE.filter(([name]) => name !== 'work'),
    ...NEED_RELEASES.filter(([, name = '']) => !['show', 'verify'].includes(name)),
    ['publish', sample],
    ['publish', sample, '--to', 'http://127.0.0.1:1'],
    ['setup-link'],
    ['export', join(folder, 'export')],
    ['import', join(folder, 'export')],
    ['upgrade'],
    ['provider', 'sync', 'jp'],
  ];
  const token = `lh_${'x'.repeat(43)}`;
  for (const args of writing) {
    const { code, json } = await run(args, { LIVEHOUSE_TOKEN: token });
    expect([args, code, json.errors[0].code]).toEqual([args, 1, 'wrong_user']);
    expect(json.errors[0].message).toContain('belongs to nobody');
  }
  expect(readdirSync(data)).toEqual([]);
  // What the service made as itself counts, not the folder that it was given.
  await mkdir(join(data, 'objects'));
  expect((await run(['publish', sample])).json).toMatchObject({ ok: true });
  expect((await run(['releases', 'show', 'demo'])).code).toBe(0);
}, 60_000);

test('a data directory that is a file is named, in the words of its variable', async () => {
  await writeFile(data, '');
  for (const [place, args] of [
    [data, ['accounts', 'list']],
    [data, ['serve']],
    [join(data, 'below'), ['serve']],
  ] as const) {
    const { code, json } = await run([...args], { LIVEHOUSE_DATA: place, PORT: '0' });
    expect([code, json.errors[0].code]).toEqual([1, 'invalid_configuration']);
    expect(json.errors[0].message).toMatch(/^LIVEHOUSE_DATA .*is a file/);
    expect(json.errors[0].message).toContain(data);
  }
});

test('commands wait for a service that is making its database, and say so', async () => {
  const port = await freePort();
  const environment = { ...process.env, LIVEHOUSE_DATA: data, DATABASE_URL: '', OBJECTS_URL: '', PORT: String(port) };
  const program = [process.execPath, '--no-env-file', join(PACKAGE_ROOT, 'src/main.ts')];
  keepForTest(
    Bun.spawn([...program, 'serve'], {
      env: { ...environment, HOST: '127.0.0.1', PROVIDER_URL: 'off' },
      stdout: 'ignore',
      stderr: 'ignore',
    }),
  );
  while (!existsSync(join(data, 'starting'))) await Bun.sleep(5);
  const command = Bun.spawn([...program, 'accounts', 'create', 'ops@example.org', '--role', 'administrator'], {
    env: environment,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, said] = await Promise.all([new Response(command.stdout).text(), new Response(command.stderr).text()]);
  expect([await command.exited, out]).toEqual([0, expect.stringContaining('is account')]);
  expect(said).toContain('Waiting for the service, which is making its database');
  // Once the database is there, nothing says that the service is starting.
  while (readdirSync(join(data, 'starting')).length > 0) await Bun.sleep(50);
}, 90_000);

test('a database of another version is refused and not changed; one that is away ends the command soon', async () => {
  await using database = await createTestDatabase();
  await using sql = connectTo(database.url);
  const [last]: { name: string }[] = await sql`delete from migration where name =
      (select max(name) from migration) returning name`;
  for (const args of [['accounts', 'list'], ['accounts', 'create', 'ops@example.org'], ['setup-link']]) {
    const { code, json } = await run(args, { DATABASE_URL: database.url });
    expect([args, code, json.errors[0].code]).toEqual([args, 1, 'schema_differs']);
    expect(json.errors[0].message).toContain('livehouse migrate');
  }
  expect(await sql`select 1 from migration where name = ${last?.name ?? ''}`).toHaveLength(0);
  await sql`insert into migration (name) values (${last?.name ?? ''}), ('9999_from_the_future.sql')`;
  const newer = await run(['accounts', 'list'], { DATABASE_URL: database.url });
  expect(newer.json.errors).toMatchObject([{ code: 'schema_differs', message: expect.stringContaining('newer') }]);
  const before = performance.now();
  const child = Bun.spawn([process.execPath, '--no-env-file', join(PACKAGE_ROOT, 'src/main.ts'), 'accounts', 'list'], {
    env: { ...process.env, LIVEHOUSE_DATA: data, DATABASE_URL: 'postgres://nobody:hidden-word@127.0.0.1:1/none' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  let said = '';
  let saidAt = Number.POSITIVE_INFINITY;
  for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += piece;
    if (piece.includes('Waiting for the database at 127.0.0.1:1')) saidAt = performance.now() - before;
  }
  expect(await child.exited).toBe(1);
  expect(saidAt).toBeLessThan(6_000);
  expect(performance.now() - before).toBeLessThan(25_000);
  expect(said).toContain('(database_unavailable)');
  expect(said).not.toContain('hidden-word');
}, 60_000);

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
  await using database = await createTestDatabase();
  const { json } = await run(['accounts', 'list'], { DATABASE_URL: database.url });
  expect(json).toEqual({ ok: true, accounts: [] });
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
