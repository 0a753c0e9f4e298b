// Sliders of the catalog in a real browser: levels of an entity, and two pictures over each other; by keyboard, and without script.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, watchFaults } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const complaints: string[] = [];

const [world, browser] = [await keepOpen(openWorld()), await keepOpen(openBrowser())];
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.describe({ resources: { cards: { file: 'catalog/cards.json', id: 'cardId' } } });
const stat = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 1, { voice: 100 + i * 10, dance: 50 + i }]));
snapshot.write('catalog/cards.json', JSON.stringify([{ cardId: 1, title: 'A card', stat }]));
snapshot.write('assets/Assets/card.png', await makePng(320, 320));
const from = (await world.publish(snapshot.directory)).releaseId;
snapshot.write('assets/Assets/card.png', await makePng(320, 200));
const to = (await world.publish(snapshot.directory)).releaseId;
const comparison = `/catalog/jp/releases/${from}...${to}`;
await world.untilThere('/api/v1/servers/jp/catalog/query/cards');

async function open(path: string, javaScriptEnabled = true, width = 390): Promise<Page> {
  const page = await browser.openPage({ viewport: { width, height: 844 }, javaScriptEnabled });
  watchFaults(page, complaints);
  await page.goto(`${world.address}${path}`);
  return page;
}

test('the slider of levels shows the numbers of the level, by keyboard too', async () => {
  const page = await open('/catalog/jp/cards/1');
  const slider = page.locator('.level-slider input');
  await slider.focus();
  expect(await slider.getAttribute('aria-valuetext')).toBe('Level 20');
  await page.keyboard.press('Home');
  expect(await slider.getAttribute('aria-valuetext')).toBe('Level 1');
  const figures = () => page.locator('.level-figure').allTextContents();
  expect(await figures()).toEqual(['100', '50', '150']);
  await page.keyboard.press('ArrowRight');
  expect(await figures()).toEqual(['110', '51', '161']);
  expect(await page.locator('.level-name').textContent()).toBe('Level 2');
  expect(
    await page
      .locator('.level-figures progress')
      .first()
      .evaluate((bar: HTMLProgressElement) => bar.value),
  ).toBe(110);
});

test('without script the levels are a table', async () => {
  const page = await open('/catalog/jp/cards/1', false);
  expect(await page.locator('.level-slider').isVisible()).toBe(false);
  await page.locator('.level-stats summary').click();
  expect(await page.locator('.level-table tbody tr').count()).toBe(20);
  expect(await page.locator('.level-table').isVisible()).toBe(true);
});

test('two pictures are laid over each other, and the slider moves the edge between them', async () => {
  for (const width of [390, 1280]) {
    const page = await open(comparison, true, width);
    const button = page.getByRole('button', { name: /Overlay/ });
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    const slider = page.locator('.sides-tools input');
    // The focus goes to what the press has brought.
    expect(await slider.evaluate((element) => element === document.activeElement)).toBe(true);
    const clip = () =>
      page
        .locator('.picture-sides figure')
        .first()
        .locator('img')
        .evaluate((img) => getComputedStyle(img).clipPath);
    expect(await clip()).toContain('50%');
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toBe('100 % before');
    expect(await clip()).toContain('inset(0px 0% 0px 0px)'.slice(0, 10));
    const boxes = await page.locator('.picture-sides img').evaluateAll((images) =>
      images.map((image) => {
        const { left, top, width: wide, height } = image.getBoundingClientRect();
        return [left, top, wide, height].map(Math.round);
      }),
    );
    expect(boxes[0]).toEqual(boxes[1] ?? []);
    const target = process.env.TEST_SCREENSHOTS;
    if (target !== undefined) await page.screenshot({ path: `${target}/sides-${width}.png` });
    await button.click();
    expect(await slider.isVisible()).toBe(false);
  }
});

test('without script both pictures stand beside each other', async () => {
  const page = await open(comparison, false);
  expect(await page.locator('.picture-sides img').count()).toBe(2);
  expect(await page.locator('.sides-tools').isVisible()).toBe(false);
});

test('nothing broke the policy of the pages', () => {
  expect(complaints).toEqual([]);
});
