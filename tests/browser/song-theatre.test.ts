// Hearing and watching a song: the theatre follows the sound, loops hold, moments stand in addresses, keys act in the theatre
// alone, and the sound goes on from page to page.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, watchErrors } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openPageStage } from '../fixtures/page-stage.ts';

const SONG = '/catalog/demo/songs/1001';

const stage = await keepOpen(openPageStage());
const browser = await keepOpen(openBrowser());

async function openSong(hash = ''): Promise<Page> {
  const page = await browser.openPage({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
  await page.goto(`${stage.world.address}${SONG}${hash}`, { waitUntil: 'networkidle' });
  await page.locator('.theatre canvas').waitFor();
  return page;
}
const soundAt = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<HTMLAudioElement>('.song-player audio')?.currentTime ?? -1);
const waitFor = (page: Page, isTrue: (at: number) => boolean): Promise<boolean> =>
  stage.world.until(async () => isTrue(await soundAt(page)), 20_000).then(() => true);
/** A digest of what the canvas shows. */
const picture = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLCanvasElement>('.theatre canvas')?.toDataURL() ?? '');

test('the picture moves with the sound, and stands when it stands', async () => {
  const page = await openSong();
  const first = await picture(page);
  expect(first.length).toBeGreaterThan(2000);
  await page.getByRole('region', { name: 'Chart player' }).getByRole('button', { name: 'Play' }).click();
  await waitFor(page, (at) => at > 0.5);
  expect(await picture(page)).not.toBe(first);
  await page.getByRole('region', { name: 'Player', exact: true }).getByRole('button', { name: 'Pause' }).click();
  const still = await soundAt(page);
  expect(still).toBeLessThan(15);
  const slider = page.getByRole('slider', { name: 'Position', exact: true });
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0:\d\d of 0:15$/);
  await page.context().close();
});

test('an address names a moment or a loop, and a loop holds', async () => {
  const page = await openSong('#t=8.5');
  await waitFor(page, (at) => at === 8.5);
  await page.goto(`${stage.world.address}${SONG}#t=3,3.6`);
  await waitFor(page, (at) => at === 3);
  await page.getByRole('region', { name: 'Chart player' }).getByRole('button', { name: 'Play' }).click();
  let jumps = 0;
  let before = 3;
  await stage.world.until(async () => {
    const at = await soundAt(page);
    expect(at).toBeLessThan(4);
    if (at < before) jumps += 1;
    before = at;
    return jumps >= 2;
  }, 20_000);
  await page.getByRole('button', { name: 'Clear loop' }).click();
  await waitFor(page, (at) => at > 4);
  await page.context().close();
});

test('keys act while the theatre has the focus, and not before', async () => {
  const page = await openSong('#t=2');
  await waitFor(page, (at) => at === 2);
  await page.keyboard.press('ArrowRight');
  expect(await soundAt(page)).toBe(2);
  await page.locator('.theatre canvas').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await waitFor(page, (at) => Math.abs(at - 3.75) < 0.01);
  await page.keyboard.press('ArrowLeft');
  await waitFor(page, (at) => Math.abs(at - 3.2813) < 0.01);
  await page.keyboard.press('0');
  await waitFor(page, (at) => at === 0);
  const scroll = page.getByRole('slider', { name: 'Scroll speed' });
  await page.keyboard.press('+');
  expect(await scroll.inputValue()).toBe('6');
  await page.reload({ waitUntil: 'networkidle' });
  await stage.world.until(async () => (await scroll.inputValue()) === '6');
  await page.context().close();
});

test('a press on the density leads there; clicks, mirror and speed make no fault and are kept', async () => {
  const page = await openSong();
  const faults: string[] = [];
  watchErrors(page, faults);
  const density = page.locator('.density-seek');
  const box = await density.boundingBox();
  await density.click({ position: { x: (box?.width ?? 0) / 2, y: 30 } });
  await waitFor(page, (at) => at > 7 && at < 8);
  await page.getByText('More settings').click();
  await page.getByLabel('Hit sounds').check();
  await page.getByLabel('Mirror').check();
  await page.getByLabel('Playback speed').selectOption('0.5');
  await page.locator('.theatre canvas').focus();
  await page.keyboard.press(' ');
  await waitFor(page, (at) => at > 8);
  const sound = await page.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>('.song-player audio');
    return [audio?.playbackRate, audio?.preservesPitch];
  });
  expect([faults, sound]).toEqual([[], [0.5, true]]);
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByText('More settings').click();
  await stage.world.until(() => page.getByLabel('Hit sounds').isChecked());
  expect(await page.getByLabel('Mirror').isChecked()).toBe(true);
  await page.context().close();
});

test('a link to the moment names difficulty and loop', async () => {
  const page = await openSong('?d=easy#t=4,6');
  await page.getByRole('button', { name: 'Copy link to this moment' }).click();
  await stage.world.until(() => Promise.resolve(page.url().endsWith(`${SONG}?d=easy#t=4,6`)));
  await page.context().close();
});

test('the sound goes on from page to page until it is closed', async () => {
  const page = await openSong('#t=2');
  await page.getByRole('region', { name: 'Player', exact: true }).getByRole('button', { name: 'Play' }).click();
  await waitFor(page, (at) => at > 2.2);
  await page.goto(`${stage.world.address}/play`);
  const bar = page.getByRole('region', { name: 'Player', exact: true });
  await bar.getByRole('link', { name: 'Promise of the Lighthouse' }).waitFor();
  await stage.world.until(
    async () =>
      (await page.evaluate(() => document.querySelector<HTMLAudioElement>('.sound-bar audio')?.currentTime ?? 0)) > 2,
    20_000,
  );
  await bar.getByRole('link', { name: 'Promise of the Lighthouse' }).click();
  await page.locator('.theatre canvas').waitFor();
  await waitFor(page, (at) => at > 2);
  expect(await page.locator('.sound-bar').count()).toBe(0);
  await page.goto(`${stage.world.address}/play`);
  await page.getByRole('button', { name: 'Close player' }).click();
  await page.goto(`${stage.world.address}/about`);
  expect(await page.locator('.sound-bar').count()).toBe(0);
  await page.context().close();
});
