// The own profile: reading it, changing it by version, concurrent changes of handles, and names in moderation.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

const PROFILE = '/api/v1/account/profile';

type ProfileBody = AnswerBody<'GET /api/v1/account/profile'>;

// The limit of twenty changes a minute is tested separately.
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const read = async (person: Person): Promise<ProfileBody['profile']> => {
  return (await readJson(person.fetch(PROFILE))).profile;
};

describe('profileRead', () => {
  test('returns exactly the fields of the owner and no internal id', async () => {
    const person = await home.person();
    const answer = await person.fetch(PROFILE);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const text = await answer.text();
    expect(text).not.toContain(person.id);
    expect(text).not.toContain(person.email);
    expect(JSON.parse(text)).toEqual({
      profile: {
        accountName: 'Person',
        avatarSeed: expect.stringMatching(/^[0-9a-f]{16}$/),
        avatarUrl: null,
        bio: null,
        candidateDisplayName: null,
        displayName: expect.stringMatching(/^Person \d+$/),
        displayNameRevision: 1,
        displayNameStatus: 'allow',
        handle: null,
        profileStatus: 'active',
        publicUid: person.uid,
        role: 'member',
        version: 1,
      },
    });
    expect((await read(person)).avatarSeed).toBe((await read(person)).avatarSeed);
    expect((await read(person)).avatarSeed).not.toBe((await read(await home.person())).avatarSeed);
  });

  test('HEAD has the same headers; anonymous callers get 401; suspended and unverified accounts may read', async () => {
    const person = await home.person();
    const head = await person.fetch(PROFILE, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe((await person.fetch(PROFILE)).headers.get('content-length'));
    await expectRefused(home.world.fetch(PROFILE), '401 authentication_required');
    for (const plan of [{ status: 'suspended' }, { emailVerified: false }] as const) {
      await expectOnlyStatus((await home.person(plan)).fetch(PROFILE), 200);
    }
  });
});

describe('profilePatch', () => {
  test('changes the given fields, normalised, and increments the version', async () => {
    const person = await home.person();
    const answer = await person.send('PATCH', PROFILE, {
      displayName: '  Ｋasumi　Toyama ',
      handle: 'KASUMI',
      bio: '*stars*\r\n#band',
      version: 1,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      profile: {
        displayName: 'Kasumi Toyama',
        displayNameRevision: 2,
        displayNameStatus: 'allow',
        handle: 'kasumi',
        bio: '*stars*\n#band',
        version: 2,
      },
    });
    const cleared = await person.send('PATCH', PROFILE, { handle: null, bio: '   ' });
    expect(await cleared.json()).toMatchObject({ profile: { handle: null, bio: null, version: 3 } });
  });

  test('a patch without changes keeps the version, and a stale version is still refused', async () => {
    const person = await home.person();
    await person.send('PATCH', PROFILE, { handle: 'same-again', bio: 'b' });
    expect(await (await person.send('PATCH', PROFILE, { handle: 'same-again', version: 2 })).json()).toMatchObject({
      profile: { version: 2 },
    });
    await expectRefused(person.send('PATCH', PROFILE, { bio: 'b', version: 1 }), '409 profile_conflict');
  });

  test('the shipped rules decide at once: a name that imitates support is rejected, an advertising one is held', async () => {
    const person = await home.person();
    const { displayName } = await read(person);
    const rejected = await person.send('PATCH', PROFILE, { displayName: 'Ｃustomer Service' });
    expect([rejected.status, await rejected.json()]).toMatchObject([
      200,
      { profile: { displayName, candidateDisplayName: 'Customer Service', displayNameStatus: 'rejected' } },
    ]);
    const waiting = await person.send('PATCH', PROFILE, { displayName: 'Free Followers' });
    expect([waiting.status, await waiting.json()]).toMatchObject([
      202,
      { profile: { displayName, candidateDisplayName: 'Free Followers', displayNameStatus: 'pending' } },
    ]);
    const allowed = await person.send('PATCH', PROFILE, { displayName: 'Free Spirit' });
    expect([allowed.status, await allowed.json()]).toMatchObject([
      200,
      { profile: { displayName: 'Free Spirit', candidateDisplayName: null, displayNameStatus: 'allow' } },
    ]);
  });

  test('of concurrent patches of one version one succeeds', async () => {
    const person = await home.person();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => person.send('PATCH', PROFILE, { bio: `bio ${i}`, version: 1 })),
    );
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status !== 200) await expectRefused(answer, '409 profile_conflict');
    }
    expect((await read(person)).version).toBe(2);
  });

  test('of concurrent requests for one handle one succeeds', async () => {
    const people = await home.people(6);
    const answers = await Promise.all(
      people.map((person, i) => person.send('PATCH', PROFILE, { handle: i % 2 === 0 ? 'wanted' : 'ＷＡＮＴＥＤ' })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status !== 200) await expectRefused(answer, '409 handle_unavailable');
    }
  });

  test.each([
    [{ displayName: null }, 'invalid_display_name'],
    [{ displayName: '' }, 'invalid_display_name'],
    [{ displayName: 7 }, 'invalid_display_name'],
    [{ displayName: 'a'.repeat(81) }, 'invalid_display_name'],
    [{ displayName: '\u202enimda' }, 'invalid_display_name'],
    [{ displayName: 'a\u200bb' }, 'invalid_display_name'],
    [{ displayName: 'a\u0000b' }, 'invalid_display_name'],
    [{ displayName: 'аdmin' }, 'invalid_display_name'],
    [{ handle: 'ab' }, 'invalid_handle'],
    [{ handle: '12345' }, 'invalid_handle'],
    [{ handle: 'with space' }, 'invalid_handle'],
    [{ handle: '' }, 'invalid_handle'],
    [{ bio: 'a'.repeat(501) }, 'invalid_bio'],
    [{ bio: 'a\u0007' }, 'invalid_bio'],
    [{ bio: 5 }, 'invalid_bio'],
    [{ bio: 'a\u202eb' }, 'unsafe_bio'],
    [{ bio: 'a', version: 0 }, 'invalid_version'],
    [{ bio: 'a', version: 1.5 }, 'invalid_version'],
    [{ bio: 'a', version: 4_294_967_296 }, 'invalid_version'],
    [{}, 'invalid_profile'],
    [{ version: 1 }, 'invalid_profile'],
    [{ bio: 'a', role: 'administrator' }, 'invalid_profile'],
    [['a'], 'invalid_body'],
  ])('%p is 422 %p and changes nothing', async (body, code) => {
    const person = await home.person();
    await expectRefused(person.send('PATCH', PROFILE, body), `422 ${code}`);
    expect((await read(person)).version).toBe(1);
  });

  test('bodies: type, size, syntax, encoding', async () => {
    const person = await home.person();
    const patch = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
      person.fetch(PROFILE, { method: 'PATCH', body, headers: { 'content-type': type } });
    await expectRefused(patch('{"bio":"a"}', 'text/plain'), '415 content_type_required');
    await expectRefused(patch(JSON.stringify({ bio: 'a'.repeat(2048) })), '413 request_too_large');
    await expectRefused(patch('{"bio":'), '400 invalid_json');
    await expectRefused(patch(Buffer.from('{"bio":"\xff"}', 'latin1')), '400 invalid_json');
    await expectRefused(patch('{"bio":"\\ud800"}'), '422 invalid_bio');
    await expectOnlyStatus(patch(JSON.stringify({ bio: '🎸'.repeat(500) })), 200);
  });

  test('the guard: origin, session, verification, suspension, restrictions', async () => {
    const person = await home.person();
    const elsewhere = { cookie: person.cookie, origin: 'https://elsewhere.example' };
    await expectRefused(home.send('PATCH', PROFILE, { bio: 'a' }, elsewhere), '403 cross_origin_request');
    await expectRefused(home.send('PATCH', PROFILE, { bio: 'a' }), '401 authentication_required');
    const unverified = await home.person({ emailVerified: false });
    await expectRefused(unverified.send('PATCH', PROFILE, { bio: 'a' }), '403 email_verification_required');
    const suspended = await home.person({ status: 'suspended' });
    await expectRefused(suspended.send('PATCH', PROFILE, { bio: 'a' }), '403 account_suspended');
    for (const [kind, code] of [
      ['write', 'profile_write_restricted'],
      ['sign_in', 'account_restricted'],
    ]) {
      await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
        values (${Bun.randomUUIDv7()}, ${person.id}, ${kind ?? ''}, 'spam')`;
      await expectRefused(person.send('PATCH', PROFILE, { bio: 'a' }), `403 ${code ?? ''}`);
    }
  });

  test('another method is 405 with the allowed ones', async () => {
    const answer = await (await home.person()).send('PUT', PROFILE, {});
    await expectRefused(answer, '405 method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
  });
});

test('after twenty changes in a minute: 429 with Retry-After', async () => {
  await using limited = await openAccountsWorld();
  const person = await limited.person();
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, i) => person.send('PATCH', PROFILE, { bio: `b${i}` })),
  );
  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"profile";q=20;w=60');
});
