// Drafts of the composer on two devices: what is typed on one is found on the other, and nothing that both changed is lost.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, setCookies } from '../fixtures/browser.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());
const home = (): string => accounts.world.address;

async function openComposer({ cookie }: Person, complaints: string[]): Promise<Page> {
  const page = await browser.openPage();
  await setCookies(page, home(), cookie);
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${home()}/compose`);
  await page.locator('[data-island="composer"][data-alive]').waitFor({ state: 'attached' });
  return page;
}

const bodyOf = (page: Page) => page.locator('textarea[name="body"]');
const stored = (page: Page): Promise<void> => page.getByText(/^Draft saved, /).waitFor({ timeout: 20_000 });
const bodies = async (person: Person): Promise<readonly (string | undefined)[]> =>
  (await expectStatus(person.fetch('/api/v1/me/drafts'), 200)).drafts.map(({ content }) => content.body);

test('a draft goes on on another device, and the page asks when both changed it', async () => {
  const person = await accounts.person();
  const complaints: string[] = [];
  const first = await openComposer(person, complaints);
  await bodyOf(first).fill('begun at home');
  await stored(first);
  expect(await bodies(person)).toEqual(['begun at home']);

  const second = await openComposer(person, complaints);
  await second.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('textarea[name="body"]')?.value === 'begun at home',
  );
  await bodyOf(second).fill('begun at home, and went on outside');
  await stored(second);

  await bodyOf(first).fill('begun at home, twice');
  await first.getByRole('heading', { name: 'This draft was changed somewhere else' }).waitFor({ timeout: 20_000 });
  expect(await bodyOf(first).inputValue()).toBe('begun at home, twice');
  expect(await bodies(person)).toEqual(['begun at home, and went on outside']);
  await first.getByRole('button', { name: 'Keep this text' }).click();
  await stored(first);
  expect(await bodies(person)).toEqual(['begun at home, twice']);

  await bodyOf(second).fill('a third way');
  await second.getByRole('heading', { name: 'This draft was changed somewhere else' }).waitFor({ timeout: 20_000 });
  await second.getByRole('button', { name: 'Use the other version' }).click();
  await second.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('textarea[name="body"]')?.value === 'begun at home, twice',
  );

  // Without a connection the device keeps it; with one again, the next change is stored.
  await second.context().setOffline(true);
  await bodyOf(second).fill('written under way');
  await second.getByText(/^Draft saved on this device/).waitFor();
  await second.context().setOffline(false);
  await bodyOf(second).pressSequentially('!');
  await stored(second);
  expect(await bodies(person)).toEqual(['written under way!']);

  await second
    .getByRole('button', { name: /^(Publish|Post)/ })
    .first()
    .click();
  await second.waitForURL(/\/community\/posts\//);
  await accounts.world.until(async () => (await bodies(person)).length === 0);
  expect(complaints).toEqual([]);
}, 120_000);

test('a post that is published while its draft is on its way leaves no draft', async () => {
  const person = await accounts.person();
  const complaints: string[] = [];
  const page = await openComposer(person, complaints);
  // The server stores the draft, and its answer comes later than the publication.
  await page.route('**/api/v1/me/drafts/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const response = await route.fetch();
    await Bun.sleep(1_000);
    await route.fulfill({ response }).catch(() => undefined);
  });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await bodyOf(page).fill('written and published at once');
  await sent;
  await page
    .getByRole('button', { name: /^(Publish|Post)/ })
    .first()
    .click();
  await page.waitForURL(/\/community\/posts\//);
  await accounts.world.until(async () => (await bodies(person)).length === 0);
  expect(complaints).toEqual([]);
}, 120_000);

async function openThread({ cookie }: Person, postId: string, complaints: string[]): Promise<Page> {
  const page = await browser.openPage();
  await setCookies(page, home(), cookie);
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${home()}/community/posts/${postId}`);
  await page.locator('[data-island="comment-form"][data-alive]').waitFor({ state: 'attached' });
  return page;
}

const commentOf = (page: Page) => page.getByRole('textbox', { name: 'Your comment' });
const holds = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('#comment-text')?.value === wanted,
    text,
  );
const CHANGED_ELSEWHERE = { name: 'This draft was changed somewhere else' };

