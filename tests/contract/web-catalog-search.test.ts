// Asking on the pages of a catalog without script: a search of all collections, plots whose bars are links, and the advanced filter.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { linksOf, openPage } from '../fixtures/page-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const LIST = '/catalog/jp/cards';
const world = await keepOpen(openWorld({ PROVIDER_URL: 'off' }));
const snapshot = await keepOpen(createSmallSnapshot());

const CARDS = Array.from({ length: 70 }, (_, at) => ({
  id: `c-${at}`,
  name: at === 0 ? 'Nova' : `Card ${at} of nova`,
  power: at * 10 + (at % 3) / 2,
  releasedAt: Date.UTC(2020, at, 1),
}));
snapshot.write('catalog/cards.json', JSON.stringify(CARDS));
snapshot.write(
  'catalog/bands.json',
  JSON.stringify([
    { id: 'b-1', name: 'Nova Prime' },
    { id: 'b-2', name: 'Quiet' },
  ]),
);
snapshot.write('catalog/secrets.json', JSON.stringify([{ id: 's-1', name: 'Nova of secrets' }]));
snapshot.describe({
  resources: {
    cards: { file: 'catalog/cards.json', id: 'id' },
    bands: { file: 'catalog/bands.json', id: 'id' },
    secrets: { file: 'catalog/secrets.json', id: 'id' },
  },
  presentation: {
    cards: { title: 'name', sort: ['power', 'releasedAt'] },
    secrets: { hidden: true },
  },
});
await world.publish(snapshot.directory);
await world.untilThere('/api/v1/servers/jp/catalog/query/cards', 60_000);

const open = (path: string) => openPage(world, path);
const partOf = (html: string, pattern: RegExp): string => pattern.exec(html)?.[0] ?? '';
const foundOf = (html: string): readonly string[] =>
  linksOf(partOf(html, /<ol class="plain-list found-list">.*?<\/ol>/s));
const totalOf = (html: string): number => Number(/<span class="list-count">(\d+)<\/span>/.exec(html)?.[1]);

