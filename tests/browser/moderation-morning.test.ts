// A moderator's morning in a real browser: twenty entries decided by keys alone, with a colleague at work, a refusal, pictures
// behind their veil, and what may not be decided. Then several at once, and an appeal from both sides.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { DESK_MESSAGES, PAGES_MESSAGES } from '../../src/web/messages/moderation.ts';
import { STANDING_MESSAGES } from '../../src/web/messages/settings.ts';
import { isAlive, openBrowser, setCookies } from '../fixtures/browser.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { askForName, MODERATION } from '../fixtures/moderation.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { upload } from '../fixtures/uploads.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', MODERATION_DEFAULT: 'review' }));
const browser = await keepOpen(openBrowser());
const moderator = await accounts.person({ role: 'moderator' });
const colleague = await accounts.person({ role: 'moderator' });

const WORDS = DESK_MESSAGES.en;
const textOf = (text: string | { readonly other: string }): string => (typeof text === 'string' ? text : text.other);

async function openAs(person: Person, path: string, width = 1280): Promise<Page> {
  const page = await browser.openPage({ locale: 'en-US', viewport: { width, height: 900 } });
  await setCookies(page, accounts.world.address, person.cookie);
  await page.goto(`${accounts.world.address}${path}`);
  return page;
}

/** Address of the entry that is looked at. */
const currentOf = async (page: Page): Promise<string> =>
  (await page.locator('.desk-entry-current a').getAttribute('href')) ?? '';
/** Presses keys one after the other, then waits for another entry. */
async function pressOn(page: Page, ...keys: readonly string[]): Promise<void> {
  const before = await currentOf(page);
  for (const key of keys) await page.keyboard.press(key);
  await page.waitForFunction(
    (past) => document.querySelector('.desk-entry-current a')?.getAttribute('href') !== past,
    before,
  );
}
const idOf = (address: string): string => address.split('/').at(-1) ?? '';
const verdictOf = async (id: string): Promise<string | undefined> => {
  const [row]: { verdict: string }[] = await accounts.sql`select verdict from moderation_case where id = ${id}`;
  return row?.verdict;
};
const settles = (id: string, verdict: string): Promise<void> =>
  accounts.world.until(async () => (await verdictOf(id)) === verdict, 15_000);

/** Twenty entries: pictures, names, posts, and a post that was reported. */
async function fillQueue(): Promise<void> {
  const author = await accounts.person();
  const reported = await writePost(author, { title: 'Already allowed', body: 'Come and buy' });
  const [row]: { id: string }[] = await accounts.sql`select id from moderation_case where subject_id = ${reported.id}`;
  const allow = { verdict: 'allow', reasonCode: 'other', version: 1 };
  await expectStatus(colleague.send('POST', `${MODERATION}/cases/${row?.id}/decision`, allow), 200);
  for (let count = 0; count < 2; count++) {
    const file = await upload(author, await makePng(64 + count, 48), 'image/png');
    await accounts.world.until(async () => {
      const waiting: unknown[] = await accounts.sql`select 1 from moderation_case where subject_id = ${file}`;
      return waiting.length > 0;
    }, 30_000);
  }
  for (const name of ['A Lamp', 'Another Lamp']) await askForName(await accounts.person(), name);
  for (let count = 0; count < 15; count++) await writePost(author, { title: `Post ${count}`, body: 'What we saw.' });
  const report = { targetKind: 'post', targetId: reported.id, reasonCode: 'spam', details: 'Every day.' };
  for (const reporter of await accounts.people(2)) {
    await expectStatus(reporter.send('POST', '/api/v1/community/reports', report), 201);
  }
}

