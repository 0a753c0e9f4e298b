// Better Auth on our tables: sessions, passwords, verification, change of address, social sign-in. This file contains
// its options and hooks; handlers.ts forwards requests to it. NOTE: import it only when somebody signs in, because the
// library takes half a second to load and 47 MB of memory. No other file imports the library except passwords.ts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { RestrictionKind } from '../../../http/gates/guard.ts';
import { withinTime } from '../../../kernel/concurrency/within-time.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { SocialConfig } from '../../../platform/config/accounts.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/errors.ts';
import { account, loginMethod, session, verification } from '../../../platform/database/schema/accounts.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { recordAccess } from '../common/access-audit.ts';
import { endKeys, endSessions, ensureProfile, readAccountById } from '../common/accounts.ts';
import { COOKIE_PREFIX, LINK_SECONDS, linkIdentifier, passwordLink } from '../common/auth-names.ts';
import { generateDisplayName } from '../common/display-names.ts';
import { type AddressStep, mailAddressLink } from '../links/address.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { PASSWORD_MAX, PASSWORD_MIN, type Passwords } from '../passwords/passwords.ts';
import { PASSWORD_PROVIDER } from '../passwords/store.ts';

export interface AuthParts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly mail: AccountMail;
  readonly secret: string;
  /** Public address without trailing slash. */
  readonly publicUrl: string;
  /** Additional origins that redirects may target. */
  readonly trustedOrigins: readonly string[];
  readonly social: SocialConfig;
  /** Active restrictions of an account (moderation). */
  readonly readRestrictions: (accountId: string) => Promise<readonly RestrictionKind[]>;
  /** Called when the owner of this address has set a password by a mailed link. */
  readonly onPasswordReset: (email: string) => void;
  readonly log: Log;
}

/** Options of a request that the library does not know. */
export interface Wishes {
  /** Keeps API tokens valid after a password change, which otherwise ends them. */
  readonly keepApiTokens?: boolean;
}

export interface Auth {
  /** Handles a request below `{publicUrl}/api/auth`. Rejects with the database's error when it was unavailable. */
  answer(request: Request, wishes?: Wishes): Promise<Response>;
  /** Like `answer`, with the OpenID Connect provider, whose discovery document is fetched first. */
  answerWithOidc(request: Request): Promise<Response>;
}

const SESSION_SECONDS = 7 * 24 * 60 * 60;
const REFRESH_SECONDS = 24 * 60 * 60;
const DISCOVERY_MS = 5_000;

/** Better Auth turns a failed query into 401 or a bare 500, so the original error is kept here per request. */
interface RequestNotes {
  failure: unknown;
  readonly wishes: Wishes;
}

/** Opens the library. Sends no query before the first request. */
export function openAuth(parts: AuthParts): Auth {
  const notes = new AsyncLocalStorage<RequestNotes>();
  const options = authOptions(parts, notes);
  const plain = betterAuth(options);
  let withOidc: Promise<ReturnType<typeof openOidc>> | undefined;

  function openOidc() {
    const { oidc } = parts.social;
    if (oidc === undefined) throw new Refusal('auth_route_not_found');
    const provider = {
      providerId: 'oidc',
      discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
      clientId: oidc.clientId,
      clientSecret: oidc.clientSecret,
      scopes: ['openid', 'email', 'profile'],
      pkce: true,
    };
    return betterAuth({ ...options, plugins: [genericOAuth({ config: [provider] })] });
  }

  /**
   * If a provider's discovery document cannot be fetched once, the library omits that provider permanently; it is then
   * opened again.
   */
  async function requireOidc(): Promise<ReturnType<typeof openOidc>> {
    withOidc ??= (async () => {
      const opened = openOidc();
      const context = await withinTime(opened.$context, DISCOVERY_MS, () => undefined);
      const known = context?.socialProviders.some(({ id }) => id === 'oidc') ?? false;
      if (!known) throw new Refusal('social_provider_unavailable');
      return opened;
    })();
    const opening = withOidc;
    return opening.catch((error: unknown) => {
      if (withOidc === opening) withOidc = undefined;
      throw error;
    });
  }

  async function answer(
    auth: { handler(request: Request): Promise<Response> },
    request: Request,
    wishes: Wishes = {},
  ): Promise<Response> {
    const kept: RequestNotes = { failure: undefined, wishes };
    const response = await notes.run(kept, () => auth.handler(request));
    // A failed query takes precedence over the library's response.
    const failed = kept.failure !== undefined && (response.status >= 400 || isDatabaseUnavailable(kept.failure));
    if (failed) throw kept.failure;
    return response;
  }

  return {
    answer: (request, wishes) => answer(plain, request, wishes),
    answerWithOidc: async (request) => answer(await requireOidc(), request),
  };
}

