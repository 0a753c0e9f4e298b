// The settings over the wire: pages and forms as a browser without script has them.
import { describe, expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, leadOf, readOwnPage, submitForm } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

const PAGES = [
  '/settings',
  '/settings/profile',
  '/settings/display',
  '/settings/people',
  '/settings/tokens',
  '/settings/data',
  '/settings/game-accounts',
];
const GAME_ACCOUNT = { provider: 'bandori', region: 'jp', playerUid: '1234567', displayName: 'Mio', public: 'on' };
const TOKEN = { name: 'My bot', read: 'on', community: 'on', expiry: '30' };

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const person = await accounts.person();
const open = (who: Person, path: string) => readOwnPage(who.fetch(path, { headers: HTML }));
const profileOf = async (who: Person) => (await readJson(who.fetch('/api/v1/account/profile'))).profile;

describe('every page', () => {
  test('is shown to members and never stored', async () => {
    for (const path of PAGES) await open(person, path);
  });

  test('asks strangers to sign in', async () => {
    for (const path of PAGES) {
      await expectRefused(accounts.world.fetch(path), '401 authentication_required');
    }
  });
});

describe('every form', () => {
  const FORMS: readonly (readonly [path: string, fields: Record<string, string>])[] = [
    ['/settings/profile', { displayName: 'A', handle: '', bio: '', version: '1' }],
    ['/settings/profile/picture', {}],
    ['/settings/people', { uid: '1', relation: 'block', active: 'true' }],
    ['/settings/tokens', TOKEN],
    [`/settings/tokens/${Bun.randomUUIDv7()}/revocation`, {}],
    ['/settings/game-accounts', GAME_ACCOUNT],
    [`/settings/game-accounts/${Bun.randomUUIDv7()}/removal`, {}],
    ['/settings/data/export', {}],
    ['/settings/data/deletion', { confirmation: 'nobody@example.org' }],
  ];

  test('asks strangers to sign in', async () => {
    for (const [path, fields] of FORMS) {
      await expectRefused(accounts.form(path, fields), '401 authentication_required');
    }
  });

  test('is refused from other sites', async () => {
    for (const [path, fields] of FORMS) {
      const answer = await accounts.form(path, fields, { cookie: person.cookie, origin: 'https://elsewhere.example' });
      await expectRefused(answer, '403 cross_origin_request');
    }
  });

  test('with fields is refused without them', async () => {
    for (const [path, fields] of FORMS) {
      if (Object.keys(fields).length === 0) continue;
      await expectRefused(accounts.form(path, {}, { cookie: person.cookie }), '422 invalid_body');
    }
  });
});

describe('the profile', () => {
  test('changes by its form, which leads back', async () => {
    const who = await accounts.person();
    const { version } = await profileOf(who);
    const fields = { displayName: 'Mio of the Hall', handle: 'mio-of-the-hall', bio: 'one\r\ntwo' };
    expect(leadOf(await submitForm(who, '/settings/profile', { ...fields, version: String(version) }))).toEqual([
      303,
      '/settings/profile?done=saved',
    ]);
    expect(await profileOf(who)).toMatchObject({ handle: 'mio-of-the-hall', bio: 'one\ntwo' });
    expect(await open(who, '/settings/profile?done=saved')).toContain('Saved.');
  });

  test('is left alone by a form that changes nothing', async () => {
    const who = await accounts.person();
    const { version, displayName } = await profileOf(who);
    const fields = { displayName, handle: '', bio: '', version: String(version) };
    await expectOnlyStatus(submitForm(who, '/settings/profile', fields), 303);
    expect(await profileOf(who)).toMatchObject({ version });
  });

  test('shows what was typed and which field is refused', async () => {
    const { version, displayName } = await profileOf(person);
    const fields = { displayName, handle: 'no', bio: '<b>kept</b>', version: String(version) };
    const page = await readOwnPage(await submitForm(person, '/settings/profile', fields), 422);
    expect(page).toContain('value="no"');
    expect(page).toContain('&lt;b>kept&lt;/b>');
    expect(page).toContain('href="#handle"');
    expect(page).toContain('id="handle-error"');
    expect(await profileOf(person)).toMatchObject({ version, handle: null });
  });

  test('says plainly that it was changed elsewhere, and the next form keeps what was typed', async () => {
    const who = await accounts.person();
    const { version, displayName } = await profileOf(who);
    await expectOnlyStatus(who.send('PATCH', '/api/v1/account/profile', { bio: 'from elsewhere', version }), 200);
    const fields = { displayName, handle: '', bio: 'from here', version: String(version) };
    const page = await readOwnPage(await submitForm(who, '/settings/profile', fields), 409);
    expect(page).toContain('from elsewhere');
    expect(page).toContain('from here');
    const next = /name="version" value="(\d+)"/.exec(page)?.[1] ?? '';
    await expectOnlyStatus(submitForm(who, '/settings/profile', { ...fields, version: next }), 303);
    expect(await profileOf(who)).toMatchObject({ bio: 'from here' });
  });

  test('loses its picture by a form', async () => {
    expect(leadOf(await submitForm(person, '/settings/profile/picture'))).toEqual([
      303,
      '/settings/profile?done=picture-removed',
    ]);
    expect(await open(person, '/settings/profile?done=picture-removed')).toContain('Picture removed.');
  });
});

test('language and colours are kept by their form, which leads back', async () => {
  const who = await accounts.person();
  const answer = await submitForm(who, '/display', {
    locale: 'ko',
    theme: 'dark',
    then: '/settings/display?done=saved',
  });
  expect(leadOf(answer)).toEqual([303, '/settings/display?done=saved']);
  const page = await open(who, '/settings/display?done=saved');
  expect(page).toContain('<html lang="ko"');
  expect(page).toContain('저장했습니다.');
});

