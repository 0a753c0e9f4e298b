// What a reader chooses on the pages of the catalog: columns of a table, the language of the data, a way out to programs. And
// what a catalog says first: what is new in the release that it shows.
import { expect, test } from 'bun:test';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { linksOf, openPage } from '../fixtures/page-client.ts';
import { openWorld } from '../world.ts';

const world = await keepOpen(openWorld({ PROVIDER_URL: 'off' }));
const folder = keepFolder();
await cp(SAMPLE, folder, { recursive: true });
const first = (await world.publish(folder)).releaseId;
const file = Bun.file(join(folder, 'catalog', 'cards.json'));
const document = await file.json();
document.cards.push({ ...document.cards[0], cardId: 99_001, prefix: ['新しい光', 'A new light', null, null, null] });
await Bun.write(file, JSON.stringify(document));
const second = (await world.publish(folder)).releaseId;
await world.untilThere('/api/v1/servers/demo/catalog/query/cards', 60_000);

const open = (path: string) => openPage(world, path);
const headsOf = (page: string): readonly string[] =>
  [...page.slice(page.indexOf('list-results')).matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(
    ([, text = '']) => text,
  );

test('a table has the columns of its address, in its order, and every link keeps them', async () => {
  const page = await open(
    '/catalog/demo/cards?view=table&columns=rarity&columns=cardType&columns=nothing-is-called-so',
  );
  expect(headsOf(page)).toEqual(['Card title', 'Rarity', 'Colour']);
  const links = linksOf(page);
  const sorted = links.find((link) => link.startsWith('/catalog/demo/cards?') && link.includes('sort='));
  expect(sorted).toContain('columns=rarity&columns=cardType');
  const csv = links.find((link) => link.includes('/export/cards.csv')) ?? '';
  expect((await (await world.fetch(csv)).text()).split('\r\n')[0]).toContain('rarity,cardType');
  const usual = await open('/catalog/demo/cards?view=table');
  expect(headsOf(usual).length).toBeGreaterThan(3);
  expect(usual).toContain('name="columns" value="rarity"');
});

test('a list is exported safely for spreadsheets, line by line, and asked again at the interface', async () => {
  const links = linksOf(await open('/catalog/demo/cards?rarity=4'));
  for (const part of ['/query/cards?', '/export/cards.csv?', '/export/cards.ndjson?', '/export/cards.parquet?']) {
    const link = links.find((one) => one.includes(part)) ?? '';
    expect(link).toContain('filter=rarity%3D4');
    expect([part, (await world.fetch(link)).status]).toEqual([part, 200]);
  }
  expect(links.find((one) => one.includes('.csv'))).toContain('spreadsheet=1');
});

test('the texts of an entity are shown in the language that the address chooses', async () => {
  const page = await open('/catalog/demo/cards/1001');
  expect(linksOf(page)).toContain('/catalog/demo/cards/1001?text=ja');
  const japanese = await open('/catalog/demo/cards/1001?text=ja');
  expect(/<h1>.*?<\/h1>/s.exec(japanese)?.[0]).toContain('lang="ja"');
  expect(japanese).toContain('<html lang="en"');
  expect(linksOf(japanese)).toContain('/catalog/demo/cards/1001');
  expect(/<h1>.*?<\/h1>/s.exec(await open('/catalog/demo/cards/1001?text=xx'))?.[0]).toContain('lang="en"');
});

test('the page of an entity has a command and a program that read it', async () => {
  const commands = [
    ...(await open(`/catalog/demo/cards/1001?release=${first}`)).matchAll(/<code>([\s\S]*?)<\/code>/g),
  ].map(([, text = '']) => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  const address = `${world.address}/api/v1/servers/demo/cards/1001?release=${first}`;
  expect(commands).toContain(`curl -s --compressed '${address}'`);
  const program = commands.find((text) => text.includes('await fetch(')) ?? '';
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit', env: {} });
  expect(await new Response(child.stdout).text()).toContain('1001');
});

test('a card leads to the other cards of its character', async () => {
  const page = await open('/catalog/demo/cards/1001');
  const part = page.slice(page.indexOf('id="siblings"'));
  expect(linksOf(part)).toContain('/catalog/demo/cards/1002');
  expect(linksOf(part.slice(0, part.indexOf('</section>')))).not.toContain('/catalog/demo/cards/1001');
});

test('the overview says what the release added, and a pinned one what it had itself', async () => {
  const current = '/catalog/demo';
  // Both releases have to be ready for queries, and compared.
  await world.until(async () => (await open(current)).includes('/catalog/demo/cards/99001'), 60_000);
  expect(linksOf(await open(current))).toContain(`/catalog/demo/releases/${first}...${second}`);
  const pinned = `${current}?release=${first}`;
  await world.until(async () => (await open(pinned)).includes('New in Songs'), 60_000);
  expect((await open(pinned)).includes('/catalog/demo/cards/99001')).toBe(false);
}, 120_000);

/** Texts of elements in their order. */
const textsOf = (html: string, element: RegExp): readonly string[] =>
  [...html.matchAll(element)].map(([, text = '']) =>
    text
      .replace(/<span aria-hidden="true">.*?<\/span>/g, '')
      .replace(/<[^>]+>/g, '')
      .trim(),
  );
const rowsOf = (html: string): readonly string[] =>
  textsOf(html, /<th scope="row">(.*?)<\/th>/g).map((text) => text.replace(/different$/, ''));

test('facets of numbers are in the order of the numbers', async () => {
  for (const [path, label] of [
    ['/catalog/demo/songs', 'Expert level'],
    ['/catalog/demo/cards', 'Rarity'],
  ] as const) {
    const facet = (await open(path)).split(`>${label}</h2>`)[1]?.split('</section>')[0] ?? '';
    const values = textsOf(facet, /class="facet-link"[^>]*><span[^>]*>(.*?)<\/span>/g).map(Number);
    expect(values.length).toBeGreaterThan(1);
    expect([path, values]).toEqual([path, values.toSorted((a, b) => a - b)]);
  }
});

test('a table of songs has a column for the rating of each difficulty, named after it', async () => {
  const heads = headsOf(await open('/catalog/demo/songs?view=table'));
  expect(heads.filter((head) => ['Easy', 'Normal', 'Expert'].includes(head))).toEqual(['Easy', 'Normal', 'Expert']);
  expect(heads).not.toContain('Rating');
  const own = headsOf(await open('/catalog/demo/songs?view=table&columns=charts.normal.rating'));
  expect(own).toContain('Normal');
});

test('a comparison shows neither ids beside what they name nor how charts are stored', async () => {
  const rows = rowsOf(await open('/catalog/demo/songs?compare=1001,1002'));
  expect(rows.filter((row) => row.startsWith('Band'))).toEqual(['Band']);
  expect(rows.filter((row) => /format| id\b|\bIDs?\b/i.test(row))).toEqual([]);
  for (const rating of ['Easy', 'Normal', 'Expert']) expect(rows).toContain(rating);
});
