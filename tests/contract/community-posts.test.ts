// Posts over HTTP: writing, reading, editing, states, likes, bookmarks, feedback, quotas, and every way to be refused.
import { describe, expect, test } from 'bun:test';
import { hashTokenSecret } from '../../src/features/accounts/sign-in/sessions.ts';
import { POSTS, type PostAnswer, readDetail, readFeed, readWholeFeed, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  readJson,
  refusedWith,
} from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [author, reader] = await world.people(2);
const moderator = await world.person({ role: 'moderator' });
const stranger = world.world;

describe('writing', () => {
  test('a title that nobody gave follows the text through edits, a given one stays', async () => {
    const post = await writePost(author, { body: 'First line' });
    const edit = async (fields: Readonly<Record<string, unknown>>): Promise<PostAnswer> =>
      (await expectStatus(author.send('PATCH', `${POSTS}/${post.id}`, fields), 200)).post;
    expect((await edit({ body: 'Another line', version: 1 })).title).toBe('Another line');
    expect((await edit({ body: 'Another line', title: 'Given', version: 2 })).title).toBe('Given');
    expect((await edit({ body: 'A third line', version: 3 })).title).toBe('Given');
  });

  test('a post gets title, excerpt and tags from its plain words', async () => {
    const post = await writePost(author, {
      body: '# **Hello** [you](https://x.org/#frag)\n\nSecond `#code` line with #Ｔａｇ and #歌 <b>html</b>',
      tags: ['Extra', '#歌'],
    });
    expect(post.title).toBe('Hello you');
    expect(post.tags).toEqual(['tag', '歌', 'extra']);
    expect(post).toMatchObject({
      version: 1,
      visibility: 'public',
      moderationStatus: 'allow',
      state: 'active',
      likeCount: 0,
    });
    expect(post.body).toContain('**Hello**');
    const { posts } = await readFeed(stranger, '?limit=1');
    expect(posts[0]?.excerpt).toBe('Hello you Second #code line with #Ｔａｇ and #歌 html');
    expect(JSON.stringify(posts)).not.toContain(author.id);
  });

  test('the longest body is 20,000 characters, ten tags are the most', async () => {
    await writePost(author, { body: '界'.repeat(20_000) });
    const tags = Array.from({ length: 10 }, (_, index) => `tag${index}`);
    expect((await writePost(author, { tags })).tags).toHaveLength(10);
  });

  const rows: readonly (readonly [string, unknown, string])[] = [
    ['no body', {}, '422 invalid_post'],
    ['blank body', { body: ' \n ' }, '422 invalid_post'],
    ['20,001 characters', { body: 'a'.repeat(20_001) }, '422 invalid_post'],
    ['a title of 121', { body: 'a', title: 'a'.repeat(121) }, '422 invalid_post'],
    ['an empty title', { body: 'a', title: ' ' }, '422 invalid_post'],
    ['NUL', { body: 'a\0b' }, '422 invalid_post'],
    ['unknown visibility', { body: 'a', visibility: 'secret' }, '422 invalid_visibility'],
    ['eleven tags', { body: 'a', tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, '422 invalid_tags'],
    [
      'ten tags and one in the text',
      { body: '#more', tags: Array.from({ length: 10 }, (_, i) => `t${i}`) },
      '422 invalid_tags',
    ],
    ['a tag with a space', { body: 'a', tags: ['a b'] }, '422 invalid_tags'],
    [
      '17 files',
      { body: 'a', attachmentIds: Array.from({ length: 17 }, () => Bun.randomUUIDv7()) },
      '422 invalid_attachment_ids',
    ],
    [
      'a file twice',
      { body: 'a', attachmentIds: ['0190d7c5-7a4f-7000-8000-000000000001', '0190d7c5-7a4f-7000-8000-000000000001'] },
      '422 invalid_attachment_ids',
    ],
    ['a file of nobody', { body: 'a', attachmentIds: [Bun.randomUUIDv7()] }, '409 attachment_not_ready'],
    ['not an object', [], '422 invalid_body'],
  ];
  for (const [name, body, refused] of rows) {
    test(`refuses ${name}`, async () => expect(await refusedWith(author.send('POST', POSTS, body))).toBe(refused));
  }

  test('of several mistakes the first is reported: body, title, visibility, files, tags', async () => {
    const wrong = { body: 'a'.repeat(20_001), title: ' ', visibility: 'secret', attachmentIds: ['x'], tags: ['a b'] };
    const { body, title, visibility, attachmentIds, tags } = wrong;
    const told = async (fields: object): Promise<string> => refusedWith(author.send('POST', POSTS, fields));
    expect(await told({ body, visibility, tags })).toBe('422 invalid_post');
    expect(await told({ body: 'a', title, visibility })).toBe('422 invalid_post');
    expect(await told({ body: 'a', visibility, attachmentIds, tags })).toBe('422 invalid_visibility');
    expect(await told({ body: 'a', attachmentIds, tags })).toBe('422 invalid_attachment_ids');
    const post = await writePost(author);
    const edit = { body: ' ', version: 1, visibility, editReason: 1 };
    await expectRefused(author.send('PATCH', `${POSTS}/${post.id}`, edit), '422 invalid_post');
  });

  test('refuses lone surrogates, broken UTF-8, wrong types and too much', async () => {
    const send = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
      author.fetch(POSTS, { method: 'POST', body, headers: { 'content-type': type } });
    await expectRefused(send('{"body":"\\ud800"}'), '422 invalid_post');
    await expectRefused(send(new Uint8Array([0x7b, 0xff, 0x7d])), '400 invalid_json');
    await expectRefused(send('{'), '400 invalid_json');
    await expectRefused(send('{}', 'text/plain'), '415 content_type_required');
    await expectRefused(send(`{"body":"${'a'.repeat(262_144)}"}`), '413 request_too_large');
  });

  test('needs a session, an own origin, and a right to write', async () => {
    await expectRefused(world.send('POST', POSTS, { body: 'a' }), '401 authentication_required');
    await expectRefused(
      world.send('POST', POSTS, { body: 'a' }, { cookie: author.cookie, origin: 'https://evil.example' }),
      '403 cross_origin_request',
    );
    const unproven = await world.person({ emailVerified: false });
    await expectRefused(unproven.send('POST', POSTS, { body: 'a' }), '403 email_verification_required');
    const suspended = await world.person({ status: 'suspended' });
    await expectRefused(suspended.send('POST', POSTS, { body: 'a' }), '403 account_suspended');
    const restricted = await world.person();
    await world.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${restricted.id}, 'write', 'spam')`;
    await expectRefused(restricted.send('POST', POSTS, { body: 'a' }), '403 community_write_restricted');
  });
});

test('the quota is exact under thirty-two writers at once and counts what was deleted', async () => {
  const busy = await world.person();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => busy.send('POST', POSTS, { body: `n ${i}` })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(new Set(await readWholeFeed(busy, 'scope=mine&limit=7')).size).toBe(30);
  const [first] = (await readFeed(busy, '?scope=mine')).posts;
  await busy.send('DELETE', `${POSTS}/${first?.id}`, { version: 1 });
  await expectRefused(busy.send('POST', POSTS, { body: 'again' }), '429 post_quota_exceeded');
  await world.sql`update post set created_at = created_at - interval '2 hours' where author_id = ${busy.id}`;
  await expectOnlyStatus(busy.send('POST', POSTS, { body: 'again' }), 201);
});

describe('editing', () => {
  test('keeps what is left out, counts versions, and keeps revisions for author and staff', async () => {
    const post = await writePost(author, { body: 'first #one', title: 'Mine', tags: ['kept'] });
    const path = `${POSTS}/${post.id}` as const;
    const { post: edited } = await expectStatus(
      author.send('PATCH', path, { body: 'second #two', version: 1, editReason: 'typo' }),
      200,
    );
    expect(edited).toMatchObject({ title: 'Mine', tags: ['two', 'kept'], version: 2, body: 'second #two' });
    await expectRefused(author.send('PATCH', path, { body: 'third', version: 1 }), '409 version_conflict');
    await expectRefused(author.send('PATCH', path, { body: 'second #two', version: 2 }), '422 post_unchanged');
    await expectRefused(
      author.send('PATCH', path, { body: 'x', version: 2, editReason: 'r'.repeat(501) }),
      '422 invalid_edit_reason',
    );
    await expectRefused(author.send('PATCH', path, { body: 'x', version: 2 ** 40 }), '422 invalid_post');
    await expectRefused(reader.send('PATCH', path, { body: 'x', version: 2 }), '403 forbidden');
    const { revisions } = await expectStatus(author.fetch(`${path}/revisions`), 200);
    expect(revisions.map(({ revision, editReason }) => [revision, editReason])).toEqual([
      [2, 'typo'],
      [1, null],
    ]);
    await expectOnlyStatus(moderator.fetch(`${path}/revisions`), 200);
    await expectRefused(reader.fetch(`${path}/revisions`), '404 post_not_found');
  });

  test('of two concurrent edits one succeeds', async () => {
    const post = await writePost(author);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((body) => author.send('PATCH', `${POSTS}/${post.id}`, { body, version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('states', () => {
  test('archive, restore and delete', async () => {
    const post = await writePost(author);
    const path = `${POSTS}/${post.id}` as const;
    await expectStatus(author.send('POST', `${path}/archive`, { version: 1 }), 200);
    await expectRefused(reader.fetch(path), '404 post_not_found');
    await expectOnlyStatus(author.fetch(path), 200);
    await expectOnlyStatus(moderator.fetch(path), 200);
    await expectRefused(author.send('PUT', `${path}/reaction`, { active: true }), '409 post_archived');
    await expectRefused(author.send('PUT', `${path}/pin`, { active: true, version: 2 }), '409 post_archived');
    expect((await readFeed(author, '?scope=mine&state=archived')).posts.map(({ id }) => id)).toEqual([post.id]);
    await expectRefused(author.send('POST', `${path}/restore`, { version: 1 }), '409 version_conflict');
    await expectStatus(author.send('POST', `${path}/restore`, { version: 2 }), 200);
    const again = await expectStatus(author.send('POST', `${path}/restore`, { version: 3 }), 200);
    expect(again.post.version).toBe(3);
    await expectRefused(author.send('DELETE', path, {}), '422 invalid_post_delete');
    await expectRefused(reader.send('DELETE', path, { version: 3 }), '403 forbidden');
    await expectOnlyStatus(author.send('DELETE', path, { version: 3 }), 204);
    for (const who of [author, reader, moderator]) await expectRefused(who.fetch(path), '404 post_not_found');
    await expectRefused(author.send('DELETE', path, { version: 4 }), '404 post_not_found');
  });

  test('pins stand first on the profile and in mine, featured posts in all', async () => {
    const person = await world.person();
    const posts: PostAnswer[] = [];
    for (let at = 0; at < 5; at += 1) posts.push(await writePost(person));
    const [first, second] = posts;
    const path = `${POSTS}/${first?.id}/pin`;
    await expectRefused(person.send('PUT', path, { active: true }), '422 invalid_pin');
    await expectRefused(reader.send('PUT', path, { active: true, version: 1 }), '403 forbidden');
    await expectRefused(person.send('PUT', path, { active: true, version: 1, place: 'feed' }), '403 forbidden');
    await expectStatus(person.send('PUT', path, { active: true, version: 1 }), 200);
    await expectStatus(
      moderator.send('PUT', `${POSTS}/${second?.id}/pin`, { active: true, version: 1, place: 'feed' }),
      200,
    );
    expect((await readWholeFeed(person, 'scope=mine&limit=2'))[0]).toBe(first?.id ?? '');
    expect(await readWholeFeed(person, 'scope=mine&limit=2')).toHaveLength(5);
    const all = await readWholeFeed(stranger, 'scope=all&limit=3');
    expect(all[0]).toBe(second?.id ?? '');
    expect(new Set(all).size).toBe(all.length);
    expect((await readWholeFeed(stranger, 'scope=latest&limit=3'))[0]).toBe(posts.at(-1)?.id ?? '');
  });

  test('the feed of all is pinned by cookie: an API token of staff acts as a member', async () => {
    const post = await writePost(author);
    const own = await writePost(moderator);
    const secret = `lh_${'p'.repeat(43)}`;
    await world.sql`insert into api_token (id, account_id, name, secret_hash, scopes)
      values (${Bun.randomUUIDv7()}, ${moderator.id}, 'community', ${hashTokenSecret(secret)}, '{read,community}')`;
    const pin = (id: string, body: object) =>
      world.world.fetch(`${POSTS}/${id}/pin`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await expectRefused(pin(post.id, { active: true, version: 1, place: 'feed' }), '403 forbidden');
    await expectRefused(pin(own.id, { active: true, version: 1, place: 'feed' }), '403 forbidden');
    // One's own profile is no staff matter.
    await expectStatus(pin(own.id, { active: true, version: 1 }), 200);
  });

  test('staff hides, shows, locks and unlocks; nobody their own', async () => {
    const post = await writePost(author);
    const path = `${POSTS}/${post.id}`;
    const state = `/api/v1/moderation/posts/${post.id}/state`;
    await expectRefused(
      reader.send('POST', state, { action: 'hide', reasonCode: 'spam', version: 1 }),
      '403 staff_required',
    );
    await expectRefused(
      moderator.send('POST', state, { action: 'burn', reasonCode: 'spam', version: 1 }),
      '422 invalid_state_change',
    );
    await expectRefused(
      moderator.send('POST', state, { action: 'hide', reasonCode: 'spam', version: 9 }),
      '409 version_conflict',
    );
    await expectStatus(moderator.send('POST', state, { action: 'hide', reasonCode: 'spam', version: 1 }), 200);
    await expectRefused(
      moderator.send('POST', state, { action: 'hide', reasonCode: 'spam', version: 2 }),
      '409 post_state_unchanged',
    );
    await expectRefused(reader.fetch(path), '404 post_not_found');
    await expectOnlyStatus(author.fetch(path), 200);
    await expectRefused(author.send('PUT', `${path}/reaction`, { active: true }), '409 post_hidden');
    await expectRefused(author.send('PUT', `${path}/pin`, { active: true, version: 2 }), '409 post_hidden');
    await expectRefused(author.send('PUT', `${path}/bookmark`, { active: true }), '409 post_hidden');
    expect((await readWholeFeed(author, 'scope=mine')).includes(post.id)).toBe(false);
    await expectStatus(moderator.send('POST', state, { action: 'unhide', reasonCode: 'spam', version: 2 }), 200);
    await expectStatus(moderator.send('POST', state, { action: 'lock', reasonCode: 'other', version: 3 }), 200);
    await expectRefused(reader.send('POST', `${path}/comments`, { body: 'a' }), '409 post_locked');
    await expectStatus(moderator.send('POST', state, { action: 'unlock', reasonCode: 'other', version: 4 }), 200);
    const own = await writePost(moderator);
    await expectRefused(
      moderator.send('POST', `/api/v1/moderation/posts/${own.id}/state`, {
        action: 'hide',
        reasonCode: 'spam',
        version: 1,
      }),
      '403 forbidden',
    );
    const lines =
      await world.sql`select action, subject_id from audit_event where subject_id = ${post.id} order by at, id`;
    expect(lines.map((line: { action: string }) => line.action)).toEqual([
      'post.hide',
      'post.unhide',
      'post.lock',
      'post.unlock',
    ]);
  });
});

describe('likes, bookmarks, feedback', () => {
  test('are switches that may be set twice; counters do not drift under many at once', async () => {
    const post = await writePost(author);
    const path = `${POSTS}/${post.id}`;
    const fans = await world.people(8);
    await Promise.all([...fans, ...fans].map((fan) => fan.send('PUT', `${path}/reaction`, { active: true })));
    const last = await expectStatus(author.send('PUT', `${path}/reaction`, { active: true }), 200);
    expect(last).toEqual({ active: true, likeCount: 9 });
    await Promise.all(fans.slice(0, 3).map((fan) => fan.send('PUT', `${path}/reaction`, { active: false })));
    const { post: now, viewer } = await readDetail(fans[4] ?? author, post.id);
    expect(now.likeCount).toBe(6);
    expect(viewer.liked).toBe(true);
    expect(await expectStatus(reader.send('PUT', `${path}/bookmark`, { active: true }), 200)).toEqual({
      active: true,
    });
    expect((await readFeed(reader, '?scope=bookmarked')).posts.map(({ id }) => id)).toEqual([post.id]);
    await reader.send('PUT', `${path}/bookmark`, { active: false });
    expect((await readFeed(reader, '?scope=bookmarked')).posts).toEqual([]);
    await expectRefused(reader.send('PUT', `${path}/reaction`, {}), '422 invalid_reaction');
    await expectRefused(reader.send('PUT', `${path}/bookmark`, { active: 1 }), '422 invalid_bookmark');
    await expectRefused(
      reader.send('PUT', `${POSTS}/${Bun.randomUUIDv7()}/reaction`, { active: true }),
      '404 post_not_found',
    );
  });

  test('feedback takes a post out of discovery, and can be taken back', async () => {
    const viewer = await world.person();
    const post = await writePost(author);
    const path = `${POSTS}/${post.id}/feedback` as const;
    await expectRefused(viewer.send('PUT', path, { feedback: 'meh' }), '422 invalid_feedback');
    await expectRefused(viewer.send('PUT', path, { feedback: 'hide', reasonCode: '!' }), '422 invalid_feedback_reason');
    await expectRefused(viewer.send('PUT', path, { feedback: null, reasonCode: 'x' }), '422 invalid_feedback_reason');
    await expectRefused(author.send('PUT', path, { feedback: 'hide' }), '403 forbidden');
    const given = await expectStatus<{ feedback: { kind: string } }>(
      viewer.send('PUT', path, { feedback: 'hide', reasonCode: 'dull' }),
      200,
    );
    expect(given.feedback).toMatchObject({ kind: 'hide', reasonCode: 'dull' });
    expect((await readFeed(viewer, '?scope=latest&limit=50')).posts.some(({ id }) => id === post.id)).toBe(false);
    expect(await expectStatus(viewer.send('DELETE', '/api/v1/community/me/post-feedback', {}), 200)).toEqual({
      cleared: 1,
    });
    expect((await readFeed(viewer, '?scope=latest&limit=50')).posts.some(({ id }) => id === post.id)).toBe(true);
    expect(await expectStatus(viewer.send('PUT', path, { feedback: null }), 200)).toEqual({ feedback: null });
  });
});

test('an id that is none is no such route', async () => {
  await expectRefused(stranger.fetch(`${POSTS}/nope`), '404 route_not_found');
  await expectRefused(stranger.fetch(`${POSTS}/${Bun.randomUUIDv7()}`), '404 post_not_found');
  await expectOnlyStatus(stranger.fetch(POSTS, { method: 'HEAD' }), 200);
  await readJson(stranger.fetch(POSTS));
});