function authOptions(parts: AuthParts, notes: AsyncLocalStorage<RequestNotes>) {
  const { database, mail, passwords, publicUrl, social, log } = parts;
  const adapter = drizzleAdapter(database.db, {
    provider: 'pg',
    schema: { identity: account, session, loginMethod, verification },
    transaction: true,
  });
  return {
    appName: 'Livehouse',
    baseURL: `${publicUrl}/api/auth`,
    basePath: '/api/auth',
    secret: parts.secret,
    database: (options: BetterAuthOptions) => noteFailures(adapter(options), notes),
    trustedOrigins: [...parts.trustedOrigins],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    // Unexpected errors are thrown to our dispatcher, which handles them.
    onAPIError: { throw: true, errorURL: `${publicUrl}/account/error` },
    logger: {
      level: 'error',
      log: (_level: string, message: string) => log.debug('sign-in library', { note: message }),
    },
    advanced: {
      // Our own same-origin rule runs before. NOTE: `disableOriginCheck` is set explicitly, because otherwise
      // NODE_ENV=test disables the check of redirect targets.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      useSecureCookies: publicUrl.startsWith('https:'),
      cookiePrefix: COOKIE_PREFIX,
      database: { generateId: () => Bun.randomUUIDv7(), validateSchema: false },
      backgroundTasks: {
        handler: (task: Promise<unknown>) =>
          mail.run(async () => {
            await task;
          }),
      },
    },
    user: {
      modelName: 'identity',
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async (
          { user, newEmail, url }: { user: { id: string; email: string }; newEmail: string; url: string },
          request,
        ) => sendAddressLink(parts, 'confirm-change', { ...user, address: newEmail }, url, request),
      },
    },
    session: {
      fields: { userId: 'accountId' },
      expiresIn: SESSION_SECONDS,
      updateAge: REFRESH_SECONDS,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'loginMethod',
      fields: { accountId: 'providerAccountId', userId: 'ownerId' },
      updateAccountOnSignIn: false,
      accountLinking: {
        enabled: true,
        disableImplicitLinking: true,
        allowDifferentEmails: false,
        allowUnlinkingAll: false,
        trustedProviders: [],
      },
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password: { hash: passwords.hash, verify: passwords.verify },
      sendResetPassword: async ({ user, token }, request) => sendResetLink(parts, user, token, request),
      onPasswordReset: async ({ user }) => {
        await database.transaction((tx) => finishReset(tx, user.id));
        parts.onPasswordReset(user.email);
      },
    },
    emailVerification: {
      expiresIn: LINK_SECONDS,
      sendVerificationEmail: async ({ user, url, token }, request) => {
        const step = isTokenOfChange(token) ? 'verify-change' : 'verify';
        await sendAddressLink(parts, step, { ...user, address: user.email }, url, request);
      },
    },
    socialProviders: {
      ...(social.providers.github && { github: social.providers.github }),
      ...(social.providers.google && { google: social.providers.google }),
      ...(social.providers.twitter && { twitter: social.providers.twitter }),
      ...(social.providers.discord && { discord: social.providers.discord }),
    },
    databaseHooks: {
      user: {
        create: {
          // The provider's user name is not adopted; the public name is in the profile.
          before: async (user) => ({ data: { ...user, name: generateDisplayName(), image: null } }),
          after: async ({ id }) => ensureProfile(database.db, id),
        },
      },
      session: {
        create: {
          before: async (made) => {
            await requireMaySignIn(parts, made.userId);
            // IP addresses and user agents are not stored.
            return { data: { ...made, ipAddress: null, userAgent: null } };
          },
          after: async ({ userId }, request) => {
            // A password change replaces the session that made it; this is not a sign-in.
            if (request?.path === '/change-password') return;
            const by = request?.path === '/sign-in/email' ? 'password' : 'provider';
            await database.transaction((tx) => recordAccess(tx, userId, 'account.sign-in', { by }));
          },
        },
      },
      account: {
        create: {
          // Provider tokens are not needed.
          before: async (made) => ({ data: { ...made, accessToken: null, refreshToken: null, idToken: null } }),
          after: async ({ userId, providerId }) => {
            if (providerId === PASSWORD_PROVIDER) return;
            await database.transaction((tx) => recordAccess(tx, userId, 'account.login-method-link', { providerId }));
          },
        },
        delete: {
          after: async ({ userId, providerId }) => {
            await database.transaction((tx) => recordAccess(tx, userId, 'account.login-method-unlink', { providerId }));
          },
        },
        update: {
          // Runs before the password is written, so that no token outlives it if the process dies in between. A reset
          // ends everything itself (`finishReset`).
          before: async ({ password }, request) => {
            if (password === undefined || request?.path !== '/change-password') return;
            const accountId = request.context.session?.user.id;
            if (accountId === undefined) throw new Error('a password is changed without a session');
            const keepApiTokens = notes.getStore()?.wishes.keepApiTokens ?? false;
            await database.transaction(async (tx) => {
              await endKeys(tx, accountId, keepApiTokens);
              await recordAccess(tx, accountId, 'account.password', { by: 'change', keepApiTokens });
            });
          },
        },
      },
    },
  } satisfies BetterAuthOptions;
}

