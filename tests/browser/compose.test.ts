// Writing in a real browser: a post with a picture whose upload is cut off and goes on, drafts that survive a reload, a
// second tab and the end of a session, a conflict, and the form without script. Pictures of the page go to the folder that
// TEST_SCREENSHOTS names, if any.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { openBrowser, watchFaults } from '../fixtures/browser.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { makePng, padPng } from '../fixtures/pictures.ts';
import { PART_BYTES } from '../fixtures/uploads.ts';

const SIZE = 3 * PART_BYTES + 1_000_000;

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());
const folder = keepFolder();
await Bun.write(join(folder, 'harbour.png'), padPng(SIZE));
await Bun.write(join(folder, 'lamp.png'), await makePng(400, 300));

interface Visit {
  readonly page: Page;
  readonly person: Person;
  /** Numbers of the parts that were sent so far, in order. */
  readonly sent: number[];
  /** What the browser held against the page: violations of its policy, errors of its script, foreign addresses. */
  readonly complaints: string[];
  /** Parts above this number do not leave the browser for now. */
  hold(above: number): void;
}

const home = (): string => accounts.world.address;
const partNumberOf = (url: string): number => Number(/\/parts\/(\d+)$/.exec(url)?.[1] ?? 0);

async function signIn(page: Page, { cookie }: Person): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: home() }]);
}

/** A person on the composer. */
async function openVisit(options: BrowserContextOptions = {}, path = '/compose'): Promise<Visit> {
  const person = await accounts.person();
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
  watchFaults(page, complaints);
  await page.route('**/parts/*', async (route) => {
    while (partNumberOf(route.request().url()) > held) await Bun.sleep(20);
    // The page may have given it up meanwhile.
    await route.continue().catch(() => undefined);
  });
  await signIn(page, person);
  await openComposer(page, path);
  return {
    page,
    person,
    sent,
    complaints,
    hold: (above) => {
      held = above;
    },
  };
}

async function openComposer(page: Page, path = '/compose'): Promise<void> {
  await page.goto(`${home()}${path}`);
  if (page.url().includes('/compose')) await page.locator('form.composer[novalidate]').waitFor();
}

const fileRow = (page: Page, name: string): Locator => page.locator('.composer-file', { hasText: name });
const state = (page: Page, name: string, words: string | RegExp): Promise<void> =>
  fileRow(page, name).locator('.composer-file-state').filter({ hasText: words }).waitFor({ timeout: 60_000 });
const choose = (page: Page, ...names: string[]): Promise<void> =>
  page.locator('#files').setInputFiles(names.map((name) => join(folder, name)));
const kept = (page: Page): Promise<void> => page.getByText(/^Draft saved/).waitFor();

type StoredPost = AnswerBody<'POST /api/v1/community/posts'>['post'];

/** The newest post of a person. */
async function latestPost({ cookie }: Person): Promise<StoredPost | undefined> {
  const list = await accounts.world.fetch('/api/v1/community/posts?scope=mine', { headers: { cookie } });
  const { posts }: { readonly posts: readonly { readonly id: string }[] } = await list.json();
  const [first] = posts;
  if (first === undefined) return undefined;
  const answer = await accounts.world.fetch(`/api/v1/community/posts/${first.id}`, { headers: { cookie } });
  return (await answer.json()).post;
}

async function picture(page: Page, name: string): Promise<void> {
  const target = process.env.TEST_SCREENSHOTS;
  if (target !== undefined) await page.screenshot({ path: join(target, `${name}.png`), fullPage: true });
}

test('a post waits for a file that was chosen before the tray was loaded', async () => {
  const visit = await openVisit();
  await openComposer(visit.page);
  // Scripts that are asked for from now on come late.
  await visit.page.route('**/*.js', async (route) => {
    await Bun.sleep(1500);
    await route.continue();
  });
  await visit.page.locator('#body').fill('With a picture, at once.');
  await choose(visit.page, 'lamp.png');
  await visit.page.getByRole('button', { name: 'Publish', exact: true }).click();
  await visit.page.waitForURL('**/community/posts/*', { timeout: 60_000 });
  expect((await latestPost(visit.person))?.attachments.map(({ fileName }) => fileName)).toEqual(['lamp.png']);
}, 90_000);

