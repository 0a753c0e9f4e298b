// The whole life of an account in a real browser: register, open the mail, set the password, sign in, change the name,
// upload a picture, delete the account. What has a page of ours is done on the page; the rest by scripts of our origin.
import { expect, test } from 'bun:test';
import { openBrowser } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld());
const browser = await keepOpen(openBrowser());

// Scripts for the page are text: they speak of things that only a browser has.
const PUT_DRAWN_AVATAR = `(async () => {
  const canvas = new OffscreenCanvas(320, 320);
  const context = canvas.getContext('2d');
  context.fillStyle = '#8a2b5f';
  context.fillRect(0, 0, 320, 320);
  const body = await canvas.convertToBlob({ type: 'image/png' });
  const headers = { 'content-type': 'image/png' };
  const answer = await fetch('/api/v1/account/avatar', { method: 'PUT', headers, body });
  return { status: answer.status, body: await answer.text() };
})()`;
const WIDTH_OF_PICTURE = `async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image.naturalWidth;
}`;

/** A page of ours whose policy lets scripts talk to our origin. */
const SCRIPTED_PAGE = '/docs';

interface Outcome {
  readonly status: number;
  readonly body: string;
}

test('from registration to deletion', async () => {
  const page = await browser.openPage();
  // Cookies belong to a host name, and this is the one that mails link to.
  const home = `http://localhost:${accounts.world.port}`;
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== home && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  const call = (method: string, path: string, body?: unknown): Promise<Outcome> =>
    page.evaluate(
      async ({ method, path, body }) => {
        const answer = await fetch(path, {
          method,
          ...(body === undefined
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        });
        return { status: answer.status, body: await answer.text() };
      },
      { method, path, body },
    );

  await page.goto(`${home}${SCRIPTED_PAGE}`);
  expect(await call('GET', '/api/v1/account/profile')).toMatchObject({ status: 401 });
  const email = 'akari@example.org';
  expect(await call('POST', '/api/v1/account/register', { email })).toEqual({ status: 202, body: '{"accepted":true}' });

  // The link of the mail leads to our page; its form sets the password and signs in.
  const { link } = await accounts.mail(email);
  await page.goto(link ?? '');
  await page.locator('input[type=password]').first().fill('a lantern at the harbour');
  await Promise.all([
    page.waitForURL((url) => !url.search.includes('token')),
    page.locator('main button[type=submit]').click(),
  ]);
  await page.goto(`${home}${SCRIPTED_PAGE}`);
  const profile = await call('GET', '/api/v1/account/profile');
  expect(profile.status).toBe(200);
  const { version } = JSON.parse(profile.body).profile;

  // Out and in again, by the password.
  expect((await call('POST', '/api/auth/sign-out', {})).status).toBe(200);
  expect((await call('GET', '/api/v1/account/profile')).status).toBe(401);
  expect((await call('POST', '/api/auth/sign-in/email', { email, password: 'not the password' })).status).toBe(401);
  const signedIn = await call('POST', '/api/auth/sign-in/email', { email, password: 'a lantern at the harbour' });
  expect(signedIn.status).toBe(200);

  const renamed = await call('PATCH', '/api/v1/account/profile', { displayName: '灯 Akari', version });
  expect(renamed.status).toBe(200);
  expect(JSON.parse(renamed.body).profile.displayName).toBe('灯 Akari');

  // A picture that the browser itself draws and encodes.
  const avatar = await page.evaluate(PUT_DRAWN_AVATAR);
  expect(avatar).toEqual({ status: 202, body: '{"avatar":{"status":"pending"}}' });
  let avatarUrl: string | null = null;
  await accounts.world.until(async () => {
    avatarUrl = JSON.parse((await call('GET', '/api/v1/account/profile')).body).profile.avatarUrl;
    return avatarUrl !== null;
  }, 30_000);
  const width = await page.evaluate(`(${WIDTH_OF_PICTURE})(${JSON.stringify(avatarUrl)})`);
  expect(width).toBeGreaterThan(0);

  expect(await call('DELETE', '/api/v1/account/profile', { confirmation: 'somebody@example.org' })).toMatchObject({
    status: 422,
  });
  expect(await call('DELETE', '/api/v1/account/profile', { confirmation: email })).toEqual({ status: 204, body: '' });
  expect((await call('GET', '/api/v1/account/profile')).status).toBe(401);
  expect((await page.context().cookies()).filter((cookie) => cookie.name.endsWith('livehouse.session_token'))).toEqual(
    [],
  );
  expect(foreign).toEqual([]);
});