describe('people', () => {
  test('are listed, unblocked and unmuted by forms, and that is undone', async () => {
    const [who, other] = await accounts.people(2);
    for (const [relation, act] of [
      ['block', 'blocked'],
      ['mute', 'muted'],
    ] as const) {
      const turn = (active: string) =>
        submitForm(who, '/settings/people', { uid: String(other.uid), relation, active });
      const done = (name: string) => `/settings/people?done=${name}&uid=${other.uid}`;
      expect(leadOf(await turn('true'))).toEqual([303, done(act)]);
      expect(await open(who, '/settings/people')).toContain(`href="/@${other.uid}"`);
      expect(leadOf(await turn('false'))).toEqual([303, done(`un${act}`)]);
      const page = await open(who, done(`un${act}`));
      expect(page).toContain('Undo');
      expect(page).not.toContain(`href="/@${other.uid}"`);
    }
  });

  test('who do not exist cannot be blocked, and an address says nothing about them', async () => {
    const fields = { uid: '999999999', relation: 'block', active: 'true' };
    await expectRefused(accounts.form('/settings/people', fields, { cookie: person.cookie }), '404 user_not_found');
    expect(await open(person, '/settings/people?done=unblocked&uid=999999999')).not.toContain('Undo');
  });

  test('begin anew when the cursor is of another list', async () => {
    for (const list of ['blocks', 'mutes']) {
      const answer = await person.fetch(`/settings/people?${list}=bm90LWEtY3Vyc29y`, {
        headers: HTML,
        redirect: 'manual',
      });
      expect(leadOf(answer)).toEqual([303, '/settings/people']);
    }
  });
});

describe('tokens', () => {
  const secretIn = (page: string): string => /lh_[A-Za-z0-9_-]{43}/.exec(page)?.[0] ?? '';

  test('are made by a form, which shows the secret once, and revoked by a form', async () => {
    const who = await accounts.person();
    const secret = secretIn(await readOwnPage(await submitForm(who, '/settings/tokens', TOKEN)));
    const used = await accounts.world.fetch('/api/v1/account/profile', {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(used.status).toBe(200);
    const list = await open(who, '/settings/tokens');
    expect(list).toContain('My bot');
    expect(secretIn(list)).toBe('');
    const path = /action="(\/settings\/tokens\/[^"]+\/revocation)"/.exec(list)?.[1] ?? '';
    expect(leadOf(await submitForm(who, path))).toEqual([303, '/settings/tokens?done=revoked']);
    expect(await open(who, '/settings/tokens?done=revoked')).toContain('You don’t have any tokens.');
    await expectRefused(accounts.form(path, {}, { cookie: who.cookie }), '404 api_token_not_found');
  });

  test('without a scope are refused, and what was typed stays', async () => {
    const page = await readOwnPage(await submitForm(person, '/settings/tokens', { name: 'Kept', expiry: '' }), 422);
    expect(page).toContain('value="Kept"');
    expect(page).toContain('href="#scope-read"');
  });

  test('need a session that was confirmed lately: a mailed code does', async () => {
    const who = await accounts.person();
    await accounts.sql`update session set created_at = now() - interval '1 hour' where account_id = ${who.id}`;
    const page = await readOwnPage(await submitForm(who, '/settings/tokens', TOKEN), 403);
    expect(page).toContain('value="My bot"');
    expect(page).toContain('id="code"');
    const code = /^\d{6}$/m.exec((await accounts.mail(who.email)).text)?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    await readOwnPage(await submitForm(who, '/settings/tokens', { ...TOKEN, code: wrong }), 422);
    expect(secretIn(await readOwnPage(await submitForm(who, '/settings/tokens', { ...TOKEN, code })))).not.toBe('');
  });
});

describe('the account', () => {
  test('is not deleted with another address', async () => {
    const fields = { confirmation: 'somebody@example.org' };
    const page = await readOwnPage(await submitForm(person, '/settings/data/deletion', fields), 422);
    expect(page).toContain('value="somebody@example.org"');
    expect(await profileOf(person)).toMatchObject({ handle: null });
  });

  test('is deleted with its own, and the session ends', async () => {
    const who = await accounts.person();
    const answer = await submitForm(who, '/settings/data/deletion', { confirmation: who.email });
    expect(leadOf(answer)).toEqual([303, '/']);
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=0');
    await expectOnlyStatus(who.fetch('/settings'), 401);
  });
});

test('game accounts are added, refused and removed by forms', async () => {
  const who = await accounts.person();
  const path = '/settings/game-accounts';
  expect(leadOf(await submitForm(who, path, GAME_ACCOUNT))).toEqual([303, `${path}?done=added`]);
  const page = await open(who, `${path}?done=added`);
  expect(page).toContain('bandori · jp · 1234567');
  expect(page).toContain('Shown on your profile');
  const twice = await readOwnPage(await submitForm(who, path, GAME_ACCOUNT), 422);
  expect(twice).toContain('value="1234567"');
  expect(twice).toContain('href="#playerUid"');
  await readOwnPage(await submitForm(who, path, { ...GAME_ACCOUNT, region: 'J P' }), 422);
  const removal = /action="(\/settings\/game-accounts\/[^"]+\/removal)"/.exec(page)?.[1] ?? '';
  expect(leadOf(await submitForm(who, removal))).toEqual([303, `${path}?done=removed`]);
  await expectRefused(accounts.form(removal, {}, { cookie: who.cookie }), '404 game_account_not_found');
});
