// Mailed links: opening one changes nothing, its form does; a change of address that is under way ends with the sessions; and
// strangers who ask for mails to somebody else neither end that person's links nor use up the mails.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, sendTogether } from '../fixtures/people.ts';

const PASSWORD = 'correct horse battery';
const RESET = '/api/auth/request-password-reset';
const PAGE = '/account/address';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const open = (token: string, method = 'GET') =>
  home.world.fetch(`${PAGE}?token=${token}`, { method, headers: { 'accept-language': 'en' } });
const use = (token: string): Promise<Response> => home.form(PAGE, { token }, { 'accept-language': 'en' });

async function addressOf({ id }: Person): Promise<readonly [email: string, isVerified: boolean]> {
  const rows: { email: string; email_verified: boolean }[] =
    await home.sql`select email, email_verified from account where id = ${id}`;
  return [rows[0]?.email ?? '', rows[0]?.email_verified ?? false];
}

async function askForChange(person: Person, newEmail: string, callbackURL?: string): Promise<string> {
  const before = home.mails(person.email).length;
  const body = callbackURL === undefined ? { newEmail } : { newEmail, callbackURL };
  await expectOnlyStatus(person.send('POST', '/api/auth/change-email', body), 200);
  return (await home.mail(person.email, before + 1)).token;
}

const letMailsGo = (): Promise<unknown> =>
  home.sql`update mail_guard set last_sent_at = last_sent_at - interval '61 seconds'`;

test('opening a link changes nothing, however often; its form performs the step once', async () => {
  const person = await home.person({ emailVerified: false });
  await home.send('POST', '/api/auth/send-verification-email', { email: person.email });
  const { link, token } = await home.mail(person.email);
  expect(link).toBe(`http://localhost:${home.world.port}${PAGE}?token=${token}`);
  for (const method of ['GET', 'HEAD', 'GET']) {
    const page = await open(token, method);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    const text = await page.text();
    expect(text.includes(`name="token" value="${token}"`)).toBe(method === 'GET');
    expect(text).not.toMatch(/<script(?! type="module" src="\/web\/start-)/);
  }
  expect(await addressOf(person)).toEqual([person.email, false]);
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }]) {
    await expectRefused(home.form(PAGE, { token }, headers), '403 cross_origin_request');
  }
  const done = await use(token);
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('Your email address is confirmed.');
  expect(await addressOf(person)).toEqual([person.email, true]);
  const again = await use(token);
  expect(again.status).toBe(400);
  expect(await again.text()).toContain('This link has expired');
  expect(await (await open(token)).text()).not.toContain('action="/account/address"');
  const logged = home.world.log.map((line) => JSON.stringify(line)).join('\n');
  expect(logged).not.toContain(token);
});

test('both steps of a change are performed by forms that explain and link to the next page', async () => {
  const person = await home.person();
  const wanted = `new-${person.email}`;
  const confirm = await askForChange(person, wanted, '/settings?a=<b>');
  const page = await (await open(confirm)).text();
  expect(page).toContain(wanted);
  expect(page).toContain('Confirm change');
  expect(home.mails(wanted)).toEqual([]);
  await expectOnlyStatus(use(confirm), 200);
  const { token } = await home.mail(wanted);
  expect(await addressOf(person)).toEqual([person.email, true]);
  expect(await (await open(token)).text()).toContain('Confirm new address');
  const done = await use(token);
  expect(await done.text()).toContain('href="/settings?a=');
  expect(await addressOf(person)).toEqual([wanted, true]);
});

