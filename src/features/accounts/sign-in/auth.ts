// Better Auth on our tables: sessions, passwords, verification, change of address, social sign-in. This file contains
// its options and hooks; handlers.ts forwards requests to it. NOTE: import it only when somebody signs in, because the
// library takes half a second to load and 47 MB of memory. Only passkey-plugin.ts and passwords.ts import it too.
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, getOAuthState } from 'better-auth/api';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { genericOAuth, twoFactor as twoFactorPlugin } from 'better-auth/plugins';
import { type ActorRestriction, expiryHeader } from '../../../http/gates/guard.ts';
import { withinTime } from '../../../kernel/concurrency/within-time.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import type { SocialConfig } from '../../../platform/config/accounts.ts';
import type { OidcConfig } from '../../../platform/config/oidc.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/errors.ts';
import {
  account,
  loginMethod,
  passkey,
  session,
  twoFactor,
  verification,
} from '../../../platform/database/schema/accounts.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { recordAccess } from '../common/access-audit.ts';
import type { OnAccount } from '../common/account-news.ts';
import { endKeys, ensureProfile, readAccountById } from '../common/accounts.ts';
import { approvalOf, beginWaiting, type OnRegistration } from '../common/approval.ts';
import { cookiePrefixOf, INVITE_STATE, LINK_SECONDS, TEXT_STATE } from '../common/auth-names.ts';
import { hashCodes } from '../common/backup-codes.ts';
import { generateDisplayName } from '../common/display-names.ts';
import type { RelyingParty } from '../common/relying-party.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import { PASSWORD_MAX, PASSWORD_MIN, type Passwords } from '../passwords/passwords.ts';
import { PASSWORD_PROVIDER } from '../passwords/store.ts';
import { writePreferences } from '../profile/preferences.ts';
import { admit, type InvitationDependencies, requireAdmission, settleAdmission } from './invitation.ts';
import type { KnownDevices } from './known-device.ts';
import { finishReset, isTokenOfChange, sendAddressLink, sendResetLink } from './mailed-links.ts';
import { applyMappedRole, hasMappedRole, mapRole, type SetRole } from './mapped-role.ts';
import { createProfileReader, descriptionUrl } from './oidc-profile.ts';
import { openPasskeys } from './passkey-plugin.ts';
import { createNotes, freshNotes, type Notes, type Wishes } from './request-notes.ts';
import { createAfterHook, noteOwnProof, provenAt } from './second-step.ts';

export interface AuthDependencies extends InvitationDependencies {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly mail: AccountMail;
  readonly secret: string;
  /** Name of the instance, which authenticator programs keep. */
  readonly siteName: string;
  /** Public address without trailing slash. */
  readonly publicUrl: string;
  /** Additional origins that redirects may target. */
  readonly trustedOrigins: readonly string[];
  readonly social: SocialConfig;
  /** Where passkeys work. Undefined: nowhere under this public address; they can be listed and removed. */
  readonly relyingParty: RelyingParty | undefined;
  /** Sets a role that a provider gives. */
  readonly setRole: SetRole;
  readonly devices: KnownDevices;
  readonly onAccount: OnAccount;
  readonly onRegistration: OnRegistration;
  /** Whether processes of the version before may answer, too. */
  readonly isUpdating: () => Promise<boolean>;
  /** Active restrictions of an account (moderation). */
  readonly listRestrictions: (accountId: string) => Promise<readonly ActorRestriction[]>;
  /** Called when the owner of this address has set a password by a mailed link. */
  readonly onPasswordReset: (email: string) => void;
  readonly log: Log;
}

export interface Auth {
  /** Handles a request below `{publicUrl}/api/auth`. Rejects with the database's error when it was unavailable. */
  answer(request: Request, wishes?: Wishes): Promise<Response>;
  /** Like `answer`, with the OpenID Connect provider of this name, whose discovery document is fetched first. */
  answerWithOidc(request: Request, name: string, wishes?: Wishes): Promise<Response>;
  /** The account whose passkey a request for `/passkey/verify-authentication` proves. Creates no session. */
  provePasskey(request: Request): Promise<string | undefined>;
}

