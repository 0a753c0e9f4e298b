// The search of the whole instance over HTTP: what each kind finds for whom, one wrong character, suggestions without a query
// process, and what it is refused with.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { POSTS, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

type Found = AnswerBody<'GET /api/v1/search'>;

const SEARCH = '/api/v1/search';
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const [author, reader] = await home.people(2);

async function publish(server: string, cards: readonly object[]): Promise<void> {
  const snapshot = createSmallSnapshot();
  snapshot.write('catalog/cards.json', JSON.stringify(cards));
  const described = {
    server: { id: server, displayName: server.toUpperCase(), region: server },
    locales: ['en', 'ja'],
    resources: { cards: { file: 'catalog/cards.json', id: 'id' } },
    presentation: { cards: { title: 'name', search: ['name', 'text'] } },
  };
  snapshot.write('snapshot.json', JSON.stringify(described));
  await home.world.publish(snapshot.directory);
  await getReady((path) => home.world.fetch(path), `/api/v1/servers/${server}/catalog/search?q=x`);
}

await publish('jp', [
  { id: '10', name: { en: 'Supernova', ja: 'スーパーノヴァ' }, text: 'a lantern' },
  { id: '9', name: { en: 'Nova', ja: '新星の歌' }, text: 'first' },
  { id: '11', name: { en: 'Red Nova', ja: '赤い新星' }, text: 'zebra' },
  { id: '12', name: { en: 'Supernova', ja: '超新星' }, text: 'a lantern' },
]);
await publish('en', [{ id: '1', name: { en: 'Nova Prime' }, text: 'zebra' }]);

const ask = (who: Pick<Person, 'fetch'>, query: Readonly<Record<string, string>>): Promise<Response> =>
  who.fetch(`${SEARCH}?${new URLSearchParams(query)}`);
const find = async (
  q: string,
  query: Readonly<Record<string, string>> = {},
  who: Pick<Person, 'fetch'> = home.world,
): Promise<Found> => expectStatus(ask(who, { q, ...query }), 200);
const entitiesOf = ({ entities }: Found): readonly string[] =>
  (entities?.items ?? []).map(({ server, id }) => `${server}/${id}`);
const titlesOf = ({ posts }: Found): readonly string[] => (posts?.items ?? []).map(({ title }) => title);

describe('entities', () => {
  test('of all servers are found by all their texts, the best first, and titled in the language asked for', async () => {
    const found = await find('nova', { kinds: 'entities', locale: 'ja' });
    expect(entitiesOf(found)).toEqual(['jp/9', 'en/1', 'jp/11', 'jp/10', 'jp/12']);
    expect(found.entities?.total).toBe(5);
    expect(found.entities?.items[0]).toEqual({
      server: 'jp',
      resource: 'cards',
      id: '9',
      title: '新星の歌',
      image: null,
    });
    expect(found.approximate).toBe(false);
    expect(entitiesOf(await find('ZEBRA', { kinds: 'entities' })).toSorted()).toEqual(['en/1', 'jp/11']);
  });

  test('are suggested by title alone, in any language, without a query process', async () => {
    const found = await find('新星', { kinds: 'entities', suggest: '1' });
    expect(entitiesOf(found)).toEqual(['jp/9', 'jp/11', 'jp/12']);
    expect(entitiesOf(await find('すーぱー', { kinds: 'entities', suggest: '1' }))).toEqual(['jp/10']);
    expect(entitiesOf(await find('zebra', { kinds: 'entities', suggest: '1' }))).toEqual([]);
    expect(entitiesOf(await find('prime nova', { kinds: 'entities', suggest: '1' }))).toEqual(['en/1']);
    const limited = await find('nova', { kinds: 'entities', suggest: '1', limit: '1' });
    expect([entitiesOf(limited), limited.entities?.total]).toEqual([['jp/9'], 5]);
  });

  test('are found with one wrong character when nothing else is', async () => {
    for (const manner of [{}, { suggest: '1' }]) {
      const found = await find('supernovva', manner);
      expect([found.approximate, entitiesOf(found), found.entities?.total]).toEqual([true, ['jp/10', 'jp/12'], 2]);
    }
    const nothing = await find('xylophone-quartz');
    expect([nothing.approximate, nothing.entities?.total, nothing.posts?.total, nothing.tags?.total]).toEqual([
      false,
      0,
      0,
      0,
    ]);
  });
});

