// Handlers of the sign-in routes: what Livehouse checks before the sign-in library, and what it remembers after it.

import { freshHeaders } from '../../../http/answer/headers.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readAccountById } from '../common/accounts.ts';
import { ADDRESS_PAGE, PASSWORD_PAGE, stateOf } from '../common/auth-names.ts';
import { signOutHeaders } from '../common/cookies.ts';
import type { Providers } from '../common/providers.ts';
import { basePathOf, isOwnPlace, isPasswordPage, requireCleanSearch } from '../common/redirects.ts';
import { isLinkToken, readLinkAccount } from '../links/password.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { NoticeKind } from '../mail/notice-texts.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { requireUncommonPassword } from '../passwords/rules.ts';
import { withFloor } from '../registration/registration.ts';
import type { signInContract } from './contract.ts';
import { createPasswordSignIn, type PasswordSignInDependencies, spellAddress } from './password-sign-in.ts';
import type { ReadActor } from './sessions.ts';

export interface SignInHandlerDependencies extends PasswordSignInDependencies {
  readonly database: Database;
  readonly publicUrl: () => string;
  readonly passwords: Passwords;
  readonly ownAddress: OwnAddress;
  readonly readActor: ReadActor;
  readonly mail: AccountMail;
  readonly providers: Providers;
}

export function signInHandlers(dependencies: SignInHandlerDependencies): Handlers<typeof signInContract> {
  const { database, library, limiter, mail, ownAddress, passwords, providers, publicUrl, readActor } = dependencies;
  const { forward } = library;

  const read = (context: RequestContext, path: string): Promise<Response> => forward(context, { path });

  /** Forwards a read with its whole query, which a mail or a provider created. */
  const follow = async (context: RequestContext, path: string, oidc: string | undefined): Promise<Response> =>
    forward(context, { path, search: requireCleanSearch(context.search), oidc });

  const write = (context: RequestContext, path: string, body: unknown): Promise<Response> =>
    forward(context, { path, method: 'POST', body });

  /** Starts a social sign-in. The default redirect target is the start page. */
  const begin = (
    context: RequestContext,
    path: string,
    {
      inviteCode,
      text,
      ...body
    }: { readonly provider?: unknown; readonly inviteCode?: unknown; readonly text?: unknown },
  ): Promise<Response> =>
    forward(context, {
      path,
      method: 'POST',
      body: {
        callbackURL: `${publicUrl()}/`,
        ...body,
        ...stateOf({ inviteCode, text }),
      },
      oidc: providers.oidcOf(body.provider),
    });

  const notify = ({ request }: RequestContext, kind: NoticeKind, accountId: string): void =>
    mail.notify(kind, accountId, request.headers.get('accept-language'));

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

  const signIn = createPasswordSignIn(dependencies);

  return {
    sessionRead: ({ context }) => read(context, '/get-session'),
    signInEmail: ({ context, body }) => signIn(context, body),
    signInSocial: ({ context, body }) => begin(context, '/sign-in/social', body),
    signInCallback: ({ context, params: { provider } }) => {
      if (!providers.isKnown(provider)) throw new Refusal('auth_route_not_found');
      return follow(context, `/callback/${provider}`, providers.oidcOf(provider));
    },
    signOut: async ({ context }) => {
      const answer = await write(context, '/sign-out', {});
      for (const [name, value] of Object.entries(signOutHeaders(publicUrl()))) answer.headers.set(name, value);
      return answer;
    },
    verificationSend: ({ context, body }) =>
      withFloor(write(context, '/send-verification-email', { ...body, email: spellAddress(body.email) })),
    emailVerify: ({ context, query }) => {
      requireCleanSearch(context.search);
      if (query.token === undefined) throw new Refusal('invalid_query');
      if (!isOwnPlace(ownAddress, context, query.callbackURL)) throw new Refusal('invalid_callback_url');
      return lead(context, ADDRESS_PAGE, query.token);
    },
    passwordResetRequest: ({ context, body }) => {
      if (!isPasswordPage(ownAddress, context, body.redirectTo)) throw new Refusal('invalid_redirect_url');
      return withFloor(write(context, '/request-password-reset', { email: spellAddress(body.email) }));
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
      withFloor(write(context, '/change-email', { ...body, newEmail: spellAddress(body.newEmail) })),
    passwordChange: async ({ context, body }) => {
      const { keepApiTokens = false, ...change } = body;
      await limiter.take('sign-in', context.clientKey());
      passwords.requireRoom();
      const accountId = (await readActor(context))?.accountId;
      await requireOwnersPassword(accountId, change.newPassword);
      const answer = await forward(context, {
        path: '/change-password',
        method: 'POST',
        body: { ...change, revokeOtherSessions: true },
        wishes: { keepApiTokens },
      });
      if (answer.ok && accountId !== undefined) notify(context, 'password-changed', accountId);
      return answer;
    },
    loginMethodList: ({ context }) => read(context, '/list-accounts'),
    loginMethodLink: ({ context, body }) => begin(context, '/link-social', body),
    loginMethodUnlink: ({ context, body }) => write(context, '/unlink-account', body),
    sessionList: ({ context }) => read(context, '/list-sessions'),
    sessionRevoke: ({ context, body }) => write(context, '/revoke-session', body),
    sessionRevokeAll: ({ context }) => write(context, '/revoke-sessions', {}),
    sessionRevokeOthers: ({ context }) => write(context, '/revoke-other-sessions', {}),
    authProbe: () => json({ ok: true }),
  };
}
