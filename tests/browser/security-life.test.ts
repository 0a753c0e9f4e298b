// Sign-in and security in a real browser: an authenticator app by its QR page, passkeys of an authenticator that Chromium
// plays, the confirmation in between, and the switch of single keys.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../fixtures/browser.ts';
import { PASSWORD, personWithPassword } from '../fixtures/factors.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person } from '../fixtures/people.ts';
import { totpCode } from '../fixtures/totp.ts';

const accounts = await keepOpen(openAccountsWorld());
const browser = await keepOpen(openBrowser());
/** Passkeys belong to this name. */
const home = `http://localhost:${accounts.world.port}`;

/** Sign-in methods the password, as far as it goes. */
async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.goto(`${home}/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}

/** A device whose owner always agrees. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options });
}

test('an authenticator app is set up from its page and asked for at the next sign-in', async () => {
  const person = await personWithPassword(accounts);
  const page = await browser.openPage();
  await signIn(page, person);
  await page.goto(`${home}/settings/security`);
  await page.getByRole('link', { name: 'Set up Authenticator app' }).click();
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const code = page.getByRole('img', { name: 'QR code for the authenticator app' });
  expect((await code.boundingBox())?.width).toBeGreaterThan(150);
  const uri = (await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')) ?? '';
  expect(uri).toStartWith('otpauth://totp/');
  await page.getByLabel('Code', { exact: true }).fill(totpCode(uri));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Two-factor authentication is on.').waitFor();
  expect(await page.locator('.backup-codes li').count()).toBe(10);
  const [backup = ''] = await page.locator('.backup-codes code').allTextContents();
  await page.getByRole('link', { name: 'I’ve saved them' }).click();
  await page.getByRole('heading', { name: 'Where you’re signed in' }).waitFor();

  await page.locator('details.menu-sheet > summary').click();
  await page.locator('form[action$="/sign-out"] button').click();
  await signIn(page, person);
  expect(new URL(page.url()).pathname).toBe('/account/second-factor');
  await page.getByLabel('Code').fill(backup);
  await page.getByRole('main').getByRole('button').first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.context().close();
}, 60_000);

test('a passkey is added, confirms later, and signs in', async () => {
  const person = await personWithPassword(accounts);
  const page = await browser.openPage();
  await plugIn(page);
  await signIn(page, person);
  await page.goto(`${home}/settings/security`);
  await page.getByLabel('Passkey name').fill('My desk');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('Passkey added.').waitFor();
  await page.getByText('My desk').first().waitFor();

  await accounts.sql`update session set created_at = now() - interval '1 hour' where account_id = ${person.id}`;
  await page.getByRole('button', { name: 'Remove My desk' }).click();
  await page.waitForURL((url) => url.pathname === '/settings/confirm');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/settings/security');

  await page.locator('details.menu-sheet > summary').click();
  await page.locator('form[action$="/sign-out"] button').click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${home}/sign-in`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${home}/settings/security`);
  await page.getByRole('button', { name: 'Remove My desk' }).click();
  await page.getByText('You don’t have any passkeys.').waitFor();
  await page.context().close();
}, 60_000);

test('adding a passkey in an old session leads to the confirmation and back', async () => {
  const person = await personWithPassword(accounts);
  const page = await browser.openPage();
  await plugIn(page);
  await signIn(page, person);
  await accounts.sql`update session set created_at = now() - interval '1 hour' where account_id = ${person.id}`;
  await page.goto(`${home}/settings/security`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/settings/confirm');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL((url) => url.pathname === '/settings/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('Passkey added.').waitFor();
  await page.context().close();
}, 60_000);

test('single-letter keys are switched off for this device', async () => {
  const person = await personWithPassword(accounts);
  const page = await browser.openPage();
  await signIn(page, person);
  await page.goto(`${home}/settings/display`);
  await page.getByLabel('Keyboard shortcuts').uncheck();
  expect(await page.evaluate(() => localStorage.getItem('livehouse.keys'))).toBe('off');
  await page.reload({ waitUntil: 'networkidle' });
  expect(await page.getByLabel('Keyboard shortcuts').isChecked()).toBe(false);
  await page.getByLabel('Keyboard shortcuts').check();
  expect(await page.evaluate(() => localStorage.getItem('livehouse.keys'))).toBe('on');
  await page.context().close();
}, 60_000);

test('visiting pages keeps somebody signed in', async () => {
  const person = await personWithPassword(accounts);
  const page = await browser.openPage();
  await signIn(page, person);
  // As if the day of the renewal that this page asked for were over.
  await page.waitForFunction(() => localStorage.getItem('livehouse.session-renewed') !== null);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => localStorage.clear());
  await accounts.sql`update session set expires_at = now() + interval '2 days' where account_id = ${person.id}`;
  await page.goto(`${home}/about`);
  await accounts.world.until(async () => {
    const [newest]: { late: boolean }[] = await accounts.sql`
      select expires_at > now() + interval '6 days' as late from session where account_id = ${person.id}
      order by created_at desc limit 1`;
    return newest?.late === true;
  });
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith('session_token'));
  expect((cookie?.expires ?? 0) * 1000).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60 * 1000);
  await page.context().close();
}, 60_000);