const SESSION_SECONDS = RETENTION.session.amount * 24 * 60 * 60;
const REFRESH_SECONDS = 24 * 60 * 60;
const DISCOVERY_MS = 5_000;

/** Opens the library. Sends no query before the first request. */
export function openAuth(dependencies: AuthDependencies): Auth {
  const notes = createNotes();
  const options = authOptions(dependencies, notes);
  const plain = betterAuth(options);
  const opened = new Map<string, Promise<ReturnType<typeof openOidc>>>();

  function openOidc(config: OidcConfig) {
    const { name: providerId, issuer, clientId, clientSecret, scopes, trustEmail } = config;
    const provider = {
      providerId,
      discoveryUrl: descriptionUrl(issuer),
      requireIdTokenVerification: true,
      clientId,
      clientSecret,
      scopes: [...scopes],
      pkce: true,
      getUserInfo: createProfileReader(config),
      mapProfileToUser: async (profile: Readonly<Record<string, unknown>>) => {
        const kept = notes.getStore();
        if (kept !== undefined) kept.mapped = mapRole(config, profile);
        return createAdmission(dependencies, notes)();
      },
    };
    const { account } = options;
    // The library joins only addresses that are verified on both sides.
    const accountLinking = { ...account.accountLinking, disableImplicitLinking: !trustEmail };
    return betterAuth({
      ...options,
      account: { ...account, accountLinking },
      plugins: [...options.plugins, genericOAuth({ config: [provider] })],
    });
  }

  /**
   * If a provider's discovery document cannot be fetched once, the library omits that provider permanently; it is then
   * opened again.
   */
  function requireOidc(name: string): Promise<ReturnType<typeof openOidc>> {
    const config = required(
      dependencies.social.oidc.find((one) => one.name === name),
      'auth_route_not_found',
    );
    const known = opened.get(name);
    if (known !== undefined) return known;
    const opening = (async () => {
      const auth = openOidc(config);
      const context = await withinTime(auth.$context, DISCOVERY_MS, () => undefined);
      if (!context?.socialProviders.some(({ id }) => id === name)) throw new Refusal('social_provider_unavailable');
      return auth;
    })();
    opened.set(name, opening);
    return opening.catch((error: unknown) => {
      opened.delete(name);
      throw error;
    });
  }

  async function answer(
    auth: { handler(request: Request): Promise<Response> },
    request: Request,
    wishes: Wishes = {},
  ): Promise<Response> {
    const kept = freshNotes(wishes);
    const response = await notes
      .run(kept, () => auth.handler(request))
      .finally(() => settleAdmission(dependencies, kept));
    // A failed query takes precedence over the library's response.
    const failed = kept.failure !== undefined && (response.status >= 400 || isDatabaseUnavailable(kept.failure));
    if (failed) throw kept.failure;
    return response;
  }

  return {
    answer: (request, wishes) => answer(plain, request, wishes),
    answerWithOidc: async (request, name, wishes) => answer(await requireOidc(name), request, wishes),
    provePasskey: async (request) => {
      const kept = freshNotes({ provesOnly: true });
      await notes.run(kept, () => plain.handler(request));
      if (kept.failure !== undefined) throw kept.failure;
      return kept.provenAccount;
    },
  };
}

