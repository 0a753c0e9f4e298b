// Reading in a real browser: pictures over the page, replies that come in place, keys of a feed, and text that is not lost.
import { beforeEach, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { isAlive, openBrowser, setCookies, watchFaults } from '../fixtures/browser.ts';
import { readDetail, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { settle, upload } from '../fixtures/uploads.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [browser, author, reader] = [await keepOpen(openBrowser()), await accounts.person(), await accounts.person()];

let complaints: string[] = [];
beforeEach(() => {
  complaints = [];
});

async function open(path: string, person?: Person, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.openPage(options);
  watchFaults(page, complaints);
  if (person !== undefined) await signIn(page, person);
  await page.goto(`${accounts.world.address}${path}`);
  return page;
}

async function signIn(page: Page, { cookie }: Person): Promise<void> {
  await setCookies(page, accounts.world.address, cookie);
}

async function picture(page: Page, name: string): Promise<void> {
  const target = process.env.TEST_SCREENSHOTS;
  if (target !== undefined) await page.screenshot({ path: `${target}/${name}.png` });
}

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-post]')?.dataset.post);

test('pictures open over the page, arrows lead around, Escape leads back; without script they are links', async () => {
  const sizes = [
    [640, 480],
    [480, 640],
    [320, 320],
  ] as const;
  const attachmentIds: string[] = [];
  for (const [width, height] of sizes) {
    attachmentIds.push(await upload(author, await makePng(width, height), 'image/png'));
  }
  for (const id of attachmentIds) await settle(author, id);
  await author.send('PATCH', `/api/v1/community/attachments/${attachmentIds[1]}`, { alt: 'A tall lamp' });
  const post = await writePost(author, { title: 'Three pictures', attachmentIds });
  const path = `/community/posts/${post.id}`;
  const page = await open(path, undefined, { viewport: { width: 390, height: 844 } });
  await isAlive(page, 'post-gallery');
  const dialog = page.getByRole('dialog', { name: 'Pictures in this post' });
  const second = page.getByRole('link', { name: 'A tall lamp' });
  await second.click();
  await dialog.getByText('2 of 3').waitFor();
  expect(await dialog.getByRole('img').getAttribute('alt')).toBe('A tall lamp');
  await dialog.getByText('A tall lamp').waitFor();
  await picture(page, 'lightbox');
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('3 of 3').waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('1 of 3').waitFor();
  await dialog.getByRole('button', { name: 'Previous picture' }).click();
  await dialog.getByText('3 of 3').waitFor();
  await page.keyboard.press('Home');
  await dialog.getByText('1 of 3').waitFor();
  expect(await dialog.getByRole('link', { name: 'Open full size' }).getAttribute('href')).toContain(
    attachmentIds[0] ?? '',
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await second.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);

  const plain = await open(path, undefined, { javaScriptEnabled: false });
  const [answer] = await Promise.all([
    plain.waitForResponse((one) => one.url().includes('/attachments/')),
    plain.getByRole('link', { name: 'A tall lamp' }).click(),
  ]);
  expect(answer.status()).toBe(200);
  // The browser's own page for a picture styles it in line, which the policy of the picture forbids.
  await plain.waitForLoadState();
  await plain.close();
  complaints.length = 0;
}, 120_000);

test('replies that the page left out come in their place, and can be liked and answered there', async () => {
  const post = await writePost(author, { title: 'A long talk' });
  const root = await writeComment(reader, post.id, { body: 'Where shall we meet?' });
  for (let count = 1; count <= 24; count++) {
    await writeComment(author, post.id, { body: `Reply **${count}**`, parentId: root.id });
  }
  const page = await open(`/community/posts/${post.id}`, reader);
  await isAlive(page, 'more-replies');
  expect(await page.locator('article.comment').count()).toBe(3);
  await page.getByRole('link', { name: '22 more replies' }).click();
  await page.getByRole('link', { name: '2 more replies' }).waitFor();
  expect(await page.locator('article.comment').count()).toBe(23);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Reply 3');
  await page.getByRole('link', { name: '2 more replies' }).click();
  const last = page.locator('article.comment').nth(24);
  await last.getByText('Reply 24').waitFor();
  expect(await page.getByRole('link', { name: /more repl/ }).count()).toBe(0);
  await last.getByRole('button', { name: /^Like/ }).click();
  await last.locator('[aria-pressed="true"]').waitFor();
  await last.getByRole('button', { name: 'Reply', exact: true }).click();
  await last.locator('textarea:focus').waitFor();
  await page.keyboard.type('At the lighthouse.');
  await last.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.locator('.comment .prose', { hasText: 'At the lighthouse.' }).waitFor();
  expect(complaints).toEqual([]);
}, 60_000);

test('a comment that the address names is shown and marked, wherever it stands', async () => {
  const post = await writePost(author, { title: 'Deep' });
  const root = await writeComment(reader, post.id, { body: 'Root' });
  const replies = [];
  for (let count = 1; count <= 4; count++) {
    replies.push(await writeComment(author, post.id, { body: `Reply ${count}`, parentId: root.id }));
  }
  const named = replies[3]?.id;
  const page = await open(`/community/posts/${post.id}?comment=${named}#comment-${named}`, reader);
  expect(await page.locator('.comment-focus').innerText()).toContain('Reply 4');
  await isAlive(page, 'more-replies');
  await page.getByRole('link', { name: '1 more reply' }).click();
  await page.getByText('Reply 3').waitFor();
  expect(await page.getByText('Reply 4').count()).toBe(1);
}, 60_000);

test('one’s own comment is changed in its place', async () => {
  const post = await writePost(author, { title: 'Corrected' });
  await writeComment(reader, post.id, { body: 'A mistaek' });
  const page = await open(`/community/posts/${post.id}`, reader);
  await isAlive(page, 'comment-actions');
  const comment = page.locator('article.comment');
  await comment.locator('summary').click();
  await comment.getByRole('button', { name: 'Edit' }).click();
  const field = comment.getByRole('textbox');
  expect(await field.inputValue()).toBe('A mistaek');
  await field.fill('A mistake');
  await comment.getByRole('button', { name: 'Save' }).click();
  await page.locator('.comment .prose', { hasText: 'A mistake' }).waitFor();
  expect((await readDetail(reader, post.id)).comments[0]?.body).toBe('A mistake');
  expect(complaints).toEqual([]);
}, 60_000);

test('keys lead through a feed, open, like and bookmark; fields and a setting keep them still', async () => {
  await writePost(author, { title: 'Older' });
  const newer = await writePost(author, { title: 'Newer' });
  const page = await open('/community?scope=latest', reader);
  await isAlive(page, 'feed-keys');
  await isAlive(page, 'post-actions');
  await page.keyboard.press('j');
  expect(await focused(page)).toBe(newer.id);
  await page.keyboard.press('l');
  const card = page.locator(`[data-post="${newer.id}"]`);
  await card.locator('[data-act="like"][aria-pressed="true"]').waitFor();
  await page.keyboard.press('b');
  await card.locator('[data-act="bookmark"][aria-pressed="true"]').waitFor();
  await accounts.world.until(async () => {
    const { viewer } = await readDetail(reader, newer.id);
    return viewer.liked === true && viewer.bookmarked === true;
  });
  await picture(page, 'keys-focus');
  await page.keyboard.press('j');
  expect(await focused(page)).not.toBe(newer.id);
  await page.keyboard.press('k');
  expect(await focused(page)).toBe(newer.id);

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Next post').waitFor();
  await picture(page, 'keys');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });

  await page.getByRole('main').getByRole('searchbox').focus();
  await page.keyboard.type('jklob?');
  expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('jklob?');
  await page.getByRole('main').getByRole('searchbox').blur();
  await page.evaluate(() => localStorage.setItem('livehouse.keys', 'off'));
  await page.keyboard.press('j');
  expect(await focused(page)).toBeUndefined();
  await page.evaluate(() => localStorage.removeItem('livehouse.keys'));
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.waitForURL('**/community/posts/*');
  expect(complaints).toEqual([]);
}, 60_000);

test('a comment survives a lost network and the end of the session', async () => {
  const post = await writePost(author, { title: 'Listen' });
  const page = await open(`/community/posts/${post.id}`, reader);
  await isAlive(page, 'comment-form');
  const field = page.getByRole('textbox', { name: 'Your comment' });
  const send = page.getByRole('button', { name: 'Comment', exact: true });
  await field.fill('Nobody shall lose this.');
  await page.context().setOffline(true);
  await send.click();
  await page.locator('.toast-error', { hasText: 'You’re offline.' }).waitFor();
  expect(await field.inputValue()).toBe('Nobody shall lose this.');
  await page.context().setOffline(false);

  await page.context().clearCookies();
  await send.click();
  await page.locator('.toast-error').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/sign-in?*');
  await signIn(page, reader);
  await page.goto(`${accounts.world.address}/community/posts/${post.id}`);
  await isAlive(page, 'comment-form');
  expect(await field.inputValue()).toBe('Nobody shall lose this.');
  await send.click();
  await page.locator('.comment .prose', { hasText: 'Nobody shall lose this.' }).waitFor();
  await isAlive(page, 'comment-form');
  expect(await field.inputValue()).toBe('');
}, 60_000);