test('a post with a picture: the upload survives a cut connection and a reload, and nothing is lost', async () => {
  const visit = await openVisit();
  const { page, sent, person } = visit;
  await picture(page, 'empty');
  await page.locator('#title').fill('Lamps at the harbour');
  await page.locator('#body').fill('What we saw last night.');
  await page.locator('#body').selectText();
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.locator('.composer-preview strong').getByText('What we saw last night.').waitFor();
  expect(await page.locator('#body').inputValue()).toBe('**What we saw last night.**');
  await page.locator('#tags').fill('harbour,');
  await page.getByRole('button', { name: 'Remove tag harbour' }).waitFor();

  visit.hold(2);
  await choose(page, 'harbour.png');
  await state(page, 'harbour.png', /^Uploading, 5\d%|^Uploading, 6\d%/);
  await picture(page, 'sending');
  await page.context().setOffline(true);
  await page.getByText('You’re offline. What you write is saved on this device.').waitFor();
  // What was under way breaks off, as with a cable that is pulled.
  visit.hold(Number.POSITIVE_INFINITY);
  await state(page, 'harbour.png', /^You’re offline\. Trying again in /);
  await picture(page, 'offline');
  visit.hold(2);
  await page.context().setOffline(false);
  await kept(page);

  // Both drafts and uploads are still there after a reload; the dialog about leaving is accepted.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Draft from').waitFor();
  expect(await page.locator('#title').inputValue()).toBe('Lamps at the harbour');
  await state(page, 'harbour.png', /uploaded\. Choose the same file again/);
  await picture(page, 'restored');
  visit.hold(Number.POSITIVE_INFINITY);
  sent.length = 0;
  await choose(page, 'harbour.png', 'lamp.png');
  // Published as soon as the files are ready.
  await page.locator('#body').press('Control+Enter');
  await state(page, 'lamp.png', 'Ready').catch(() => undefined);
  await page.waitForURL('**/community/posts/*', { timeout: 90_000 });
  expect(sent.filter((number) => number < 3)).toEqual([]);
  const post = await latestPost(person);
  expect(post).toMatchObject({ title: 'Lamps at the harbour', body: '**What we saw last night.**', tags: ['harbour'] });
  expect(post?.attachments.map(({ fileName }) => fileName)).toEqual(['harbour.png', 'lamp.png']);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /draft|upload/.test(key)))).toEqual([]);
  expect(visit.complaints).toEqual([]);
}, 180_000);

test('files: paused, resumed, refused, ordered and removed, by keyboard, in Japanese and in the dark', async () => {
  await Bun.write(join(folder, 'notes.txt'), 'not a picture');
  await Bun.write(join(folder, 'pretence.png'), 'not a picture');
  const visit = await openVisit({ locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 844 } });
  const { page, sent } = visit;
  visit.hold(1);
  await choose(page, 'harbour.png');
  await state(page, 'harbour.png', /^アップロード中：3\d%/);
  await page.getByRole('button', { name: '一時停止：harbour.png' }).press('Enter');
  await state(page, 'harbour.png', /一時停止/);
  sent.length = 0;
  visit.hold(Number.POSITIVE_INFINITY);
  await page.getByRole('button', { name: '再開：harbour.png' }).press('Enter');
  await state(page, 'harbour.png', '完了');
  expect(sent.toSorted()).toEqual([2, 3, 4]);
  await choose(page, 'notes.txt', 'pretence.png', 'lamp.png');
  await state(page, 'notes.txt', 'この種類のファイルは使えません。');
  await state(page, 'pretence.png', 'ファイルが壊れているか');
  await state(page, 'lamp.png', '完了');
  await page.locator('#body').fill('本文');
  await page.getByRole('button', { name: '投稿する', exact: true }).press('Enter');
  await page.getByText('準備できていないファイルがあります。').waitFor();
  await picture(page, 'files-ja');
  for (const name of ['notes.txt', 'pretence.png']) {
    await page.getByRole('button', { name: `外す：${name}` }).press('Enter');
  }
  await page.getByRole('button', { name: '前に移動：lamp.png' }).press('Enter');
  await page.getByRole('button', { name: '投稿する', exact: true }).press('Enter');
  await page.waitForURL('**/community/posts/*', { timeout: 60_000 });
  const post = await latestPost(visit.person);
  expect(post?.attachments.map(({ fileName }) => fileName)).toEqual(['lamp.png', 'harbour.png']);
  expect(visit.complaints).toEqual([]);
}, 180_000);