test('a morning: twenty entries by keys alone', async () => {
  await fillQueue();
  const page = await openAs(moderator, '/moderation');
  await isAlive(page, 'moderation-desk');
  expect(await page.locator('.desk-entry').count()).toBe(20);
  const first = await currentOf(page);

  // There and back.
  await pressOn(page, 'j');
  await pressOn(page, 'k');
  expect(await currentOf(page)).toBe(first);

  // Pictures are behind their veil until one asks.
  for (let count = 0; count < 2; count++) {
    await page.locator('.desk-veiled img').waitFor();
    await page.keyboard.press('Space');
    await page.locator('.desk-picture:not(.desk-veiled) img').waitFor();
    await pressOn(page, 'a');
  }
  await settles(idOf(first), 'allow');

  // A colleague sees who is at it.
  const held = idOf(await currentOf(page));
  await accounts.world.until(async () => {
    const { context } = await (await colleague.fetch(`${MODERATION}/cases/${held}/context`)).json();
    return context.entry.claims.some(({ uid }: { uid: number }) => uid === moderator.uid);
  }, 15_000);

  // Rejected with the second reason; and then the other way.
  await pressOn(page, 'r', '2', 'Enter');
  await settles(held, 'rejected');
  const [reason]: { reason_code: string }[] =
    await accounts.sql`select reason_code from moderation_case where id = ${held}`;
  expect(reason?.reason_code).toBe('harassment');
  await page.locator('.toast', { hasText: textOf(WORDS.done_rejected) }).waitFor();
  await page.keyboard.press('z');
  await settles(held, 'allow');

  // Shortcuts don’t work while you’re typing, or when keys are switched off.
  const now = await currentOf(page);
  await page.keyboard.press('e');
  await page.locator('#desk-note').focus();
  await page.keyboard.type('jar z?');
  expect(await page.locator('#desk-note').inputValue()).toBe('jar z?');
  expect(await currentOf(page)).toBe(now);
  await page.locator('#desk-title').focus();
  await page.evaluate(() => localStorage.setItem('livehouse.keys', 'off'));
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  expect(await currentOf(page)).toBe(now);
  await page.evaluate(() => localStorage.removeItem('livehouse.keys'));
  await page.keyboard.press('?');
  await page.locator('#desk-keys[open]').waitFor();
  await page.keyboard.press('Escape');

  // A colleague was faster: the entry comes back with a sentence, and leaves when one goes on.
  const raced = idOf(now);
  const faster = { verdict: 'rejected', reasonCode: 'spam', version: 1 };
  await expectStatus(colleague.send('POST', `${MODERATION}/cases/${raced}/decision`, faster), 200);
  await page.keyboard.press('a');
  await page.locator('[role="alert"]', { hasText: textOf(WORDS.fault_version) }).waitFor();
  await page.locator('.desk-signs', { hasText: textOf(WORDS.verdict_rejected) }).waitFor();
  expect(idOf(await currentOf(page))).toBe(raced);
  expect(await verdictOf(raced)).toBe('rejected');
  await pressOn(page, 'j');
  expect(await page.locator(`.desk-entry a[href$="${raced}"]`).count()).toBe(0);

  // The rest, as it comes.
  for (let left = await page.locator('.desk-entry').count(); left > 1; left--) {
    const isReported = (await page.locator('.desk-entry-current .chip').count()) > 0;
    await pressOn(page, ...(isReported ? ['r', '1', 'Enter'] : ['a']));
  }
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.locator('.empty-state', { hasText: textOf(WORDS.empty) }).waitFor();
  await accounts.world.until(async () => {
    const { waiting } = await (await moderator.fetch(`${MODERATION}/queue`)).json();
    return waiting === 0;
  }, 15_000);
  const [hidden]: { count: number }[] =
    await accounts.sql`select count(*)::int as count from post where hidden_at is not null`;
  expect(hidden?.count).toBe(1);
  await page.context().close();
}, 120_000);

test('on a phone: list, entry, context; and what is one’s own has no acts', async () => {
  const own = await writePost(moderator, { title: 'My own post', body: 'About the lamp.' });
  const page = await openAs(moderator, '/moderation', 390);
  await isAlive(page, 'moderation-desk');
  expect(await page.locator('.desk-case').isVisible()).toBe(false);
  await page.locator('.desk-entry a', { hasText: 'My own post' }).click();
  await page.locator('.desk-case', { hasText: textOf(WORDS.blocked_own) }).waitFor();
  expect(await page.locator('.desk-queue').isVisible()).toBe(false);
  expect(await page.locator('.desk-acts .button-danger').count()).toBe(0);
  await page.keyboard.press('a');
  await page.locator('.desk-back button').click();
  await page.locator('.desk-queue').waitFor();
  const [row]: { verdict: string }[] =
    await accounts.sql`select verdict from moderation_case where subject_id = ${own.id}`;
  expect(row?.verdict).toBe('review');
  await page.context().close();
}, 60_000);

test('without a connection the entry comes back, and waits', async () => {
  const post = await writePost(await accounts.person(), { title: 'In a tunnel', body: 'No connection here.' });
  const [row]: { id: string }[] = await accounts.sql`select id from moderation_case where subject_id = ${post.id}`;
  const page = await openAs(moderator, `/moderation/cases/${row?.id}`);
  await isAlive(page, 'moderation-desk');
  await page.context().setOffline(true);
  await page.keyboard.press('a');
  await page.locator('[role="alert"]', { hasText: textOf(WORDS.fault_offline) }).waitFor();
  expect(await verdictOf(row?.id ?? '')).toBe('review');
  await page.context().setOffline(false);
  await page.keyboard.press('a');
  await page.locator('.desk-signs', { hasText: textOf(WORDS.verdict_allow) }).waitFor();
  expect(await page.locator('[role="alert"]').count()).toBe(0);
  await page.context().close();
}, 60_000);

