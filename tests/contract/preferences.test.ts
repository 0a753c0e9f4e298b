// Preferences: null at first, merged field by field, versions that count every write, sizes and odd keys.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, openAccountsWorld, type Person } from '../fixtures/people.ts';

const PREFERENCES = '/api/v1/me/preferences';

const home = await keepOpen(openAccountsWorld());

const put = async (person: Person, body: unknown): Promise<unknown> => {
  const answer = await person.send('PUT', PREFERENCES, body);
  expect(answer.status).toBe(200);
  return answer.json();
};

test('null before the first write; omitted keys stay, null clears, every write counts', async () => {
  const person = await home.person();
  expect(await (await person.fetch(PREFERENCES)).json()).toEqual({ preferences: null });
  const settings = { theme: 'dark', nested: { list: [1, 'two', null, true], empty: {} } };
  expect(await put(person, { locale: 'ko', settings })).toEqual({
    preferences: { locale: 'ko', releaseServer: null, settings, version: 1, updatedAt: expect.any(Number) },
  });
  expect(await put(person, { releaseServer: 'JP' })).toMatchObject({
    preferences: { locale: 'ko', releaseServer: 'jp', settings, version: 2 },
  });
  expect(await put(person, { locale: null, settings: null })).toMatchObject({
    preferences: { locale: null, releaseServer: 'jp', settings: null, version: 3 },
  });
  expect(await put(person, {})).toMatchObject({ preferences: { releaseServer: 'jp', version: 4 } });
  expect(await (await person.fetch(PREFERENCES)).json()).toMatchObject({ preferences: { version: 4 } });
});

test('settings are replaced whole and given back as they came, odd keys included', async () => {
  const person = await home.person();
  const odd =
    '{"__proto__":{"polluted":true},"constructor":1,"":"empty","日本":"語 \\"quoted\\"","n":1.5e300,"zero":0}';
  const answer = await person.fetch(PREFERENCES, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: `{"settings":${odd}}`,
  });
  expect(answer.status).toBe(200);
  const text = await (await person.fetch(PREFERENCES)).text();
  expect(JSON.parse(text).preferences.settings).toEqual(JSON.parse(odd));
  expect(Object.keys(JSON.parse(text).preferences.settings).sort()).toEqual(Object.keys(JSON.parse(odd)).sort());
  expect(await put(person, { settings: { a: 1 } })).toMatchObject({ preferences: { settings: { a: 1 } } });
  const kind: { t: string }[] = await home.sql`select jsonb_typeof(settings) as t from preference
    where account_id = ${person.id}`;
  expect(kind[0]?.t).toBe('object');
});

test('16,384 bytes of UTF-8 JSON, not one more', async () => {
  const person = await home.person();
  const room = 16_384 - '{"k":""}'.length;
  await put(person, { settings: { k: 'a'.repeat(room) } });
  const whole = await person.fetch(PREFERENCES);
  const head = await person.fetch(PREFERENCES, { method: 'HEAD' });
  const length = String((await whole.bytes()).byteLength);
  expect([whole.headers.get('content-length'), head.headers.get('content-length')]).toEqual([length, length]);
  await expectRefused(
    person.send('PUT', PREFERENCES, { settings: { k: 'a'.repeat(room + 1) } }),
    '422 settings_too_large',
  );
  const wide = { k: 'あ'.repeat(Math.floor(room / 3) + 1) };
  await expectRefused(person.send('PUT', PREFERENCES, { settings: wide }), '422 settings_too_large');
  await expectRefused(
    person.send('PUT', PREFERENCES, { settings: { k: 'a'.repeat(262_144) } }),
    '413 request_too_large',
  );
});

test.each([
  [{ locale: 'fr' }, 'invalid_locale'],
  [{ locale: 1 }, 'invalid_locale'],
  [{ releaseServer: '-jp' }, 'invalid_release_server'],
  [{ releaseServer: 'a'.repeat(33) }, 'invalid_release_server'],
  [{ releaseServer: 'a b' }, 'invalid_release_server'],
  [{ settings: [] }, 'invalid_settings'],
  [{ settings: 'text' }, 'invalid_settings'],
  [{ settings: { k: 'a\u0000' } }, 'invalid_settings'],
  [[], 'invalid_body'],
])('%p is 422 %p', async (body, code) => {
  const person = await home.person();
  await expectRefused(person.send('PUT', PREFERENCES, body), `422 ${code}`);
  expect(await (await person.fetch(PREFERENCES)).json()).toEqual({ preferences: null });
});

test('writes at once all count and none is lost', async () => {
  const person = await home.person();
  await Promise.all([
    ...Array.from({ length: 5 }, () => put(person, { locale: 'en' })),
    ...Array.from({ length: 5 }, () => put(person, { releaseServer: 'kr' })),
  ]);
  expect(await (await person.fetch(PREFERENCES)).json()).toMatchObject({
    preferences: { locale: 'en', releaseServer: 'kr', version: 10 },
  });
});

test('the guard', async () => {
  await expectRefused(home.world.fetch(PREFERENCES), '401 authentication_required');
  const person = await home.person();
  await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'write', 'spam')`;
  await expectRefused(person.send('PUT', PREFERENCES, {}), '403 community_write_restricted');
  const cross = { cookie: person.cookie, origin: 'https://elsewhere.example' };
  await expectRefused(home.send('PUT', PREFERENCES, {}, cross), '403 cross_origin_request');
  const unverified = await home.person({ emailVerified: false });
  await expectRefused(unverified.send('PUT', PREFERENCES, {}), '403 email_verification_required');
  const suspended = await home.person({ status: 'suspended' });
  await expectRefused(suspended.send('PUT', PREFERENCES, {}), '403 account_suspended');
  const text = { method: 'PUT', body: '{}', headers: { 'content-type': 'text/plain' } };
  await expectRefused(person.fetch(PREFERENCES, text), '403 community_write_restricted');
  const other = await home.person();
  await expectRefused(other.fetch(PREFERENCES, text), '415 content_type_required');
  const broken = { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } };
  await expectRefused(other.fetch(PREFERENCES, broken), '400 invalid_json');
});
