// The upload page in a real browser: signing in on it, a file of several parts with a pause and a reload in the middle,
// what is said of files that are not accepted, lost connections, a session that ends, and the keyboard alone. Pictures of the
// page go to the folder that TEST_SCREENSHOTS names, if any.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../fixtures/browser.ts';
import { type AccountsWorld, openAccountsWorld } from '../fixtures/people.ts';
import { cut, makeJpeg, makePng, padPng } from '../fixtures/pictures.ts';
import { attachmentPath, PART_BYTES, type PartView } from '../fixtures/uploads.ts';

const PASSWORD = 'a lantern at the harbour';
const PARTS = 4;
/** A file system may round. */
const BLOCK_BYTES = 65_536;
const SIZE = 3 * PART_BYTES + 1_000_000;

let accounts: AccountsWorld;
let browser: TestBrowser;
let folder: string;
let large: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  accounts = await openAccountsWorld({ LIMITS: 'off' });
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'livehouse-upload-page-'));
  large = padPng(SIZE);
  await Bun.write(join(folder, 'harbour.png'), large);
}, 60_000);
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await accounts?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Visit {
  readonly page: Page;
  readonly email: string;
  /** Numbers of the parts that were sent so far, in order. */
  readonly sent: number[];
  /** What the browser held against the page: violations of its policy, errors of its script, foreign addresses. */
  readonly complaints: string[];
  /** Parts above this number do not leave the browser for now. */
  hold(above: number): void;
  card(name: string): Locator;
  button(does: string, name: string): Locator;
  choose(...names: string[]): Promise<void>;
}

const home = (): string => `http://localhost:${accounts.world.port}`;
const partNumberOf = (url: string): number => Number(/\/parts\/(\d+)$/.exec(url)?.[1] ?? 0);

/** A person with a password, on the upload page. */
async function openVisit(email: string, options: { readonly locale?: string } = {}): Promise<Visit> {
  const page = await browser.openPage(options);
  const sent: number[] = [];
  const complaints: string[] = [];
  let held = Number.POSITIVE_INFINITY;
  page.on('request', (request) => {
    const url = request.url();
    const number = partNumberOf(url);
    if (number > 0) sent.push(number);
    if (!/^(data|blob):/.test(url) && new URL(url).origin !== home()) complaints.push(url);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security|Trusted/.test(message.text())) complaints.push(message.text());
  });
  await page.route('**/parts/*', async (route) => {
    while (partNumberOf(route.request().url()) > held) await Bun.sleep(20);
    // Given up by the page while it was held.
    await route.continue().catch(() => undefined);
  });

  await accounts.send('POST', '/api/v1/account/register', { email });
  const { link } = await accounts.mail(email);
  await page.goto(link ?? '');
  await page.locator('input[type=password]').fill(PASSWORD);
  await Promise.all([
    page.waitForURL((url) => !url.search.includes('token')),
    page.locator('button[type=submit]').click(),
  ]);
  await page.context().clearCookies();
  await page.goto(`${home()}/upload`);
  const card = (name: string): Locator => page.locator('.card', { hasText: name });
  return {
    page,
    email,
    sent,
    complaints,
    hold: (above) => {
      held = above;
    },
    card,
    button: (does, name) => page.getByRole('button', { name: `${does}: ${name}` }),
    choose: (...names) => page.locator('#files').setInputFiles(names.map((name) => join(folder, name))),
  };
}

async function signIn({ page, email }: Visit): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Choose files').waitFor();
}

const partsOf = async (page: Page, id: string): Promise<readonly number[]> => {
  const text = await page.evaluate(async (path) => (await fetch(path)).text(), attachmentPath(id));
  const { parts }: { readonly parts: readonly PartView[] } = JSON.parse(text);
  return parts.map(({ partNumber }) => partNumber);
};

/** Id of the attachment whose part is sent next. */
const nextId = async (page: Page): Promise<string> => {
  const request = await page.waitForRequest('**/parts/*');
  return /uploads\/([^/]+)\//.exec(request.url())?.[1] ?? '';
};

