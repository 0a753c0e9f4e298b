// The page of the history of an entity, and lists of objects and the schema on the page of changes.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const html = (locale: string) => ({ accept: 'text/html,*/*;q=0.8', 'accept-language': locale });

const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.describe({
  resources: {
    cards: { file: 'catalog/cards.json', id: 'cardId' },
    rules: { file: 'catalog/rules.json', kind: 'document' },
  },
});
const ids: string[] = [];
async function publish(cards: readonly object[], life: number): Promise<void> {
  snapshot.write('catalog/cards.json', JSON.stringify(cards));
  snapshot.write('catalog/rules.json', JSON.stringify({ life }));
  ids.push((await world.publish(snapshot.directory)).releaseId);
}
const costs = (count: number) => [
  { id: 104, count: 1 },
  { id: 105, count },
];
await publish([{ cardId: 1, title: 'First light', costs: costs(2) }], 1);
await publish(
  [
    { cardId: 1, title: 'First light', costs: costs(5), art: 'assets/Assets/one.png' },
    { cardId: 2, title: 'Second' },
  ],
  2,
);
await publish([{ cardId: 1, title: 'x'.repeat(3000), costs: costs(5).reverse(), art: 'assets/Assets/two.png' }], 2);
const [first = '', second = '', third = ''] = ids;

async function open(path: string, locale = 'en'): Promise<string> {
  const answer = await world.fetch(path, { headers: html(locale) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}
const rowsOf = (page: string): readonly (readonly string[])[] =>
  [...page.matchAll(/<tr><th scope="row"[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .split(/<\/t[hd]>/)
      .map((cell) => cell.replace(/<[^>]+>/g, ''))
      .slice(0, 3),
  );

test('the page of an entity leads to its history, which tells each release', async () => {
  const path = '/catalog/jp/cards/1/history';
  expect(await open('/catalog/jp/cards/1')).toContain(`href="${path}"`);
  const etag = (await world.fetch(path)).headers.get('etag') ?? '';
  expect((await world.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const page = await open(path);
  expect(page).toContain('<meta name="robots" content="noindex');
  expect([...page.matchAll(/<time datetime="/g)].length).toBeGreaterThanOrEqual(3);
  expect([...page.matchAll(/<code>(r-[0-9a-f]{20})<\/code>/g)].map(([, id]) => id)).toEqual([third, second, first]);
  for (const [release, change] of [
    [second, 'Changed'],
    [first, 'Added'],
  ]) {
    expect(page).toContain(change ?? '');
    expect(page).toContain(`href="/catalog/jp/cards/1?release=${release}"`);
    expect(page).toContain(`href="/catalog/jp?release=${release}"`);
  }
  const rows = rowsOf(page);
  const label = 'Costs · 105 · Count';
  expect(rows.find(([name]) => name === label)).toEqual([label, '2', '5+3']);
  expect(rows).toContainEqual(['Costs', '104, 105', '105, 104']);
  // Of a picture its name alone, since the release before is not named.
  expect(rows.find(([name]) => name === 'Art')?.[2]).toContain('two.png');
  expect(rows.find(([name]) => name?.startsWith('Title'))?.[0]).toContain('shortened');
});

test('what is gone has a history, and so has a document', async () => {
  const page = await open('/catalog/jp/cards/2/history');
  expect(page).toContain('Removed');
  expect(page).not.toContain('href="/catalog/jp/cards/2"');
  expect(await open('/catalog/jp/rules')).toContain('href="/catalog/jp/rules/rules/history"');
  expect(rowsOf(await open('/catalog/jp/rules/rules/history'))).toEqual([['Life', '1', '2+1']]);
  for (const path of ['jp/cards/9', 'jp/cards/a%20b', 'jp/nope/1', 'none/cards/1']) {
    const answer = await world.fetch(`/catalog/${path}/history`, { headers: html('en') });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  for (const query of ['cursor=x', 'cursor=a&cursor=b']) {
    const answer = await world.fetch(`/catalog/jp/cards/1/history?${query}`, { headers: html('en') });
    expect([query, answer.status]).toEqual([query, 400]);
  }
});

test('a pinned page keeps its release', async () => {
  const path = `/catalog/jp/cards/2/history?release=${second}`;
  expect(await open(`/catalog/jp/cards/2?release=${second}`)).toContain(`href="${path}"`);
  const page = await open(path);
  expect(page).toContain('<span dir="auto">Second</span>');
  expect(page).toContain(`href="/catalog/jp/cards/2?release=${second}"`);
  for (const release of ['x', 'r-00000000000000000000']) {
    expect((await world.fetch(`/catalog/jp/cards/2/history?release=${release}`)).status).toBeGreaterThanOrEqual(400);
  }
});

test('in every language', async () => {
  for (const [locale, word] of [
    ['ja', '変更履歴'],
    ['zh-TW', '變更紀錄'],
    ['zh-CN', '变更记录'],
    ['ko', '변경 기록'],
  ] as const) {
    expect(await open('/catalog/jp/cards/1/history', locale)).toContain(`<h1>${word}</h1>`);
  }
});

test('the page of changes tells lists element by element, and at its top new and gone fields', async () => {
  await getReady((path) => world.fetch(path), `/api/v1/servers/jp/release/changes?from=${first}&to=${second}&schema=1`);
  const page = await open(`/catalog/jp/releases/${first}...${second}`);
  expect(rowsOf(page)).toContainEqual(['Costs · 105 · Count', '2', '5+3']);
  const at = page.indexOf('id="changes-of-fields"');
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(page.indexOf('id="changes-cards"'));
  expect(page.slice(at)).toMatch(/<code>art<\/code> <span class="meta">[a-z]+<\/span>/);
  expect(await open(`/catalog/jp/releases/${first}...${first}`)).not.toContain('changes-of-fields');
});
