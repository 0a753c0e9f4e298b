// The reference of the interface in a real browser: what it loads, filtering and trying operations by keyboard, addresses of the
// earlier reference, and nothing for axe to find, also with an answer shown.
import { expect, test } from 'bun:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openBrowser, watchFaults } from '../fixtures/browser.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openWorld } from '../world.ts';

const SCRIPT_MAX_BYTES = 10 * 1024;

const complaints: string[] = [];
const [world, browser] = [await keepOpen(openWorld()), await keepOpen(openBrowser())];
await world.publish(SAMPLE);
await world.untilThere('/api/v1/servers/demo/catalog/query/cards');

async function open(path: string): Promise<Page> {
  const page = await browser.openPage({ viewport: { width: 1366, height: 900 } });
  watchFaults(page, complaints);
  await page.goto(`${world.address}${path}`);
  return page;
}

async function expectCleanly(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(complaints).toEqual([]);
}

/** Whether the element has the focus. */
const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => element === document.activeElement);

test('a page of the reference loads at most 10 KiB of script and answers to the keyboard', async () => {
  for (const path of ['/docs', '/docs/catalog', '/docs/administration']) {
    // Each page has a context of its own, so nothing of it is cached.
    const page = await open(path);
    await page.getByRole('main').getByRole('searchbox').fill('qqq');
    await page.locator('[data-count]', { hasText: 'No operations found.' }).waitFor({ state: 'attached' });
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + Number(Reflect.get(entry, 'encodedBodySize')), 0),
    );
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
    await page.context().close();
  }
}, 120_000);

test('an operation is tried by keyboard alone', async () => {
  const page = await open('/docs/catalog#catalogQuery');
  const button = page.locator('#catalogQuery [data-try]');
  await button.focus();
  await page.keyboard.press('Enter');
  await page.locator('#catalogQuery form').waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  // The form takes the focus once it has been painted.
  await page.locator('#catalogQuery-server:focus').waitFor();
  await page.locator('#catalogQuery-filter').press('End');
  await page.keyboard.press('Enter');
  expect(await page.locator('#catalogQuery-filter').inputValue()).toContain('\n');
  await page.locator('#catalogQuery-server').press('Enter');
  const form = page.locator('#catalogQuery form');
  await form.getByText('200', { exact: false }).first().waitFor();
  await form.getByText('"total"').waitFor();
  expect(await form.locator('.try-address').textContent()).toMatch(
    /^GET \/api\/v1\/servers\/demo\/catalog\/query\/cards\?filter=/,
  );
  await form.locator('summary').press('Enter');
  await form.getByText('x-service-release-id').waitFor();
  await expectCleanly(page);
  await page.locator('#catalogQuery-server').press('Escape');
  await page.locator('#catalogQuery form').waitFor({ state: 'detached' });
  expect(await hasFocus(page, '#catalogQuery [data-try]')).toBe(true);
}, 120_000);

test('bodies are sent, refusals and pictures are shown', async () => {
  const page = await open('/docs/catalog');
  await page.locator('#catalogQueryPost [data-try]').click();
  const form = page.locator('#catalogQueryPost form');
  await form.locator('#catalogQueryPost-body').fill('{"where":"rarity=4","limit":1}');
  await form.getByRole('button', { name: 'Send request' }).click();
  await form.getByText('"nextCursor"').waitFor();
  await form.locator('#catalogQueryPost-body').fill('{"where":"rarity=="}');
  await form.getByRole('button', { name: 'Send request' }).click();
  await form.getByText('invalid_query').waitFor();

  await page.goto(`${world.address}/docs/release-media-and-files`);
  await page.locator('#assetRead [data-try]').click();
  await page.locator('#assetRead form').getByRole('button', { name: 'Send request' }).click();
  const picture = page.locator('#assetRead .try-picture');
  await picture.waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('#assetRead .try-picture')?.naturalWidth !== 0,
  );
  await expectCleanly(page);
}, 120_000);

test('the list beside a section is filtered, and commands are copied', async () => {
  const page = await open('/docs/catalog');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.reference-places input').fill('avatar');
  const shown = page.locator('.reference-places li:visible');
  await page.waitForFunction(() => document.querySelectorAll('.reference-places details[open]').length < 5);
  expect(await shown.count()).toBeGreaterThan(1);
  expect(
    (await shown.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).every((to) =>
      /avatar/i.test(to ?? ''),
    ),
  ).toBe(true);
  await page.locator('#entityRead [data-copy]').first().click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toStartWith('curl -s ');
});

test('addresses of the earlier reference lead to their operations, links to schemas open them', async () => {
  const page = await open('/docs#/Community_posts/postCreate');
  await page.waitForURL(`${world.address}/docs/community-posts#postCreate`);
  await page.goto(`${world.address}/docs#/Own_account`);
  await page.waitForURL(`${world.address}/docs/own-account`);
  await page.goto(`${world.address}/docs/catalog`);
  await page
    .locator('a[href="#schema-CatalogQuery"]')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await page.locator('#schema-CatalogQuery').waitFor({ state: 'visible' });
  expect(complaints).toEqual([]);
});
