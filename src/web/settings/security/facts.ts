// What the pages of sign-in and security show, read from the routes that a program would use.
import type { AnswerBody } from '../../client/endpoints.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';

export interface SignInFacts {
  readonly email: string;
  readonly hasPassword: boolean;
  /** Whether the authenticator app is on. */
  readonly hasApp: boolean;
  /** Every way to sign in but passkeys. */
  readonly methods: readonly { readonly id: string; readonly providerId: string }[];
  readonly passkeys: AnswerBody<'GET /api/auth/passkey/list-user-passkeys'>;
}

export interface SecurityFacts extends SignInFacts {
  /** Whether passkeys work under the public address. */
  readonly takesPasskeys: boolean;
  /** Services that can be linked here. */
  readonly providers: readonly string[];
  /** The session of this browser first, then the latest. */
  readonly sessions: readonly ShownSession[];
}

interface ShownSession {
  readonly id: string;
  readonly isOwn: boolean;
  readonly signedInAt: number;
  readonly seenAt: number;
}

/** Name of a sign-in method that is a password. */
export const PASSWORD_METHOD = 'credential';

/** How the reader can sign in. */
export async function readSignInFacts(page: PageContext): Promise<SignInFacts> {
  const [current, methods, passkeys] = await Promise.all([
    page.ask('GET /api/auth/get-session', {}),
    page.ask('GET /api/auth/list-accounts', {}),
    page.ask('GET /api/auth/passkey/list-user-passkeys', {}),
  ]);
  const user = requireAsked(current)?.user;
  const ways = requireAsked(methods);
  return {
    methods: ways,
    email: user?.email ?? '',
    hasApp: user?.twoFactorEnabled ?? false,
    hasPassword: ways.some(({ providerId }) => providerId === PASSWORD_METHOD),
    passkeys: requireAsked(passkeys),
  };
}

/** All that the security page shows. */
export async function readSecurityFacts(page: PageContext): Promise<SecurityFacts> {
  const [facts, listed, config] = await Promise.all([
    readSignInFacts(page),
    page.ask('GET /api/auth/list-sessions', {}),
    page.ask('GET /api/v1/account/config', {}),
  ]);
  const via = page.actor?.via;
  const sessions = requireAsked(listed).map(({ id, createdAt, updatedAt }) => ({
    id,
    isOwn: via?.kind === 'cookie' && via.sessionId === id,
    signedInAt: Date.parse(createdAt),
    seenAt: Date.parse(updatedAt),
  }));
  return {
    ...facts,
    takesPasskeys: requireAsked(config).passkeys,
    providers: requireAsked(config).providers,
    sessions: sessions.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.seenAt - a.seenAt),
  };
}
