// Posts about entities of a catalog, spoilers, and bookmarked entities.
import { expect, test } from 'bun:test';
import { POSTS, type PostAnswer, readFeed, readWholeFeed, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  refusedWith,
} from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const ENTITIES = '/api/v1/me/entities';
const song = (id: string) => ({ server: 'jp', resource: 'songs', id });

/** Publishes the songs and waits until the service answers with them. */
async function publish(songs: readonly object[]): Promise<void> {
  snapshot.write('catalog/songs.json', JSON.stringify(songs));
  await world.world.publish(snapshot.directory);
}

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const snapshot = await keepOpen(createSmallSnapshot());
const [author, reader] = await world.people(2);
await publish([
  { musicId: '1', title: 'Lighthouse' },
  { musicId: '2', title: ['灯台', null, null, null, null] },
  { musicId: '3', title: null },
]);
const read = async (id: string): Promise<PostAnswer> =>
  (await expectStatus<{ post: PostAnswer }>(reader.fetch(`${POSTS}/${id}`), 200)).post;

test('a post is about an entity, whose title is stored; an edit keeps, changes or clears it', async () => {
  const { id } = await writePost(author, { subject: song('1'), spoiler: true });
  expect(await read(id)).toMatchObject({ subject: { ...song('1'), title: 'Lighthouse' }, spoiler: true });
  const edit = async (fields: object): Promise<PostAnswer> => {
    const { version } = await read(id);
    return (await expectStatus(author.send('PATCH', `${POSTS}/${id}`, { body: 'same', version, ...fields }), 200)).post;
  };
  expect(await edit({ body: 'one' })).toMatchObject({ subject: { ...song('1'), title: 'Lighthouse' }, spoiler: true });
  expect(await edit({ body: 'one', subject: song('2') })).toMatchObject({ subject: { ...song('2'), title: '灯台' } });
  expect(await edit({ body: 'one', spoiler: false })).toMatchObject({ spoiler: false });
  expect(await edit({ body: 'one', subject: song('3') })).toMatchObject({ subject: { ...song('3'), title: '3' } });
  const { version } = await read(id);
  const same = { body: 'one', version, subject: song('3'), spoiler: false };
  await expectRefused(author.send('PATCH', `${POSTS}/${id}`, same), '422 post_unchanged');
  expect(await edit({ body: 'one', subject: null })).toMatchObject({ subject: null });
  const plain = await writePost(author);
  expect(await read(plain.id)).toMatchObject({ subject: null, spoiler: false });
});

test('what the current release lacks is refused; what a post has stays', async () => {
  const { id, version } = await writePost(author, { subject: song('3') });
  for (const subject of [
    song('4'),
    { ...song('1'), resource: 'cards' },
    { ...song('1'), server: 'en' },
    { ...song('1'), id: 'a/b' },
    { ...song('1'), id: '' },
    { server: 'jp' },
    'jp/songs/1',
  ]) {
    await expectRefused(author.send('POST', POSTS, { body: 'a', subject }), '422 invalid_subject');
    await expectRefused(author.send('PATCH', `${POSTS}/${id}`, { body: 'a', version, subject }), '422 invalid_subject');
  }
  await expectRefused(author.send('POST', POSTS, { body: 'a', spoiler: 'yes' }), '422 invalid_spoiler');
  await expectRefused(
    author.send('PATCH', `${POSTS}/${id}`, { body: 'a', version, spoiler: 1 }),
    '422 invalid_spoiler',
  );
  await expectStatus(author.send('PUT', ENTITIES, { ...song('3'), active: true }), 200);
  await publish([
    { musicId: '1', title: 'Lighthouse, again' },
    { musicId: '2', title: ['灯台', null, null, null, null] },
  ]);
  expect(await read(id)).toMatchObject({ subject: { ...song('3'), title: '3' } });
  // Named again without a change it stays too.
  await expectOnlyStatus(author.send('PATCH', `${POSTS}/${id}`, { body: 'b', version, subject: song('3') }), 200);
  await expectRefused(author.send('POST', POSTS, { body: 'a', subject: song('3') }), '422 invalid_subject');
  await expectRefused(reader.send('PUT', ENTITIES, { ...song('3'), active: true }), '422 invalid_subject');
  await expectStatus(author.send('PUT', ENTITIES, { ...song('3'), active: false }), 200);
}, 60_000);

