// Handlers of sign-in routes. Requests that passed the gates are forwarded to Better Auth with cookie, language and
// validated body only. Its responses get our headers, its refusals our envelope.

import { freshHeaders } from '../../../http/answer/headers.ts';
import { answerJson } from '../../../http/answer/json.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Limiter } from '../../../http/gates/limits.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { addressHandlers } from '../address/handlers.ts';
import { normalizeEmail, readAccountById } from '../common/accounts.ts';
import { basePathOf, isPasswordPage, requireCleanSearch } from '../common/redirects.ts';
import type { ChooseLocale } from '../mail/language.ts';
import { isLinkToken, readLinkAccount } from '../passwords/links.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { findPasswordFault, requireUncommonPassword } from '../passwords/rules.ts';
import { beginRegistration, FLOOR_MS, type RegistrationParts, requireCaptcha } from '../registration/registration.ts';
import type { Auth, Wishes } from './auth.ts';
import type { authContract } from './contract.ts';
import type { SignInFailures } from './failures.ts';
import type { KnownDevices } from './known-device.ts';
import { answerPage, presentNotice, presentPasswordForm } from './pages.ts';
import type { ReadActor } from './sessions.ts';

export interface AuthHandlerParts extends RegistrationParts {
  /** The sign-in library, loaded at the first call. */
  readonly auth: () => Promise<Auth>;
  readonly passwords: Passwords;
  readonly limiter: Limiter;
  readonly ownAddress: OwnAddress;
  readonly failures: SignInFailures;
  readonly devices: KnownDevices;
  readonly readActor: ReadActor;
  readonly chooseLocale: ChooseLocale;
  /** Names of the configured social providers, in order. */
  readonly providers: readonly string[];
}

/** A request to forward to the library. */
interface Forward {
  readonly path: string;
  readonly method?: 'POST';
  readonly search?: string;
  readonly body?: unknown;
  readonly oidc?: boolean;
  readonly wishes?: Wishes;
}