test('several are decided at once, and one that is refused stays', async () => {
  const author = await accounts.person();
  const posts: { readonly id: string }[] = [];
  for (const title of ['Bulk 1', 'Bulk 2', 'Bulk 3'])
    posts.push(await writePost(author, { title, body: 'The same again.' }));
  const page = await openAs(moderator, '/moderation');
  await isAlive(page, 'moderation-desk');
  for (const title of ['Bulk 1', 'Bulk 2', 'Bulk 3']) {
    await page.locator('.desk-entry', { hasText: title }).locator('input[type="checkbox"]').check();
  }
  const [raced]: { id: string }[] =
    await accounts.sql`select id from moderation_case where subject_id = ${posts[1]?.id ?? ''}`;
  const allow = { verdict: 'allow', reasonCode: 'other', version: 1 };
  await expectStatus(colleague.send('POST', `${MODERATION}/cases/${raced?.id}/decision`, allow), 200);
  await page.locator('.desk-acts .button-danger').click();
  await page.locator('.desk-reasons [aria-keyshortcuts="1"]').click();
  await page.locator('.desk-reasons .button-danger').click();
  await page.locator('.desk-entry .tone-danger', { hasText: textOf(WORDS.fault_version) }).waitFor();
  const verdicts = async (): Promise<readonly string[]> => {
    const rows: { verdict: string }[] = await accounts.sql`select verdict from moderation_case
      where subject_id in ${accounts.sql(posts.map(({ id }) => id))} order by created_at, id`;
    return rows.map(({ verdict }) => verdict);
  };
  expect(await verdicts()).toEqual(['rejected', 'allow', 'rejected']);
  // All that were decided together are decided the other way together.
  const again = page.waitForResponse((answer) => answer.url().endsWith('/cases/decisions'));
  await page.keyboard.press('z');
  expect((await again).status()).toBe(200);
  expect(await verdicts()).toEqual(['allow', 'allow', 'allow']);
  await page.context().close();
}, 60_000);

test('all that waits with the same text is rejected at once', async () => {
  const writers = await accounts.people(3);
  const ids: string[] = [];
  for (const [count, writer] of writers.entries()) {
    const { id } = await writePost(writer, { body: count === 2 ? 'Something else waits' : 'Buy the same thing' });
    const [row]: { id: string }[] = await accounts.sql`select id from moderation_case where subject_id = ${id}`;
    ids.push(row?.id ?? '');
  }
  const page = await openAs(moderator, `/moderation/cases/${ids[0]}`);
  await isAlive(page, 'moderation-desk');
  await page.keyboard.press('r');
  const alike = page.getByRole('button', { name: textOf(WORDS.rejectAlike) });
  expect(await alike.isDisabled()).toBe(true);
  await page.keyboard.press('1');
  await alike.click();
  for (const id of ids.slice(0, 2)) await settles(id, 'rejected');
  await page.getByText('2 decided').waitFor();
  expect(await verdictOf(ids[2] ?? '')).toBe('review');
  await page.context().close();
}, 60_000);

test('with entries ticked the keys act as the visible buttons do, and what is looked at is read anew', async () => {
  const author = await accounts.person();
  const ids: string[] = [];
  for (const title of ['Kept', 'Ticked 1', 'Ticked 2', 'Ticked 3', 'Ticked 4']) {
    const { id } = await writePost(author, { title, body: 'Once more.' });
    const [row]: { id: string }[] = await accounts.sql`select id from moderation_case where subject_id = ${id}`;
    ids.push(row?.id ?? '');
  }
  const [kept = '', ...ticked] = ids;
  const page = await openAs(moderator, '/moderation');
  await isAlive(page, 'moderation-desk');
  await page.locator(`.desk-entry a[href$="${kept}"]`).click();
  const tick = async (...titles: readonly string[]): Promise<void> => {
    for (const title of titles) {
      await page.locator('.desk-entry', { hasText: title }).locator('input[type="checkbox"]').check();
    }
  };
  const tally = (rejected: number, allowed: number): Promise<void> =>
    page.locator('#desk-context', { hasText: `${rejected} hidden, ${allowed} allowed` }).waitFor();
  await tally(0, 0);

  // The key allows what is ticked, as the button beside it says, although another entry is shown.
  await tick('Ticked 1', 'Ticked 2');
  expect(await page.locator('.desk-acts .button-main').getAttribute('aria-keyshortcuts')).toBe('A');
  await page.keyboard.press('a');
  for (const id of ticked.slice(0, 2)) await settles(id, 'allow');
  expect(await verdictOf(kept)).toBe('review');
  expect(idOf(await currentOf(page))).toBe(kept);
  await tally(0, 2);

  // Ticking while a reason is being given for the entry that is shown puts the buttons of the ticked ones in its place.
  await page.locator('#desk-title').focus();
  for (const key of ['r', '1']) await page.keyboard.press(key);
  await tick('Ticked 3', 'Ticked 4');
  expect(await page.locator('.desk-reasons').count()).toBe(0);
  await page.locator('#desk-title').focus();
  await page.keyboard.press('Enter');
  expect(await verdictOf(kept)).toBe('review');
  for (const key of ['r', '1', 'Enter']) await page.keyboard.press(key);
  for (const id of ticked.slice(2)) await settles(id, 'rejected');
  expect(await verdictOf(kept)).toBe('review');
  await tally(2, 2);

  // With nothing ticked they act on the entry that is shown.
  await page.locator('#desk-title').focus();
  await page.keyboard.press('a');
  await settles(kept, 'allow');
  await page.context().close();
}, 60_000);

