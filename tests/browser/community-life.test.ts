// The community in a real browser: what a member does counts at once and on the service, and another member's bell hears of
// it in an open page.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { isAlive, openBrowser, setCookies, watchErrors } from '../fixtures/browser.ts';
import { POSTS, readDetail, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());

const home = (): string => accounts.world.address;

/** A page of a person, whose complaints (policy, script, missing files) are collected. */
async function openFor({ cookie }: Person, path: string, complaints: string[], options = {}): Promise<Page> {
  const page = await browser.openPage(options);
  await setCookies(page, home(), cookie);
  watchErrors(page, complaints);
  await page.goto(`${home()}${path}`);
  return page;
}

test('a like, a comment and a follow count at once, and the author’s bell hears of them', async () => {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, { title: 'The lamp is lit', body: 'Come in.' });
  const complaints: string[] = [];
  const listening = await openFor(author, '/community', complaints);
  const page = await openFor(reader, `/community/posts/${post.id}`, complaints);

  await isAlive(page, 'post-actions');
  const like = page.getByRole('button', { name: /^Like/ }).first();
  await like.click();
  await page.locator('[data-island="post-actions"] [aria-pressed="true"]').waitFor();
  await listening.locator('[data-bell][data-unread="1"]').waitFor();
  expect((await readDetail(reader, post.id)).viewer?.liked).toBe(true);

  await isAlive(page, 'comment-form');
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Good evening.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.locator('.comment', { hasText: 'Good evening.' }).waitFor();
  await listening.locator('[data-bell][data-unread="2"]').waitFor();

  await page.goto(`${home()}/@${author.uid}`);
  await isAlive(page, 'person-actions');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await listening.locator('[data-bell][data-unread="3"]').waitFor();
  const person = await readJson(reader.fetch(`${USERS}/${author.uid}`));
  expect(person.viewer.following).toBe(true);

  // Opening the list clears the number in every tab, and it stays away.
  const other = await listening.context().newPage();
  await other.goto(`${home()}/community`);
  await other.locator('[data-bell][data-unread="3"]').waitFor();
  await listening.goto(`${home()}/notifications`);
  await other.locator('[data-bell][data-unread="0"]').waitFor();
  await listening.locator('[data-bell][data-unread="0"]').waitFor();
  await other.reload();
  await other.locator('[data-bell][data-unread="0"]').waitFor();
  const another = await accounts.person();
  await another.send('PUT', `${USERS}/${author.uid}/follow`, { active: true });
  await other.locator('[data-bell][data-unread="1"]').waitFor();

  await listening.reload();
  await other.locator('[data-bell][data-unread="0"]').waitFor();
  await isAlive(listening, 'read-all');
  expect(await listening.locator('.notification-new').count()).toBe(3);
  await listening.getByRole('button', { name: 'Mark all as read' }).click();
  await listening.locator('.notification-new').first().waitFor({ state: 'detached' });
  await another.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
  for (const tab of [listening, other]) await tab.locator('[data-bell][data-unread="1"]').waitFor();
  expect(complaints).toEqual([]);
}, 60_000);

test('a refused act takes its guess back and says why', async () => {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, { title: 'Soon gone' });
  const complaints: string[] = [];
  const page = await openFor(reader, `/community/posts/${post.id}`, complaints);
  await isAlive(page, 'post-actions');
  await author.send('DELETE', `${POSTS}/${post.id}`, { version: post.version });
  await page.getByRole('button', { name: /^Like/ }).first().click();
  await page.locator('.toast-error').waitFor();
  expect(await page.locator('[data-island="post-actions"] [aria-pressed="true"]').count()).toBe(0);
}, 60_000);

test('a report in Japanese on a phone reaches the staff', async () => {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, { title: 'Buy lamps now' });
  const complaints: string[] = [];
  const page = await openFor(reader, `/community/posts/${post.id}`, complaints, {
    locale: 'ja-JP',
    viewport: { width: 390, height: 844 },
  });
  await isAlive(page, 'post-actions');
  await page.locator('[data-island="post-actions"] summary').click();
  await page.getByRole('button', { name: '通報', exact: true }).click();
  // Nothing is preselected: without a choice nothing is sent.
  const reason = page.locator('dialog[open] select');
  expect(await reason.inputValue()).toBe('');
  await page.getByRole('button', { name: '通報する' }).click();
  expect(await reason.evaluate((select: HTMLSelectElement) => select.validity.valueMissing)).toBe(true);
  await reason.selectOption('spam');
  await page.getByRole('button', { name: '通報する' }).click();
  await page.locator('.toast', { hasText: 'モデレーターが確認します' }).waitFor();
  const [row]: { count: number }[] = await accounts.sql`select count(*)::int as count from report`;
  expect(row?.count).toBe(1);
  expect(complaints).toEqual([]);
}, 60_000);

test('a tag is followed, then muted, which ends the following, and its posts stay away', async () => {
  const [author, reader] = await accounts.people(2);
  await writePost(author, { title: 'Plucked', body: 'Four strings.', tags: ['ukulele'] });
  const complaints: string[] = [];
  const page = await openFor(reader, '/community/tags/ukulele', complaints);
  await isAlive(page, 'tag-follow');
  await page.getByRole('button', { name: 'Follow #ukulele' }).click();
  await page.getByRole('button', { name: 'Following #ukulele', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Mute #ukulele' }).click();
  await page.getByRole('button', { name: 'Muted #ukulele', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Follow #ukulele', pressed: false }).waitFor();
  const preferences = async (): Promise<readonly string[]> => {
    return (await readJson(reader.fetch('/api/v1/community/tags/preferences'))).preferences.map(({ kind }) => kind);
  };
  await accounts.world.until(async () => (await preferences()).join() === 'mute');
  await page.reload();
  await page.getByText('You’ve muted this tag. Its posts don’t appear in your feeds.').waitFor();
  await page.goto(`${home()}/community?scope=latest`);
  expect(await page.getByRole('heading', { name: 'Plucked' }).count()).toBe(0);
  await page.goto(`${home()}/community/tags`);
  await page.getByRole('heading', { name: 'Muted tags' }).waitFor();
  expect(complaints).toEqual([]);
}, 60_000);
