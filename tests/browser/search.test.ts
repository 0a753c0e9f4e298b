// The search field of the header in a real browser: `/` focuses it, suggestions are a combobox that the keyboard reaches, keys can
// be switched off, and without script the field is a form.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, watchFaults } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const complaints: string[] = [];
const [world, browser] = [await keepOpen(openWorld()), await keepOpen(openBrowser())];
const snapshot = await keepOpen(createSmallSnapshot());
const cards = Array.from({ length: 9 }, (_, at) => ({ id: `c-${at}`, name: `Lantern <i>${at}</i>` }));
snapshot.write('catalog/cards.json', JSON.stringify(cards));
snapshot.describe({ resources: { cards: { file: 'catalog/cards.json', id: 'id' } } });
await world.publish(snapshot.directory);
await world.untilThere('/api/v1/search?q=lantern&kinds=entities');

async function open(options: { readonly javaScriptEnabled?: boolean; readonly width?: number } = {}): Promise<Page> {
  const { javaScriptEnabled = true, width = 1366 } = options;
  const page = await browser.openPage({ viewport: { width, height: 900 }, javaScriptEnabled, locale: 'en' });
  watchFaults(page, complaints);
  await page.goto(`${world.address}/catalog/jp/cards`);
  return page;
}

test('the key focuses the field, arrows choose a suggestion, and Enter opens it', async () => {
  const page = await open();
  const field = page.locator('.site-search input[name=q]');
  await page.waitForFunction(() => document.querySelector('.site-search') !== null);
  await page.locator('h1').click();
  await page.keyboard.press('/');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('lantern');
  const options = page.locator('#search-suggestions').getByRole('option');
  // The suggestions follow what is typed.
  await options.filter({ hasText: 'Search for “lantern”' }).waitFor();
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  expect(await options.first().textContent()).toContain('Lantern <i>0</i>');
  expect(await options.last().textContent()).toBe('Search for “lantern”');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await field.getAttribute('aria-activedescendant')).toBe('search-suggestions-1');
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await page.locator('#search-suggestions').isHidden()).toBe(true);
  expect(await field.inputValue()).toBe('lantern');
  await page.keyboard.press('ArrowUp');
  await options.first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/catalog\/jp\/cards\/c-0$/);
});

test('Enter without a choice opens the page of the search', async () => {
  const page = await open();
  const field = page.locator('.site-search input[name=q]');
  await field.fill('lantern');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?q=lantern$/);
  await page.getByRole('heading', { name: /Catalog/ }).waitFor();
});

test('the key does nothing where a reader has switched keys off', async () => {
  const page = await open();
  await page.evaluate(() => localStorage.setItem('livehouse.keys', 'off'));
  await page.locator('h1').click();
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
});

test('on a phone the field opens above the header', async () => {
  const page = await open({ width: 390 });
  const field = page.locator('.site-search input[name=q]');
  expect((await field.boundingBox())?.width).toBeLessThan(50);
  await field.click();
  expect((await field.boundingBox())?.width).toBeGreaterThan(300);
});

test('without script the field is a form', async () => {
  const page = await open({ javaScriptEnabled: false });
  await page.locator('.site-search input[name=q]').fill('lantern');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?q=lantern$/);
});

test('no page complained', () => {
  expect(complaints).toEqual([]);
});