/** Wraps the adapter to record failed queries for the request. */
function noteFailures<T extends object>(adapter: T, notes: AsyncLocalStorage<RequestNotes>): T {
  return new Proxy(adapter, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => {
          const kept = notes.getStore();
          // A refusal by a hook inside a transaction is not a database failure.
          if (kept !== undefined && !(error instanceof APIError)) kept.failure ??= error;
          throw error;
        });
      };
    },
  });
}

/** Refuses a new session for an account that is deleted, suspended, or restricted from signing in. */
async function requireMaySignIn({ database, readRestrictions }: AuthParts, accountId: string): Promise<void> {
  await ensureProfile(database.db, accountId);
  const found = await readAccountById(database.db, accountId);
  if (found === undefined || found.status === 'deleted') {
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
  }
  if (found.status === 'suspended') {
    throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED', message: 'This account is suspended' });
  }
  if ((await readRestrictions(accountId)).includes('sign_in')) {
    throw new APIError('FORBIDDEN', { code: 'ACCOUNT_RESTRICTED', message: 'This account may not sign in now' });
  }
}

/** Mails one of our links instead of the library's, whose tokens cannot be revoked. */
async function sendAddressLink(
  parts: AuthParts,
  step: AddressStep,
  { id, email, address }: { readonly id: string; readonly email: string; readonly address: string },
  url: string,
  request: Request | undefined,
): Promise<void> {
  // Validated by the library, which uses `/` for none.
  const given = new URL(url).searchParams.get('callbackURL') ?? '/';
  const leadsTo = given === '/' ? undefined : given;
  const plan = { accountId: id, step, address, leadsTo };
  await mailAddressLink(parts, plan, email, request?.headers.get('accept-language') ?? null);
}

/**
 * Mails the newest link, or deletes it if the mail limit is reached. Earlier links stay valid, since the requester may
 * not be the owner.
 */
async function sendResetLink(
  { database, mail, publicUrl }: AuthParts,
  user: { readonly id: string; readonly email: string },
  token: string,
  request: Request | undefined,
): Promise<void> {
  const { db } = database;
  const found = await readAccountById(db, user.id);
  const may = found !== undefined && found.status !== 'deleted' && (await mail.takeTurn('reset-password', user.email));
  if (!may) {
    await db.delete(verification).where(eq(verification.identifier, linkIdentifier(token)));
    return;
  }
  const locale = await mail.readLocale(request?.headers.get('accept-language') ?? null, user.id);
  mail.send('reset-password', user.email, locale, passwordLink(publicUrl, token));
}

/**
 * A used link proves the address. Login methods linked before the address was verified are removed, and all sessions
 * are ended.
 */
async function finishReset(tx: Transaction, accountId: string): Promise<void> {
  const [before] = await tx.select().from(account).where(eq(account.id, accountId)).for('update');
  if (before !== undefined && !before.emailVerified) {
    await tx
      .delete(loginMethod)
      .where(and(eq(loginMethod.ownerId, accountId), ne(loginMethod.providerId, 'credential')));
    await tx.update(account).set({ emailVerified: true, updatedAt: sql`now()` }).where(eq(account.id, accountId));
  }
  await endSessions(tx, accountId);
  await recordAccess(tx, accountId, 'account.password', { by: 'link' });
}

/** Whether a token that the library has just created is for a change of address. */
function isTokenOfChange(token: string): boolean {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return typeof payload === 'object' && payload !== null && typeof Reflect.get(payload, 'updateTo') === 'string';
}