const digestOfOriginal = (page: Page, id: string): Promise<string> =>
  page.evaluate(
    async (path) => {
      const bytes = await (await fetch(path)).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    attachmentPath(id, '/content?variant=original'),
  );

/** Room that parts take in the store. */
function bytesInParts(): number {
  const root = join(accounts.world.objectsDirectory, 'parts');
  if (!existsSync(root)) return 0;
  // By file: one may have several names.
  const room = new Map<number, number>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const found = statSync(join(root, name), { throwIfNoEntry: false });
    if (found?.isFile()) room.set(found.ino, found.blocks * 512);
  }
  return [...room.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const isDrawn = (card: Locator): Promise<boolean> =>
  card.locator('img').evaluate(async (image) => {
    await Reflect.get(image, 'decode').call(image);
    return Number(Reflect.get(image, 'naturalWidth')) > 0;
  });

const shown = async (card: Locator, words: string | RegExp, timeout = 60_000): Promise<void> =>
  card.locator('[data-part=state]').filter({ hasText: words }).waitFor({ timeout });

const keptKeys = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('livehouse.upload.')).length);

async function picture({ page }: Visit, name: string): Promise<void> {
  const target = process.env.TEST_SCREENSHOTS;
  if (target !== undefined) await page.screenshot({ path: join(target, `${name}.png`), fullPage: true });
}