test('a comment that was begun goes on on another device, and the page asks when both changed it', async () => {
  const person = await accounts.person();
  const post = await writePost(await accounts.person(), { title: 'Talk on two devices' });
  const complaints: string[] = [];
  const storedBody = (text: string) =>
    accounts.world.until(async () => JSON.stringify(await bodies(person)) === JSON.stringify([text]));

  const first = await openThread(person, post.id, complaints);
  await commentOf(first).fill('begun at home');
  await storedBody('begun at home');
  const list = await expectStatus(person.fetch('/api/v1/me/drafts'), 200);
  expect(list.drafts[0]).toMatchObject({ id: `comment-${post.id}`, content: { body: 'begun at home' } });

  const second = await openThread(person, post.id, complaints);
  await holds(second, 'begun at home');
  await commentOf(second).fill('begun at home, and went on outside');
  await storedBody('begun at home, and went on outside');

  // The first device has not heard of it, and must not overwrite it.
  await commentOf(first).fill('begun at home, twice');
  await first.getByRole('heading', CHANGED_ELSEWHERE).waitFor({ timeout: 20_000 });
  expect(await commentOf(first).inputValue()).toBe('begun at home, twice');
  await first.getByRole('button', { name: 'Keep this text' }).click();
  await storedBody('begun at home, twice');

  await commentOf(second).fill('a third way');
  await second.getByRole('heading', CHANGED_ELSEWHERE).waitFor({ timeout: 20_000 });
  await second.getByRole('button', { name: 'Use the other version' }).click();
  await holds(second, 'begun at home, twice');

  // What was typed without a connection outlives the tab, and is stored when it is gone on with.
  const context = second.context();
  await context.setOffline(true);
  await commentOf(second).fill('written under way');
  await second.waitForFunction(() => Object.values(localStorage).some((kept) => kept.includes('written under way')));
  await second.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`${home()}/community/posts/${post.id}`);
  await again.locator('[data-island="comment-form"][data-alive]').waitFor({ state: 'attached' });
  await holds(again, 'written under way');
  await commentOf(again).pressSequentially('!');
  await storedBody('written under way!');

  await again.getByRole('button', { name: 'Comment', exact: true }).click();
  await again.locator('.comment', { hasText: 'written under way!' }).waitFor();
  await accounts.world.until(async () => (await bodies(person)).length === 0);
  await again.reload();
  await again.locator('[data-island="comment-form"][data-alive]').waitFor({ state: 'attached' });
  expect(await commentOf(again).inputValue()).toBe('');

  // The first device still shows what it had, and keeps it when it is gone on with.
  await commentOf(first).pressSequentially(' more');
  await storedBody('begun at home, twice more');
  expect(complaints).toEqual([]);
}, 120_000);

test('two tabs with comments on one post overwrite neither, and publishing in one leaves what the other stored', async () => {
  const person = await accounts.person();
  const post = await writePost(await accounts.person(), { title: 'Talk in two tabs' });
  const complaints: string[] = [];
  const one = await openThread(person, post.id, complaints);
  await commentOf(one).fill('from the first tab');
  await accounts.world.until(async () => (await bodies(person)).includes('from the first tab'));
  const two = await one.context().newPage();
  await two.goto(`${home()}/community/posts/${post.id}`);
  await two.locator('[data-island="comment-form"][data-alive]').waitFor({ state: 'attached' });
  await commentOf(two).fill('from the second tab');
  await two.getByRole('heading', CHANGED_ELSEWHERE).waitFor({ timeout: 20_000 });
  expect(await bodies(person)).toEqual(['from the first tab']);
  await two.getByRole('button', { name: 'Keep this text' }).click();
  await accounts.world.until(async () => (await bodies(person)).includes('from the second tab'));

  await one.getByRole('button', { name: 'Comment', exact: true }).click();
  await one.locator('.comment', { hasText: 'from the first tab' }).waitFor();
  await one.waitForFunction(() => !Object.values(localStorage).some((kept) => kept.includes('from the first tab')));
  await one.reload();
  await two.close();
  expect(await bodies(person)).toEqual(['from the second tab']);
  const other = await openThread(person, post.id, complaints);
  await holds(other, 'from the second tab');
  expect(complaints).toEqual([]);
}, 120_000);