/** Hands a small picture to the page as a drop or a paste does. */
const handOver = (page: Page, kind: 'drop' | 'paste', name: string): Promise<void> =>
  page.evaluate(
    async ({ kind, name }) => {
      const canvas = new OffscreenCanvas(64, 64);
      canvas.getContext('2d')?.fillRect(0, 0, 64, 64);
      const file = new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
      const transfer = new DataTransfer();
      transfer.items.add(file);
      const options = { bubbles: true, cancelable: true };
      const target = document.querySelector('#body') ?? document.body;
      if (kind === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
      else {
        target.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: transfer }));
        target.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: transfer }));
      }
    },
    { kind, name },
  );

test('pictures are dropped and pasted, and phones offer their camera', async () => {
  const visit = await openVisit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = visit;
  await page.locator('#body').fill('Three ways to add a picture.');
  await handOver(page, 'drop', 'dropped.png');
  await state(page, 'dropped.png', 'Ready');
  await handOver(page, 'paste', 'pasted.png');
  await state(page, 'pasted.png', 'Ready');
  await page.locator('label[for=camera]').waitFor();
  expect(await page.locator('#camera').getAttribute('capture')).toBe('environment');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL('**/community/posts/*');
  expect((await latestPost(visit.person))?.attachments.map(({ fileName }) => fileName)).toEqual([
    'dropped.png',
    'pasted.png',
  ]);
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('an account that may not write learns it before it types', async () => {
  const person = await accounts.person();
  await accounts.sql`insert into account_restriction (id, account_id, kind, reason_code, expires_at)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'write', 'spam', now() + interval '3 days')`;
  const page = await browser.openPage({ viewport: { width: 390, height: 844 } });
  await signIn(page, person);
  await page.goto(`${home()}/compose`);
  await page.getByRole('heading', { name: 'Your account can’t post right now' }).waitFor();
  expect(await page.locator('textarea').count()).toBe(0);
  await picture(page, 'restricted');
}, 60_000);

test('an edit: order, description and removal of files, and both texts when somebody was quicker', async () => {
  const visit = await openVisit({ viewport: { width: 390, height: 844 } });
  const { page, person } = visit;
  await page.locator('#body').fill('First text');
  await choose(page, 'lamp.png');
  await state(page, 'lamp.png', 'Ready');
  await page.getByLabel('Alt text: lamp.png').fill('A lamp beside the water');
  await page.getByLabel('Alt text: lamp.png').blur();
  await picture(page, 'phone');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.composer-preview p').getByText('First text').waitFor();
  await picture(page, 'phone-preview');
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL('**/community/posts/*');
  const first = await latestPost(person);
  expect(first?.attachments[0]?.alt).toBe('A lamp beside the water');

  await openComposer(page, `/compose?post=${first?.id}`);
  expect(await page.locator('#body').inputValue()).toBe('First text');
  await page.getByText('lamp.png').waitFor();
  await page.getByRole('button', { name: 'Edit files' }).click();
  await state(page, 'lamp.png', 'Ready');
  await page.locator('#body').fill('First text\nand mine');
  const path = `/api/v1/community/posts/${first?.id}`;
  await expectOnlyStatus(person.send('PATCH', path, { body: 'First text\nand theirs', version: first?.version }), 200);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'This post was changed in the meantime' }).waitFor();
  expect(await page.locator('.line-diff del').allTextContents()).toEqual(['and theirs']);
  expect(await page.locator('.line-diff ins').allTextContents()).toEqual(['and mine']);
  await picture(page, 'conflict');
  await page.getByRole('button', { name: 'Remove: lamp.png' }).click();
  await page.getByRole('button', { name: 'Save my version' }).click();
  await page.waitForURL('**/community/posts/*');
  const last = await latestPost(person);
  expect([last?.body, last?.attachments]).toEqual(['First text\nand mine', []]);
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('drafts: one for each tab, and still there after the session has ended', async () => {
  const visit = await openVisit();
  const { page, person } = visit;
  await page.locator('#body').fill('The draft of the first tab');
  await kept(page);
  const second = await page.context().newPage();
  await openComposer(second);
  expect(await second.locator('#body').inputValue()).toBe('');
  await second.getByText('Other drafts').waitFor();
  await second.locator('#body').fill('The draft of the second tab');
  await kept(second);
  await second.close();

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('You’ve been signed out.').waitFor();
  await picture(page, 'signed-out');
  await signIn(page, person);
  await openComposer(page);
  expect(await page.locator('#body').inputValue()).toBe('The draft of the first tab');
  await page.getByText('Other drafts').click();
  await page.getByRole('button', { name: 'Open: The draft of the second tab' }).click();
  expect(await page.locator('#body').inputValue()).toBe('The draft of the second tab');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  expect(await page.locator('#body').inputValue()).toBe('');
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('refusals are said at their field, and a wait is counted down', async () => {
  const visit = await openVisit();
  const { page } = visit;
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Write something first.').waitFor();
  await page.locator('#body:focus').waitFor();
  await page.locator('#body').fill('Text');
  await page.route('**/api/v1/community/posts', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '2' },
          json: { error: { code: 'rate_limit_exceeded', message: 'slow' } },
        })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: /Try again in \d seconds?/ }).waitFor();
  await page.getByText('Slow down a little').waitFor();
  await picture(page, 'limited');
  await page.unroute('**/api/v1/community/posts');
  await page.getByRole('button', { name: 'Publish' }).click({ timeout: 10_000 });
  await page.waitForURL('**/community/posts/*');
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('people and tags are completed by keyboard', async () => {
  const friend = await accounts.person();
  await friend.send('PATCH', '/api/v1/account/profile', { handle: 'lantern_mio' });
  await friend.send('POST', '/api/v1/community/posts', { body: 'About #lighthouse' });
  const visit = await openVisit({ colorScheme: 'dark' });
  const { page } = visit;
  await page.locator('#body').pressSequentially('Hello @lante');
  await page.getByRole('option', { name: /lantern_mio/ }).waitFor();
  await picture(page, 'completion');
  await page.keyboard.press('Enter');
  expect(await page.locator('#body').inputValue()).toBe('Hello @lantern_mio ');
  await page.locator('#tags').pressSequentially('ligh');
  await page.getByRole('option', { name: /lighthouse/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove tag lighthouse' }).waitFor();
  expect(visit.complaints).toEqual([]);
}, 120_000);

test('without script, text is published by the form, and a mistake keeps what was written', async () => {
  const person = await accounts.person();
  const page = await browser.openPage({ javaScriptEnabled: false });
  await signIn(page, person);
  await page.goto(`${home()}/compose?tag=live`);
  await picture(page, 'no-script');
  await page.locator('#title').fill('x'.repeat(121));
  await page.locator('#body').fill('A text without script');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('A title must be one line of up to 120 characters.').waitFor();
  expect(await page.locator('#body').inputValue()).toBe('A text without script');
  await page.locator('#title').fill('Plain');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL('**/community/posts/*');
  expect(await latestPost(person)).toMatchObject({ title: 'Plain', body: 'A text without script', tags: ['live'] });
}, 60_000);
