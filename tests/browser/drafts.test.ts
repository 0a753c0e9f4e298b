// Drafts of the composer on two devices: what is typed on one is found on the other, and nothing that both changed is lost.
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { isAlive, openBrowser, setCookies } from '../fixtures/browser.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());
const home = (): string => accounts.world.address;

/** Opens a path, and waits until an island of the page is alive. */
async function goTo(page: Page, path: string, island: string): Promise<void> {
  await page.goto(`${home()}${path}`);
  await isAlive(page, island);
}

async function open({ cookie }: Person, path: string, island: string, complaints: string[]): Promise<Page> {
  const page = await browser.openPage();
  await setCookies(page, home(), cookie);
  page.on('pageerror', (error) => complaints.push(String(error)));
  await goTo(page, path, island);
  return page;
}

const openComposer = (person: Person, complaints: string[]): Promise<Page> =>
  open(person, '/compose', 'composer', complaints);
const threadOf = (postId: string) => [`/community/posts/${postId}`, 'comment-form'] as const;
const openThread = (person: Person, postId: string, complaints: string[]): Promise<Page> =>
  open(person, ...threadOf(postId), complaints);

/** Waits until the page asks which of two versions is meant. */
const asksWhich = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'This draft was changed somewhere else' }).waitFor({ timeout: 20_000 });
/** Waits until a field has a text. */
const holds = (field: Locator, text: string): Promise<void> =>
  accounts.world.until(async () => (await field.inputValue()) === text);

const bodyOf = (page: Page) => page.locator('textarea[name="body"]');
const bodies = async (person: Person): Promise<readonly (string | undefined)[]> =>
  (await expectStatus(person.fetch('/api/v1/me/drafts'), 200)).drafts.map(({ content }) => content.body);
/** Waits until the service has these drafts. The page's notice "Draft saved" may still belong to an earlier text. */
const stored = (person: Person, ...texts: readonly string[]): Promise<void> =>
  accounts.world.until(async () => Bun.deepEquals(await bodies(person), texts));
const isSaved = (page: Page): Promise<void> => page.getByText(/^Draft saved, /).waitFor({ timeout: 20_000 });

test('a draft goes on on another device, and the page asks when both changed it', async () => {
  const person = await accounts.person();
  const complaints: string[] = [];
  const first = await openComposer(person, complaints);
  await bodyOf(first).fill('begun at home');
  await stored(person, 'begun at home');
  await isSaved(first);

  const second = await openComposer(person, complaints);
  await holds(bodyOf(second), 'begun at home');
  await bodyOf(second).fill('begun at home, and went on outside');
  await stored(person, 'begun at home, and went on outside');
  await isSaved(second);

  await bodyOf(first).fill('begun at home, twice');
  await asksWhich(first);
  expect(await bodyOf(first).inputValue()).toBe('begun at home, twice');
  expect(await bodies(person)).toEqual(['begun at home, and went on outside']);
  await first.getByRole('button', { name: 'Keep this text' }).click();
  await stored(person, 'begun at home, twice');
  await isSaved(first);

  await bodyOf(second).fill('a third way');
  await asksWhich(second);
  await second.getByRole('button', { name: 'Use the other version' }).click();
  await holds(bodyOf(second), 'begun at home, twice');

  // Without a connection the device keeps it; with one again, the next change is stored.
  await second.context().setOffline(true);
  await bodyOf(second).fill('written under way');
  await second.getByText(/^Draft saved on this device/).waitFor();
  await second.context().setOffline(false);
  await bodyOf(second).pressSequentially('!');
  await stored(person, 'written under way!');
  await isSaved(second);

  await second
    .getByRole('button', { name: /^(Publish|Post)/ })
    .first()
    .click();
  await second.waitForURL(/\/community\/posts\//);
  await stored(person);
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
  await stored(person);
  expect(complaints).toEqual([]);
}, 120_000);

const commentOf = (page: Page) => page.getByRole('textbox', { name: 'Your comment' });

test('a comment that was begun goes on on another device, and the page asks when both changed it', async () => {
  const person = await accounts.person();
  const post = await writePost(await accounts.person(), { title: 'Talk on two devices' });
  const complaints: string[] = [];

  const first = await openThread(person, post.id, complaints);
  await commentOf(first).fill('begun at home');
  await stored(person, 'begun at home');
  const list = await expectStatus(person.fetch('/api/v1/me/drafts'), 200);
  expect(list.drafts[0]).toMatchObject({ id: `comment-${post.id}`, content: { body: 'begun at home' } });

  const second = await openThread(person, post.id, complaints);
  await holds(commentOf(second), 'begun at home');
  await commentOf(second).fill('begun at home, and went on outside');
  await stored(person, 'begun at home, and went on outside');

  // The first device has not heard of it, and must not overwrite it.
  await commentOf(first).fill('begun at home, twice');
  await asksWhich(first);
  expect(await commentOf(first).inputValue()).toBe('begun at home, twice');
  await first.getByRole('button', { name: 'Keep this text' }).click();
  await stored(person, 'begun at home, twice');

  await commentOf(second).fill('a third way');
  await asksWhich(second);
  await second.getByRole('button', { name: 'Use the other version' }).click();
  await holds(commentOf(second), 'begun at home, twice');

  // What was typed without a connection outlives the tab, and is stored when it is gone on with.
  const context = second.context();
  await context.setOffline(true);
  await commentOf(second).fill('written under way');
  await second.waitForFunction(() => Object.values(localStorage).some((kept) => kept.includes('written under way')));
  await second.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await goTo(again, ...threadOf(post.id));
  await holds(commentOf(again), 'written under way');
  await commentOf(again).pressSequentially('!');
  await stored(person, 'written under way!');

  await again.getByRole('button', { name: 'Comment', exact: true }).click();
  await again.locator('.comment', { hasText: 'written under way!' }).waitFor();
  await stored(person);
  await again.reload();
  await isAlive(again, 'comment-form');
  expect(await commentOf(again).inputValue()).toBe('');

  // The first device still shows what it had, and keeps it when it is gone on with.
  await commentOf(first).pressSequentially(' more');
  await stored(person, 'begun at home, twice more');
  expect(complaints).toEqual([]);
}, 120_000);

test('two tabs with comments on one post overwrite neither, and publishing in one leaves what the other stored', async () => {
  const person = await accounts.person();
  const post = await writePost(await accounts.person(), { title: 'Talk in two tabs' });
  const complaints: string[] = [];
  const one = await openThread(person, post.id, complaints);
  await commentOf(one).fill('from the first tab');
  await stored(person, 'from the first tab');
  const two = await one.context().newPage();
  await goTo(two, ...threadOf(post.id));
  await commentOf(two).fill('from the second tab');
  await asksWhich(two);
  expect(await bodies(person)).toEqual(['from the first tab']);
  await two.getByRole('button', { name: 'Keep this text' }).click();
  await stored(person, 'from the second tab');

  await one.getByRole('button', { name: 'Comment', exact: true }).click();
  await one.locator('.comment', { hasText: 'from the first tab' }).waitFor();
  await one.waitForFunction(() => !Object.values(localStorage).some((kept) => kept.includes('from the first tab')));
  await one.reload();
  await two.close();
  expect(await bodies(person)).toEqual(['from the second tab']);
  const other = await openThread(person, post.id, complaints);
  await holds(commentOf(other), 'from the second tab');
  expect(complaints).toEqual([]);
}, 120_000);
