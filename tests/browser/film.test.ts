// A film from the composer to the eye: uploaded, converted, published, and played from any moment, for which the browser asks
// by a range.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, setCookies, watchErrors } from '../fixtures/browser.ts';
import { writeFilm } from '../fixtures/film.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const SECONDS = 60;
const [WIDTH, HEIGHT] = [320, 180];
/** The decoder runs when nothing else on the machine wants to. */
const CONVERSION_MS = 400_000;
/** The browser gets the film so slowly that it cannot have the end of it before it is asked for. */
const BYTES_A_SECOND = 100_000;

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());
const folder = keepFolder();
await writeFilm(join(folder, 'stage.mp4'), {
  width: WIDTH,
  height: HEIGHT,
  framesPerSecond: 10,
  seconds: 4,
  times: SECONDS / 4,
  hasNoise: true,
});

async function limitSpeed(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    uploadThroughput: -1,
    downloadThroughput: BYTES_A_SECOND,
  });
}

test('a film is uploaded, converted, published, and plays from its end by a range', async () => {
  const person = await accounts.person();
  const page = await browser.openPage();
  const complaints: string[] = [];
  const ranges: string[] = [];
  watchErrors(page, complaints);
  page.on('response', (response) => {
    if (response.status() === 206) ranges.push(response.headers()['content-range'] ?? '');
  });
  const { address } = accounts.world;
  await setCookies(page, address, person.cookie);
  await page.goto(`${address}/compose`);
  await page.locator('form.composer[novalidate]').waitFor();
  await page.locator('#body').fill('From the second row.');
  await page.locator('#files').setInputFiles(join(folder, 'stage.mp4'));
  await page.locator('.composer-file-state').filter({ hasText: 'Ready' }).waitFor({ timeout: CONVERSION_MS });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/community/posts/*');
  await page.locator('.gallery video').waitFor();

  await limitSpeed(page);
  await page.reload({ waitUntil: 'domcontentloaded' });
  const film = page.locator('.gallery video');
  const facts = await film.evaluate(async (element: HTMLVideoElement) => {
    if (element.readyState < 1) await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve));
    const { duration, videoWidth, videoHeight, controls, poster } = element;
    return { duration: Math.round(duration), videoWidth, videoHeight, controls, hasPoster: poster !== '' };
  });
  expect(facts).toEqual({ duration: SECONDS, videoWidth: WIDTH, videoHeight: HEIGHT, controls: true, hasPoster: true });
  const isThere = await film.evaluate((element: HTMLVideoElement, second) => {
    const { buffered } = element;
    return Array.from({ length: buffered.length }, (_, index) => buffered.end(index)).some((end) => end >= second);
  }, SECONDS - 10);
  expect(isThere).toBe(false);
  const place = await film.evaluate(async (element: HTMLVideoElement, second) => {
    const arrived = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = second;
    await arrived;
    return element.currentTime;
  }, SECONDS - 10);
  expect(place).toBe(SECONDS - 10);
  const starts = ranges.map((range) => Number(/^bytes (\d+)-/.exec(range)?.[1]));
  expect(starts.some((start) => start > 0)).toBe(true);
  await film.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    const moved = new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
    await element.play();
    await moved;
  });
  expect(complaints).toEqual([]);
}, 460_000);