describe('posts', () => {
  test('are found by title and text, the newest first, with their number', async () => {
    await writePost(author, { title: 'A harbour', body: 'with quinoa' });
    await writePost(author, { title: 'Quinoa again', body: 'Nothing' });
    const found = await find('QUINOA', { kinds: 'posts' });
    expect(titlesOf(found)).toEqual(['Quinoa again', 'A harbour']);
    expect(found.posts?.total).toBe(2);
    expect(found.posts?.items[1]).toMatchObject({ excerpt: 'with quinoa', spoiler: false, subject: null });
    expect(Object.keys(found).toSorted()).toEqual(['approximate', 'posts']);
    const first = await find('quinoa', { kinds: 'posts', limit: '1', suggest: '1' });
    expect([titlesOf(first), first.posts?.total]).toEqual([['Quinoa again'], 2]);
  });

  test('follow what the reader may see', async () => {
    const all = await writePost(author, { title: 'wolfram open' });
    await writePost(author, { title: 'wolfram members', visibility: 'protected' });
    await writePost(author, { title: 'wolfram private', visibility: 'private' });
    expect(titlesOf(await find('wolfram'))).toEqual(['wolfram open']);
    expect(titlesOf(await find('wolfram', {}, author))).toContain('wolfram private');
    expect(titlesOf(await find('wolfram', {}, reader))).toEqual(['wolfram members', 'wolfram open']);
    const blocker = await home.person();
    await expectStatus(blocker.send('PUT', `${USERS}/${all.authorUid}/block`, { active: true }), 200);
    expect(titlesOf(await find('wolfram', {}, blocker))).toEqual([]);
    await expectStatus(author.send('POST', `${POSTS}/${all.id}/archive`, { version: all.version }), 200);
    expect(titlesOf(await find('wolfram'))).toEqual([]);
  });

  test('with spoilers are found by title alone, and show no text', async () => {
    await writePost(author, { title: 'Ending of chapter nine', body: 'the lighthouse explodes', spoiler: true });
    expect(titlesOf(await find('explodes'))).toEqual([]);
    const [post] = (await find('chapter nine')).posts?.items ?? [];
    expect(post).toMatchObject({ title: 'Ending of chapter nine', excerpt: '', spoiler: true });
  });

  test('are found with one wrong character of the title, not of the text', async () => {
    await writePost(author, { title: 'Marmalade weather', body: 'kaleidoscope' });
    const found = await find('marmelade', { kinds: 'posts' });
    expect([found.approximate, titlesOf(found), found.posts?.total]).toEqual([true, ['Marmalade weather'], 1]);
    expect(titlesOf(await find('kaleidoskope'))).toEqual([]);
  });

  test('are not reached by the signs of patterns', async () => {
    expect(titlesOf(await find('%', { kinds: 'posts' }))).toEqual([]);
    expect((await find("a'b\\c|d", { kinds: 'posts,tags' })).posts?.total).toBe(0);
  });
});

test('people are found for those who are signed in, also with one wrong character', async () => {
  const person = await home.person();
  await expectStatus(person.send('PATCH', '/api/v1/account/profile', { displayName: 'Clementine Orchard' }), 200);
  const found = await find('clementine', {}, reader);
  expect(found.people).toMatchObject({ total: 1, items: [{ displayName: 'Clementine Orchard' }] });
  const near = await find('@clemantine', { kinds: 'people' }, reader);
  expect(near).toMatchObject({ approximate: true, people: { items: [{ displayName: 'Clementine Orchard' }] } });
  expect((await find('clementine')).people).toBeUndefined();
  await expectRefused(ask(home.world, { q: 'clementine', kinds: 'people' }), '401 authentication_required');
});

test('tags are found by name, the one itself first, and with one wrong character', async () => {
  for (const tag of ['orchid', 'orchids', 'wild-orchid']) await writePost(author, { tags: [tag] });
  const found = await find('#Orchid', { kinds: 'tags' });
  expect(found.tags?.items).toEqual([
    { name: 'orchid', postCount: 1 },
    { name: 'orchids', postCount: 1 },
    { name: 'wild-orchid', postCount: 1 },
  ]);
  const near = await find('orkhid', { kinds: 'tags', limit: '1' });
  expect([near.approximate, near.tags?.items.length, near.tags?.total]).toEqual([true, 1, 3]);
  expect((await find('#', { kinds: 'tags' })).tags?.total).toBe(0);
});

test('what it is refused with', async () => {
  for (const query of [
    { q: '' },
    { q: ' ' },
    { q: 'a'.repeat(101) },
    { q: 'a', kinds: 'songs' },
    { q: 'a', suggest: '0' },
  ]) {
    await expectRefused(ask(home.world, query), '400 invalid_query');
  }
  await expectRefused(ask(home.world, {}), '400 invalid_query');
  await expectRefused(ask(home.world, { q: 'a', kinds: 'posts,posts' }), '400 invalid_query');
  await expectRefused(ask(home.world, { q: 'a', limit: '21' }), '400 invalid_limit');
  await expectRefused(ask(home.world, { q: 'a', locale: 'x'.repeat(36) }), '400 invalid_query');
  await expectRefused(ask(home.world, { q: 'a', kind: 'posts' }), '400 unknown_parameter');
  const headers = { authorization: 'Bearer lh_unknown' };
  await expectRefused(home.world.fetch(`${SEARCH}?q=a`, { headers }), '401 invalid_token');
  const made = reader.send('POST', '/api/v1/account/tokens', { name: 'files', scopes: ['upload'] });
  const { secret } = await expectStatus<{ readonly secret: string }>(made, 201);
  const withToken = { headers: { authorization: `Bearer ${secret}` } };
  await expectRefused(home.world.fetch(`${SEARCH}?q=a&kinds=people`, withToken), '403 insufficient_scope');
});

test('one wrong character is found although a part of the text is in most posts', async () => {
  await using busy = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' });
  const author = await busy.person();
  for (let at = 0; at < 12; at++) await writePost(author, { title: `Harbour Nights ${at}` });
  const rare = await writePost(author, { title: 'Harbour Lights' });
  await busy.sql`analyze post`;
  const titles = async (q: string): Promise<readonly string[]> => {
    const path = `/api/v1/search?kinds=posts&limit=20&q=${encodeURIComponent(q)}`;
    const found = await expectStatus<{ posts: { items: { title: string }[]; total: number }; approximate: boolean }>(
      busy.world.fetch(path),
      200,
    );
    expect([found.approximate, found.posts.total]).toEqual([true, found.posts.items.length]);
    return found.posts.items.map(({ title }) => title);
  };
  expect(await titles('harbour nxghts')).toEqual(Array.from({ length: 12 }, (_, at) => `Harbour Nights ${11 - at}`));
  expect(await titles('harbour lixhts')).toEqual([rare.title]);
});
