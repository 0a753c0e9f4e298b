// The art of an entity in a real browser: it opens over the page, arrows lead around, full size, Escape leads back.
import { expect, test } from 'bun:test';
import { AxeBuilder } from '@axe-core/playwright';
import { openBrowser, watchErrors } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const [world, browser] = [await keepOpen(openWorld()), await keepOpen(openBrowser())];
const snapshot = await keepOpen(createSmallSnapshot());
for (const [name, width] of [
  ['plain', 300],
  ['trained', 1600],
] as const) {
  snapshot.write(`assets/Assets/${name}.png`, await makePng(width, 200));
}
const cards = [{ id: 1, name: 'First light', cover: 'assets/Assets/plain.png', after: 'assets/Assets/trained.png' }];
snapshot.write('catalog/cards.json', JSON.stringify(cards));
snapshot.describe({ resources: { cards: { file: 'catalog/cards.json', id: 'id' } } });
await world.publish(snapshot.directory);

test('art opens over the page by mouse and keyboard', async () => {
  const page = await browser.openPage({ viewport: { width: 1366, height: 900 } });
  const complaints: string[] = [];
  watchErrors(page, complaints);
  await page.goto(`${world.address}/catalog/jp/cards/1`, { waitUntil: 'load' });
  const dialog = page.locator('dialog[data-art-viewer][data-alive]');
  await dialog.waitFor({ state: 'attached' });
  const links = page.locator('a[data-art][href]');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(1);
  await links.first().focus();
  await page.keyboard.press('Enter');
  const shown = (): Promise<string | null> => dialog.getByRole('img').getAttribute('src');
  const place = (at: number) => dialog.getByText(`${at} of ${addresses.length}`, { exact: true }).waitFor();
  await place(1);
  expect(new URL((await shown()) ?? '').pathname).toBe(addresses[0] ?? '');
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await place(2);
  await dialog.getByRole('button', { name: 'Previous picture' }).click();
  await dialog.getByRole('button', { name: 'Previous picture' }).click();
  await place(addresses.length);
  const zoom = dialog.getByRole('button', { name: 'Full size' });
  await zoom.click();
  expect(await zoom.getAttribute('aria-pressed')).toBe('true');
  // Arrows scroll a picture in full size.
  await page.keyboard.press('ArrowRight');
  await place(addresses.length);
  expect(await dialog.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(await shown());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('without script art is a link to its file', async () => {
  const page = await browser.openPage({ javaScriptEnabled: false });
  await page.goto(`${world.address}/catalog/jp/cards/1`);
  const address = await page.locator('a[data-art][href]').first().getAttribute('href');
  const file = await world.fetch(address ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
});
