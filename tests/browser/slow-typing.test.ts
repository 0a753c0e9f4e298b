// Nothing that somebody types is lost: not while the script of a page is on its way over a slow network, not while comments
// are sent as fast as one can, and not to an older draft.
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { alive, isAlive, openBrowser, setCookies } from '../fixtures/browser.ts';
import { POSTS, readDetail, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person } from '../fixtures/people.ts';

const LATENCY_MS = 400;
const BYTES_A_SECOND = 50_000;

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());

const home = (): string => accounts.world.address;

async function openAs({ cookie }: Person, options = {}, url = home()): Promise<Page> {
  const page = await browser.openPage(options);
  await setCookies(page, url, cookie);
  return page;
}

/** Lets the scripts of a page through: on a busy machine they would be there before anything is typed. */
const releases = new WeakMap<Page, () => void>();

async function holdScripts(page: Page): Promise<void> {
  const released = Promise.withResolvers<void>();
  releases.set(page, released.resolve);
  await page.unroute('**/*.js');
  await page.route('**/*.js', async (route) => {
    await released.promise;
    // The test may be over.
    await route.continue().catch(() => undefined);
  });
}

/** Opens a page over a slow network; returns at its first paint. No script is answered before something was typed. */
async function openSlowly(page: Page, path: string, address = home()): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await holdScripts(page);
  await page.goto(`${address}${path}`, { waitUntil: 'commit' });
}

/** Types until an island is alive and a little longer, and returns what was typed. The caret stands before the last letter. */
async function typeUntilAlive(page: Page, field: Locator, island: string): Promise<string> {
  await field.waitFor();
  expect(await page.locator(alive(island)).count()).toBe(0);
  await field.focus();
  // The caret is set once; from then on letters go before the last one.
  await page.keyboard.type('<>');
  await page.keyboard.press('ArrowLeft');
  let typed = '';
  let after = 0;
  for (let letter = 0; after < 12; letter++) {
    const next = String.fromCharCode(97 + (letter % 26));
    await page.keyboard.type(next);
    typed += next;
    await Bun.sleep(40);
    if (letter === 5) releases.get(page)?.();
    if ((await page.locator(alive(island)).count()) > 0) after++;
  }
  const whole = `<${typed}>`;
  expect(await field.inputValue()).toBe(whole);
  expect(await field.evaluate((element) => document.activeElement === element)).toBe(true);
  return whole;
}

