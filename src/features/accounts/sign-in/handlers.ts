// Handlers of the sign-in routes: what Livehouse checks before the sign-in library, and what it remembers after it.

import { freshHeaders } from '../../../http/answer/headers.ts';
import { answerJson } from '../../../http/answer/json.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Limiter } from '../../../http/gates/limits.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readAccountById } from '../common/accounts.ts';
import { ADDRESS_PAGE, PASSWORD_PAGE } from '../common/auth-names.ts';
import { basePathOf, isOwnPlace, isPasswordPage, requireCleanSearch } from '../common/redirects.ts';
import { isLinkToken, readLinkAccount } from '../links/password.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { requireUncommonPassword } from '../passwords/rules.ts';
import { FLOOR_MS } from '../registration/registration.ts';
import type { signInContract } from './contract.ts';
import type { SignInFailures } from './failures.ts';
import type { KnownDevices } from './known-device.ts';
import type { Library } from './library.ts';
import type { ReadActor } from './sessions.ts';

export interface SignInHandlerParts {
  readonly database: Database;
  readonly library: Library;
  readonly publicUrl: () => string;
  readonly passwords: Passwords;
  readonly limiter: Limiter;
  readonly ownAddress: OwnAddress;
  readonly failures: SignInFailures;
  readonly devices: KnownDevices;
  readonly readActor: ReadActor;
}

/** The error page is one of the account pages. */
type SignInRoutes = Omit<typeof signInContract, 'authErrorPage'>;

export function signInHandlers(parts: SignInHandlerParts): Handlers<SignInRoutes> {
  const { database, devices, failures, library, limiter, ownAddress, passwords, publicUrl, readActor } = parts;
  const { forward } = library;

  const read = (context: RequestContext, path: string): Promise<Response> => forward(context, { path });

  /** Forwards a read with its whole query, which a mail or a provider created. */
  const follow = async (context: RequestContext, path: string, oidc = false): Promise<Response> =>
    forward(context, { path, search: requireCleanSearch(context.search), oidc });

  const write = (context: RequestContext, path: string, body: unknown): Promise<Response> =>
    forward(context, { path, method: 'POST', body });

  /** Starts a social sign-in. The default redirect target is the start page. */
  const begin = (context: RequestContext, path: string, body: { readonly provider?: unknown }): Promise<Response> =>
    forward(context, {
      path,
      method: 'POST',
      body: { callbackURL: `${publicUrl()}/`, ...body },
      oidc: body.provider === 'oidc',
    });

  /** Waits for the work, and at least for the minimum response time. */
  async function notBefore<T>(work: Promise<T>): Promise<T> {
    const [settled] = await Promise.allSettled([work, Bun.sleep(FLOOR_MS)]);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  /** Refuses a weak new password. Without an account the library refuses the request. */
  async function requireOwnersPassword(accountId: string | undefined, password: unknown): Promise<void> {
    const owner = accountId === undefined ? undefined : await readAccountById(database.db, accountId);
    if (owner !== undefined) requireUncommonPassword(password, owner);
  }

  /** Redirects to one of our pages with the token of a mail. */
  function lead(context: RequestContext, page: string, token: string): Response {
    const headers = freshHeaders(context, 'text/plain', 'no-store');
    headers.delete('Content-Type');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Location', `${basePathOf(ownAddress)}${page}?token=${encodeURIComponent(token)}`);
    return new Response(null, { status: 302, headers });
  }

  /** Signs in with address and password. Counts failures, and marks the browser as known after success. */
  async function signIn(
    context: RequestContext,
    body: { readonly email?: unknown; readonly rememberMe?: unknown },
  ): Promise<Response> {
    const email = spellAddress(body.email);
    limiter.take('sign-in', `${context.clientAddress()} ${email.slice(0, 254)}`);
    const isKnown = devices.has(context.request, email);
    failures.begin(email, isKnown);
    const answer = await write(context, '/sign-in/email', { ...body, email }).catch((error: unknown) => {
      failures.release(email, isKnown);
      throw error;
    });
    if (answer.ok) {
      failures.forget(email);
      // A person who does not want to be remembered may be using a shared computer.
      if (body.rememberMe !== false) answer.headers.append('Set-Cookie', devices.remember(email));
    } else if (answer.status !== 401) failures.release(email, isKnown);
    return answer;
  }

  return {
    sessionRead: ({ context }) => read(context, '/get-session'),
    signInEmail: ({ context, body }) => signIn(context, body),
    signInSocial: ({ context, body }) => begin(context, '/sign-in/social', body),
    signInCallback: ({ context, params }) =>
      follow(context, `/callback/${params.provider}`, params.provider === 'oidc'),
    signOut: ({ context }) => write(context, '/sign-out', {}),
    verificationSend: ({ context, body }) =>
      notBefore(write(context, '/send-verification-email', { ...body, email: spellAddress(body.email) })),
    emailVerify: ({ context, query }) => {
      requireCleanSearch(context.search);
      if (query.token === undefined) throw new Refusal('invalid_query');
      if (!isOwnPlace(ownAddress, context, query.callbackURL)) throw new Refusal('invalid_callback_url');
      return lead(context, ADDRESS_PAGE, query.token);
    },
    passwordResetRequest: ({ context, body }) => {
      if (!isPasswordPage(ownAddress, context, body.redirectTo)) throw new Refusal('invalid_redirect_url');
      return notBefore(write(context, '/request-password-reset', { email: spellAddress(body.email) }));
    },
    passwordResetOpen: ({ context, params, query }) => {
      requireCleanSearch(context.search);
      if (!isPasswordPage(ownAddress, context, query.callbackURL)) throw new Refusal('invalid_callback_url');
      return lead(context, PASSWORD_PAGE, params.token);
    },
    passwordReset: async ({ context, body }) => {
      passwords.requireRoom();
      const { token } = body;
      const isToken = typeof token === 'string' && isLinkToken(token);
      await requireOwnersPassword(isToken ? await readLinkAccount(database.db, token) : undefined, body.newPassword);
      return write(context, '/reset-password', body);
    },
    emailChange: ({ context, body }) =>
      notBefore(write(context, '/change-email', { ...body, newEmail: spellAddress(body.newEmail) })),
    passwordChange: async ({ context, body }) => {
      const { keepApiTokens = false, ...change } = body;
      limiter.take('sign-in', context.clientAddress());
      passwords.requireRoom();
      await requireOwnersPassword((await readActor(context))?.accountId, change.newPassword);
      return forward(context, {
        path: '/change-password',
        method: 'POST',
        body: { ...change, revokeOtherSessions: true },
        wishes: { keepApiTokens },
      });
    },
    loginMethodList: ({ context }) => read(context, '/list-accounts'),
    loginMethodLink: ({ context, body }) => begin(context, '/link-social', body),
    loginMethodUnlink: ({ context, body }) => write(context, '/unlink-account', body),
    sessionList: ({ context }) => read(context, '/list-sessions'),
    sessionRevoke: ({ context, body }) => write(context, '/revoke-session', body),
    sessionRevokeAll: ({ context }) => write(context, '/revoke-sessions', {}),
    sessionRevokeOthers: ({ context }) => write(context, '/revoke-other-sessions', {}),
    authProbe: ({ context }) => answerJson(context, { ok: true }),
  };
}

/** An address as typed, normalised as at registration. The library rejects invalid ones. */
const spellAddress = (typed: unknown): string => (typeof typed === 'string' ? typed.trim().toLowerCase() : '');