export function authHandlers(parts: AuthHandlerParts): Handlers<typeof authContract> {
  const { auth, captcha, chooseLocale, database, devices, failures, limiter, passwords, publicUrl, readActor } = parts;
  const basePath = (): string => basePathOf(parts.ownAddress);

  async function ask(context: RequestContext, forward: Forward): Promise<Response> {
    const { path, method = 'GET', search = '', body, oidc = false, wishes } = forward;
    const given = context.request.headers;
    const headers = new Headers();
    // As everywhere, an `Authorization` header makes the cookie ignored (decisions, "Accounts").
    for (const name of given.has('authorization') ? ['accept-language'] : ['cookie', 'accept-language']) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    const init: RequestInit = { method, headers };
    if (method === 'POST') {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(body ?? {});
    }
    const request = new Request(`${publicUrl()}/api/auth${path}${search === '' ? '' : `?${search}`}`, init);
    const library = await auth();
    return oidc ? library.answerWithOidc(request) : library.answer(request, wishes);
  }

  const forward = async (context: RequestContext, options: Forward): Promise<Response> =>
    present(context, await ask(context, options));

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

  const localeOf = (context: RequestContext) => chooseLocale(context.request.headers.get('accept-language'));
  const errorPage = ({ context }: { readonly context: RequestContext }): Response =>
    answerPage(context, presentNotice(localeOf(context), 'error', basePath()));

  /** Sets the password of a link's account and signs in. Every result is a page. */
  async function setPassword(context: RequestContext, token: string, password: string): Promise<Response> {
    const locale = localeOf(context);
    const dead = (): Response => answerPage(context, presentNotice(locale, 'dead', basePath()), 400);
    // Checked before the token is used, so that a full queue does not consume the link.
    passwords.requireRoom();
    const accountId = isLinkToken(token) ? await readLinkAccount(database.db, token) : undefined;
    const owner = accountId === undefined ? undefined : await readAccountById(database.db, accountId);
    if (owner === undefined) return dead();
    const fault = findPasswordFault(password, owner);
    if (fault !== undefined) {
      return answerPage(context, presentPasswordForm({ locale, token, basePath: basePath(), fault }), 400);
    }
    const reset = await ask(context, {
      path: '/reset-password',
      method: 'POST',
      body: { token, newPassword: password },
    });
    if (!reset.ok) return dead();
    const signedIn = await ask(context, {
      path: '/sign-in/email',
      method: 'POST',
      body: { email: owner.email, password },
    });
    if (!signedIn.ok) return answerPage(context, presentNotice(locale, 'closed', basePath()), 403);
    const answer = answerPage(context, '', 303);
    answer.headers.set('Location', `${basePath()}/`);
    for (const cookie of signedIn.headers.getSetCookie()) answer.headers.append('Set-Cookie', cookie);
    answer.headers.append('Set-Cookie', devices.remember(owner.email));
    return answer;
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
    accountConfigRead: ({ context }) =>
      answerJson(context, {
        available: database.state === 'ready',
        emailDeliveryEnabled: true,
        emailSignUpEnabled: true,
        providers: parts.providers,
        turnstileSiteKey: captcha?.siteKey ?? null,
        captcha:
          captcha === undefined
            ? null
            : captcha.siteKey === undefined
              ? { provider: captcha.provider, challengeUrl: `${basePath()}/api/v1/account/captcha` }
              : { provider: captcha.provider, siteKey: captcha.siteKey },
      }),
    captchaChallengeRead: async ({ context }) => {
      const challenge = await captcha?.createChallenge();
      if (challenge === undefined) throw new Refusal('route_not_found');
      return answerJson(context, challenge);
    },
    accountRegister: async ({ context, headers, body }) => {
      const email = normalizeEmail(body.email);
      if (email === undefined) throw new Refusal('invalid_email');
      await requireCaptcha(parts, headers['x-captcha-response'] ?? null);
      beginRegistration(parts, email, context.request.headers.get('accept-language'));
      await Bun.sleep(FLOOR_MS);
      return answerJson(context, { accepted: true }, { status: 202 });
    },

    passwordPage: async ({ context, query }) => {
      const token = query.token ?? '';
      const locale = localeOf(context);
      // While the database is unavailable the form is shown anyway; its submission reports the error.
      const known = isLinkToken(token) && (await readLinkAccount(database.db, token).catch(() => '')) !== undefined;
      const page = known
        ? presentPasswordForm({ locale, token, basePath: basePath() })
        : presentNotice(locale, 'dead', basePath());
      return answerPage(context, page);
    },
    passwordSet: ({ context, body }) => setPassword(context, body.token, body.password),
    ...addressHandlers({ database, mail: parts.mail, ownAddress: parts.ownAddress, localeOf }),
    accountErrorPage: errorPage,
    authErrorPage: errorPage,

    sessionRead: ({ context }) => read(context, '/get-session'),
    signInEmail: ({ context, body }) => signIn(context, body),
    signInSocial: ({ context, body }) => begin(context, '/sign-in/social', body),
    signInCallback: ({ context, params }) =>
      follow(context, `/callback/${params.provider}`, params.provider === 'oidc'),
    signOut: ({ context }) => write(context, '/sign-out', {}),
    verificationSend: ({ context, body }) =>
      notBefore(write(context, '/send-verification-email', { ...body, email: spellAddress(body.email) })),
    passwordResetRequest: ({ context, body }) => {
      if (!isPasswordPage(parts.ownAddress, context, body.redirectTo)) throw new Refusal('invalid_redirect_url');
      return notBefore(write(context, '/request-password-reset', { email: spellAddress(body.email) }));
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

/** The library's response with our headers: successful bodies are unchanged, refusals get our envelope. */
async function present(context: RequestContext, answer: Response): Promise<Response> {
  const headers = freshHeaders(context, 'application/json', 'no-store');
  headers.set('Pragma', 'no-cache');
  headers.set('Expires', '0');
  for (const cookie of answer.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
  const text = await answer.text();
  if (answer.status < 400) {
    const location = answer.headers.get('location');
    if (location !== null) headers.set('Location', location);
    if (text === '' || (answer.status >= 300 && location !== null)) headers.delete('Content-Type');
    return answerText(context, answer.status >= 300 ? '' : text, answer.status, headers);
  }
  if (answer.status >= 500) throw new Error(`the sign-in library answered ${answer.status}`);
  const { code, message } = readRefusal(text);
  return answerText(context, JSON.stringify({ error: { code, message } }), answer.status, headers);
}

/** HEAD gets the Content-Length without the text. */
function answerText(context: RequestContext, text: string, status: number, headers: Headers): Response {
  if (context.isHead && text !== '') {
    headers.set('Date', new Date().toUTCString());
    headers.set('Content-Length', String(Buffer.byteLength(text)));
  }
  return new Response(context.isHead || text === '' ? null : text, { status, headers });
}

function readRefusal(text: string): { readonly code: string; readonly message: string } {
  const given = { code: 'bad_request', message: 'The request was refused' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return given;
    const code: unknown = Reflect.get(value, 'code');
    const message: unknown = Reflect.get(value, 'message');
    return {
      code: typeof code === 'string' ? code.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') : given.code,
      message: typeof message === 'string' ? message : given.message,
    };
  } catch {
    return given;
  }
}
