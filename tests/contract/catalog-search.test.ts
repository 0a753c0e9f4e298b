// A search of all collections: ranks across them, counts of each, pages, one language, and what it is refused with.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

type Search = AnswerBody<'GET /api/v1/servers/{server}/catalog/search'>;

const base = '/api/v1/servers/jp/catalog/search';
const world = await keepOpen(openWorld());
const snapshot = createSmallSnapshot();
const PICTURE = 'assets/Assets/nova.png';
const CARDS = [
  { id: 'c-1', name: { en: 'Supernova', ja: '超新星' }, kind: 'rare' },
  { id: 'c-2', name: { en: 'Nova', ja: '新星' }, kind: 'common', picture: PICTURE },
  { id: 'c-3', name: { en: 'Red Nova' }, kind: 'rare' },
  ...Array.from({ length: 30 }, (_, at) => ({ id: `f-${at}`, name: { en: `Filler ${at}` }, kind: 'common' })),
];
const BANDS = [
  { id: 'b-1', name: 'Nova Prime', by: 'Nova Prime' },
  { id: 'b-2', name: 'Nova', by: 'Someone' },
  { id: 'b-3', name: 'Quiet', by: 'A nova of old' },
];
snapshot.write('catalog/cards.json', JSON.stringify(CARDS));
snapshot.write('catalog/bands.json', JSON.stringify(BANDS));
snapshot.write('catalog/notes.json', JSON.stringify({ text: 'nova' }));
snapshot.write(
  PICTURE,
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const described = {
  server: { id: 'jp', displayName: 'JP', region: 'jp' },
  locales: ['en', 'ja'],
  resources: {
    cards: { file: 'catalog/cards.json', id: 'id' },
    bands: { file: 'catalog/bands.json', id: 'id', summary: ['id'] },
    notes: { file: 'catalog/notes.json', kind: 'document' },
  },
  presentation: {
    cards: { title: 'name', subtitle: 'kind', image: 'picture', order: 1 },
    bands: { title: 'name', subtitle: 'by', search: ['name', 'by'], order: 2 },
  },
};
snapshot.write('snapshot.json', JSON.stringify(described));
await world.publish(snapshot.directory);
await getReady((path) => world.fetch(path), `${base}?q=nova`);

type Asked = readonly (readonly [name: string, value: string])[];

const addressOf = (asked: Asked): string => `${base}?${new URLSearchParams(asked.map(([...pair]) => pair))}`;

async function search(...asked: Asked): Promise<Search> {
  const answer = await world.fetch(addressOf(asked));
  expect(answer.status).toBe(200);
  return answer.json();
}

const namesOf = ({ items }: Search): readonly string[] => items.map(({ resource, id }) => `${resource}/${id}`);

test('the best of all collections come first, each with what a list shows of it', async () => {
  const found = await search(['q', 'nova']);
  expect(found).toEqual({
    items: [
      { resource: 'cards', id: 'c-2', title: 'Nova', subtitle: 'common', image: PICTURE, score: 1 },
      { resource: 'bands', id: 'b-2', title: 'Nova', subtitle: 'Someone', image: null, score: 1 },
      // A subtitle that says the same as the title is none.
      { resource: 'bands', id: 'b-1', title: 'Nova Prime', subtitle: null, image: null, score: 0.875 },
      { resource: 'cards', id: 'c-3', title: 'Red Nova', subtitle: 'rare', image: null, score: 0.75 },
      { resource: 'cards', id: 'c-1', title: 'Supernova', subtitle: 'rare', image: null, score: 0.625 },
      { resource: 'bands', id: 'b-3', title: 'Quiet', subtitle: 'A nova of old', image: null, score: 0.625 },
    ],
    total: 6,
    facets: {
      resource: [
        { value: 'cards', count: 3 },
        { value: 'bands', count: 3 },
      ],
    },
    nextCursor: null,
  });
  expect(namesOf(await search(['q', 'prime nova']))).toEqual(['bands/b-1']);
  expect(await search(['q', 'nothing is called so'])).toEqual({
    ...{ items: [], total: 0, nextCursor: null },
    facets: { resource: [] },
  });
});

test('one collection, or several, are listed, and all are counted', async () => {
  const bands = await search(['q', 'nova'], ['resource', 'bands']);
  expect([namesOf(bands), bands.total]).toEqual([['bands/b-2', 'bands/b-1', 'bands/b-3'], 3]);
  expect(bands.facets.resource).toHaveLength(2);
  const both = await search(['q', 'nova'], ['resource', 'bands'], ['resource', 'cards']);
  expect(both.items).toEqual((await search(['q', 'nova'])).items);
});

test('pages follow one another, and stay on their release', async () => {
  const whole = namesOf(await search(['q', 'nova']));
  const paged: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 9; pages++) {
    const asked: Asked = [['q', 'nova'], ['limit', '2'], ...(cursor === '' ? [] : ([['cursor', cursor]] as const))];
    const page: Search = await search(...asked);
    expect(page.total).toBe(6);
    paged.push(...namesOf(page));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual([...whole]);
  const none = await search(['q', 'nova'], ['limit', '0']);
  expect([none.items, none.total, none.nextCursor]).toEqual([[], 6, null]);
});

test('texts are in the language that is asked for, else in the first of the snapshot', async () => {
  const [best] = (await search(['q', '新星'], ['locale', 'ja-JP'])).items;
  expect(best).toMatchObject({ id: 'c-2', title: '新星', score: 1 });
  expect((await search(['q', '新星'])).items[0]?.title).toBe('Nova');
  expect((await search(['q', 'red'], ['locale', 'ja'])).items[0]?.title).toBe('Red Nova');
});

test('an answer can be kept: by its tag, and for a named release for a day', async () => {
  const current = await world.fetch(`${base}?q=nova`);
  const release = current.headers.get('x-service-release-id') ?? '';
  expect(current.headers.get('cache-control')).toContain('must-revalidate');
  const etag = current.headers.get('etag') ?? '';
  expect((await world.fetch(`${base}?q=nova`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await world.fetch(`${base}?q=nova&limit=1`)).headers.get('etag')).not.toBe(etag);
  const pinned = await world.fetch(`${base}?q=nova&release=${release}`);
  expect(pinned.headers.get('cache-control')).toContain('max-age=86400');
  expect(await pinned.text()).toBe(await current.text());
});

test.each([
  ['', 400, 'invalid_query'],
  ['?q=', 400, 'invalid_query'],
  ['?q=%20%20', 400, 'invalid_query'],
  [`?q=${'x'.repeat(101)}`, 400, 'invalid_query'],
  ['?q=nova&limit=1001', 400, 'invalid_limit'],
  ['?q=nova&limit=-1', 400, 'invalid_limit'],
  ['?q=nova&cursor=AAAA', 400, 'invalid_cursor'],
  ['?q=nova&locale=ko', 400, 'invalid_locale'],
  ['?q=nova&resource=nothing', 404, 'resource_not_found'],
  ['?q=nova&resource=notes', 404, 'resource_not_found'],
  ['?q=nova&resource=%2F', 404, 'resource_not_found'],
  [`?q=nova${'&resource=cards'.repeat(101)}`, 400, 'invalid_query'],
  ['?q=nova&release=r-00000000000000000000', 404, 'release_not_found'],
])('%s is refused', async (query, status, code) => {
  const answer = await world.fetch(`${base}${query}`);
  expect([answer.status, (await answer.json()).error.code]).toEqual([status, code]);
});

test('a cursor belongs to its search', async () => {
  const { nextCursor } = await search(['q', 'nova'], ['limit', '1']);
  const others: readonly Asked[] = [
    [['q', 'red']],
    [
      ['q', 'nova'],
      ['resource', 'cards'],
    ],
    [
      ['q', 'nova'],
      ['locale', 'ja'],
    ],
  ];
  for (const asked of others) {
    const answer = await world.fetch(addressOf([...asked, ['cursor', nextCursor ?? '']]));
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'invalid_cursor']);
  }
});

test('unknown servers and servers without a release', async () => {
  const answer = await world.fetch('/api/v1/servers/nobody/catalog/search?q=nova');
  expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'server_not_found']);
});
