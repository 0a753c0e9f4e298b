// Export: a whole zip of everything, nothing secret in it, streamed, three a day, by cookie.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { readZip } from '../fixtures/zip.ts';

const EXPORT = '/api/v1/account/export';

const home = await keepOpen(openAccountsWorld());

test('holds what the account holds, and no secret', async () => {
  const person = await home.person();
  await person.send('PATCH', '/api/v1/account/profile', { bio: 'about me', handle: 'exporter' });
  await person.send('PUT', '/api/v1/me/preferences', { locale: 'ko', settings: { theme: 'dark' } });
  await person.send('POST', '/api/v1/account/game-accounts', { provider: 'bandori', region: 'jp', playerUid: '77' });
  const { secret } = await readJson(person.send('POST', '/api/v1/account/tokens', { name: 'bot', scopes: ['read'] }));
  await person.fetch('/api/v1/account/avatar', {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: await makePng(64, 64),
  });
  await home.world.until(
    async () => (await home.sql`select 1 from avatar where status = 'ready'`).length === 1,
    30_000,
  );

  const answer = await person.fetch(EXPORT);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="livehouse-${person.uid}.zip"`,
    'cache-control': 'no-store',
    'ratelimit-policy': '"export";q=3;w=86400',
  });
  const files = readZip(await answer.bytes());
  expect([...files.keys()].sort()).toEqual(
    expect.arrayContaining([
      'account.json',
      'api-tokens.json',
      'avatar.webp',
      'game-accounts.json',
      'preferences.json',
      'profile.json',
    ]),
  );
  const text = (name: string): string => Buffer.from(files.get(name) ?? []).toString();
  expect(JSON.parse(text('account.json'))).toMatchObject({ email: person.email, emailVerified: true });
  expect(JSON.parse(text('profile.json'))).toMatchObject({ bio: 'about me', handle: 'exporter' });
  expect(JSON.parse(text('preferences.json'))).toMatchObject({ locale: 'ko', settings: { theme: 'dark' } });
  expect(JSON.parse(text('game-accounts.json'))).toMatchObject([{ playerUid: '77' }]);
  expect(JSON.parse(text('api-tokens.json'))).toMatchObject([{ name: 'bot' }]);
  expect(text('avatar.webp').slice(0, 4)).toBe('RIFF');
  const everything = [...files.values()].map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n');
  const session = /=([^.]+)\./.exec(decodeURIComponent(person.cookie))?.[1] ?? '';
  for (const hidden of [secret, person.id, session]) expect(everything).not.toContain(hidden);
});

test('three a day', async () => {
  const person = await home.person();
  for (let i = 0; i < 3; i++) {
    const answer = await person.fetch(EXPORT);
    expect(answer.status).toBe(200);
    expect(readZip(await answer.bytes()).size).toBeGreaterThan(3);
  }
  const refused = await person.fetch(EXPORT);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  await expectRefused(refused, '429 rate_limit_exceeded');
});

test('the suspended and the unverified may take theirs, nobody may not', async () => {
  for (const plan of [{ status: 'suspended' }, { emailVerified: false }] as const) {
    await expectOnlyStatus((await home.person(plan)).fetch(EXPORT), 200);
  }
  await expectRefused(home.world.fetch(EXPORT), '401 authentication_required');
  const head = await (await home.person()).fetch(EXPORT, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/zip', '']);
});
