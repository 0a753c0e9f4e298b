// Names as long as they may be, without a blank at which they could break: no page is wider than its window, no menu runs
// off it. Pictures of a post fill their grid, however many there are.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, setCookies } from '../fixtures/browser.ts';
import { POSTS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';

import { openAccountsWorld, type Person } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { settle, upload } from '../fixtures/uploads.ts';

const WIDTHS = [360, 768, 1024, 1366];

/** A person with the longest name and handle. */
async function longPerson(letter: string, role: 'member' | 'administrator' = 'member'): Promise<Person> {
  const person = await accounts.person({ role });
  await person.send('PATCH', '/api/v1/account/profile', { handle: letter.toLowerCase().repeat(32) });
  await accounts.sql`update profile set display_name = ${letter.repeat(80)} where account_id = ${person.id}`;
  return person;
}

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser({ isShell: true }));
const [keeper, author, reader] = [await longPerson('M', 'administrator'), await longPerson('W'), await longPerson('Q')];
const fields = { title: 'T'.repeat(120), body: `About ${'b'.repeat(200)}`, tags: ['t'.repeat(32)] };
const postId = (await writePost(author, fields)).id;
const root = await writeComment(reader, postId, { body: 'c'.repeat(300) });
for (const person of [author, keeper, reader, author]) {
  await writeComment(person, postId, { body: 'd'.repeat(200), parentId: root.id });
}
await reader.send('PUT', `${POSTS}/${postId}/reaction`, { active: true });
await reader.send('PUT', `${USERS}/${author.uid}/follow`, { active: true });
await keeper.send('PUT', `${USERS}/${author.uid}/follow`, { active: true });
await keeper.send('PUT', `${USERS}/${reader.uid}/mute`, { active: true });
const report = { targetKind: 'post', targetId: postId, reasonCode: 'other', details: 'e'.repeat(300) };
await reader.send('POST', '/api/v1/community/reports', report);

/** What stands out of the window, the outermost elements first. */
const standsOut = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1;
    });
    const menus = [...document.querySelectorAll<HTMLElement>('[data-menu][open] .menu-panel')].filter((panel) => {
      const { left, right } = panel.getBoundingClientRect();
      return left < 0 || right > clientWidth;
    });
    const said = ({ localName, className, parentElement, textContent }: HTMLElement): string =>
      `${parentElement?.className} > ${localName}.${className} ${textContent.slice(0, 20)}`;
    return [
      ...menus.map((panel) => `menu ${said(panel)}`),
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px`, ...wide.slice(0, 5).map(said)] : []),
    ];
  });

const PATHS: Readonly<Record<string, (known: { author: number; reader: number; post: string }) => string>> = {
  community: () => '/community?scope=latest',
  post: ({ post }) => `/community/posts/${post}`,
  revisions: ({ post }) => `/community/posts/${post}/revisions`,
  profile: ({ author }) => `/users/${author}`,
  followers: ({ author }) => `/@${author}/followers`,
  notifications: () => '/notifications',
  tag: () => `/community/tags/${'t'.repeat(32)}`,
  tags: () => '/community/tags',
  home: () => '/',
  settings: () => '/settings',
  'settings-people': () => '/settings/people',
  moderation: () => '/moderation',
  reports: () => '/moderation/reports',
  people: () => '/moderation/people?q=w',
  person: ({ author }) => `/moderation/people/${author}`,
  'moderation-audit': () => '/moderation/audit',
  accounts: () => '/admin/accounts',
  account: ({ author }) => `/admin/accounts/${author}`,
  audit: () => '/admin/audit',
};

test.each(Object.keys(PATHS))(
  '%s is as wide as its window',
  async (name) => {
    const path = PATHS[name]?.({ author: author.uid, reader: reader.uid, post: postId }) ?? '/';
    const found: Record<string, readonly string[]> = {};
    for (const [who, person] of Object.entries({ keeper, author, stranger: undefined })) {
      if (person !== keeper && /^(?:moder|report|people|person|account|audit)/.test(name)) continue;
      if (person === undefined && /^(?:settings|notif|revisions)/.test(name)) continue;
      const page = await browser.openPage();
      if (person !== undefined) await setCookies(page, accounts.world.address, person.cookie);
      await page.goto(`${accounts.world.address}${path}`, { waitUntil: 'networkidle' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const closed = await standsOut(page);
        if (closed.length > 0) found[`${who} ${width}`] = closed;
        for (const menu of await page.locator('[data-menu]').all()) {
          if (!(await menu.locator('summary').isVisible())) continue;
          await menu.evaluate((element: HTMLDetailsElement) => {
            element.open = true;
          });
          const opened = await standsOut(page);
          if (opened.length > 0) found[`${who} ${width} menu ${await menu.locator('summary').innerText()}`] = opened;
          await menu.evaluate((element: HTMLDetailsElement) => {
            element.open = false;
          });
        }
      }
      await page.context().close();
    }
    expect(found).toEqual({});
  },
  60_000,
);

test('one to six pictures fill their grid in the feed', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 21; index++) {
    ids.push(await upload(author, await makePng(index % 2 === 0 ? 640 : 300, 300 + index), 'image/png'));
  }
  for (const id of ids) await settle(author, id);
  for (const count of [1, 2, 3, 4, 5, 6]) {
    await writePost(author, { title: `Pictures ${count}`, attachmentIds: ids.splice(0, count) });
  }
  for (const width of [390, 1366]) {
    const page = await browser.openPage({ viewport: { width, height: 900 } });
    await page.goto(`${accounts.world.address}/community?scope=latest`, { waitUntil: 'networkidle' });
    const gaps = await page.locator('.gallery').evaluateAll((galleries) =>
      galleries.map((gallery) => {
        const whole = gallery.getBoundingClientRect();
        const pictures = [...gallery.querySelectorAll('img')].map((picture) => picture.getBoundingClientRect());
        const covered = pictures.reduce((sum, { width, height }) => sum + width * height, 0);
        return [pictures.length, gallery.textContent, covered / (whole.width * whole.height) > 0.97];
      }),
    );
    expect(gaps).toEqual([
      [4, '+2', true],
      [4, '+1', true],
      [4, '', true],
      [3, '', true],
      [2, '', true],
      [1, '', true],
    ]);
    await page.context().close();
  }
}, 120_000);
