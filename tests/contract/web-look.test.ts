// Colours of the data on pages: an entity has its own or that of what it belongs to, the sheets never change, and pages that
// have no colours load none.
import { describe, expect, test } from 'bun:test';
import { openCatalogWorld } from '../fixtures/catalog-world.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openPage } from '../fixtures/page-client.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const { world } = await keepOpen(openCatalogWorld());

const open = (path: string) => openPage(world, path);
const headOf = (page: string): string => page.slice(0, page.indexOf('</head>'));
const sheetsOf = (html: string): readonly string[] =>
  [...html.matchAll(/href="(\/web\/tint\/[0-9a-f]{6}\.css)"/g)].map(([, path = '']) => path);

describe('a page has the colour of what it is about', () => {
  test.each([
    ['its own', '/catalog/demo/bands/1', '1f5f8b'],
    ['of its character', '/catalog/demo/cards/2001', '7fd1d'],
    ['of its band', '/catalog/demo/songs/1001', '1f5f8b'],
  ])('%s: %s', async (_, path, digits) => {
    const page = await open(path);
    const [sheet = ''] = sheetsOf(headOf(page));
    expect(sheet).toStartWith(`/web/tint/${digits}`);
    expect(page).toContain(`<article class="stack stack-loose tinted tint-${sheet.slice(10, 16)}"`);
    expect(page).not.toContain('style=');
  });

  test('cards have theirs, and their sheets are behind the content', async () => {
    const page = await open('/catalog/demo/bands');
    expect(sheetsOf(headOf(page))).toEqual([]);
    const sheets = sheetsOf(page);
    expect(new Set(sheets).size).toBe(sheets.length);
    for (const sheet of sheets) expect(page).toContain(`class="entity-card tinted tint-${sheet.slice(10, 16)}"`);
    expect(sheets.length).toBe(3);
    expect(page.indexOf('</main>')).toBeLessThan(page.indexOf(sheets[0] ?? 'none'));
  });

  test('a home page that was read before its release could be queried gets them soon', async () => {
    await using fresh = await openAccountsWorld({ PROVIDER_URL: 'off' });
    await fresh.world.publish(SAMPLE);
    await fresh.world.until(async () => {
      const answer = await fresh.world.fetch('/', { headers: { accept: 'text/html' } });
      return sheetsOf(await answer.text()).length > 0;
    });
  });

  test('without a colour nothing is loaded', async () => {
    expect(sheetsOf(await open('/catalog/demo/skills'))).toEqual([]);
  });
});

test('the sheet of a colour is the same forever, in both themes', async () => {
  const answer = await world.fetch('/web/tint/1f5f8b.css');
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable',
  ]);
  const text = await answer.text();
  expect(text).toStartWith('.tint-1f5f8b{--tint:#1f5f8b;');
  expect(text).toContain('--tint-ground:light-dark(');
  const again = await world.fetch('/web/tint/1f5f8b.css', {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

test.each(['1F5F8B', '1f5f8', '1f5f8bb', 'red', '%7D'])('%s is no colour', async (colour) => {
  expect((await world.fetch(`/web/tint/${colour}.css`)).status).toBe(404);
});
