// The instance: what it calls itself and where that is spoken, who may register, and what it is called without a database.
import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '../../src/kernel/names.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { type OidcProvider, startOidcProvider } from '../fixtures/oidc-provider.ts';
import {
  type AccountsWorld,
  cookiesOf,
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  readJson,
} from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const PATH = '/api/v1/instance';

type Instance = AnswerBody<'GET /api/v1/instance'>;
const readInstance = async (world: World): Promise<Instance> => readJson(world.fetch(PATH));
const textOf = async (world: World, path: string): Promise<string> => (await world.fetch(path)).text();

describe('without a database', () => {
  test('defaults, entity tags, and whether only the sample is here', async () => {
    await using world = await openWorld();
    const answer = await world.fetch(PATH);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const facts = await readJson(answer);
    expect(facts).toMatchObject({
      name: 'Livehouse',
      description: null,
      locale: 'en',
      logoUrl: null,
      contact: null,
      registration: 'open',
      notice: {},
      demo: false,
    });
    expect(facts.version).toMatch(/^\d+\.\d+\.\d+/);
    for (const text of [facts.about, facts.rules, facts.privacy]) expect(Object.keys(text ?? {})).toEqual([...LOCALES]);
    expect(facts.about.en).toContain('Livehouse is a home');
    const etag = answer.headers.get('etag') ?? '';
    await expectOnlyStatus(world.fetch(PATH, { headers: { 'if-none-match': etag } }), 304);
    expect((await world.fetch(PATH, { method: 'HEAD' })).headers.get('etag')).toBe(etag);

    await world.publish(SAMPLE);
    expect((await readInstance(world)).demo).toBe(true);
    using other = createSmallSnapshot();
    await world.publish(other.directory);
    expect((await readInstance(world)).demo).toBe(false);
  }, 30_000);

  test('the environment names it, and everything speaks that name', async () => {
    await using world = await openWorld({
      INSTANCE_NAME: 'Lantern <Town>',
      INSTANCE_DESCRIPTION: 'Songs & cards',
      INSTANCE_CONTACT: 'hello@example.org',
      INSTANCE_LOCALE: 'ja',
    });
    expect(await readInstance(world)).toMatchObject({ name: 'Lantern <Town>', contact: 'hello@example.org' });
    const home = await textOf(world, '/');
    // A ">" in text needs no escape.
    expect(home.replaceAll('&gt;', '>')).toContain('<title>Lantern &lt;Town></title>');
    expect(home).toContain('Songs &amp; cards');
    for (const page of ['/docs', '/account/error']) {
      const text = await textOf(world, page);
      expect([page, text.replaceAll('&gt;', '>').includes('· Lantern &lt;Town></title>')]).toEqual([page, true]);
      expect([page, text.includes('Livehouse')]).toEqual([page, false]);
    }
    const document = await readJson<{ info: { title: string } }>(world.fetch('/openapi.json'));
    expect(document.info.title).toBe('Lantern <Town>');
    for (const path of ['/levelserver/info', '/sonolus/info']) {
      expect((await readJson<{ title: string }>(world.fetch(path))).title).toBe('Lantern <Town>');
    }
  }, 30_000);
});

