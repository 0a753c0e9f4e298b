// The whole life of a member in a real browser, on the pages alone, in Japanese and in English: register, mail, password,
// profile, picture, post, comment, like, follow, a live notification, block, appeal, deletion. And the same beginning without
// script.
import { expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import {
  COMMENT_FORM_MESSAGES,
  PERSON_ACTIONS_MESSAGES,
  POST_ACTIONS_MESSAGES,
} from '../../src/web/messages/community.ts';
import { COMPOSER_MESSAGES } from '../../src/web/messages/compose.ts';
import type { Text } from '../../src/web/messages/say.ts';
import { AVATAR_UPLOAD_MESSAGES, STANDING_MESSAGES } from '../../src/web/messages/settings.ts';
import { isAlive, openBrowser, setCookies } from '../fixtures/browser.ts';
import { POSTS, type PostAnswer, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());
const picture = Buffer.from(await makePng(400, 300));
const [friend, moderator] = [await accounts.person(), await accounts.person({ role: 'moderator' })];

const PASSWORD = 'a lantern at the harbour';
/** Mails lead to this name, and cookies belong to a name. */
const home = (): string => `http://localhost:${accounts.world.port}`;
/** A text as a name that begins with it; what is filled in may be anything. */
const named = (text: Text): RegExp => {
  const sentence = typeof text === 'string' ? text : text.other;
  const parts = sentence.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}`);
};

/** Sends the form of a page and waits for where it leads. */
async function submit(page: Page, button: string, to: string | RegExp): Promise<void> {
  await Promise.all([page.waitForURL(to), page.locator(button).click()]);
}

/** Registers, opens the mail, sets the password; the person is signed in then. */
async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${home()}/register`);
  await page.locator('#email').fill(email);
  await submit(page, 'main button[type=submit]', '**/register?sent=1');
  const { link } = await accounts.mail(email);
  await page.goto(link ?? '');
  await page.locator('#password').fill(PASSWORD);
  await submit(page, 'main button[type=submit]', /^(?!.*token=)/);
}

const LIVES = [
  {
    locale: 'ja',
    name: '灯 あかり',
    handle: 'akari_life',
    options: { locale: 'ja-JP', viewport: { width: 390, height: 844 } },
  },
  { locale: 'en', name: 'Akari of the lamps', handle: 'lamps_life', options: { locale: 'en-US' } },
] as const satisfies readonly {
  readonly locale: 'ja' | 'en';
  readonly options: BrowserContextOptions;
  [key: string]: unknown;
}[];

test.each(LIVES)(
  'the life of a member in $locale',
  async ({ locale, name, handle, options }) => {
    const email = `${handle}@example.org`;
    const complaints: string[] = [];
    const page = await browser.openPage(options);
    page.context().on('weberror', (error) => complaints.push(String(error.error())));
    page.context().on('console', (message) => {
      if (/Content Security|Trusted/.test(message.text())) complaints.push(message.text());
    });
    await register(page, email);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);

    await page.goto(`${home()}/settings/profile`);
    await page.locator('#displayName').fill(name);
    await page.locator('#handle').fill(handle);
    await submit(page, 'form[action$="/settings/profile"] button', '**/settings/profile?done=saved');
    await isAlive(page, 'avatar-upload');
    const file = { name: 'lamp.png', mimeType: 'image/png', buffer: picture };
    await page.locator('[data-island="avatar-upload"] input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: named(AVATAR_UPLOAD_MESSAGES[locale].use) }).click();
    await page.locator('.toast').waitFor();

    await page.goto(`${home()}/compose`);
    await page.locator('form.composer[novalidate]').waitFor();
    await page.locator('#title').fill('港の灯り');
    await page.locator('#body').fill('What we saw **last night**.');
    await page.locator('#files').setInputFiles(file);
    // It is sent once the file is ready.
    await page.getByRole('button', { name: COMPOSER_MESSAGES[locale].publish.toString(), exact: true }).click();
    await page.waitForURL('**/community/posts/*', { timeout: 30_000 });
    await page.locator('.gallery img').waitFor();
    const own = page.url().split('/').at(-1) ?? '';

    // Another window hears at once that somebody likes the post.
    const second = await page.context().newPage();
    await second.goto(`${home()}/community`);
    await second.bringToFront();
    await expectStatus(friend.send('PUT', `${POSTS}/${own}/reaction`, { active: true }), 200);
    await second.locator('[data-bell][data-unread="1"]').waitFor();
    await second.close();

    const { id } = await writePost(friend, { title: `For ${handle}` });
    await page.goto(`${home()}/community/posts/${id}`);
    await isAlive(page, 'post-actions');
    await page
      .getByRole('button', { name: named(POST_ACTIONS_MESSAGES[locale].like) })
      .first()
      .click();
    await page.locator('[data-act="like"][aria-pressed="true"]').waitFor();
    await isAlive(page, 'comment-form');
    await page.locator('#comment-text').fill('こんばんは');
    await page.getByRole('button', { name: COMMENT_FORM_MESSAGES[locale].publish.toString(), exact: true }).click();
    await page.locator('.comment', { hasText: 'こんばんは' }).waitFor();

    await page.goto(`${home()}/@${friend.uid}`);
    await isAlive(page, 'person-actions');
    await page.getByRole('button', { name: PERSON_ACTIONS_MESSAGES[locale].follow.toString(), exact: true }).click();
    await page.locator('[data-island="person-actions"] [aria-pressed="true"]').waitFor();
    await page.locator('[data-island="person-actions"] summary').click();
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: named(PERSON_ACTIONS_MESSAGES[locale].block) }).click(),
    ]);
    await page.locator('main .empty-state').waitFor();

    const uid = (await expectStatus<{ post: PostAnswer }>(moderator.fetch(`${POSTS}/${own}`), 200)).post.authorUid;
    const restriction = { kind: 'write', reasonCode: 'spam', message: 'Slower, please.' };
    await expectStatus(moderator.send('POST', `/api/v1/moderation/users/${uid}/restrictions`, restriction), 201);
    await page.goto(`${home()}/settings/standing`);
    await page.getByText('Slower, please.').waitFor();
    await page.getByRole('link', { name: STANDING_MESSAGES[locale].appeal.toString(), exact: true }).click();
    await page.locator('#message').fill('I wrote three posts in a year.');
    await submit(page, 'form[action*="/standing/appeal"] button', '**/settings/standing?done=appealed');

    await page.goto(`${home()}/settings/data`);
    await page.locator('#confirmation').fill(email);
    await submit(page, 'form[action$="/deletion"] button', `${home()}/`);
    expect(await page.context().cookies()).toEqual([]);
    expect((await page.goto(`${home()}/@${handle}`))?.status()).toBe(404);
    expect((await page.goto(`${home()}/community/posts/${own}`))?.status()).toBe(404);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  60_000,
);