test('feeds list the posts about an entity, in every scope, with a word or a tag', async () => {
  const about = await writePost(author, { body: 'melody one', tags: ['tuned'], subject: song('2') });
  const hidden = await writePost(author, { body: 'melody two', visibility: 'private', subject: song('2') });
  await writePost(author, { body: 'melody three', tags: ['tuned'] });
  const ids = (who: Pick<Person, 'fetch'>, query: string): Promise<readonly string[]> =>
    readWholeFeed(who, `subject=jp/songs/2&limit=1&${query}`);
  for (const query of ['', 'scope=latest', 'scope=top', 'scope=recommended&seed=3', 'q=melody', 'tag=tuned']) {
    expect([query, await ids(reader, query)]).toEqual([query, [about.id]]);
  }
  expect(await ids(author, 'scope=mine')).toEqual([hidden.id, about.id]);
  expect(await ids(reader, 'tag=tuned&q=three')).toEqual([]);
  expect(await ids(reader, 'scope=bookmarked')).toEqual([]);
  await expectStatus(reader.send('PUT', `${POSTS}/${about.id}/bookmark`, { active: true }), 200);
  expect(await ids(reader, 'scope=bookmarked')).toEqual([about.id]);
  expect(await ids(reader, 'scope=following')).toEqual([]);
  await expectStatus(reader.send('PUT', `${USERS}/${author.uid}/follow`, { active: true }), 200);
  expect(await ids(reader, 'scope=following')).toEqual([about.id]);
  const { posts } = await readFeed(reader, '?subject=jp/songs/2');
  expect(posts).toMatchObject([{ subject: { ...song('2'), title: '灯台' }, spoiler: false }]);
  for (const subject of ['jp/songs', 'jp/songs/', '//', 'jp/songs/1/2', `jp/songs/${'1'.repeat(257)}`]) {
    expect([subject, await refusedWith(reader.fetch(`${POSTS}?subject=${subject}`))]).toEqual([
      subject,
      '400 invalid_query',
    ]);
  }
  const first = await readFeed(author, '?scope=mine&subject=jp/songs/2&limit=1');
  await expectRefused(
    author.fetch(`${POSTS}?scope=mine&subject=jp/songs/1&cursor=${first.nextCursor}`),
    '400 invalid_cursor',
  );
});

test('a profile says what its posts are about, and which give something away', async () => {
  const person = await world.person();
  await writePost(person, { subject: song('1'), spoiler: true });
  const { posts } = await expectStatus(reader.fetch(`${USERS}/${person.uid}`), 200);
  expect(posts).toMatchObject([{ subject: song('1'), spoiler: true }]);
});

test('entities are kept for oneself, once each, newest first', async () => {
  const person = await world.person();
  const keep = (fields: object) => person.send('PUT', ENTITIES, { active: true, ...fields });
  interface Page {
    readonly entities: readonly { readonly id: string; readonly title: string }[];
    readonly nextCursor: string | null;
  }
  const list = async (query = ''): Promise<Page> => expectStatus(person.fetch(`${ENTITIES}${query}`), 200);
  for (const id of ['1', '2', '1']) expect(await expectStatus(keep(song(id)), 200)).toEqual({ active: true });
  const { entities } = await list();
  expect(entities).toEqual([
    { ...song('2'), title: '灯台', createdAt: expect.any(Number) },
    { ...song('1'), title: 'Lighthouse, again', createdAt: expect.any(Number) },
  ] as never);
  const first = await list('?limit=1');
  const second = await list(`?limit=1&cursor=${first.nextCursor}`);
  expect([...first.entities, ...second.entities].map(({ id }) => id)).toEqual(['2', '1']);
  expect((await list('?subject=jp/songs/1')).entities.map(({ id }) => id)).toEqual(['1']);
  await expectStatus(keep({ ...song('2'), active: false }), 200);
  expect((await list()).entities.map(({ id }) => id)).toEqual(['1']);
  expect((await list('?subject=jp/songs/2')).entities).toEqual([]);
  await expectRefused(keep(song('9')), '422 invalid_subject');
  for (const fields of [{ server: 'jp' }, { ...song('1'), active: 'yes' }, { ...song('1'), id: 1 }]) {
    await expectRefused(keep(fields), '422 invalid_bookmark');
  }
  for (const [query, refused] of [
    ['limit=51', 'invalid_limit'],
    ['cursor=e30', 'invalid_cursor'],
    ['subject=jp', 'invalid_query'],
    ['limit=1&limit=1', 'duplicate_query_parameter'],
  ] as const) {
    expect([query, await refusedWith(person.fetch(`${ENTITIES}?${query}`))]).toEqual([query, `400 ${refused}`]);
  }
  expect((await expectStatus(reader.fetch(ENTITIES), 200)).entities).toEqual([]);
});