describe('stored settings', () => {
  test('a contact of an earlier version that leads nowhere good is text', async () => {
    await using home = await openAccountsWorld({ LIMITS: 'off' });
    for (const contact of ['javascript:alert(1)', 'javascript:alert(1)//a@example.org', 'ask at the bar']) {
      await store(home, { name: 'Stored', contact });
      await home.world.until(async () => (await readInstance(home.world)).contact === contact);
      const page = await textOf(home.world, '/about');
      expect(page).toContain(`<span>${contact}</span>`);
      expect(page).not.toMatch(/href="(?:mailto:)?javascript/);
    }
    await store(home, { contact: 'https://example.org/us' });
    await home.world.until(async () =>
      (await textOf(home.world, '/about')).includes('<a href="https://example.org/us"'),
    );
  }, 30_000);

  const store = (home: AccountsWorld, settings: unknown): Promise<unknown> => home.sql`
    insert into instance_setting (id, settings) values (1, ${JSON.stringify(settings)}::text::jsonb)
    on conflict (id) do update set settings = excluded.settings, version = instance_setting.version + 1`;

  test('beat the environment, reach mails and pages, and stay when the database is away', async () => {
    await using home = await openAccountsWorld({
      LIMITS: 'off',
      INSTANCE_NAME: 'Env',
      INSTANCE_CONTACT: 'a@example.org',
    });
    const { world } = home;
    expect((await readInstance(world)).name).toBe('Env');
    await store(home, { name: 'Stored', locale: 'ko', contact: null, notice: { en: 'Closed on {name} day' } });
    await world.until(async () => (await readInstance(world)).name === 'Stored');
    expect(await readInstance(world)).toMatchObject({ contact: null, notice: { en: 'Closed on Stored day' } });
    expect(await textOf(world, '/')).toContain('<title>Stored</title>');
    expect(await textOf(world, '/account/error')).toContain('<html lang="ko">');
    expect((await readJson<{ title: string }>(world.fetch('/levelserver/info'))).title).toBe('Stored');
    await home.send('POST', '/api/v1/account/register', { email: 'new@example.org' });
    await world.until(() => home.mails('new@example.org').length > 0);
    const outbox = join(world.dataDirectory, 'outbox');
    const [mail = ''] = Array.from(new Bun.Glob('*.eml').scanSync(outbox)).map((name) =>
      readFileSync(join(outbox, name), 'utf8'),
    );
    expect(mail).toContain('From: Stored <no-reply@localhost>');
    expect(mail).toContain('-- \nStored');
    expect(mail).not.toContain('Livehouse');

    // Another process on the same data directory, without a database.
    await using away = await openWorld({ LIVEHOUSE_DATA: world.dataDirectory, INSTANCE_NAME: 'Env' });
    expect((await readInstance(away)).name).toBe('Stored');
    expect(await textOf(away, '/')).toContain('<title>Stored</title>');

    // What cannot be used changes nothing.
    await store(home, { name: 5 });
    await world.until(() => world.log.some(({ message }) => message.includes('stored settings')) || poke(world));
    expect((await readInstance(world)).name).toBe('Stored');
    await home.sql`delete from instance_setting`;
    await world.until(async () => (await readInstance(world)).name === 'Env');
  }, 30_000);

  const poke = async (world: World): Promise<boolean> => {
    await world.fetch(PATH);
    return false;
  };

  test('a damaged file of an earlier process is ignored', async () => {
    await using first = await openWorld();
    const data = join(first.dataDirectory, 'other');
    mkdirSync(data);
    writeFileSync(join(data, 'instance.json'), '{"schema":');
    await using world = await openWorld({ LIVEHOUSE_DATA: data });
    expect((await readInstance(world)).name).toBe('Livehouse');
    expect(existsSync(join(data, 'instance.json'))).toBe(true);
  }, 30_000);
});

describe('registration', () => {
  const withProvider = async (
    mode: string,
    work: (home: AccountsWorld, provider: OidcProvider) => Promise<void>,
  ): Promise<void> => {
    await using provider = startOidcProvider();
    await using home = await openAccountsWorld({
      LIMITS: 'off',
      INSTANCE_REGISTRATION: mode,
      ...provider.settings,
    });
    await work(home, provider);
  };
  const signIn = async (home: AccountsWorld, provider: OidcProvider): Promise<Response> => {
    const begun = await home.send('POST', '/api/auth/sign-in/social', { provider: 'oidc', callbackURL: '/after' });
    const { url } = await readJson(begun);
    const { pathname, search } = new URL(provider.authorize(url));
    return home.world.fetch(`${pathname}${search}`, { headers: { cookie: cookiesOf(begun) } });
  };

  test.each([
    ['closed', 'registration_closed', false],
    ['invite', 'invite_required', true],
  ] as const)(
    '%s: no new account by either way; existing ones sign in',
    async (mode, code, signUp) => {
      await withProvider(mode, async (home, provider) => {
        expect((await readInstance(home.world)).registration).toBe(mode);
        for (const email of ['new@example.org', 'no address']) {
          await expectRefused(home.send('POST', '/api/v1/account/register', { email }), `403 ${code}`);
        }
        const config = await readJson(home.world.fetch('/api/v1/account/config'));
        expect(config.emailSignUpEnabled).toBe(signUp);

        const refused = await signIn(home, provider);
        expect(refused.status).toBe(302);
        const target = new URL(refused.headers.get('location') ?? '', home.world.address);
        expect([target.pathname, target.searchParams.get('error')]).toEqual(['/account/error', code]);
        expect(refused.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]{10}/);
        expect(await textOf(home.world, `/account/error${target.search}`)).toContain('isn’t accepting new accounts');
        const rows: { n: string }[] = await home.sql`select count(*) as n from account`;
        expect(Number(rows[0]?.n)).toBe(0);
        expect(home.mails()).toEqual([]);

        // Stored settings count at once: an account that was made while it was open signs in when it is closed again.
        await home.sql`insert into instance_setting (id, settings) values (1, '{"registration":"open"}')`;
        await home.world.until(async () => (await readInstance(home.world)).registration === 'open');
        expect((await signIn(home, provider)).headers.get('location')).toBe('/after');
        await home.sql`delete from instance_setting`;
        await home.world.until(async () => (await readInstance(home.world)).registration === mode);
        expect((await signIn(home, provider)).headers.get('location')).toBe('/after');
      });
    },
    30_000,
  );
});
