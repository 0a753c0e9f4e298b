// Cursors as strangers make them: those of other lists, and real ones with every value bent, are malformed or lead to an
// honest page; never to a fault.
import { expect, test } from 'bun:test';
import { NOTIFICATIONS, POSTS, TAGS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, refusalOf } from '../fixtures/people.ts';

/** Address of a list, with its filters → its real cursor; `{}` is where a cursor goes. */
const lists = new Map<string, string>();

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const [author, guest] = await world.people(2);
const posts = [];
for (let at = 0; at < 3; at += 1) {
  const post = await writePost(author, { body: `same words ${at} @${guest.uid}`, tags: ['bent', `bent-${at}`] });
  posts.push(post);
  await author.send('PUT', `${POSTS}/${post.id}/bookmark`, { active: true });
  await guest.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
  await author.send('PUT', `${TAGS}/bent-${at}/preference`, { preference: 'follow' });
}
const [post] = posts;
const id = post?.id ?? '';
await author.send('PUT', `${POSTS}/${id}/pin`, { active: true, version: 1 });
await author.send('PUT', `${USERS}/${guest.uid}/follow`, { active: true });
for (const relation of ['follow', 'block', 'mute']) {
  for (let at = 0; at < 2; at += 1) {
    const other = await world.person();
    if (relation === 'follow') await other.send('PUT', `${USERS}/${author.uid}/follow`, { active: true });
    await author.send('PUT', `${USERS}/${other.uid}/${relation}`, { active: true });
    const file = Bun.randomUUIDv7();
    await world.sql`insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type, size, charged_bytes, status, original_key, expires_at)
        values (${file}, ${author.id}, ${author.uid}, ${file}, 'a.png', 'image/png', 10, 10, 'ready', ${file}, now() + interval '1 hour')`;
  }
}
await world.sql`update post set subject_server = 'jp', subject_resource = 'songs', subject_id = '1', subject_title = 'One'`;
for (const entity of ['1', '2']) {
  await world.sql`insert into entity_bookmark (id, account_id, server, resource, entity_id, title)
      values (${Bun.randomUUIDv7()}, ${author.id}, 'jp', 'songs', ${entity}, 'Song')`;
}
const root = await writeComment(author, id);
for (let at = 0; at < 51; at += 1) await writeComment(author, id, { body: `c ${at}` });
for (let at = 0; at < 21; at += 1) await writeComment(author, id, { body: `r ${at}`, parentId: root.id });
for (const [address, field] of [
  [`${POSTS}?scope=all&limit=1`, 'nextCursor'],
  [`${POSTS}?scope=latest&limit=1`, 'nextCursor'],
  [`${POSTS}?scope=top&limit=1`, 'nextCursor'],
  [`${POSTS}?scope=top&period=all&limit=1`, 'nextCursor'],
  [`${POSTS}?subject=jp/songs/1&limit=1`, 'nextCursor'],
  ['/api/v1/me/entities?limit=1', 'nextCursor'],
  [`${POSTS}?scope=mine&limit=1`, 'nextCursor'],
  [`${POSTS}?scope=mine&state=all&limit=1`, 'nextCursor'],
  [`${POSTS}?scope=following&limit=1`, 'nextCursor'],
  [`${POSTS}?scope=bookmarked&limit=1`, 'nextCursor'],
  [`${POSTS}?scope=recommended&seed=7&limit=1`, 'nextCursor'],
  [`${POSTS}?q=words&limit=1`, 'nextCursor'],
  [`${POSTS}?tag=bent&limit=1`, 'nextCursor'],
  [`${POSTS}/${id}?commentsSort=hot`, 'commentsNextCursor'],
  [`${POSTS}/${id}?commentsSort=latest`, 'commentsNextCursor'],
  [`${POSTS}/${id}?commentsRoot=${root.id}`, 'commentsNextCursor'],
  [`${USERS}/${author.uid}?limit=1`, 'postsNextCursor'],
  [`${NOTIFICATIONS}?limit=1`, 'nextCursor'],
  [`${NOTIFICATIONS}?limit=1&unread=true`, 'nextCursor'],
  ['/api/v1/community/me/comments?limit=1', 'nextCursor'],
  [`${TAGS}?limit=1`, 'nextCursor'],
  [`${TAGS}?limit=1&q=ben`, 'nextCursor'],
  [`${TAGS}/preferences?limit=1`, 'nextCursor'],
  [`${USERS}/${author.uid}/followers?limit=1`, 'nextCursor'],
  [`${USERS}/${author.uid}/following?limit=1`, 'nextCursor'],
  ['/api/v1/community/me/blocks?limit=1', 'nextCursor'],
  ['/api/v1/community/me/mutes?limit=1', 'nextCursor'],
  ['/api/v1/community/me/attachments?limit=1', 'nextCursor'],
] as const) {
  const answer: Readonly<Record<string, unknown>> = await expectStatus(author.fetch(address), 200);
  const cursor = answer[field];
  if (typeof cursor !== 'string') throw new Error(`${address} has no second page`);
  lists.set(`${address}&${address.includes(`${id}?`) ? 'commentsCursor' : 'cursor'}={}`, cursor);
}

const ask = (address: string, cursor: string) => author.fetch(address.replace('{}', encodeURIComponent(cursor)));

test('each cursor is valid for its own list only', async () => {
  for (const [address, own] of lists) {
    expect([address, (await ask(address, own)).status]).toEqual([address, 200]);
    for (const [other, cursor] of lists) {
      if (other === address) continue;
      expect([address, other, ...(await refusalOf(ask(address, cursor)))]).toEqual([
        address,
        other,
        400,
        'invalid_cursor',
      ]);
    }
  }
}, 60_000);

test('altered values are refused or answered, never an internal error', async () => {
  const values: readonly unknown[] = [
    0,
    -1,
    1.5,
    1e300,
    8_640_000_000_000_000,
    8_640_000_000_000_001,
    253_402_300_800_000,
    9_223_372_036_854_776_000,
    2_147_483_647,
    2_147_483_648,
    null,
    true,
    '',
    'x',
    '\0',
    '\ud800',
    '%_\\',
    [],
    {},
    '00000000-0000-0000-0000-000000000000',
  ];
  for (const [address, own] of lists) {
    const place: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(own, 'base64url').toString());
    for (const name of [...Object.keys(place), 'topTime', 'likes', 'stranger']) {
      for (const value of values) {
        const bent = Buffer.from(JSON.stringify({ ...place, [name]: value })).toString('base64url');
        const answer = await ask(address, bent);
        const said = answer.ok ? 'answered' : (await refusalOf(answer)).join(' ');
        const fine = ['answered', '400 invalid_cursor', '400 recommendation_seed_mismatch'].includes(said);
        expect([address, name, value, fine ? '' : said]).toEqual([address, name, value, '']);
      }
      const { [name]: _, ...less } = place;
      const answer = await ask(address, Buffer.from(JSON.stringify(less)).toString('base64url'));
      expect([address, name, [200, 400].includes(answer.status)]).toEqual([address, name, true]);
    }
    for (const text of ['', 'e30', '!', own.slice(1), `${own}A`, `${own}=`, own.toUpperCase(), 'A'.repeat(513)]) {
      const answer = await ask(address, text);
      expect([address, text, [200, 400].includes(answer.status)]).toEqual([address, text, true]);
    }
  }
}, 120_000);