test('of two concurrent uses of a link one succeeds', async () => {
  const person = await home.person();
  const confirm = await askForChange(person, `two-${person.email}`);
  await home.sql`update mail_guard set last_sent_at = last_sent_at - interval '61 seconds'`;
  // Both have found the link before one of them may send the mail. The other may send none within the same minute.
  const answers = await sendTogether(home, (sql) => sql`lock table mail_guard in exclusive mode`, [
    () => use(confirm),
    () => use(confirm),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  await home.mail(`two-${person.email}`);
  const rows: unknown[] = await home.sql`select 1 from address_link where account_id = ${person.id}`;
  expect(rows).toHaveLength(1);
});

test('a pending change ends with the sessions: at either step, by reset and by role', async () => {
  for (const isConfirmed of [false, true]) {
    const person = await home.person();
    const wanted = `thief-${person.email}`;
    const confirm = await askForChange(person, wanted);
    let token = confirm;
    if (isConfirmed) {
      await use(confirm);
      token = (await home.mail(wanted)).token;
    }
    const before = home.mails(person.email).length;
    await home.send('POST', RESET, { email: person.email });
    const reset = await home.mail(person.email, before + 1);
    await expectOnlyStatus(home.form('/account/password', { token: reset.token, password: PASSWORD }), 303);
    await expectOnlyStatus(use(token), 400);
    expect(await addressOf(person)).toEqual([person.email, true]);
  }
});

test('an account has one change under way; a link is over after an hour', async () => {
  const person = await home.person();
  const first = await askForChange(person, `first-${person.email}`);
  await letMailsGo();
  const second = await askForChange(person, `second-${person.email}`);
  await expectOnlyStatus(use(first), 400);
  await home.sql`update address_link set expires_at = now() - interval '1 second' where account_id = ${person.id}`;
  await expectOnlyStatus(use(second), 400);
  expect(await (await open(second)).text()).not.toContain('action="/account/address"');
});

test('while the new address is rate-limited the confirmation waits and its link stays valid', async () => {
  const [one, two] = await home.people(2);
  const wanted = `shared-${one.email}`;
  const [first, second] = [await askForChange(one, wanted), await askForChange(two, wanted)];
  await expectOnlyStatus(use(first), 200);
  const held = await use(second);
  await expectRefused(held, '429 rate_limit_exceeded');
  expect(held.headers.get('retry-after')).toBe('60');
  await letMailsGo();
  await expectOnlyStatus(use(second), 200);
});

test('an account that is not verified changes its address by the new one alone', async () => {
  const person = await home.person({ emailVerified: false });
  const wanted = `early-${person.email}`;
  await person.send('POST', '/api/auth/change-email', { newEmail: wanted });
  const { token } = await home.mail(wanted);
  await expectOnlyStatus(use(token), 200);
  expect(await addressOf(person)).toEqual([wanted, true]);
});

test('a reset requested by a stranger neither ends the link of the owner nor blocks their mail', async () => {
  const person = await home.person();
  const ask = () => home.send('POST', RESET, { email: person.email });
  await ask();
  const own = await home.mail(person.email);
  // A day of strangers: every mail that one may ask for in the first hour.
  for (let sent = 2; sent <= 10; sent += 1) {
    await letMailsGo();
    await ask();
    await home.mail(person.email, sent);
  }
  await letMailsGo();
  await ask();
  // Held back now, but not for the day: half an hour later the next one goes.
  await home.sql`update mail_guard set last_sent_at = last_sent_at - interval '30 minutes'`;
  await ask();
  await home.mail(person.email, 11);
  expect(home.mails(person.email)).toHaveLength(11);
  await expectOnlyStatus(home.form('/account/password', { token: own.token, password: PASSWORD }), 303);
  // A use ends all the others.
  const last = await home.mail(person.email, 11);
  await expectOnlyStatus(home.form('/account/password', { token: last.token, password: PASSWORD }), 400);
});

test('verification mails do not use up the mail limit of registration', async () => {
  const person = await home.person({ emailVerified: false });
  await home.send('POST', '/api/auth/send-verification-email', { email: person.email });
  const first = await home.mail(person.email);
  await home.send('POST', '/api/v1/account/register', { email: person.email });
  const second = await home.mail(person.email, 2);
  expect(second.link).toContain('/account/password?token=');
  await expectOnlyStatus(use(first.token), 200);
});
