// The filter column of a list in a real browser: names of fields are suggested while a filter is written, and bars of a plot are
// reached by keyboard. Without script both are plain forms and links.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, watchFaults } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const complaints: string[] = [];
const [world, browser] = [await keepOpen(openWorld()), await keepOpen(openBrowser())];
const snapshot = await keepOpen(createSmallSnapshot());
const cards = Array.from({ length: 40 }, (_, at) => ({
  id: `c-${at}`,
  name: `Card ${at}`,
  power: at * 5,
  powerLimit: 500,
}));
snapshot.write('catalog/cards.json', JSON.stringify(cards));
snapshot.describe({
  resources: { cards: { file: 'catalog/cards.json', id: 'id' } },
  presentation: { cards: { title: 'name', sort: ['power'] } },
});
await world.publish(snapshot.directory);
await world.untilThere('/api/v1/servers/jp/catalog/query/cards');

async function open(javaScriptEnabled = true): Promise<Page> {
  const page = await browser.openPage({ viewport: { width: 1366, height: 900 }, javaScriptEnabled, locale: 'en' });
  watchFaults(page, complaints);
  await page.goto(`${world.address}/catalog/jp/cards`);
  return page;
}

const countOf = async (page: Page): Promise<number> => Number(await page.locator('.list-count').textContent());

test('names of fields are suggested and chosen by keyboard, and Escape takes them away', async () => {
  const page = await open();
  await page.locator('details.where > summary').click();
  const field = page.locator('#where');
  await page.locator('.island[data-island="field-names"]').waitFor({ state: 'attached' });
  await field.focus();
  const options = page.locator('.field-names').getByRole('option');
  await field.pressSequentially('pow');
  await options.first().waitFor();
  expect(await options.allTextContents()).toEqual(['power', 'powerLimit']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await field.getAttribute('aria-activedescendant')).toBe('where-options-1');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('power');
  await field.pressSequentially('>=100 && na');
  await options.first().waitFor();
  await page.keyboard.press('Escape');
  expect(await options.count()).toBe(0);
  await field.pressSequentially('me~"card"');
  await page.locator('details.where button[type=submit]').click();
  await page.waitForURL(/where=/);
  expect(await countOf(page)).toBe(20);
  expect(await page.locator('#where').inputValue()).toBe('power>=100 && name~"card"');
  expect(complaints).toEqual([]);
});

test.each([true, false])('a bar is a link that the keyboard reaches (script: %p)', async (hasScript) => {
  const page = await open(hasScript);
  const bar = page.locator('.plot a').first();
  const said = Number(/: (\d+)$/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1]);
  await bar.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/power=/);
  expect(await countOf(page)).toBe(said);
  expect(await page.locator('.plot-bar-chosen').count()).toBe(1);
  expect(complaints).toEqual([]);
});