test('a search lists the best of all collections, and how many each has', async () => {
  const page = await open('/catalog/jp?q=nova');
  expect(foundOf(page).slice(0, 2)).toEqual(['/catalog/jp/cards/c-0', '/catalog/jp/bands/b-1']);
  expect(foundOf(page)).toHaveLength(30);
  expect(totalOf(page)).toBe(71);
  expect(page).not.toContain('s-1');
  const collections = partOf(page, /<ul class="plain-list found-in">.*?<\/ul>/s);
  expect(linksOf(collections)).toEqual([
    '/catalog/jp?q=nova',
    '/catalog/jp?q=nova&in=cards',
    '/catalog/jp?q=nova&in=bands',
  ]);
  expect([...collections.matchAll(/facet-count">(\d+)</g)].map(([, count]) => count)).toEqual(['71', '70', '1']);
});

test('its collections and pages are links', async () => {
  const bands = await open('/catalog/jp?q=nova&in=bands');
  expect(foundOf(bands)).toEqual(['/catalog/jp/bands/b-1']);
  expect(linksOf(bands)).toContain('/catalog/jp/bands?q=nova');
  const last = foundOf(await open('/catalog/jp?q=nova&page=3'));
  expect(last).toHaveLength(11);
  expect(foundOf(await open('/catalog/jp?q=nova&page=99'))).toEqual([...last]);
  for (const odd of ['in=secrets', 'in=nothing', 'page=-1', 'page=x']) {
    expect([odd, totalOf(await open(`/catalog/jp?q=nova&${odd}`))]).toEqual([odd, 71]);
  }
  expect(await open('/catalog/jp?q=nothing-is-called-so')).toContain('No results');
  expect(await open(`/catalog/jp?q=${encodeURIComponent('"><b>')}`)).not.toContain('<b>');
});

test('a bar of a plot leads to as many entries as it says, and a table says the same', async () => {
  const page = await open(LIST);
  const plots = [...page.matchAll(/<figure class="plot".*?<\/figure>/gs)].map(([plot]) => plot);
  expect(plots).toHaveLength(2);
  expect(page).not.toContain('style=');
  for (const plot of plots) {
    const bars = [...plot.matchAll(/<a href="([^"]+)" aria-label="[^"]*: (\d+)"/g)];
    expect(bars.length).toBeGreaterThan(5);
    expect(bars.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(CARDS.length);
    for (const [, href = '', count] of [bars[2], bars.at(-1)].filter((bar) => bar !== undefined)) {
      expect([href, totalOf(await open(href.replaceAll('&amp;', '&')))]).toEqual([href, Number(count)]);
    }
    const rows = [...plot.matchAll(/<tr><th scope="row">.*?<\/tr>/g)];
    expect(rows.length).toBeGreaterThanOrEqual(bars.length);
  }
});

test('a chosen bar is marked, and its range can be taken back', async () => {
  const [, bar = ''] = /<a href="([^"]+power=[^"]+)" aria-label/.exec(await open(LIST)) ?? [];
  const page = await open(bar.replaceAll('&amp;', '&'));
  expect(page).toContain('plot-bar-chosen');
  const chosen = partOf(page, /<p class="chosen">.*?<\/p>/s);
  expect(chosen).toContain('–');
  expect(linksOf(chosen)).toEqual([LIST]);
});

test('the advanced filter goes with pages, exports and other choices', async () => {
  const where = 'power>=100 && !(name~"5")';
  const query = new URLSearchParams({ where }).toString();
  const expected = CARDS.filter(({ power, name }) => power >= 100 && !name.includes('5')).length;
  const page = await open(`${LIST}?${query}`);
  expect(totalOf(page)).toBe(expected);
  expect(page).toContain('>power>=100 &amp;&amp; !(name~&quot;5&quot;)</textarea>');
  for (const name of ['cards.csv', 'cards.ndjson']) {
    const href = linksOf(page).find((link) => link.includes(name)) ?? '';
    const text = await (await world.fetch(href)).text();
    expect([name, text.trim().split('\n').length]).toEqual([name, expected + (name.endsWith('csv') ? 1 : 0)]);
  }
  expect(page).toContain(`<input type="hidden" name="where"`);
  expect(await open(LIST)).not.toContain(`name="where" value`);
});

test.each([
  ['power>', 'At character 7', '<mark>\u00a0</mark>'],
  ['power>=1 && nope=2', 'At character 13: There is no field nope', '<mark>n</mark>'],
  ['name="😀" && power>', 'At character 19', '<mark>\u00a0</mark>'],
  ['power="a"', 'power is a number', '<mark>p</mark>'],
])('a mistake in %s is shown at its place, and the text stays', async (where, message, mark) => {
  const page = await open(`${LIST}?${new URLSearchParams({ where })}`);
  const field = partOf(page, /<textarea[^>]*>.*?<\/textarea>/s);
  expect(field).toContain('aria-invalid="true"');
  expect(field).toContain('aria-describedby="where-error');
  expect(partOf(page, /<p class="field-error".*?<\/p>/s)).toContain(message);
  expect(partOf(page, /<pre class="where-place".*?<\/pre>/s)).toContain(mark);
  expect(field).toContain(where.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  expect(page).toContain('Fix the advanced filter');
});

test('a mistake is said in the language of the page', async () => {
  for (const [where, message] of [
    ['nope=2', '「nope」というフィールドはありません'],
    ['power="a"', '「power」は数値です'],
  ] as const) {
    const address = `${LIST}?${new URLSearchParams({ where })}`;
    const answer = await world.fetch(address, { headers: { accept: 'text/html', 'accept-language': 'ja' } });
    expect(partOf(await answer.text(), /<p class="field-error".*?<\/p>/s)).toContain(message);
  }
});
