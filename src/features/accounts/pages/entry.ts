// Ways into an account that the pages offer without script: signing in, signing out, beginning with a provider, asking for an
// account or a new password. The same limits and the same work as the JSON routes, with outcomes as plain values. The
// pages themselves are in src/web/entry.
import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import { isObject, isRecord } from '../../../kernel/is-object.ts';
import { stateOf } from '../common/auth-names.ts';
import { signOutHeaders } from '../common/cookies.ts';
import type { Providers } from '../common/providers.ts';
import { basePathOf } from '../common/redirects.ts';
import { type CaptchaDescription, describeCaptcha } from '../registration/handlers.ts';
import { type Registration, type RegistrationDependencies, register, withFloor } from '../registration/registration.ts';
import { type Library, lastCookies } from '../sign-in/library.ts';
import { type PasswordSignIn, spellAddress } from '../sign-in/password-sign-in.ts';

/** How a sign-in ends. The cookies are those to set. */
type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly cookies: readonly string[]; readonly isPending: boolean }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string };

interface TypedSignIn {
  readonly email: string;
  readonly password: string;
  readonly isRemembered: boolean;
  /** No mail tells the owner of this sign-in. */
  readonly isAnnounced?: boolean;
}

/** Address of a provider, and the cookies that its way back needs. */
interface Begun {
  readonly address: string;
  readonly cookies: readonly string[];
}

export interface AccountEntry {
  /** Names of the configured providers, in order. */
  readonly providers: readonly string[];
  /** What the operator calls providers, by name. */
  readonly providerLabels: Readonly<Record<string, string>>;
  /** Whether people sign in and register with a password. */
  readonly passwordSignIn: boolean;
  readonly hasPasskeys: () => boolean;
  readonly captcha: () => CaptchaDescription | null;
  /** `isPending`: one factor was right, the other is asked for next. Refuses with `rate_limit_exceeded` and the wait. */
  signIn(context: RequestContext, typed: TypedSignIn): Promise<SignInOutcome>;
  /** Ends the session of the cookie. Returns the cookies and headers to set. */
  signOut(
    context: RequestContext,
  ): Promise<{ readonly cookies: readonly string[]; readonly headers: Readonly<Record<string, string>> }>;
  /**
   * Begins to sign in with a provider; undefined when it is not configured. `leadsTo` is a path below the base path. The
   * code of an invite and the text count if the sign-in makes an account.
   */
  beginProvider(
    context: RequestContext,
    provider: string,
    plan: {
      readonly leadsTo: string;
      readonly inviteCode?: string | undefined;
      readonly text?: string | undefined;
    },
  ): Promise<Begun | undefined>;
  /** Refuses an invalid address and a captcha that is not solved. */
  register(context: RequestContext, asked: Omit<Registration, 'acceptLanguage' | 'clientKey'>): Promise<void>;
  /** Mails a link to set a new password. Ends the same way for every address. */
  requestReset(context: RequestContext, email: string): Promise<void>;
}

export interface AccountEntryDependencies extends RegistrationDependencies {
  readonly library: Library;
  readonly ownAddress: OwnAddress;
  readonly signIn: PasswordSignIn;
  readonly providers: Providers;
  readonly hasPasskeys: () => boolean;
}

/** Reads what became of a sign-in from the library's response. */
async function readOutcome(answer: Response): Promise<SignInOutcome> {
  const body: unknown = await answer.json();
  if (!answer.ok) return { kind: 'refused', status: answer.status, code: codeOf(body) };
  const isPending = isObject(body) && 'twoFactorRedirect' in body;
  return { kind: 'signed-in', cookies: lastCookies(answer), isPending };
}

/** Code of a refusal in our envelope. */
function codeOf(body: unknown): string {
  const code = isRecord(body) && isRecord(body.error) ? body.error.code : undefined;
  return typeof code === 'string' ? code : 'bad_request';
}

/** Opens the ways into an account. */
export function openAccountEntry(dependencies: AccountEntryDependencies): AccountEntry {
  const { captcha, hasPasskeys, library, ownAddress, passwordSignIn, providers, signIn } = dependencies;
  return {
    providers: providers.names,
    providerLabels: providers.labels,
    passwordSignIn,
    hasPasskeys,
    captcha: () => describeCaptcha(captcha, basePathOf(ownAddress)),
    signIn: async (context, { email, password, isRemembered, isAnnounced = false }) =>
      readOutcome(await signIn(context, { email, password, rememberMe: isRemembered }, { isAnnounced })),
    signOut: async (context) => ({
      cookies: lastCookies(await library.ask(context, { path: '/sign-out', method: 'POST' })),
      headers: signOutHeaders(ownAddress.public()),
    }),
    beginProvider: async (context, provider, { leadsTo, inviteCode, text }) => {
      const body = {
        provider,
        callbackURL: `${ownAddress.public()}${leadsTo}`,
        ...stateOf({ inviteCode, text }),
      };
      if (!providers.isKnown(provider)) return undefined;
      const oidc = providers.oidcOf(provider);
      const answer = await library.ask(context, { path: '/sign-in/social', method: 'POST', body, oidc });
      if (!answer.ok) return undefined;
      const begun: unknown = await answer.clone().json();
      const address = isRecord(begun) && begun.url;
      return typeof address === 'string' ? { address, cookies: lastCookies(answer) } : undefined;
    },
    register: (context, asked) =>
      register(dependencies, {
        ...asked,
        acceptLanguage: context.request.headers.get('accept-language'),
        clientKey: context.clientKey(),
      }),
    requestReset: async (context, email) => {
      const body = { email: spellAddress(email) };
      await withFloor(library.ask(context, { path: '/request-password-reset', method: 'POST', body }));
    },
  };
}
