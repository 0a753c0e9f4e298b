// The own picture in a real browser: its square is chosen by drag, slider and keys before it is sent.
import { expect, test } from 'bun:test';
import { isAlive, openBrowser, setCookies, watchFaults } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, readJson } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());

// Scripts for the page are text: they speak of things that only a browser has.
/** A picture, red on the left and blue on the right, as base64. */
const DRAW = `(async () => {
  const canvas = new OffscreenCanvas(600, 300);
  const context = canvas.getContext('2d');
  context.fillStyle = '#c02020';
  context.fillRect(0, 0, 300, 300);
  context.fillStyle = '#2020c0';
  context.fillRect(300, 0, 300, 300);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
})()`;
/** Red, green and blue at the left edge, in the middle and at the right edge of what the canvas shows. */
const COLOURS = `(() => {
  const canvas = document.querySelector('#avatar-crop canvas');
  const context = canvas.getContext('2d');
  return [4, canvas.width / 2 - 20, canvas.width - 4].map((x) => [...context.getImageData(x, 160, 1, 1).data.slice(0, 3)].join());
})()`;
const RED = '192,32,32';
const BLUE = '32,32,192';

test('the square of a picture is chosen by drag, keys and slider, and that square is sent', async () => {
  const person = await accounts.person();
  const page = await browser.openPage();
  const complaints: string[] = [];
  watchFaults(page, complaints);
  await setCookies(page, accounts.world.address, person.cookie);
  await page.goto(`${accounts.world.address}/settings/profile`);
  await isAlive(page, 'avatar-upload');
  const drawn: string = await page.evaluate(DRAW);
  const input = page.locator('[data-island="avatar-upload"] input[type=file]');
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') });
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const canvas = dialog.getByRole('img', { name: 'Visible part of the picture' });
  await canvas.waitFor();
  const colours = (): Promise<readonly string[]> => page.evaluate(COLOURS);
  await page.waitForFunction(`(${COLOURS})[2] === '${BLUE}'`);
  expect(await colours()).toEqual([RED, RED, BLUE]);

  // The picture follows the pointer: dragged to the right, more of its left half is seen.
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('the canvas is not shown');
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(`(${COLOURS})[2] === '${RED}'`);
  const target = process.env.TEST_SCREENSHOTS;
  if (target !== undefined) await page.screenshot({ path: `${target}/crop.png` });
  await canvas.focus();
  for (let count = 0; count < 30; count++) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(`(${COLOURS})[0] === '${BLUE}'`);
  expect(await colours()).toEqual([BLUE, BLUE, BLUE]);
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('3');
  expect(await colours()).toEqual([BLUE, BLUE, BLUE]);

  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    dialog.getByRole('button', { name: 'Use this crop' }).click(),
  ]);
  expect(sent.headers()['content-type']).toBe('image/png');
  await page.locator('.toast', { hasText: 'Picture uploaded.' }).waitFor();
  await accounts.world.until(async () => {
    return (await readJson(person.fetch('/api/v1/account/profile'))).profile.avatarUrl !== null;
  }, 30_000);

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.locator('.toast-error', { hasText: 'can’t be used' }).waitFor();
  expect(complaints).toEqual([]);
}, 60_000);
