// Lists of people (followers, followed, blocked, muted), the search by name, and one's own files with the posts that hold
// them.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { POSTS, readDetail, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, type Person, refusedWith } from '../fixtures/people.ts';

const ME = '/api/v1/community/me';
const ATTACHMENTS = '/api/v1/community/attachments';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const relate = async (who: Person, whom: Person, relation: string, active = true): Promise<void> => {
  await expectStatus(who.send('PUT', `${USERS}/${whom.uid}/${relation}`, { active }), 200);
};

type PeopleAnswer = AnswerBody<'GET /api/v1/community/me/blocks'>;
const list = async (who: Pick<Person, 'fetch'>, path: string): Promise<PeopleAnswer> =>
  expectStatus<PeopleAnswer>(who.fetch(path), 200);
const uids = async (who: Pick<Person, 'fetch'>, path: string): Promise<readonly number[]> =>
  (await list(who, path)).people.map(({ uid }) => uid);

describe('lists', () => {
  test('followers and followed people, newest first, in pages', async () => {
    const [star, ...fans] = await world.people(5);
    for (const fan of fans) await relate(fan, star, 'follow');
    const wanted = fans.toReversed().map(({ uid }) => uid);
    expect(await uids(world.world, `${USERS}/${star.uid}/followers`)).toEqual(wanted);
    const first = await list(world.world, `${USERS}/${star.uid}/followers?limit=3`);
    const second = await list(world.world, `${USERS}/${star.uid}/followers?limit=3&cursor=${first.nextCursor}`);
    expect([...first.people, ...second.people].map(({ uid }) => uid)).toEqual(wanted);
    expect(second.nextCursor).toBeNull();
    expect(first.people[0]).toEqual({
      uid: wanted[0] ?? 0,
      displayName: expect.any(String),
      handle: null,
      avatarUrl: null,
      avatarSeed: expect.any(String),
      role: 'member',
    } as never);
    const [fan] = fans;
    expect(await uids(world.world, `${USERS}/${fan.uid}/following`)).toEqual([star.uid]);
    // A cursor holds no account id.
    expect(Buffer.from(first.nextCursor ?? '', 'base64url').toString()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    for (const end of ['followers', 'following']) {
      const path = `${USERS}/${star.uid}/${end}`;
      await expectRefused(world.world.fetch(`${path}?limit=51`), '400 invalid_limit');
      await expectRefused(world.world.fetch(`${path}?limit=1&limit=1`), '400 duplicate_query_parameter');
      const foreign = end === 'followers' ? 'e30' : first.nextCursor;
      await expectRefused(world.world.fetch(`${path}?cursor=${foreign}`), '400 invalid_cursor');
      await expectRefused(world.world.fetch(`${USERS}/999999/${end}`), '404 profile_not_found');
      await expectRefused(world.world.fetch(`${USERS}/@nobody-here/${end}`), '404 profile_not_found');
      await expectRefused(world.world.fetch(`${USERS}/x/${end}`), '404 route_not_found');
    }
  });

  test('equal times are paged without loss', async () => {
    const [star, ...fans] = await world.people(6);
    for (const fan of fans) {
      await world.sql`insert into follow (follower_id, followed_id, created_at) values (${fan.id}, ${star.id}, '2026-01-01')`;
    }
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: PeopleAnswer = await list(
        world.world,
        `${USERS}/${star.uid}/followers?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.people.map(({ uid }) => uid));
      cursor = page.nextCursor;
    }
    expect(seen.length).toBe(5);
    expect(new Set(seen)).toEqual(new Set(fans.map(({ uid }) => uid)));
  });

  test('across a block people are left out; deleted ones always', async () => {
    const [star, fan, other, gone] = await world.people(4);
    for (const one of [gone, fan, other]) await relate(one, star, 'follow');
    await world.sql`update profile set status = 'deleted' where account_id = ${gone.id}`;
    await relate(fan, other, 'block');
    const path = `${USERS}/${star.uid}/followers`;
    expect(await uids(world.world, path)).toEqual([other.uid, fan.uid]);
    expect(await uids(fan, path)).toEqual([fan.uid]);
    expect(await uids(other, path)).toEqual([other.uid]);
    expect(await uids(other, `${USERS}/${fan.uid}/following`)).toEqual([]);
    expect(await uids(star, `${USERS}/${fan.uid}/following`)).toEqual([star.uid]);
  });

  test('blocked and muted people are for oneself', async () => {
    const [me, one, two] = await world.people(3);
    await relate(me, one, 'block');
    await relate(me, two, 'mute');
    await relate(me, two, 'block');
    await relate(me, one, 'mute');
    await relate(one, me, 'block');
    expect(await uids(me, `${ME}/blocks`)).toEqual([two.uid, one.uid]);
    expect(await uids(one, `${ME}/blocks`)).toEqual([me.uid]);
    // A block ends a mute.
    expect(await uids(me, `${ME}/mutes`)).toEqual([one.uid]);
    const first = await list(me, `${ME}/blocks?limit=1`);
    expect(await uids(me, `${ME}/blocks?limit=1&cursor=${first.nextCursor}`)).toEqual([one.uid]);
    for (const path of [`${ME}/blocks`, `${ME}/mutes`]) {
      await expectRefused(world.world.fetch(path), '401 authentication_required');
      await expectRefused(me.fetch(`${path}?limit=0`), '400 invalid_limit');
      await expectRefused(me.fetch(`${path}?cursor=e30`), '400 invalid_cursor');
      await expectRefused(me.fetch(`${path}?limit=1&limit=1`), '400 duplicate_query_parameter');
    }
  });
});

describe('the search by name', () => {
  const find = (who: Person, q: string): Promise<readonly number[]> => uids(who, `${USERS}?q=${encodeURIComponent(q)}`);
  async function named(displayName: string, handle: string | null): Promise<Person> {
    const person = await world.person();
    await world.sql`update profile set display_name = ${displayName}, handle = ${handle} where account_id = ${person.id}`;
    return person;
  }

  test('finds parts of handles and names in any script; followed people first, then beginnings', async () => {
    const me = await world.person();
    const inside = await named('Great Zorbina', null);
    const begins = await named('Zorbina the second', null);
    const handle = await named('Somebody', 'zorb');
    const followed = await named('Old Zorbina', 'old-zorbina');
    await relate(me, followed, 'follow');
    expect(await find(me, 'zorb')).toEqual([followed.uid, handle.uid, begins.uid, inside.uid]);
    expect(await find(me, '@ZORB')).toEqual([followed.uid, handle.uid, begins.uid, inside.uid]);
    expect(await find(me, 'ｚｏｒｂｉｎａ ')).toEqual([followed.uid, begins.uid, inside.uid]);
    const kana = await named('みかんの木', null);
    expect(await find(me, 'かん')).toEqual([kana.uid]);
    expect(await find(me, '木')).toEqual([kana.uid]);
    expect(await find(me, 'み木')).toEqual([]);
    expect(await find(me, '%')).toEqual([]);
    expect(await find(me, 'o\'r\\{,}"')).toEqual([]);
    await relate(begins, me, 'block');
    await world.sql`update profile set status = 'suspended' where account_id = ${inside.id}`;
    expect(await find(me, 'zorbina')).toEqual([followed.uid]);
  });

  test('answers at most twenty, and needs a session and a query', async () => {
    const me = await world.person();
    await Promise.all(Array.from({ length: 22 }, (_, index) => named(`Crowdy ${index}`, `crowdy-${index}`)));
    expect((await find(me, 'crowdy')).length).toBe(20);
    await expectRefused(world.world.fetch(`${USERS}?q=a`), '401 authentication_required');
    for (const query of ['', '?q=', '?q=@', `?q=${'a'.repeat(81)}`, `?q=${'a'.repeat(401)}`]) {
      expect([query, await refusedWith(me.fetch(`${USERS}${query}`))]).toEqual([query, '400 invalid_query']);
    }
    await expectRefused(me.fetch(`${USERS}?q=a&q=b`), '400 duplicate_query_parameter');
  });
});

describe('one’s own files', () => {
  async function makeFile(person: Person, status: string): Promise<string> {
    const id = Bun.randomUUIDv7();
    await world.sql`insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type, size, charged_bytes, status, original_key, expires_at)
      values (${id}, ${person.id}, ${person.uid}, ${id}, 'a.png', 'image/png', 10, 10, ${status}, ${id}, now() + interval '1 hour')`;
    await world.sql`insert into attachment_variant (attachment_id, kind, object_key, media_type, bytes, sha256, width, height)
      values (${id}, 'thumb', ${id}, 'image/webp', 5, 'x', 2, 1)`;
    return id;
  }
  interface FilesAnswer {
    readonly attachments: readonly {
      readonly id: string;
      readonly status: string;
      readonly alt: string | null;
      readonly postId: string | null;
      readonly postTitle: string | null;
      readonly thumbnailUrl: string | null;
    }[];
    readonly nextCursor: string | null;
  }
  const files = async (who: Person, query = ''): Promise<FilesAnswer> =>
    expectStatus(who.fetch(`${ME}/attachments${query}`), 200);

  test('are listed with the posts that hold them, newest first, by state', async () => {
    const [me, other] = await world.people(2);
    const ids: string[] = [];
    for (const status of ['reserved', 'finishing', 'scanning', 'ready', 'ready', 'review', 'rejected', 'deleted']) {
      ids.push(await makeFile(me, status));
    }
    await makeFile(other, 'ready');
    const held = ids[3] ?? '';
    const post = await writePost(me, { title: 'Holds', attachmentIds: [held] });
    const { attachments, nextCursor } = await files(me);
    expect([attachments.map(({ id }) => id), nextCursor]).toEqual([ids.slice(0, 7).toReversed(), null]);
    expect(attachments.find(({ id }) => id === held)).toMatchObject({
      postId: post.id,
      postTitle: 'Holds',
      thumbnailUrl: `${ATTACHMENTS}/${held}/content?variant=thumb`,
    });
    expect(attachments.filter(({ postId }) => postId !== null).length).toBe(1);
    expect((await files(me, '?status=reserved')).attachments.map(({ id }) => id)).toEqual([ids[1] ?? '', ids[0] ?? '']);
    expect((await files(me, '?status=ready')).attachments.length).toBe(2);
    const first = await files(me, '?limit=4');
    const second = await files(me, `?limit=4&cursor=${first.nextCursor}`);
    expect([...first.attachments, ...second.attachments].map(({ id }) => id)).toEqual(ids.slice(0, 7).toReversed());
    for (const [query, refused] of [
      ['limit=51', 'invalid_limit'],
      ['cursor=e30', 'invalid_cursor'],
      [`status=ready&cursor=${first.nextCursor}`, 'invalid_cursor'],
      ['status=deleted', 'invalid_status'],
      ['limit=1&limit=1', 'duplicate_query_parameter'],
    ] as const) {
      expect([query, await refusedWith(me.fetch(`${ME}/attachments?${query}`))]).toEqual([query, `400 ${refused}`]);
    }
  });

  test('can be described by their owner, for readers of the post too', async () => {
    const [me, other] = await world.people(2);
    const id = await makeFile(me, 'ready');
    const post = await writePost(me, { attachmentIds: [id] });
    const describeAs = (who: Person, alt: unknown) => who.send('PATCH', `${ATTACHMENTS}/${id}`, { alt });
    const answer = await expectStatus(describeAs(me, ' A cat. '), 200);
    expect(answer.attachment.alt).toBe('A cat.');
    expect((await readDetail(other, post.id)).post.attachments).toMatchObject([{ id, alt: 'A cat.' }]);
    const { posts } = await expectStatus(other.fetch(`${POSTS}?scope=latest&limit=1`), 200);
    expect(posts[0]?.attachments).toMatchObject([{ id, alt: 'A cat.' }]);
    expect((await files(me)).attachments).toMatchObject([{ id, alt: 'A cat.' }]);
    await expectStatus(describeAs(me, '猫'.repeat(500)), 200);
    for (const alt of ['猫'.repeat(501), 1, undefined]) {
      await expectRefused(describeAs(me, alt), '422 invalid_alt');
    }
    await expectRefused(describeAs(other, 'mine'), '404 attachment_not_found');
    await expectRefused(
      me.send('PATCH', `${ATTACHMENTS}/${await makeFile(me, 'deleted')}`, { alt: 'x' }),
      '404 attachment_not_found',
    );
    for (const alt of ['  ', null]) {
      await expectStatus(describeAs(me, alt), 200);
      expect((await files(me)).attachments[0]?.alt).toBeNull();
    }
  });
});
