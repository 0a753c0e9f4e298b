// Open threads in real browsers: comments of others appear as they are written, for members and for strangers, and what somebody
// is typing stays as it is.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { isAlive, openBrowser, setCookies, watchErrors } from '../fixtures/browser.ts';
import { NOTIFICATIONS, readDetail, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const browser = await keepOpen(openBrowser());

const home = (): string => accounts.world.address;

/** A page of a person or of a stranger, whose complaints are collected. */
async function open(who: Person | undefined, path: string, complaints: string[], options = {}): Promise<Page> {
  const page = await browser.openPage(options);
  if (who !== undefined) {
    await setCookies(page, home(), who.cookie);
  }
  watchErrors(page, complaints);
  await page.goto(`${home()}${path}`);
  return page;
}

test('two browsers in one thread: comments come within ten seconds, all of them, and typed text stays', async () => {
  const [author, reader, writer] = await accounts.people(3);
  const post = await writePost(author, { title: 'A long evening' });
  const root = await writeComment(writer, post.id, { body: 'the first' });
  const complaints: string[] = [];
  const path = `/community/posts/${post.id}`;
  const [one, two, outside] = [
    // So low that the page scrolls.
    await open(reader, path, complaints, { viewport: { width: 1000, height: 400 } }),
    await open(writer, path, complaints),
    await open(undefined, path, complaints),
  ];
  for (const page of [one, two, outside]) await isAlive(page, 'live-thread');
  await isAlive(one, 'comment-form');
  const field = one.getByRole('textbox', { name: 'Your comment' });
  await field.pressSequentially('I am still writing');
  await field.evaluate((element) => element instanceof HTMLTextAreaElement && element.setSelectionRange(4, 4));
  const before = await field.boundingBox();

  // In the other browser by hand, and then as fast as a script can.
  await isAlive(two, 'comment-form');
  await two.getByRole('textbox', { name: 'Your comment' }).fill('by hand');
  await two.getByRole('button', { name: 'Comment', exact: true }).click();
  for (const page of [one, outside])
    await page.locator('.comment', { hasText: 'by hand' }).waitFor({ timeout: 10_000 });
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      writeComment(writer, post.id, { body: `quick ${at}.`, ...(at % 5 === 0 ? { parentId: root.id } : {}) }),
    ),
  );
  for (const page of [one, two, outside]) {
    await page.waitForFunction(() => document.querySelectorAll('.comment').length === 22, undefined, {
      timeout: 10_000,
    });
    // The count may come after the comments.
    await page.locator('#comments-title', { hasText: '22' }).waitFor({ timeout: 10_000 });
    // Each once.
    for (const at of [0, 7, 19]) expect(await page.locator('.comment', { hasText: `quick ${at}.` }).count()).toBe(1);
  }
  // Answers stand below what they answer.
  expect(
    await one.locator(`li:has(> * #comment-${root.id}) ol .comment, li:has(> #comment-${root.id}) ol .comment`).count(),
  ).toBe(4);

  expect(await field.inputValue()).toBe('I am still writing');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  const after = await field.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);
  await one.keyboard.type('!');
  expect(await field.inputValue()).toBe('I am! still writing');
  const said = one.locator('.live-thread');
  expect(await said.getAttribute('role')).toBe('status');
  expect(await said.textContent()).toContain('21 new comments');
  expect(complaints).toEqual([]);
}, 90_000);

test('a page with a thread opens one stream, with the thread from the start', async () => {
  const [author, reader, writer] = await accounts.people(3);
  const post = await writePost(author, { title: 'Opened once' });
  const complaints: string[] = [];
  const page = await open(reader, '/settings', complaints);
  // Its own stream, which may begin late, is none of this.
  await page.goto('about:blank');
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/notifications/stream')) streams.push(new URL(request.url()).search);
  });
  await page.goto(`${home()}/community/posts/${post.id}`);
  await isAlive(page, 'live-thread');
  await writeComment(writer, post.id, { body: 'heard at once' });
  await page.locator('.comment', { hasText: 'heard at once' }).waitFor({ timeout: 10_000 });
  expect(streams).toEqual([`?thread=${post.id}`]);
  await page.reload();
  await isAlive(page, 'live-thread');
  expect(complaints).toEqual([]);
}, 60_000);

test('one stream a browser: the tab that is at a thread hears of it, also when another tab has the stream', async () => {
  const [author, reader, writer] = await accounts.people(3);
  const [first, second] = [await writePost(author, { title: 'One' }), await writePost(author, { title: 'Two' })];
  const complaints: string[] = [];
  const leader = await open(reader, '/community', complaints);
  await leader.locator('[data-bell][data-unread]').waitFor();
  const tab = await leader.context().newPage();
  await tab.goto(`${home()}/community/posts/${first.id}`);
  await isAlive(tab, 'live-thread');
  await writeComment(writer, first.id, { body: 'to the first' });
  await tab.locator('.comment', { hasText: 'to the first' }).waitFor({ timeout: 10_000 });
  await tab.goto(`${home()}/community/posts/${second.id}`);
  await isAlive(tab, 'live-thread');
  await writeComment(writer, second.id, { body: 'to the second' });
  await tab.locator('.comment', { hasText: 'to the second' }).waitFor({ timeout: 10_000 });
  // The bell goes on.
  await expectStatus(writer.send('PUT', `${USERS}/${reader.uid}/follow`, { active: true }), 200);
  await leader.locator('[data-bell][data-unread="1"]').waitFor();
  // The tab with the stream is closed: another one has it then.
  await leader.close();
  await writeComment(writer, second.id, { body: 'one more' });
  await tab.locator('.comment', { hasText: 'one more' }).waitFor({ timeout: 10_000 });
  expect(complaints).toEqual([]);
}, 90_000);

test('subscriptions by button and by form, and what the bell says of them', async () => {
  const [author, reader, writer] = await accounts.people(3);
  const post = await writePost(author, { title: 'Followed' });
  const complaints: string[] = [];
  const page = await open(reader, `/community/posts/${post.id}`, complaints);
  await isAlive(page, 'subscribe-button');
  await page.getByRole('button', { name: 'Notify me of comments' }).click();
  await page.getByRole('button', { name: 'Notifying you of comments' }).waitFor();
  await accounts.world.until(async () => (await readDetail(reader, post.id)).viewer.subscribed);

  // Without script.
  const plain = await open(reader, `/@${author.uid}`, complaints, { javaScriptEnabled: false });
  await plain.getByRole('button', { name: 'Notify me of new posts' }).click();
  await plain.getByRole('button', { name: 'Notifying you of new posts' }).waitFor();
  await plain.goto(`${home()}/community/posts/${post.id}`);
  await plain.getByRole('button', { name: 'Notifying you of comments' }).click();
  await plain.getByRole('button', { name: 'Notify me of comments' }).click();
  await plain.getByRole('button', { name: 'Notifying you of comments' }).waitFor();

  await writeComment(writer, post.id);
  await writeComment(writer, post.id);
  const fresh = await writePost(author, { title: 'Fresh' });
  await accounts.world.until(async () => {
    const { notifications } = await expectStatus(reader.fetch(NOTIFICATIONS), 200);
    return notifications.some(({ count }) => count === 2) && notifications.some(({ postId }) => postId === fresh.id);
  });
  expect((await expectStatus(reader.fetch(NOTIFICATIONS), 200)).notifications).toHaveLength(2);
  await plain.goto(`${home()}/notifications`);
  const said = await plain.locator('main').textContent();
  expect(said).toContain('2 new comments on a post you follow');
  expect(said).toContain('published a post');
  expect(complaints).toEqual([]);
}, 90_000);
