// The button that shares a page, in a real browser: the sheet of the system, a closed sheet, and the clipboard; and feeds as links.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../fixtures/browser.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openWorld } from '../world.ts';

const [world, browser] = [await keepOpen(openWorld()), await keepOpen(openBrowser())];
await world.publish(SAMPLE);

/** Opens a page whose browser has a sheet that does as told, or none; what was shared or copied is kept in `window.name`. */
async function open(path: string, sheet: 'shares' | 'closes' | 'none'): Promise<Page> {
  const page = await browser.openPage({ viewport: { width: 1366, height: 900 }, locale: 'en' });
  await page.addInitScript((manner) => {
    const refuse = (): never => {
      throw new DOMException('', 'AbortError');
    };
    const share = async ({ url = '' }: ShareData): Promise<void> => {
      window.name = manner === 'closes' ? refuse() : `shared ${url}`;
    };
    const clipboard = {
      writeText: async (text: string): Promise<void> => {
        window.name = `copied ${text}`;
      },
    };
    Object.defineProperty(navigator, 'share', { value: manner === 'none' ? undefined : share, configurable: true });
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  }, sheet);
  await page.goto(`${world.address}${path}`);
  return page;
}

const nameOf = (page: Page): Promise<string> => page.evaluate(() => window.name);

test('a page is shared by the sheet of the system, with its canonical address', async () => {
  const page = await open('/catalog/demo/songs/1001?lang=en', 'shares');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() => window.name !== '');
  expect(await nameOf(page)).toMatch(/^shared http.*\/catalog\/demo\/songs\/1001(?:\?lang=en)?$/);
});

test('a sheet that the reader closes copies nothing', async () => {
  const page = await open('/catalog/demo/songs/1001', 'closes');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForTimeout(300);
  expect(await nameOf(page)).toBe('');
});

test('without a sheet the address is copied, and the page says so', async () => {
  const page = await open('/catalog/demo/songs/1001', 'none');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied').waitFor();
  expect(await nameOf(page)).toMatch(/^copied http.*\/catalog\/demo\/songs\/1001$/);
});

test('feeds of a page are links, and private pages have neither', async () => {
  const page = await open('/catalog/demo', 'none');
  const feed = page.locator('.share-row a');
  expect(await feed.first().getAttribute('href')).toBe('/api/v1/servers/demo/release/feed.atom');
  expect((await world.fetch('/api/v1/servers/demo/release/feed.atom')).status).toBe(200);
  await page.goto(`${world.address}/sign-in`);
  expect(await page.locator('.share-row').count()).toBe(0);
});