test('without script: register, set the password, leave, sign in, read, comment, archive', async () => {
  const email = 'plain@example.org';
  const page = await browser.openPage({ javaScriptEnabled: false });
  await register(page, email);
  await page.locator('details.menu-sheet > summary').click();
  await submit(page, 'form[action$="/sign-out"] button', `${home()}/`);
  const { id } = await writePost(friend, { title: 'Read without script', body: 'Every **word** of it.' });
  await page.goto(`${home()}/sign-in?then=/community/posts/${id}`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(PASSWORD);
  await submit(page, 'form[action$="/sign-in"] button[type=submit]', `**/community/posts/${id}`);
  expect(await page.locator('main strong').innerText()).toBe('word');
  await page.locator('#comment-text').fill('Read it, and wrote this.');
  await submit(page, 'form[action$="/comments"] button', /comment=/);
  expect(await page.locator('.comment-focus').innerText()).toContain('Read it, and wrote this.');

  await page.goto(`${home()}/compose`);
  await page.locator('#title').fill('Plain');
  await page.locator('#body').fill('Written without script');
  await submit(page, 'form[action$="/compose"] button[type=submit]', '**/community/posts/*');
  await page.locator('main details.menu summary').click();
  await page.locator('form[action$="/acts"]:has([value=archive]) button').click();
  await page.locator('.band').waitFor();
  await submit(page, '.band button', '**/community/posts/*');
  expect(await page.locator('.band').count()).toBe(0);
}, 60_000);

test('the longest names and texts written from the right fit on 360 pixels', async () => {
  const person = await accounts.person();
  const name = 'W'.repeat(80);
  await accounts.sql`update profile set display_name = ${name}, handle = ${'w'.repeat(32)} where uid = ${person.uid}`;
  const title = 'الفانوس عند الميناء القديم';
  const body = `${'ضوء '.repeat(40)}\n\n${'x'.repeat(400)}\n\nhttps://example.org/${'y'.repeat(200)}`;
  const post = await writePost(person, { title, body, tags: ['a'.repeat(32), 'وسم'] });
  await expectStatus(friend.send('POST', `${POSTS}/${post.id}/comments`, { body }), 201);
  const page = await browser.openPage({ viewport: { width: 360, height: 800 } });
  await setCookies(page, accounts.world.address, person.cookie);
  const paths = [
    `/community/posts/${post.id}`,
    `/community/posts/${post.id}/revisions`,
    `/community/posts/${post.id}/delete`,
    '/community?scope=latest',
    '/community?scope=mine',
    `/@${'w'.repeat(32)}`,
    '/notifications',
    '/community/tags',
    '/settings/profile',
    `/compose?post=${post.id}`,
  ];
  const found: unknown[] = [];
  for (const path of paths) {
    const answer = await page.goto(`${accounts.world.address}${path}`);
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth)
        .map(({ tagName, className }) => `${tagName}.${className}`)
        .slice(0, 12);
    });
    found.push([path, answer?.status(), wide]);
    const target = process.env.TEST_SCREENSHOTS;
    const shot = path.replaceAll(/\W+/g, '-').slice(0, 40);
    if (target !== undefined) await page.screenshot({ path: `${target}/long-${shot}.png`, fullPage: true });
  }
  expect(found).toEqual(paths.map((path) => [path, 200, []]));
  await page.goto(`${accounts.world.address}/community/posts/${post.id}`);
  const direction = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  expect([await direction('h1'), await direction('article > .stack p')]).toEqual(['rtl', 'rtl']);
}, 60_000);
