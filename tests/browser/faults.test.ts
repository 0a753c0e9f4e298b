// What goes wrong under a member's hands: no network while liking and publishing, several tabs at once, texts that attack or
// hide, a right that is taken, and a database that is away.
import { expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { isAlive, openBrowser, setCookies, watchFaults } from '../fixtures/browser.ts';
import { NOTIFICATIONS, POSTS, readDetail, writeComment, writePost } from '../fixtures/community.ts';
import { listHostileTexts } from '../fixtures/hostile-markdown.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { settle, upload } from '../fixtures/uploads.ts';
import { openWorld } from '../world.ts';

let complaints: string[];
const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());
const [author, reader] = await accounts.people(2);

const home = (): string => accounts.world.address;

/** A page of a person; what its policy or script complains of is collected. */
async function open(person: Person, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.openPage(options);
  complaints = [];
  await setCookies(page, home(), person.cookie);
  watchFaults(page, complaints);
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(`${home()}${path}`);
  return page;
}

test('without a network a like is taken back with a sentence, and works later', async () => {
  const post = await writePost(author, { title: 'In the tunnel' });
  const page = await open(reader, `/community/posts/${post.id}`);
  // The scripts that the page loads by itself must have come before the network goes.
  for (const island of ['post-actions', 'comment-form']) await isAlive(page, island);
  const like = page.locator('[data-act="like"]').first();
  await page.context().setOffline(true);
  await like.click();
  await page.locator('.toast-error', { hasText: 'You’re offline.' }).waitFor();
  expect(await like.getAttribute('aria-pressed')).toBe('false');
  await page.context().setOffline(false);
  await like.click();
  await accounts.world.until(async () => (await readDetail(reader, post.id)).viewer.liked === true);
  expect(await like.getAttribute('aria-pressed')).toBe('true');
  expect(complaints).toEqual([]);
}, 60_000);

test('a post whose answer was lost is not published twice, and nothing typed is lost', async () => {
  const page = await open(reader, '/compose');
  await page.locator('form.composer[novalidate]').waitFor();
  await page.locator('#title').fill('Sent once');
  await page.locator('#body').fill('The cable was pulled at the wrong moment.');
  // The service gets it; the answer never arrives.
  await page.route('**/api/v1/community/posts', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText(/We got no answer/).waitFor();
  expect(await page.locator('#body').inputValue()).toBe('The cable was pulled at the wrong moment.');
  await page.unroute('**/api/v1/community/posts');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/community/posts/*');
  const { posts } = await readJson(reader.fetch(`${POSTS}?scope=mine`));
  expect(posts.filter(({ title }) => title === 'Sent once')).toHaveLength(1);
  expect(complaints).toEqual([]);
}, 60_000);

test('an edit keeps the files that nobody changed, also after the right to add some was taken', async () => {
  const person = await accounts.person();
  const file = await upload(person, await makePng(64, 64), 'image/png');
  await settle(person, file);
  const post = await writePost(person, { body: 'One lamp', attachmentIds: [file] });
  const page = await open(person, `/compose?post=${post.id}`);
  const save = async (text: string): Promise<void> => {
    await page.locator('[data-alive] form[novalidate]').waitFor();
    await page.locator('#body').fill(text);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(`**/community/posts/${post.id}`);
    await page.getByText(text).first().waitFor();
    const stored = await readJson<{ post: { attachments: { id: string }[] } }>(person.fetch(`${POSTS}/${post.id}`));
    expect(stored.post.attachments.map(({ id }) => id)).toEqual([file]);
  };
  await save('Two lamps');
  await accounts.sql`insert into account_restriction (id, account_id, kind, reason_code, expires_at)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'upload', 'spam', now() + interval '3 days')`;
  await page.goto(`${home()}/compose?post=${post.id}`);
  expect(await page.locator('input[type=file]').count()).toBe(0);
  await save('Three lamps');
  expect(complaints).toEqual([]);
}, 60_000);

test('notifications: every tab hears of them, also when the tab that listened is closed; opening one reads it', async () => {
  const person = await accounts.person();
  const post = await writePost(person, { title: 'Two windows' });
  const first = await open(person, '/community');
  await first.locator('[data-bell]').waitFor();
  const second = await first.context().newPage();
  await second.goto(`${home()}/notifications`);
  await isAlive(second, 'read-all');
  const unread = (page: Page, count: number): Promise<void> =>
    page.locator(`[data-bell][data-unread="${count}"]`).waitFor({ state: 'attached' });
  await unread(second, 0);
  const { id } = await writeComment(author, post.id, { body: 'The first one' });
  await unread(first, 1);
  await unread(second, 1);
  await second.getByRole('link', { name: 'Show new notifications' }).click();
  await second.locator('.notification-new').waitFor();
  await isAlive(second, 'read-all');
  // The list was opened, so the number begins anew.
  await unread(second, 0);
  // It hears also of what happens before it listens itself.
  const happened = Promise.withResolvers<void>();
  const listens = second.waitForRequest('**/notifications/stream');
  await second.route('**/notifications/stream', async (route) => {
    await happened.promise;
    await route.continue();
  });
  await first.close();
  await listens;
  await reader.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
  happened.resolve();
  await unread(second, 1);
  await second.locator('.notification-new', { hasText: 'commented on your post' }).click();
  await second.waitForURL(`**/community/posts/${post.id}?comment=${id}#comment-${id}`);
  await accounts.world.until(async () => {
    const answer = await readJson(person.fetch(`${NOTIFICATIONS}?countOnly=true`));
    return answer.unreadCount === 1;
  });
  expect(complaints).toEqual([]);
}, 60_000);