test('the composer keeps what its fields held before its script came, and publishes it', async () => {
  const person = await accounts.person();
  const page = await openAs(person);
  await openSlowly(page, '/compose?tag=live');
  await page.locator('#title').pressSequentially('A slow evening');
  await page.locator('#visibility').selectOption('protected');
  await page.locator('#spoiler').check();
  await page.locator('#tags').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(', late train, harbo');
  const body = await typeUntilAlive(page, page.locator('#body'), 'composer');
  await page.locator('form.composer[novalidate]').waitFor();
  expect(await page.locator('#title').inputValue()).toBe('A slow evening');
  expect(await page.locator('#visibility').inputValue()).toBe('protected');
  expect(await page.locator('#spoiler').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Remove tag late train' }).click();
  await page.locator('#tags').pressSequentially('ur');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/community/posts/*');
  const { post } = await readDetail(person, page.url().split('/').at(-1) ?? '');
  expect(post).toMatchObject({ title: 'A slow evening', body, visibility: 'protected', tags: ['live', 'harbour'] });
}, 90_000);

test('an edit keeps what its fields held before its script came', async () => {
  const person = await accounts.person();
  const post = await writePost(person, { title: 'Before', body: 'A text.' });
  const page = await openAs(person);
  await openSlowly(page, `/compose?post=${post.id}`);
  await page.locator('#title').fill('After');
  await page.locator('#body').fill('');
  const body = await typeUntilAlive(page, page.locator('#body'), 'composer');
  await page.locator('#reason').fill('Better words');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/community/posts/*');
  expect((await readDetail(person, post.id)).post).toMatchObject({ title: 'After', body });
}, 90_000);

test('the comment box keeps what it held before its script came', async () => {
  const person = await accounts.person();
  const post = await writePost(person, { title: 'Slow talk' });
  const page = await openAs(person);
  await openSlowly(page, `/community/posts/${post.id}`);
  const field = page.getByRole('textbox', { name: 'Your comment' });
  const text = await typeUntilAlive(page, field, 'comment-form');
  await page.keyboard.press('Control+Enter');
  await page.locator('.comment', { hasText: text }).waitFor();
  expect(await field.inputValue()).toBe('');
  expect((await readDetail(person, post.id)).comments.map(({ body }) => body)).toEqual([text]);
}, 90_000);

test('a comment box that was left with a text offers it where something else was typed meanwhile', async () => {
  const person = await accounts.person();
  const post = await writePost(person, { title: 'Left and come back' });
  const page = await openAs(person);
  await page.goto(`${home()}/community/posts/${post.id}`);
  await isAlive(page, 'comment-form');
  const field = page.getByRole('textbox', { name: 'Your comment' });
  await field.fill('The first half.');
  await page.goto(`${home()}/community`);
  await openSlowly(page, `/community/posts/${post.id}`);
  const text = await typeUntilAlive(page, field, 'comment-form');
  await page.getByRole('button', { name: 'Restore draft' }).click();
  expect(await field.inputValue()).toBe(`The first half.\n\n${text}`);
}, 90_000);

test('the desk of moderation keeps a note that was begun before its script came', async () => {
  await using strict = await openAccountsWorld({ LIMITS: 'off', MODERATION_DEFAULT: 'review' });
  await writePost(await strict.person(), { title: 'To be looked at' });
  const page = await openAs(await strict.person({ role: 'moderator' }), {}, strict.world.address);
  await openSlowly(page, '/moderation', strict.world.address);
  await typeUntilAlive(page, page.locator('#desk-note'), 'moderation-desk');
}, 90_000);

test('other fields of islands, and fields beside them, keep what they held', async () => {
  const author = await accounts.person();
  const security = await openAs(author);
  await openSlowly(security, '/settings/security');
  await typeUntilAlive(security, security.locator('#passkey-name'), 'passkey-add');

  const display = await openAs(author);
  await openSlowly(display, '/settings/display');
  await display.locator('#single-keys').uncheck();
  releases.get(display)?.();
  await isAlive(display, 'keys-switch');
  await display.waitForFunction(() => Object.values({ ...localStorage }).length > 0);
  expect(await display.locator('#single-keys').isChecked()).toBe(false);
  await display.reload();
  await isAlive(display, 'keys-switch');
  await display.locator('#single-keys:not(:checked)').waitFor();

  const profile = await openAs(author);
  await openSlowly(profile, '/settings/profile');
  await profile.locator('#bio').fill('');
  await typeUntilAlive(profile, profile.locator('#bio'), 'avatar-upload');

  const entry = await browser.openPage();
  await openSlowly(entry, '/sign-in');
  await entry.locator('#email').fill('');
  await typeUntilAlive(entry, entry.locator('#email'), 'passkey-sign-in');
  // The page that says what was wrong takes the focus from nobody who types already.
  await entry.locator('#email').fill('nobody@example.org');
  await entry.locator('#password').fill('not the password');
  await holdScripts(entry);
  await entry.locator('#password').press('Enter', { noWaitAfter: true });
  await entry.locator('[data-focus]').waitFor();
  await typeUntilAlive(entry, entry.locator('#password'), 'passkey-sign-in');
}, 180_000);

test('twenty comments that are sent as fast as one can type arrive once each, in order', async () => {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, { title: 'Twenty words' });
  const liked = await writeComment(author, post.id, { body: 'The one that is liked' });
  await reader.send('PUT', `/api/v1/community/comments/${liked.id}/reaction`, { active: true });
  await writeComment(author, post.id, { body: 'The one before' });
  const page = await openAs(reader);
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(`${home()}/community/posts/${post.id}`);
  await isAlive(page, 'comment-form');
  const field = page.getByRole('textbox', { name: 'Your comment' });
  const texts = Array.from({ length: 20 }, (_, index) => `Quick comment ${index + 1}.`);
  await field.focus();
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Control+Enter');
  }
  await page.keyboard.type('and a thought that goes on');
  await page.getByRole('heading', { name: '22 comments' }).waitFor({ timeout: 90_000 });
  expect(loads).toBe(1);
  expect(await field.inputValue()).toBe('and a thought that goes on');
  const shown = async (): Promise<readonly string[]> => page.locator('#comment-list .comment .prose').allTextContents();
  const inPlace = await shown();
  const wanted = ['The one that is liked', ...texts.toReversed(), 'The one before'];
  expect(inPlace.map((text) => text.trim())).toEqual(wanted);
  const { comments } = await readDetail(reader, post.id);
  expect(comments.toSorted((a, b) => a.floor - b.floor).map(({ body }) => body)).toEqual([
    'The one that is liked',
    'The one before',
    ...texts,
  ]);
  await page.reload();
  expect(await shown()).toEqual(inPlace);
  expect(await field.inputValue()).toBe('and a thought that goes on');
}, 120_000);

test('a comment that is refused comes back into the box, before what was typed meanwhile', async () => {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, { title: 'Cut off' });
  const page = await openAs(reader);
  await page.goto(`${home()}/community/posts/${post.id}`);
  await isAlive(page, 'comment-form');
  const field = page.getByRole('textbox', { name: 'Your comment' });
  const typed = Promise.withResolvers<void>();
  await page.route('**/comments', async (route) => {
    await typed.promise;
    await route.abort();
  });
  await field.fill('First');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await field.fill('Second');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await field.fill('Third');
  typed.resolve();
  await page.locator('.toast-error').waitFor();
  expect(await field.inputValue()).toBe('First\n\nSecond\n\nThird');
  await page.unroute('**/comments');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.locator('.comment', { hasText: 'Third' }).waitFor();
}, 60_000);