test('sign in, upload, pause, reload, choose again, resume: only what is missing is sent', async () => {
  const visit = await openVisit('akari@example.org');
  const { page, sent } = visit;
  await picture(visit, 'sign-in');
  await page.getByLabel('E-mail address').fill(visit.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The address or the password is wrong.').waitFor();
  await signIn(visit);
  await page.getByText(/JPEG, PNG, .*up to 134\.2 megabytes a file|JPEG, PNG, .*up to 134\.2 MB a file/).waitFor();

  visit.hold(2);
  const [id] = await Promise.all([nextId(page), visit.choose('harbour.png')]);
  await accounts.world.until(async () => (await partsOf(page, id)).join() === '1,2', 30_000);
  const card = visit.card('harbour.png');
  await picture(visit, 'sending');
  await visit.button('Pause', 'harbour.png').click();
  await shown(card, /^Paused at 6\d%$/);
  const whenPaused = sent.length;
  await page.waitForTimeout(1000);
  expect(sent.length).toBe(whenPaused);
  expect(await partsOf(page, id)).toEqual([1, 2]);
  expect(await card.locator('progress').getAttribute('aria-label')).toBe('Progress of harbour.png');

  visit.hold(Number.POSITIVE_INFINITY);
  await page.reload();
  await shown(card, /^6\d% has arrived\. Choose the same file again to go on\.$/);
  await picture(visit, 'unfinished');
  sent.length = 0;
  await visit.choose('harbour.png');
  await shown(card, 'Ready');
  expect(sent.toSorted()).toEqual([3, 4]);
  expect(await isDrawn(card)).toBe(true);
  await picture(visit, 'ready');
  expect(await digestOfOriginal(page, id)).toBe(Bun.SHA256.hash(large, 'hex'));
  expect(await keptKeys(page)).toBe(0);
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('pause and resume work without a reload; cancelling removes the upload on both sides', async () => {
  const visit = await openVisit('yui@example.org');
  const { page, sent } = visit;
  await signIn(visit);
  const network = await page.context().newCDPSession(page);
  const limitSending = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await limitSending(4_000_000);
  const [slow] = await Promise.all([nextId(page), visit.choose('harbour.png')]);
  const card = visit.card('harbour.png');
  await shown(card, /^Uploading, /);
  await accounts.world.until(() => bytesInParts() > PART_BYTES / 4, 30_000);
  await visit.button('Pause', 'harbour.png').click();
  await shown(card, /^Paused/);
  // Some parts were under way: one that arrived to its last byte may still be counted, of the others nothing lies about.
  const roomOf = (held: readonly number[]): number =>
    held.reduce((sum, number) => sum + (number === PARTS ? SIZE % PART_BYTES : PART_BYTES), BLOCK_BYTES);
  await accounts.world.until(async () => bytesInParts() < roomOf(await partsOf(page, slow)), 30_000);
  const before = [sent.length, bytesInParts(), await partsOf(page, slow)];
  await page.waitForTimeout(1000);
  expect([sent.length, bytesInParts(), await partsOf(page, slow)]).toEqual(before);
  await limitSending(-1);
  await visit.button('Resume', 'harbour.png').click();
  await shown(card, 'Ready');
  await visit.button('Remove from list', 'harbour.png').click();

  visit.hold(1);
  const [id] = await Promise.all([nextId(page), visit.choose('harbour.png')]);
  await accounts.world.until(async () => (await partsOf(page, id)).join() === '1', 30_000);
  await visit.button('Pause', 'harbour.png').click();
  sent.length = 0;
  await visit.button('Resume', 'harbour.png').click();
  await accounts.world.until(() => sent.length >= PARTS - 1, 30_000);
  expect(sent.toSorted()).toEqual([2, 3, 4]);
  await visit.button('Cancel', 'harbour.png').click();
  await visit.card('harbour.png').waitFor({ state: 'detached' });
  await accounts.world.until(
    async () => (await page.evaluate(async (path) => (await fetch(path)).status, attachmentPath(id))) === 404,
    30_000,
  );
  expect(await keptKeys(page)).toBe(0);
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('a refused file is explained', async () => {
  await Bun.write(join(folder, 'notes.txt'), 'not a picture');
  await Bun.write(join(folder, 'empty.png'), '');
  await Bun.write(join(folder, 'pretence.png'), 'not a picture');
  await Bun.write(join(folder, 'torn.jpg'), cut(await makeJpeg(600, 400), 9000));
  await Bun.write(join(folder, 'whole.png'), await makePng(300, 200));
  const visit = await openVisit('ren@example.org');
  await signIn(visit);
  await visit.choose('notes.txt', 'empty.png', 'pretence.png', 'torn.jpg', 'whole.png');
  const damaged = 'The file is damaged, or is not what its name says.';
  await shown(visit.card('notes.txt'), 'Not uploaded. Files of this kind are not accepted here.');
  await shown(visit.card('empty.png'), 'Not uploaded. The file is empty.');
  await shown(visit.card('pretence.png'), `Not uploaded. ${damaged}`);
  await shown(visit.card('torn.jpg'), `Not accepted. ${damaged}`);
  await shown(visit.card('whole.png'), 'Ready');
  await picture(visit, 'rejected');
  await visit.page.setViewportSize({ width: 340, height: 700 });
  await picture(visit, 'narrow');
  await visit.button('Remove from list', 'notes.txt').click();
  expect(await visit.page.locator('.card').count()).toBe(4);
  expect(await keptKeys(visit.page)).toBe(0);
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('the upload resumes after a lost connection, a reset and a full store', async () => {
  const visit = await openVisit('mei@example.org');
  const { page, sent } = visit;
  await signIn(visit);
  let resets = 0;
  let full = 0;
  const trouble = async (route: Route): Promise<void> => {
    const number = partNumberOf(route.request().url());
    if (number === 2 && resets++ === 0) return route.abort('connectionreset');
    if (number === 3 && full++ === 0) {
      const headers = { 'retry-after': '1' };
      return route.fulfill({ status: 503, headers, json: { error: { code: 'storage_unavailable', message: 'full' } } });
    }
    return route.fallback();
  };
  await page.route('**/parts/*', trouble);
  visit.hold(3);
  const [id] = await Promise.all([nextId(page), visit.choose('harbour.png')]);
  await accounts.world.until(async () => (await partsOf(page, id)).join() === '1,2,3', 60_000);
  expect([resets, full]).toEqual([2, 2]);

  const card = visit.card('harbour.png');
  await page.context().setOffline(true);
  // What was under way breaks off, as with a cable that is pulled.
  visit.hold(Number.POSITIVE_INFINITY);
  await shown(card, /^There is no connection\. Trying again in /);
  await picture(visit, 'waiting');
  sent.length = 0;
  await page.context().setOffline(false);
  await shown(card, 'Ready');
  expect(sent.filter((number) => number !== 4)).toEqual([]);
  expect(await digestOfOriginal(page, id)).toBe(Bun.SHA256.hash(large, 'hex'));
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('after the session ends the page asks to sign in, and the upload resumes', async () => {
  const visit = await openVisit('sora@example.org');
  const { page, sent } = visit;
  await signIn(visit);
  visit.hold(2);
  const [id] = await Promise.all([nextId(page), visit.choose('harbour.png')]);
  await accounts.world.until(async () => (await partsOf(page, id)).join() === '1,2', 30_000);
  await page.context().clearCookies();
  visit.hold(Number.POSITIVE_INFINITY);
  await page.getByText('Your session is over. Sign in and the uploads go on.').waitFor();
  sent.length = 0;
  await signIn(visit);
  await shown(visit.card('harbour.png'), 'Ready');
  expect(sent.filter((number) => number < 3)).toEqual([]);
  expect(await digestOfOriginal(page, id)).toBe(Bun.SHA256.hash(large, 'hex'));
}, 120_000);

test('the same name and size with other content is another file: nothing of the first gets into it', async () => {
  const visit = await openVisit('kaho@example.org');
  const { page } = visit;
  await signIn(visit);
  const other = new Uint8Array(large);
  // Within the first part, away from both ends.
  other.fill(0x62, 1_000_000, 1_000_100);
  await Bun.write(join(folder, 'twin.png'), large);
  visit.hold(2);
  const [first] = await Promise.all([nextId(page), visit.choose('twin.png')]);
  await accounts.world.until(async () => (await partsOf(page, first)).join() === '1,2', 30_000);
  visit.hold(0);
  await page.reload();
  await shown(visit.card('twin.png'), /has arrived/);
  await Bun.write(join(folder, 'twin.png'), other);
  const [second] = await Promise.all([nextId(page), visit.choose('twin.png')]);
  expect(second).not.toBe(first);
  visit.hold(Number.POSITIVE_INFINITY);
  await shown(visit.card('twin.png'), 'Ready');
  expect(await digestOfOriginal(page, second)).toBe(Bun.SHA256.hash(other, 'hex'));
  // The first is cancelled, not left lying about.
  expect(await page.evaluate(async (path) => (await fetch(path)).status, attachmentPath(first))).toBe(404);
}, 120_000);

test('the page works by keyboard only, in dark mode, in the requested language', async () => {
  await Bun.write(join(folder, 'lamp.png'), await makePng(400, 300));
  const visit = await openVisit('nao@example.org', { locale: 'ja-JP' });
  const { page } = visit;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  await page.locator('#email').waitFor();
  // The address has the focus.
  await page.keyboard.type(visit.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('#files').waitFor({ state: 'attached' });
  await page.getByText('ファイルを選ぶ').waitFor();
  for (let i = 0; i < 10; i++) {
    if ((await page.evaluate(() => Reflect.get(globalThis, 'document').activeElement.id)) === 'files') break;
    await page.keyboard.press('Tab');
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
  await chooser.setFiles(join(folder, 'lamp.png'));
  await shown(visit.card('lamp.png'), '完了しました');
  await visit.card('lamp.png').getByRole('link', { name: '開く' }).focus();
  await page.keyboard.press('Tab');
  await picture(visit, 'dark');
  await page.keyboard.press('Enter');
  await visit.card('lamp.png').waitFor({ state: 'detached' });
  expect(visit.complaints).toEqual([]);
}, 120_000);