/** Texts that would do something if any of them became markup. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1)) [b](data:text/html,<script>alert(1)</script>) [c](vbscript:x)',
  '![x](https://elsewhere.example/x.png) <iframe src="https://elsewhere.example"></iframe>',
  '</article></main><style>*{display:none}</style>',
  'zero\u200bwidth\u200d\u2060 and \u202eturned\u202c around',
  'الفانوس عند الميناء القديم',
].join('\n\n');

test('texts of 20,000 characters that attack, hide or turn around stay texts and fit a phone', async () => {
  const wanted =
    /a table|lists deeper|deep mixtures|spaces inside a line|an address without end|"👨|links inside links/;
  const texts = [
    ATTACKS,
    'w'.repeat(20_000),
    `${'字'.repeat(19_998)}。`,
    ...listHostileTexts()
      .filter(({ name }) => wanted.test(name))
      .map(({ text }) => text),
  ];
  const page = await open(author, '/community', { viewport: { width: 390, height: 844 } });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(home()) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  for (const [index, body] of texts.entries()) {
    const post = await writePost(author, { title: `Text ${index}`, body });
    // Some wait for a person, and nobody comments on them meanwhile.
    if (post.moderationStatus === 'allow') await writeComment(author, post.id, { body: body.slice(0, 1000) });
    for (const path of [`/community/posts/${post.id}`, '/community?scope=latest']) {
      const answer = await page.goto(`${home()}${path}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([index, path, answer?.status(), wide]).toEqual([index, path, 200, 0]);
      expect(await page.locator('h1').isVisible()).toBe(true);
    }
  }
  expect(await page.locator('main iframe, main script:not([type]), main [onerror]').count()).toBe(0);
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
}, 120_000);

test('while the database is away pages of the community say so in the reader’s language; others stay', async () => {
  // No database listens where it would be.
  await using away = await openWorld();
  const page = await browser.openPage({ locale: 'ja-JP', viewport: { width: 390, height: 844 } });
  const answer = await page.goto(`${away.address}/community`);
  expect(answer?.status()).toBe(503);
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  expect(await page.locator('h1').count()).toBe(1);
  for (const path of ['/', '/about', '/play']) {
    expect([path, (await page.goto(`${away.address}${path}`))?.status()]).toEqual([path, 200]);
  }
}, 60_000);