test('a reply names whom it answers, stands alone while it is written, and comes into its thread; so does an edit', async () => {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, { title: 'Answers' });
  const root = await writeComment(author, post.id, { body: 'A question?' });
  const page = await openAs(reader);
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(`${home()}/community/posts/${post.id}`);
  await isAlive(page, 'comment-actions');
  await isAlive(page, 'comment-form');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const name = await page.locator(`#comment-${root.id} .author-name`).textContent();
  const box = page.getByRole('textbox', { name: `Reply to ${name}` });
  await box.fill('An answer.');
  expect(await page.getByRole('textbox', { name: 'Your comment' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const reply = page.locator('.comments .comments .comment', { hasText: 'An answer.' });
  await reply.waitFor();
  await page.getByRole('textbox', { name: 'Your comment' }).waitFor();
  expect(await reply.evaluate((element) => document.activeElement === element)).toBe(true);

  await reply.locator('summary').click();
  await reply.getByRole('button', { name: 'Edit' }).click();
  await reply.getByRole('textbox').fill('A **better** answer.');
  await reply.getByRole('button', { name: 'Save' }).click();
  await page.locator('.comments .comments .comment strong', { hasText: 'better' }).waitFor();
  await page.reload();
  await page.locator(alive('comment-actions')).nth(1).waitFor({ state: 'attached' });
  const whole = page.locator('.comments .comments .comment');
  await whole.locator('summary').click();
  await whole.getByRole('button', { name: 'Edit' }).click();
  await whole.getByRole('textbox').fill('The **best** answer.');
  await whole.getByRole('button', { name: 'Save' }).click();
  await page.locator('.comments .comments .comment strong', { hasText: 'best' }).waitFor();
  expect(await whole.count()).toBe(1);
  expect(loads).toBe(2);
}, 90_000);

test('an old draft asks before it comes in the place of newer text', async () => {
  const person = await accounts.person();
  const page = await openAs(person);
  await page.goto(`${home()}/compose`);
  await page.locator('form.composer[novalidate]').waitFor();
  await page.locator('#body').fill('What was begun yesterday.');
  await page.getByText(/^Draft saved/).waitFor();
  await page.goto(`${home()}/community`);
  await openSlowly(page, '/compose');
  const text = await typeUntilAlive(page, page.locator('#body'), 'composer');
  await page.getByRole('button', { name: 'Restore draft' }).click();
  expect(await page.locator('#body').inputValue()).toBe('What was begun yesterday.');
  await page.getByText('Other drafts').click();
  // Its first letters are the name of the draft.
  await page.getByRole('button', { name: /^Open: <abc/ }).click();
  expect(await page.locator('#body').inputValue()).toBe(text);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')).length)).toBe(2);
}, 90_000);

test('the first press on Publish publishes, with the tag that was being typed', async () => {
  const person = await accounts.person();
  const page = await openAs(person, { viewport: { width: 390, height: 844 } });
  await page.goto(`${home()}/compose`);
  await page.locator('form.composer[novalidate]').waitFor();
  await page.locator('#body').fill('Text');
  await page.locator('#tags').pressSequentially('harbour');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await publish.scrollIntoViewIfNeeded();
  const box = await publish.boundingBox();
  if (box === null) throw new Error('the button is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + 4);
  await page.mouse.down();
  await Bun.sleep(150);
  expect(await publish.boundingBox()).toEqual(box);
  await page.mouse.up();
  await page.waitForURL('**/community/posts/*');
  const { posts } = await (await person.fetch(`${POSTS}?scope=mine`)).json();
  expect(posts[0].tags).toEqual(['harbour']);
}, 60_000);

test('tags are parted by commas alone: one with a blank is not made two, with and without script', async () => {
  const person = await accounts.person();
  const page = await openAs(person);
  await page.goto(`${home()}/compose`);
  await page.locator('form.composer[novalidate]').waitFor();
  await page.locator('#body').fill('Text');
  await page.locator('#tags').pressSequentially('last train,');
  await page.getByRole('button', { name: 'Remove tag last train' }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Tags can have letters, digits').waitFor();

  const still = await openAs(person, { javaScriptEnabled: false });
  await still.goto(`${home()}/compose`);
  await still.locator('#body').fill('Text');
  await still.locator('#tags').fill('last train, bus');
  await still.getByRole('button', { name: 'Publish', exact: true }).click();
  await still.getByText('Tags can have letters, digits').waitFor();
  expect(await still.locator('#tags').inputValue()).toBe('last train, bus');
}, 60_000);
