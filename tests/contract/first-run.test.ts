// The first run: a link that works once, for one person, on any of the processes, and only while there never was an
// administrator.
import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/platform/config/config.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import {
  type AccountsWorld,
  cookiesOf,
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  readJson,
} from '../fixtures/people.ts';
import { openWorld, type World } from '../world.ts';

const HTML = { accept: 'text/html', 'accept-language': 'en' };
const PASSWORD = 'a lantern in the harbour';
const PLAN = {
  email: 'founder@example.org',
  password: PASSWORD,
  name: 'Lantern Town',
  locale: 'ja',
  registration: 'invite',
};

const fileOf = (world: World): string => join(world.dataDirectory, 'setup-code');
const codeOf = (world: World): string => readFileSync(fileOf(world), 'utf8').trim();
const open = (world: World, query = '') => world.fetch(`/setup${query}`, { headers: HTML });
const submit = (world: World, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world.fetch('/setup', {
    method: 'POST',
    headers: { ...HTML, origin: world.address, ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
/** A world whose first run has begun. */
async function openHome(environment: Environment = {}): Promise<AccountsWorld> {
  const home = await openAccountsWorld({ LIMITS: 'off', ...environment });
  await home.world.until(async () => (await open(home.world)).status === 200);
  return home;
}
const count = async ({ sql }: AccountsWorld): Promise<number> => {
  const [row]: { n: number }[] = await sql`select count(*)::int as n from account`;
  return row?.n ?? -1;
};

test('the code has 256 bits, is readable by its user alone, and is stored as a hash', async () => {
  await using home = await openHome();
  const code = codeOf(home.world);
  expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(statSync(fileOf(home.world)).mode & 0o777).toBe(0o600);
  const rows: { token_hash: string }[] = await home.sql`select token_hash from instance_setup`;
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(JSON.stringify(home.world.log)).not.toContain(code);
});

test('the form makes the administrator, names the instance, signs in, and is gone', async () => {
  await using home = await openHome();
  const { world } = home;
  await world.publish(SAMPLE);
  const code = codeOf(world);
  const bare = await (await open(world)).text();
  expect([bare.includes('id="code"'), bare.includes('id="retireSample"')]).toEqual([true, true]);
  const page = await open(world, `?code=${code}`);
  const html = await page.text();
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(html).toContain(`type="hidden" name="code" value="${code}"`);
  // Opening the page spends nothing, and no link carries the code away.
  expect(html).not.toMatch(new RegExp(`href="[^"]*${code}`));
  await expectOnlyStatus(open(world, '?code=wrong'), 403);

  const done = await submit(world, { code, ...PLAN, retireSample: 'on' });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin']);
  const cookie = cookiesOf(done);
  await expectOnlyStatus(world.fetch('/admin', { headers: { ...HTML, cookie } }), 200);
  const instance = await readJson(world.fetch('/api/v1/instance'));
  expect(instance).toMatchObject({ name: 'Lantern Town', locale: 'ja', registration: 'invite' });
  await world.until(async () => (await world.fetch('/api/v1/servers/demo/release')).status === 404);
  // The person who is setting it up needs no mail about their own first session.
  expect(home.mails()).toEqual([]);
  const rows: object[] = await home.sql`
    select role, email_verified from account join profile on account_id = account.id where email = ${PLAN.email}`;
  expect(rows).toEqual([{ role: 'administrator', email_verified: true }]);
  await expectOnlyStatus(home.send('POST', '/api/auth/sign-in/email', { email: PLAN.email, password: PASSWORD }), 200);

  expect(existsSync(fileOf(world))).toBe(false);
  expect(await home.sql`select * from instance_setup`).toHaveLength(0);
  for (const answer of [await open(world), await open(world, `?code=${code}`)]) expect(answer.status).toBe(404);
  await expectRefused(world.fetch('/setup'), '404 route_not_found');
  await expectOnlyStatus(submit(world, { code, ...PLAN, email: 'second@example.org' }), 404);
  expect(await count(home)).toBe(1);
  const audit = await (await world.fetch('/api/v1/moderation/audit', { headers: { cookie } })).text();
  expect(audit).toContain('instance.setup');
  for (const secret of [code, PASSWORD]) {
    expect(audit).not.toContain(secret);
    expect(JSON.stringify(world.log)).not.toContain(secret);
  }
});

test('stores what was changed; the rest goes on following the environment', async () => {
  await using home = await openHome({ INSTANCE_LOCALE: 'ja' });
  const { world } = home;
  const fields = { code: codeOf(world), ...PLAN, locale: 'ja', registration: 'open' };
  await expectOnlyStatus(submit(world, fields), 303);
  const rows: { settings: string }[] = await home.sql`select settings from instance_setting`;
  expect(rows.map(({ settings }) => JSON.parse(settings))).toEqual([{ name: 'Lantern Town' }]);
  await using later = await openWorld({
    LIVEHOUSE_DATA: world.dataDirectory,
    DATABASE_URL: home.databaseUrl,
    LIMITS: 'off',
    INSTANCE_REGISTRATION: 'closed',
    INSTANCE_NAME: 'Elsewhere',
  });
  await later.until(() => later.log.some(({ message }) => message.startsWith('stored settings hide')));
  const told = later.log.find(({ message }) => message.startsWith('stored settings hide'));
  expect(told).toMatchObject({ level: 'warn', hidden: [{ variable: 'INSTANCE_NAME', setting: 'name' }] });
  expect(await readJson(later.fetch('/api/v1/instance'))).toMatchObject({
    name: 'Lantern Town',
    locale: 'en',
    registration: 'closed',
  });
}, 30_000);

test('two at once: one wins, the other finds nothing', async () => {
  await using home = await openHome();
  const code = codeOf(home.world);
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((name) => submit(home.world, { code, ...PLAN, email: `${name}@example.org` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404, 404]);
  expect(await count(home)).toBe(1);
});

test('a refused form makes nothing, says why, and keeps what was typed', async () => {
  await using home = await openHome();
  const { world } = home;
  const code = codeOf(world);
  await home.person({ email: 'member@example.org' });
  const before = await count(home);
  const wrong: readonly (readonly [Record<string, string>, number, string])[] = [
    [{ code: 'x'.repeat(43) }, 403, 'Wrong code'],
    [{ code: '' }, 403, 'Wrong code'],
    [{ email: 'nobody' }, 422, 'Enter a valid email address'],
    [{ email: 'member@example.org' }, 409, 'already exists'],
    [{ name: ' ' }, 422, '1 to 60 characters'],
    [{ name: 'x'.repeat(61) }, 422, '1 to 60 characters'],
    [{ password: 'short' }, 422, 'too short'],
    [{ password: 'x'.repeat(129) }, 422, 'too long'],
    [{ password: 'passwordpassword' }, 422, 'too common'],
    [{ password: 'founder@example.org!' }, 422, 'can’t contain'],
  ];
  for (const [fields, status, text] of wrong) {
    const answer = await submit(world, { code, ...PLAN, ...fields });
    const page = await answer.text();
    expect([fields, answer.status, page.includes(text)]).toEqual([fields, status, true]);
    expect(page).not.toContain(PASSWORD);
    expect(page).toContain('value="invite" selected');
  }
  for (const fields of [{ locale: 'xx' }, { registration: 'perhaps' }, { retireSample: 'maybe' }]) {
    await expectOnlyStatus(submit(world, { code, ...PLAN, ...fields }), 422);
  }
  await expectOnlyStatus(submit(world, { code, ...PLAN }, { origin: 'https://elsewhere.example' }), 403);
  expect(await count(home)).toBe(before);
  expect(codeOf(world)).toBe(code);
});

test('an administrator who was made otherwise closes it', async () => {
  await using home = await openHome();
  const code = codeOf(home.world);
  await home.person({ role: 'administrator' });
  await expectOnlyStatus(open(home.world, `?code=${code}`), 404);
  await expectOnlyStatus(submit(home.world, { code, ...PLAN }), 404);
  await using again = await openWorld({ DATABASE_URL: home.databaseUrl, LIVEHOUSE_DATA: home.world.dataDirectory });
  await again.until(() => !existsSync(fileOf(home.world)));
  await again.until(async () => (await home.sql`select * from instance_setup`).length === 0);
});

test('processes on one database and data directory have one code; another data directory has none', async () => {
  await using home = await openHome();
  const code = codeOf(home.world);
  await using same = await openWorld({ DATABASE_URL: home.databaseUrl, LIVEHOUSE_DATA: home.world.dataDirectory });
  await same.until(async () => (await open(same, `?code=${code}`)).status === 200);
  expect(codeOf(home.world)).toBe(code);
  await using other = await openWorld({ DATABASE_URL: home.databaseUrl });
  await other.until(async () => (await open(other, `?code=${code}`)).status === 200);
  expect(readdirSync(other.dataDirectory)).not.toContain('setup-code');
  // Whichever process takes the form, all have the administrator.
  await expectOnlyStatus(submit(other, { code, ...PLAN }), 303);
  for (const world of [home.world, same, other]) await expectOnlyStatus(open(world, `?code=${code}`), 404);
});

describe('limits and the database', () => {
  test('guesses are limited like sign-ins', async () => {
    await using home = await openHome({ LIMITS: 'on' });
    const until = async (send: () => Promise<Response>): Promise<number> => {
      for (let tries = 1; ; tries += 1) {
        const answer = await send();
        if (answer.status === 429) return tries;
        expect(answer.status).toBe(403);
      }
    };
    expect(await until(() => submit(home.world, { code: 'guess', ...PLAN }))).toBe(11);
    expect(await until(() => open(home.world, '?code=guess'))).toBeLessThanOrEqual(61);
  });

  test('without a database there is no answer yet, and no code', async () => {
    await using world = await openWorld();
    mkdirSync(world.dataDirectory, { recursive: true });
    await expectOnlyStatus(open(world), 503);
    expect(existsSync(fileOf(world))).toBe(false);
  });
});