function authOptions(dependencies: AuthDependencies, notes: Notes) {
  const { database, mail, passwords, publicUrl, social, log } = dependencies;
  const mapProfileToUser = createAdmission(dependencies, notes);
  const adapter = drizzleAdapter(database.db, {
    provider: 'pg',
    schema: { identity: account, session, loginMethod, verification, twoFactor, passkey },
    transaction: true,
  });
  return {
    appName: dependencies.siteName,
    baseURL: `${publicUrl}/api/auth`,
    basePath: '/api/auth',
    secret: dependencies.secret,
    database: (options: BetterAuthOptions) => noteFailures(adapter(options), notes),
    trustedOrigins: [...dependencies.trustedOrigins],
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
      // The library would prefix `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: cookiePrefixOf(publicUrl),
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:') },
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
      additionalFields: {
        approval: { type: 'string', required: false, input: false, returned: false },
        approvalText: { type: 'string', required: false, input: false, returned: false },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async (
          { user, newEmail, url }: { user: { id: string; email: string }; newEmail: string; url: string },
          request,
        ) => sendAddressLink(dependencies, 'confirm-change', { ...user, address: newEmail }, url, request),
      },
    },
    session: {
      fields: { userId: 'accountId' },
      expiresIn: SESSION_SECONDS,
      updateAge: REFRESH_SECONDS,
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: {
        secondFactorAt: { type: 'date', required: false, input: false, returned: false },
        hostOnly: { type: 'boolean', required: false, input: false, returned: false },
        mappedRole: { type: 'boolean', required: false, input: false, returned: false },
      },
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
      password: {
        hash: passwords.hash,
        verify: async (stored) => (notes.getStore()?.wishes.isConfirmed ? true : passwords.verify(stored)),
      },
      sendResetPassword: async ({ user, token }, request) => sendResetLink(dependencies, user, token, request),
      onPasswordReset: async ({ user }, request) => {
        const wasVerified = await database.transaction((tx) => finishReset(tx, user.id, dependencies.onRegistration));
        dependencies.onPasswordReset(user.email);
        // The first password of a new account is not a change.
        if (wasVerified) mail.notify('password-changed', user.id, languageOf(request));
      },
    },
    emailVerification: {
      expiresIn: LINK_SECONDS,
      sendVerificationEmail: async ({ user, url, token }, request) => {
        const step = isTokenOfChange(token) ? 'verify-change' : 'verify';
        await sendAddressLink(dependencies, step, { ...user, address: user.email }, url, request);
      },
    },
    socialProviders: {
      ...(social.providers.github && { github: { ...social.providers.github, mapProfileToUser } }),
      ...(social.providers.google && { google: { ...social.providers.google, mapProfileToUser } }),
      ...(social.providers.twitter && { twitter: { ...social.providers.twitter, mapProfileToUser } }),
      ...(social.providers.discord && { discord: { ...social.providers.discord, mapProfileToUser } }),
    },
    plugins: [
      // Wrong codes are counted by factors/attempts.ts, whose waits grow.
      twoFactorPlugin({
        allowPasswordless: true,
        accountLockout: { enabled: false },
        backupCodeOptions: {
          storeBackupCodes: {
            // A process of an earlier version beside this one reads the codes themselves.
            encrypt: async (json) =>
              symmetricEncrypt({
                key: dependencies.secret,
                data: (await dependencies.isUpdating()) ? json : await hashCodes(json),
              }),
            decrypt: (data) => symmetricDecrypt({ key: dependencies.secret, data }),
          },
        },
        schema: { twoFactor: { fields: { userId: 'accountId' } } },
      }),
      ...openPasskeys(
        dependencies.relyingParty ?? { rpId: new URL(publicUrl).hostname, origins: [] },
        dependencies.siteName,
        notes,
      ),
    ],
    hooks: { after: createAfterHook(dependencies, notes) },
    databaseHooks: {
      user: {
        create: {
          // The provider's user name is not adopted; the public name is in the profile.
          before: async (user) => {
            const application = requireAdmission(notes.getStore()?.admission, user.email);
            return { data: { ...user, name: generateDisplayName(), image: null, ...approvalOf(application) } };
          },
          after: async ({ id }, request) => {
            const kept = notes.getStore();
            const waits = kept?.admission?.kind === 'admitted' && kept.admission.application !== undefined;
            if (kept !== undefined) kept.isNewAccount = true;
            await database.transaction(async (tx) => {
              const uid = await ensureProfile(tx, id);
              if (uid !== undefined) await dependencies.onAccount(tx, { what: 'created', uid });
              // The decision is mailed in this language.
              if (waits) await writePreferences(tx, id, { locale: await mail.readLocale(languageOf(request)) });
            });
          },
        },
      },
      session: {
        create: {
          before: async (made, request) => {
            await requireMaySignIn(dependencies, made.userId, { evenSuspended: isPasswordChange(request) });
            const kept = notes.getStore();
            if (kept?.wishes.provesOnly) {
              kept.provenAccount = made.userId;
              throw new APIError('FORBIDDEN', { code: 'PROOF_ONLY', message: 'No session was asked for' });
            }
            if (kept?.mapped !== undefined) await applyMappedRole(dependencies, made.userId, kept.mapped);
            const mappedRole = await hasMappedRole(database, made.userId);
            const secondFactorAt = await provenAt(notes, request, made.userId);
            // IP addresses and user agents are not stored.
            const hostOnly = publicUrl.startsWith('https:') && !(await dependencies.isUpdating());
            return { data: { ...made, ipAddress: null, userAgent: null, secondFactorAt, hostOnly, mappedRole } };
          },
        },
      },
      account: {
        create: {
          // Provider tokens are not needed.
          before: async (made) => ({ data: { ...made, accessToken: null, refreshToken: null, idToken: null } }),
          after: async ({ userId, providerId }, request) => {
            if (providerId === PASSWORD_PROVIDER) return;
            await database.transaction((tx) => recordAccess(tx, userId, 'account.login-method-link', { providerId }));
            if (!notes.getStore()?.isNewAccount) mail.notify('login-method-added', userId, languageOf(request));
          },
        },
        delete: {
          after: async ({ userId, providerId }, request) => {
            await database.transaction((tx) => recordAccess(tx, userId, 'account.login-method-unlink', { providerId }));
            mail.notify('login-method-removed', userId, languageOf(request));
          },
        },
        update: {
          // Runs before the password is written, so that no token outlives it if the process dies in between. A reset
          // ends everything itself (`finishReset`).
          before: async ({ password }, request) => {
            if (password === undefined || request === null || !isPasswordChange(request)) return;
            const accountId = request.context.session?.user.id;
            if (accountId === undefined) throw new Error('a password is changed without a session');
            // A new session follows the change. If it would be refused, nothing is changed.
            await requireMaySignIn(dependencies, accountId, { evenSuspended: true });
            await noteOwnProof(dependencies, notes, request);
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

const languageOf = (request: { readonly headers?: Headers | undefined } | null | undefined): string | null =>
  request?.headers?.get('accept-language') ?? null;

/** Wraps the adapter to record failed queries for the request. */
function noteFailures<T extends object>(adapter: T, notes: Notes): T {
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

/** Called when a service has said who signs in. Adopts nothing of the profile. */
const createAdmission = (dependencies: AuthDependencies, notes: Notes) => async () => {
  const kept = notes.getStore();
  if (kept === undefined) return {};
  const state = await getOAuthState();
  kept.admission ??= await admit(dependencies, {
    code: state?.[INVITE_STATE],
    text: state?.[TEXT_STATE],
    clientKey: kept.wishes.clientKey ?? '',
    isStaff: (kept.mapped?.role ?? null) !== null,
  });
  return {};
};

/** A change of the password replaces the session of who changes it, which a suspended person may still have. */
const isPasswordChange = (request: { readonly path?: string } | null | undefined): boolean =>
  request?.path === '/change-password';

/**
 * Refuses a new session for an account that is deleted, suspended, not approved, or restricted from signing in. Who comes this far
 * has proved who they are.
 */
async function requireMaySignIn(
  { database, listRestrictions, onRegistration }: AuthDependencies,
  accountId: string,
  { evenSuspended }: { readonly evenSuspended: boolean },
): Promise<void> {
  await ensureProfile(database.db, accountId);
  const found = await readAccountById(database.db, accountId);
  if (found === undefined || found.status === 'deleted') {
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
  }
  if (found.status === 'suspended' && !evenSuspended) {
    throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED', message: 'This account is suspended' });
  }
  if (found.approval === 'pending') {
    await database.transaction((tx) => beginWaiting(tx, accountId, onRegistration));
    throw new APIError('FORBIDDEN', { code: 'approval_pending', message: 'An administrator has yet to approve it' });
  }
  if (found.approval === 'refused') {
    throw new APIError('FORBIDDEN', { code: 'approval_refused', message: 'This registration was refused' });
  }
  const restriction = (await listRestrictions(accountId)).find(({ kind }) => kind === 'sign_in');
  if (restriction !== undefined) {
    const body = { code: 'ACCOUNT_RESTRICTED', message: 'This account may not sign in now' };
    throw new APIError('FORBIDDEN', body, expiryHeader(restriction));
  }
}
