// A feed that changes under its reader, in a real browser: newer posts come as a link, and what is put away leaves a line.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { isAlive, openBrowser, setCookies, watchFaults } from '../fixtures/browser.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [browser, author, reader] = [await keepOpen(openBrowser()), await accounts.person(), await accounts.person()];

const complaints: string[] = [];

async function open(path: string, { cookie }: Person): Promise<Page> {
  const page = await browser.openPage({ viewport: { width: 390, height: 844 } });
  watchFaults(page, complaints);
  await setCookies(page, accounts.world.address, cookie);
  await page.clock.install();
  await page.goto(`${accounts.world.address}${path}`);
  return page;
}

test('newer posts are offered by a link, and the list does not move', async () => {
  const first = await writePost(author, { title: 'The first one' });
  const page = await open('/community?scope=latest', reader);
  await isAlive(page, 'feed-news');
  const place = () => page.locator(`#post-${first.id}`).evaluate((card) => card.getBoundingClientRect().top);
  const before = await place();
  await writePost(author, { title: 'The second one' });
  await writePost(author, { title: 'The third one' });
  expect(await page.locator('.feed-news a').count()).toBe(0);
  await page.clock.fastForward(61_000);
  const news = page.getByRole('link', { name: '2 new posts' });
  await news.waitFor();
  expect(await place()).toBe(before);
  const target = process.env.TEST_SCREENSHOTS;
  if (target !== undefined) await page.screenshot({ path: `${target}/feed-news.png` });
  await news.click();
  await page.getByText('The third one').waitFor();
  expect(await page.locator('.feed-news a').count()).toBe(0);
});

test('a muted author leaves one line, which brings all of their cards back', async () => {
  const other = await accounts.person();
  for (const title of ['One', 'Two', 'Three']) await writePost(other, { title: `${title} of the other` });
  const page = await open('/community?scope=latest', reader);
  await isAlive(page, 'post-actions');
  const cards = page.locator(`[data-author="${other.uid}"]:visible`);
  expect(await cards.count()).toBe(3);
  const second = cards.nth(1);
  await second.locator('details[data-menu] summary').click();
  await second.getByRole('button', { name: /^Mute/ }).click();
  const line = page.locator('.undo-line');
  await line.waitFor();
  expect(await cards.count()).toBe(0);
  expect(await page.locator('.undo-line').count()).toBe(1);
  const undo = line.getByRole('button');
  expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);
  const target = process.env.TEST_SCREENSHOTS;
  if (target !== undefined) await page.screenshot({ path: `${target}/undo-line.png` });
  const mutes = async () =>
    (await (await reader.send('GET', '/api/v1/community/me/mutes', undefined)).json()).people.map(
      ({ uid }: { uid: number }) => uid,
    );
  expect(await mutes()).toContain(other.uid);
  await page.keyboard.press('Enter');
  expect(await cards.count()).toBe(3);
  expect(await line.count()).toBe(0);
  await accounts.world.until(async () => !(await mutes()).includes(other.uid));
});

test('nothing broke the policy of the pages', () => {
  expect(complaints).toEqual([]);
});
