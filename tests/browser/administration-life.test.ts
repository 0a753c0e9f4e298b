// Administration in a real browser: a role is given and taken, and a rollback is seen by a reader within two seconds.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, setCookies } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';

import { openAccountsWorld, type Person } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await accounts.person({ role: 'administrator' });
const browser = await keepOpen(openBrowser());

const addressOf = (path: string): string => `${accounts.world.address}${path}`;

async function openAs({ cookie }: Person, path: string): Promise<Page> {
  const page = await browser.openPage({ locale: 'en' });
  await setCookies(page, accounts.world.address, cookie);
  await page.goto(addressOf(path));
  return page;
}

test('a role is given with the name typed, and taken again', async () => {
  const person = await accounts.person();
  const page = await openAs(admin, `/admin/accounts?q=${person.uid}`);
  await page.getByRole('table').getByRole('link').click();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const act = page.getByRole('button', { name: 'Change role' });

  await page.getByLabel('New role').selectOption('moderator');
  await page.getByLabel(/to confirm/).fill('somebody else');
  await act.click();
  await page.getByRole('link', { name: 'This isn’t the account’s name.' }).waitFor();
  expect(await page.getByLabel('New role').inputValue()).toBe('moderator');

  await page.getByLabel(/to confirm/).fill(name);
  await act.click();
  await page.getByText('Role changed.').waitFor();
  expect((await accounts.mail(person.email)).subject).toBe('You are now a moderator');

  await page.getByLabel('New role').selectOption('member');
  await page.getByLabel(/to confirm/).fill(name);
  await act.click();
  await page.getByText('Role changed.').waitFor();
  expect((await accounts.mail(person.email, 2)).subject).toBe('You are now a member');

  await page.goto(addressOf('/admin/audit'));
  expect(await page.getByRole('rowheader', { name: 'Changed a role' }).count()).toBe(2);
  await page.context().close();
}, 60_000);

test('a rollback from its page is what a reader sees next', async () => {
  using snapshot = createSmallSnapshot();
  for (const sourceId of ['first', 'second']) {
    snapshot.describe({ sourceId, server: { id: 'jp', displayName: 'Japan', region: 'jp' } });
    snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: `The ${sourceId} song`, bandId: 1 }]));
    await accounts.world.publish(snapshot.directory);
  }
  const reader = await browser.openPage({ locale: 'en' });
  const readTitle = async (): Promise<string | null> => {
    await reader.goto(addressOf('/catalog/jp/songs/1'));
    return reader.getByRole('heading', { level: 1 }).textContent();
  };
  expect(await readTitle()).toBe('The second song');

  const page = await openAs(admin, '/admin/releases');
  await page.getByRole('link', { name: 'Roll back', exact: true }).click();
  for (const text of ['first', 'second']) await page.getByText(text, { exact: true }).waitFor();
  await page.getByText(/Within two seconds/).waitFor();
  await page.getByRole('button', { name: 'Roll back to this release' }).click();
  await page.getByText('Japan was rolled back.').waitFor();
  await accounts.world.until(async () => (await readTitle()) === 'The first song');

  await page
    .getByRole('link', { name: /^What changed/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/catalog\/jp\/releases\/r-\w+\.\.\.r-\w+$/);
  await page.context().close();
  await reader.context().close();
}, 60_000);