test('an appeal from both sides', async () => {
  const author = await accounts.person();
  const post = await writePost(author, { title: 'The joke', body: 'It was funny.' });
  const [row]: { id: string }[] = await accounts.sql`select id from moderation_case where subject_id = ${post.id}`;
  const reject = { verdict: 'rejected', reasonCode: 'harassment', message: 'This hurts somebody.', version: 1 };
  await expectStatus(moderator.send('POST', `${MODERATION}/cases/${row?.id}/decision`, reject), 200);

  const theirs = await openAs(author, '/settings/standing');
  await theirs.locator('blockquote', { hasText: 'This hurts somebody.' }).waitFor();
  await theirs.locator(`a[href*="case=${row?.id}"]`).click();
  await theirs.locator('#message').fill('It is about myself.');
  await Promise.all([
    theirs.waitForURL('**/settings/standing?done=appealed'),
    theirs.locator('main form button').click(),
  ]);

  // Who decided is told to leave it, and has no form.
  const ours = await openAs(moderator, '/moderation/appeals');
  const told = ours.locator('li', { hasText: textOf(PAGES_MESSAGES.en.ownDecision) });
  await told.waitFor();
  expect(await told.locator('form').count()).toBe(0);
  await ours.context().close();

  const second = await openAs(colleague, '/moderation/appeals');
  const appeal = second.locator('li', { hasText: 'It is about myself.' });
  await appeal.locator('summary').click();
  await appeal.locator('textarea[name="message"]').fill('You are right, sorry.');
  await Promise.all([
    second.waitForURL('**/moderation/appeals?done=decided'),
    appeal.locator('button[value="granted"]').click(),
  ]);
  await second.context().close();

  await theirs.goto(`${accounts.world.address}/settings/standing`);
  await theirs.locator('summary', { hasText: textOf(STANDING_MESSAGES.en.appeal_granted) }).click();
  await theirs.locator('blockquote', { hasText: 'You are right, sorry.' }).waitFor();
  expect(await verdictOf(row?.id ?? '')).toBe('allow');
  await expectOnlyStatus(accounts.world.fetch(`/api/v1/community/posts/${post.id}`), 200);
  await theirs.context().close();
}, 60_000);

test('long names and handles fit a phone on every page of the staff', async () => {
  const administrator = await accounts.person({ role: 'administrator' });
  const names = ['W'.repeat(60), `${'MwW'.repeat(7)} ${'字'.repeat(20)}`];
  const people: Person[] = [];
  for (const [index, name] of names.entries()) {
    const person = await accounts.person();
    const handle = `${'w'.repeat(31)}${index}`;
    await accounts.sql`update profile set display_name = ${name}, handle = ${handle} where account_id = ${person.id}`;
    for (const kind of ['write', 'upload']) {
      const restriction = { kind, reasonCode: 'misinformation', message: 'w'.repeat(200), note: 'w'.repeat(200) };
      const path = `${MODERATION}/users/${person.uid}/restrictions` as const;
      const { restriction: issued } = await expectStatus(colleague.send('POST', path, restriction), 201);
      const appeal = { restrictionId: issued.id, message: 'W'.repeat(500) };
      await expectStatus(person.send('POST', '/api/v1/account/appeals', appeal), 201);
    }
    const report = { targetKind: 'user', targetId: String(person.uid), reasonCode: 'misinformation', details: null };
    await expectStatus(moderator.send('POST', '/api/v1/community/reports', report), 201);
    people.push(person);
  }
  const pages = people.flatMap(({ uid }) => [`/moderation/people/${uid}`, `/admin/accounts/${uid}`]);
  const lists = ['', '/people', '/people?q=w', '/appeals', '/reports', '/audit'].map((path) => `/moderation${path}`);
  const paths = [...pages, ...lists, '/admin/accounts', '/admin/audit'];
  const page = await openAs(administrator, '/moderation', 390);
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of paths) {
      await page.goto(`${accounts.world.address}${path}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, path, wide]).toEqual([width, path, 0]);
    }
  }
  await page.context().close();
}, 60_000);
