// Asks for the second factor wherever the sign-in library creates a session. Before a session is stored, `provenAt`
// decides whether the request proved two factors. Afterwards `createAfterHook` looks at every request that made a session:
// if the account has a second factor and the session lacks it, the session is deleted and replaced by a pending step, in
// the form that Better Auth's two-factor plugin expects. A way to sign in that is added later is therefore covered, too.
// Sessions without the second factor are also refused when they are read (sessions.ts).
import { createAuthMiddleware } from 'better-auth/api';
import { deleteSessionCookie, expireCookie } from 'better-auth/cookies';
import { generateRandomString } from 'better-auth/crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { account, passkey, session } from '../../../platform/database/schema/accounts.ts';
import { recordAccess } from '../common/access-audit.ts';
import { SECOND_FACTOR_PAGE, STEP_COOKIE, STEP_SECONDS } from '../common/auth-names.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { KnownDevices } from './known-device.ts';
import type { Notes } from './request-notes.ts';

export interface SecondStepDependencies {
  readonly database: Database;
  readonly mail: AccountMail;
  readonly devices: KnownDevices;
  /** Public address without trailing slash. */
  readonly publicUrl: string;
}

/** The context of an endpoint, as the library hands it to hooks. */
type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** When a session that is about to be stored was proved by two factors; null: by one. */
export async function provenAt(notes: Notes, request: HookContext | null, accountId: string): Promise<Date | null> {
  const kept = notes.getStore();
  const proven = await readProof();
  if (kept !== undefined) Object.assign(kept, { isSessionMade: true, isProvenTwice: proven !== null });
  return proven;

  async function readProof(): Promise<Date | null> {
    const path = request?.path ?? '';
    if (path === '/two-factor/verify-totp' || path === '/two-factor/verify-backup-code') return new Date();
    if (path === '/passkey/verify-authentication') {
      const isProven = kept?.isUserVerified === true || (await takePendingStep(request, accountId));
      return isProven ? new Date() : null;
    }
    // Changing the password replaces the caller's session, which keeps its proof.
    return kept?.carriedProof ?? null;
  }
}

/** Notes what the caller's own session was proved by, before the library replaces it. */
export async function noteOwnProof(
  { database }: Pick<SecondStepDependencies, 'database'>,
  notes: Notes,
  request: HookContext,
) {
  const kept = notes.getStore();
  const own = request.context.session?.session;
  if (kept === undefined || own === undefined) return;
  const [row] = await database.db.select({ at: session.secondFactorAt }).from(session).where(eq(session.id, own.id));
  kept.carriedProof = row?.at ?? null;
}

/** Names of steps that a passkey began. Touching a passkey again is no second factor. */
const BY_PASSKEY = '2fa-passkey-';

/** Whether this browser has just proved another kind of factor of this account. Uses the pending step up. */
async function takePendingStep(request: HookContext | null, accountId: string): Promise<boolean> {
  if (request === null) return false;
  const { name } = request.context.createAuthCookie(STEP_COOKIE);
  const step = await request.getSignedCookie(name, request.context.secret);
  if (typeof step !== 'string' || step.startsWith(BY_PASSKEY)) return false;
  const found = await request.context.internalAdapter.findVerificationValue(step);
  if (found === null || found.value !== accountId || found.expiresAt <= new Date()) return false;
  return (await request.context.internalAdapter.consumeVerificationValue(step)) !== null;
}

/** Runs after every request to the library. */
export function createAfterHook(dependencies: SecondStepDependencies, notes: Notes) {
  const { database, mail, devices } = dependencies;
  return createAuthMiddleware(async (ctx) => {
    const kept = notes.getStore();
    const made = ctx.context.newSession;
    if (ctx.path === '/passkey/verify-registration')
      await stampOwnSession(database, ctx, kept?.isUserVerified ?? false);
    // A session that is only extended is set again, too. That is no sign-in.
    if (made === null || kept?.isSessionMade !== true) return undefined;
    const accountId = made.user.id;
    const [owner] = await database.db
      .select({ email: account.email, isAsked: account.twoFactorEnabled })
      .from(account)
      .where(eq(account.id, accountId));
    if (owner === undefined) return undefined;
    if (owner.isAsked && !kept.isProvenTwice) return askSecondFactor(dependencies, ctx, accountId, made.session.token);
    if (ctx.path === '/change-password' || kept.wishes.isReplacement) return undefined;
    expireCookie(ctx, ctx.context.createAuthCookie(STEP_COOKIE));
    await database.transaction((tx) => recordAccess(tx, accountId, 'account.sign-in', { by: nameWay(ctx.path) }));
    const headers = ctx.headers ?? new Headers();
    const isKnown = devices.has({ headers }, owner.email);
    if (!isKnown && !kept.wishes.isAnnounced && !kept.isNewAccount) {
      mail.notify('new-sign-in', accountId, headers.get('accept-language'));
    }
    // A person who does not want to be remembered may be using a shared computer.
    if (!(await isForgotten(ctx))) ctx.context.responseHeaders?.append('set-cookie', devices.remember(owner.email));
    return undefined;
  });
}

