// The first minutes of an operator in a real browser: the link makes the administrator and names the place, the overview says
// what is left to do, a text is written with its preview beside it, and an invite lets somebody in.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../fixtures/browser.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const PASSWORD = 'a lantern in the harbour';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off', PROVIDER_URL: 'off' }));
const { world } = accounts;
await world.publish(SAMPLE);
await world.until(async () => (await world.fetch('/setup', { headers: { accept: 'text/html' } })).status === 200);
const browser = await keepOpen(openBrowser());
const page = await browser.openPage({ locale: 'en' });

const addressOf = (path: string): string => `${accounts.world.address}${path}`;
const isGone = async (path: string): Promise<boolean> => (await accounts.world.fetch(path)).status === 404;

test('the link makes the administrator once, and the overview says what is left to do', async () => {
  const code = readFileSync(join(accounts.world.dataDirectory, 'setup-code'), 'utf8').trim();
  const link = `/setup?code=${code}`;
  await page.goto(addressOf(link));
  await page.getByLabel('Email address').fill('founder@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Name' }).fill('Lantern Town');
  await page.getByRole('group', { name: 'Your site' }).getByLabel('Language').selectOption('en');
  await page.getByLabel('New accounts').selectOption('invite');
  await page.getByLabel(/Remove the sample data/).check();
  await page.getByRole('button', { name: 'Set up' }).press('Enter');

  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Before people arrive' }).waitFor();
  await page.getByText('0 of 7 done.').waitFor();
  expect(await page.title()).toContain('Lantern Town');
  await accounts.world.until(() => isGone('/api/v1/servers/demo/release'));
  expect(await isGone(link)).toBe(true);

  await page.getByRole('button', { name: 'Hide this list' }).click();
  await page.getByRole('button', { name: 'Show checklist again' }).click();
  await page.getByRole('heading', { name: 'Before people arrive' }).waitFor();
}, 120_000);

test('a text is shown as it is typed, and stays when it is saved', async () => {
  await page.goto(addressOf('/admin/settings/texts/rules?language=en'));
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Be respectful').waitFor();
  await page.getByRole('textbox', { name: /Rules/ }).fill('# Here\n\nBe *kind* in {name}.');
  await preview.getByRole('heading', { name: 'Here' }).waitFor();
  await preview.getByText('Be kind in Lantern Town.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.getByRole('link', { name: 'View page' }).click();
  await page.getByText('Be kind in Lantern Town.').waitFor();
}, 120_000);

test('the link of an invite opens the registration with its code', async () => {
  await page.goto(addressOf('/admin/invites'));
  await page.getByLabel('Note', { exact: true }).fill('For the choir');
  await page.getByRole('button', { name: 'Create invite' }).click();
  await page.getByText('Invite created.').waitFor();
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  const link = (await page.locator('.invite-link code').textContent()) ?? '';
  const guest = await browser.openPage({ locale: 'en' });
  await guest.goto(addressOf(new URL(link).pathname + new URL(link).search));
  expect(await guest.getByLabel('Invite code').inputValue()).toMatch(/^[\w-]{20}$/);
  await guest.context().close();
}, 120_000);
