// A browser at the machine's address in its network, over plain http, where pages are no secure context: registration with
// ALTCHA in plain script, the password page, a session, writes, and pages without an error.
import { expect, test } from 'bun:test';
import { isAlive, openBrowser } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { localNetworkAddress } from '../fixtures/local-network.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { type PlainChallenge, solvePlainly } from '../fixtures/plain-solver.ts';

const accounts = await keepOpen(openAccountsWorld({ HOST: '0.0.0.0', CAPTCHA: 'altcha' }));
const browser = await keepOpen(openBrowser());

test('from registration to a changed name, by the address of the local network', async () => {
  // A loopback address would be a secure context.
  const address = localNetworkAddress();
  const phone = `http://${address}:${accounts.world.port}`;
  const page = await browser.openPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    page.evaluate(
      async ({ method, path, body, headers }) => {
        const json = body === undefined ? {} : { 'content-type': 'application/json' };
        const answer = await fetch(path, {
          method,
          headers: { ...json, ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { status: answer.status, body: await answer.text() };
      },
      { method, path, body, headers },
    );

  // Its policy lets scripts talk to our origin.
  await page.goto(`${phone}/docs`);
  const context = await page.evaluate('[isSecureContext, crypto.subtle !== undefined]');
  if (!address.startsWith('127.')) expect(context).toEqual([false, false]);

  const email = 'by-phone@example.org';
  const challenge: PlainChallenge = JSON.parse((await call('GET', '/api/v1/account/captcha')).body);
  const response = await page.evaluate(solvePlainly, challenge);
  const registered = await call('POST', '/api/v1/account/register', { email }, { 'x-captcha-response': response });
  expect(registered).toEqual({ status: 202, body: '{"accepted":true}' });

  const { token } = await accounts.mail(email);
  await page.goto(`${phone}/account/password?token=${token}`);
  await page.locator('input[type=password]').first().fill('a lantern at the harbour');
  await Promise.all([
    page.waitForURL((url) => !url.search.includes('token') && url.pathname === '/'),
    page.locator('main button[type=submit]').click(),
  ]);
  expect(new URL(page.url()).origin).toBe(phone);

  await page.goto(`${phone}/docs`);
  const { version } = JSON.parse((await call('GET', '/api/v1/account/profile')).body).profile;
  expect((await call('PATCH', '/api/v1/account/profile', { displayName: 'By Phone', version })).status).toBe(200);

  // What runs in the browser needs no secure context: a post with a picture, and a like.
  await page.goto(`${phone}/upload`);
  await page.locator('form.composer[novalidate]').waitFor();
  await page.locator('#body').fill('Written on the sofa');
  const file = { name: 'sofa.png', mimeType: 'image/png', buffer: Buffer.from(await makePng(320, 240)) };
  await page.locator('#files').setInputFiles(file);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(`${phone}/community/posts/*`);
  await page.locator('.gallery img').waitFor();
  await isAlive(page, 'post-actions');
  await page.locator('[data-act="like"]').click();
  await page.locator('[data-act="like"][aria-pressed="true"]').waitFor();
  expect(faults).toEqual([]);
}, 120_000);