/** A person who has just made a passkey with user verification has proved both factors in this session. */
async function stampOwnSession({ db }: Database, ctx: HookContext, isUserVerified: boolean): Promise<void> {
  const own = ctx.context.session?.session;
  if (!isUserVerified || own === undefined || ctx.context.returned instanceof Error) return;
  await db.update(session).set({ secondFactorAt: sql`now()` }).where(eq(session.id, own.id));
}

/** The way of a sign-in, for the audit trail. */
function nameWay(path: string): 'password' | 'second-factor' | 'passkey' | 'provider' {
  if (path === '/sign-in/email') return 'password';
  if (path.startsWith('/two-factor/')) return 'second-factor';
  return path.startsWith('/passkey/') ? 'passkey' : 'provider';
}

/** Whether the session ends with the browser. */
async function isForgotten(ctx: HookContext): Promise<boolean> {
  const body: unknown = ctx.body;
  if (typeof body === 'object' && body !== null && Reflect.get(body, 'rememberMe') === false) return true;
  if (ctx.path === '/sign-in/email') return false;
  const { name } = ctx.context.authCookies.dontRememberToken;
  return typeof (await ctx.getSignedCookie(name, ctx.context.secret)) === 'string';
}

/** Replaces a session by a pending step: JSON for a call, the page of the step for a redirect from a provider. */
async function askSecondFactor(
  { database, publicUrl }: SecondStepDependencies,
  ctx: HookContext,
  accountId: string,
  token: string,
) {
  deleteSessionCookie(ctx, true);
  await ctx.context.internalAdapter.deleteSession(token);
  ctx.context.setNewSession(null);
  const isByPasskey = ctx.path.startsWith('/passkey/');
  const step = `${isByPasskey ? BY_PASSKEY : '2fa-'}${generateRandomString(32)}`;
  const expiresAt = new Date(Date.now() + STEP_SECONDS * 1000);
  await ctx.context.internalAdapter.createVerificationValue({ value: accountId, identifier: step, expiresAt });
  // Wrong codes of this step. The plugin ends the step with the fifth.
  const attempts = { value: '0', identifier: `2fa-attempts-${step}`, expiresAt };
  await ctx.context.internalAdapter.createVerificationValue(attempts);
  const cookie = ctx.context.createAuthCookie(STEP_COOKIE, { maxAge: STEP_SECONDS });
  await ctx.setSignedCookie(cookie.name, step, ctx.context.secret, cookie.attributes);
  const leadsTo = ctx.context.responseHeaders?.get('location');
  if (leadsTo) throw ctx.redirect(secondFactorPage(publicUrl, leadsTo));
  const [key] = await database.db
    .select({ id: passkey.id })
    .from(passkey)
    .where(eq(passkey.accountId, accountId))
    .limit(1);
  const twoFactorMethods = key === undefined || isByPasskey ? ['totp'] : ['totp', 'passkey'];
  return ctx.json({ twoFactorRedirect: true, twoFactorMethods });
}

/** Address of the page that asks for the second factor and then leads to a path below the base path. */
function secondFactorPage(publicUrl: string, leadsTo: string): string {
  const home = new URL(publicUrl);
  const target = URL.canParse(leadsTo, publicUrl) ? new URL(leadsTo, publicUrl) : home;
  const base = home.pathname.replace(/\/$/, '');
  const isOwn = target.origin === home.origin && `${target.pathname}/`.startsWith(`${base}/`);
  const path = isOwn ? `${target.pathname.slice(base.length)}${target.search}` || '/' : '/';
  return `${publicUrl}${SECOND_FACTOR_PAGE}?then=${encodeURIComponent(path)}`;
}
