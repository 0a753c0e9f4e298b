// Pages of data that says what its values are: texts by language, labels, references, dates, units, addresses, colours, files.
import { expect, test } from 'bun:test';
import { createDescribedSnapshot } from '../fixtures/described-snapshot.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openWorld } from '../world.ts';

async function publish(): Promise<string> {
  const { releaseId } = await world.publish(snapshot.directory);
  await world.untilThere(`/api/v1/servers/jp/catalog/query/heroes?release=${releaseId}`);
  return releaseId;
}

const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createDescribedSnapshot());
await publish();

async function page(path: string, locale = 'en'): Promise<string> {
  const answer = await world.fetch(path, { headers: { accept: 'text/html', 'accept-language': locale } });
  const html = await answer.text();
  expect([answer.status, path]).toEqual([200, path]);
  return html;
}

/** The text of a page without its elements. */
const words = (html: string): string =>
  html
    .replace(/<(script|style|svg|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ');

/** The value beside a label of an entity's page. */
const valueAt = (html: string, label: string): string =>
  new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`, 's').exec(html)?.[1] ?? `no ${label}`;

test('a text by language is one text in the language of the page, and in the one that the reader chooses', async () => {
  expect(await page('/catalog/jp/heroes/axe')).toContain('<title>Axe · ');
  expect(await page('/catalog/jp/heroes/axe', 'ja')).toContain('<title>英雄0 · ');
  // Korean is not there: the first language of the snapshot is shown.
  expect(await page('/catalog/jp/heroes/axe', 'ko')).toContain('<title>英雄0 · ');
  const german = await page('/catalog/jp/heroes/axe?text=de');
  expect(german).toContain('<title>Axe (de) · ');
  expect(german).toMatch(/<a href="[^"]*text=de" lang="en"[^>]*aria-current="true">German<\/a>/);
  expect(german).not.toContain('[object Object]');
  expect(german).toContain('<span class="text-lang">ja</span> <span dir="auto" lang="ja">英雄0</span>');
});

test('labels, dates of every format, numbers with units, addresses and colours are shown as what they are', async () => {
  const html = await page('/catalog/jp/heroes/axe');
  expect(valueAt(html, 'Release')).toContain('<time datetime="2011-03-13T07:06:40.000Z" data-form="date">Mar 13, 2011');
  expect(valueAt(html, 'Born')).toContain('<time datetime="1990-01-01">Jan 1, 1990</time>');
  expect(valueAt(html, 'Patched')).toContain('<time datetime="2024-05-01">May 1, 2024</time>');
  expect(words(valueAt(html, 'Weight'))).toBe('1,000.5 kg');
  expect(valueAt(html, 'Site')).toMatch(
    /^<a href="https:\/\/www\.example\.org\/[^"]*" rel="nofollow noopener"[^>]*>example\.org\/heroes[^<]*…<\/a>$/,
  );
  expect(valueAt(html, 'Tint')).toContain('fill="#f80"');
  expect(valueAt(html, 'Lore')).toContain('<strong>Axe</strong> hits @hard.');
  expect(valueAt(html, 'Lore')).not.toContain('<img');
  expect(words(html)).toContain('Melee');
  expect(words(await page('/catalog/jp/heroes/axe', 'ja'))).toContain('近接');
  expect(await page('/catalog/jp/heroes/lina')).not.toContain('<dt>Weight</dt>');
});

test('references by key and in lists lead to what they name; the rest stays text', async () => {
  const html = await page('/catalog/jp/heroes/axe');
  expect(valueAt(html, 'Weapon')).toMatch(/href="\/catalog\/jp\/items\/blink".*Blink Dagger/s);
  expect(html).toMatch(/<td data-label="Items">.*?href="\/catalog\/jp\/items\/blink"/s);
  expect(html).toMatch(/<td data-label="Items">[^§]{0,80}gone/);
  expect(html).toContain('Call 0');
  expect(valueAt(await page('/catalog/jp/heroes/puck'), 'Weapon')).toContain('none');
  const item = await page('/catalog/jp/items/blink');
  expect(item).toMatch(/href="\/catalog\/jp\/heroes\/(?:axe|kez)"/);
});

test('hidden fields are on no page', async () => {
  for (const path of [
    '/catalog/jp/heroes/axe',
    '/catalog/jp/heroes?view=table',
    '/catalog/jp/heroes?compare=axe,lina',
  ]) {
    const html = await page(path);
    expect(html).not.toContain('secret-');
    expect(html).not.toContain('>Secret<');
  }
});

test('a table shows the same, and sorts by the text of the reader', async () => {
  const html = await page('/catalog/jp/heroes?view=table&sort=name');
  const rows = [...html.matchAll(/<th scope="row"><a href="\/catalog\/jp\/heroes\/([^"]+)"/g)].map(([, id]) => id);
  expect(rows).toEqual([...rows].sort());
  expect(rows).toHaveLength(12);
  const text = words(html);
  expect(text).toContain('Melee');
  expect(text).toContain('Blink Dagger');
  expect(text).toContain('Mar 13, 2011');
  expect(text).toContain('1,000.5 kg');
});

test('facets and chosen filters say labels and names; ranges of dates take days', async () => {
  const html = await page('/catalog/jp/heroes?view=table&kind=m&weapon=Blink');
  expect(html).toMatch(/class="facet-link"[^>]*aria-current="true"[^§]{0,120}Melee/);
  expect(words(html)).toContain('Kind: Melee');
  expect(words(html)).toContain('Weapon: Blink Dagger');
  const ranged = await page('/catalog/jp/heroes?view=table&patched=2024-05-01..2024-05-02');
  const plots = /<table class="plot-table">.*?<\/table>/gs;
  expect(ranged.replace(plots, '').match(/<th scope="row">/g)).toHaveLength(2);
});

test('a comparison speaks the same language', async () => {
  const text = words(await page('/catalog/jp/heroes?compare=axe,lina', 'ja'));
  expect(text).toContain('近接');
  expect(text).toContain('英雄0');
  expect(text).not.toContain('{"en"');
});

test('texts that stand elsewhere are titles', async () => {
  expect(words(await page('/catalog/jp/lands/JPN', 'ja'))).toContain('日本');
  const html = await page('/catalog/jp/lands/DEU?text=fr');
  expect(html).toContain('Allemagne');
  expect(html).toContain('>French<');
  expect(html).not.toContain('<dt>Common</dt>');
});

test('the overview has the groups of the snapshot, in the language of the page, and the rest after them', async () => {
  const headings = (html: string): readonly string[] =>
    [...html.matchAll(/<h3 id="group-\d"[^>]*>(.*?)<\/h3>/gs)].map(([, inner = '']) => words(inner).trim());
  const html = await page('/catalog/jp');
  expect(headings(html)).toEqual(['People', 'Things', 'Other']);
  expect(headings(await page('/catalog/jp', 'ja'))).toEqual(['人物', 'Things', 'その他']);
  expect(html.match(/<h4[^>]*><a class="resource-link" href="\/catalog\/jp\/heroes">/g)).toHaveLength(2);
});

test('files are a list of files, and each page has the file itself', async () => {
  const list = await page('/catalog/jp/voices?view=table');
  const text = words(list);
  expect(text).toContain('audio/wav');
  expect(text).toContain('23.5 KiB');
  expect(text).toContain('0:03');
  expect(text).toContain('SVG');
  // A release sends SVG as a download, which `img` cannot show.
  expect(list).not.toMatch(/<img[^>]*mark\.svg/);
  const sound = await page('/catalog/jp/voices/hello');
  expect(sound).toContain('<audio controls preload="none" src="/assets/jp/Assets/voices/hello.wav"');
  expect(sound).toMatch(
    /<a download href="\/assets\/jp\/Assets\/voices\/hello\.wav"|<a href="[^"]*hello\.wav"[^>]*download/,
  );
  const icons = await page('/catalog/jp/icons');
  expect(icons.match(/class="entity-card"/g)).toHaveLength(12);
  const icon = await page('/catalog/jp/icons/axe');
  expect(icon).toContain('class="entity-cover"');
  expect(words(icon)).toContain('128 × 128');
});

test('a changed text is compared in its language', async () => {
  const before = await publish();
  snapshot.change({ name: { en: 'Axe the Red', ja: '英雄0', de: 'Axe (de)' }, kind: 'r', secret: 'secret-new' });
  const after = await publish();
  const html = await page(`/catalog/jp/releases/${before}...${after}`);
  expect(words(html)).toContain('Name · English');
  expect(html).toContain('<ins>');
  expect(words(html)).toContain('Ranged');
  expect(html).not.toContain('secret-');
});
