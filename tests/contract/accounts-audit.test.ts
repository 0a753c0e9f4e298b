// The audit trail tells of sign-ins and of every change of what lets somebody act for an account, to administrators alone.
import { expect, test } from 'bun:test';
import { hashPassword } from 'better-auth/crypto';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import { cookiesOf, expectOnlyStatus, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

const PASSWORD = 'correct horse battery';
const AUDIT = '/api/v1/moderation/audit';

const provider = await keepOpen(startOidcProvider());
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', ...provider.settings }));
const administrator = await home.person({ role: 'administrator' });
const moderator = await home.person({ role: 'moderator' });

type AuditPage = AnswerBody<'GET /api/v1/moderation/audit'>;
type AuditLine = AuditPage['events'][number];

const readAudit = async (reader: Person, query: string): Promise<readonly AuditLine[]> =>
  (await readJson(reader.fetch(`${AUDIT}?${query}`))).events;

/** Lines about an account, oldest first. */
const linesOf = async ({ uid }: Person, reader = administrator): Promise<readonly AuditLine[]> =>
  (await readAudit(reader, `subjectKind=account&subjectId=${uid}`)).toReversed();

test('sign-ins and changes of password, address and tokens are audited without secrets and addresses', async () => {
  const person = await home.person();
  await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, ${await hashPassword(PASSWORD)})`;
  const signIn = (password: string) => home.send('POST', '/api/auth/sign-in/email', { email: person.email, password });
  await expectOnlyStatus(signIn('wrong horse battery'), 401);
  let cookie = cookiesOf(await signIn(PASSWORD));
  const send = (method: string, path: string, body: unknown) => home.send(method, path, body, { cookie });

  const made = await send('POST', '/api/v1/account/tokens', { name: 'my phone', scopes: ['read'] });
  const { token, secret } = await readJson<AnswerBody<'POST /api/v1/account/tokens'>>(made);
  await expectOnlyStatus(send('DELETE', `/api/v1/account/tokens/${token.id}`, {}), 204);
  const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
  cookie = cookiesOf(await send('POST', '/api/auth/change-password', change));

  await home.send('POST', '/api/auth/request-password-reset', { email: person.email });
  const reset = await home.mail(person.email);
  const set = await home.form('/account/password', { token: reset.token, password: 'a third horse battery' });
  cookie = cookiesOf(set);
  await send('POST', '/api/auth/change-email', { newEmail: `new-${person.email}` });
  await home.form('/account/address', { token: (await home.mail(person.email, 2)).token });
  await home.form('/account/address', { token: (await home.mail(`new-${person.email}`)).token });

  const lines = await linesOf(person);
  expect(lines.map(({ action, after }) => [action, after])).toEqual([
    ['account.sign-in', { by: 'password' }],
    ['account.token-create', { id: token.id, scopes: ['read'] }],
    ['account.token-revoke', { id: token.id }],
    ['account.password', { by: 'change', keepApiTokens: false }],
    ['account.password', { by: 'link' }],
    ['account.sign-in', { by: 'password' }],
    ['account.address', null],
  ]);
  expect(lines.every(({ actorUid, subjectId }) => actorUid === person.uid && subjectId === String(person.uid))).toBe(
    true,
  );
  const text = JSON.stringify(lines);
  for (const word of [person.email, person.id, secret, PASSWORD, 'my phone']) expect(text).not.toContain(word);
});

test('sign-in by a provider and the ways to sign in have lines', async () => {
  provider.person = { sub: 'audit', email: 'audit@example.org', emailVerified: true, name: 'x' };
  const begin = await home.send('POST', '/api/auth/sign-in/social', { provider: 'oidc', callbackURL: '/' });
  const { url } = await readJson(begin);
  const { pathname, search } = new URL(provider.authorize(url));
  const back = await home.world.fetch(`${pathname}${search}`, { headers: { cookie: cookiesOf(begin) } });
  const cookie = cookiesOf(back);
  await home.send('POST', '/api/auth/request-password-reset', { email: 'audit@example.org' });
  const { token } = await home.mail('audit@example.org');
  const set = await home.form('/account/password', { token, password: PASSWORD });
  const ways = await readJson(home.world.fetch('/api/auth/list-accounts', { headers: { cookie: cookiesOf(set) } }));
  const accountId = ways.find(({ providerId }) => providerId === 'oidc')?.id;
  await expectOnlyStatus(home.send('POST', '/api/auth/unlink-account', { accountId }, { cookie: cookiesOf(set) }), 200);
  expect(cookie).toContain('session_token');
  const rows: { uid: string }[] = await home.sql`
    select p.uid from profile p join account a on a.id = p.account_id where a.email = 'audit@example.org'`;
  const lines = await readAudit(administrator, `subjectKind=account&subjectId=${rows[0]?.uid}`);
  expect(lines.toReversed().map(({ action, after }) => [action, after])).toEqual([
    ['account.login-method-link', { providerId: 'oidc' }],
    ['account.sign-in', { by: 'provider' }],
    ['account.password', { by: 'link' }],
    ['account.sign-in', { by: 'password' }],
    ['account.login-method-unlink', { providerId: 'oidc' }],
  ]);
});

test('moderators do not see when people sign in', async () => {
  const person = await home.person();
  await home.sql`update session set confirmed_at = now() where account_id = ${person.id}`;
  await expectOnlyStatus(person.send('POST', '/api/v1/account/tokens', { name: 'x', scopes: ['read'] }), 201);
  const plan = { kind: 'write', reasonCode: 'spam', expiresAt: null };
  await expectOnlyStatus(moderator.send('POST', `/api/v1/moderation/users/${person.uid}/restrictions`, plan), 201);
  expect(await linesOf(person)).toHaveLength(1);
  expect(await linesOf(person, moderator)).toEqual([]);
  const all = await readAudit(moderator, 'limit=50');
  expect(all.some(({ subjectKind }) => subjectKind === 'user')).toBe(true);
  expect(all.some(({ subjectKind }) => subjectKind === 'account')).toBe(false);
  expect((await readAudit(administrator, 'limit=50')).some(({ subjectKind }) => subjectKind === 'account')).toBe(true);
});
