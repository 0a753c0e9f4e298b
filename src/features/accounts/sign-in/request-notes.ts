// What one request to the sign-in library carries besides the request itself: options that the library does not know, and
// what its hooks have found. Kept per request, since the library's hooks share no other state with our handlers.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Application } from '../common/approval.ts';
import type { MappedRole } from './mapped-role.ts';

/** Options of a request that the library does not know. */
export interface Wishes {
  /** Keeps API tokens valid after a password change, which otherwise ends them. */
  readonly keepApiTokens?: boolean;
  /** The session was confirmed recently, which replaces the password that the library asks for. */
  readonly isConfirmed?: boolean;
  /** The session that the library creates replaces the caller's own. It is not a sign-in. */
  readonly isReplacement?: boolean;
  /** The owner is not told of this sign-in by mail, since another mail of this request tells it. */
  readonly isAnnounced?: boolean;
  /** Verifies a passkey and creates no session. */
  readonly provesOnly?: boolean;
  /** By which limits count the client. */
  readonly clientKey?: string;
}

/** Whether the request may create an account, and with a use of which invite. */
export type Admission =
  | { readonly kind: 'refused'; readonly code: string }
  | {
      readonly kind: 'admitted';
      readonly invite: string | undefined;
      /** The account waits for an administrator; undefined: it does not. */
      readonly application: Application | undefined;
      /** Whether an account with this address may not be made. */
      readonly blocks: (email: string) => boolean;
    };

export interface RequestNotes {
  readonly wishes: Wishes;
  /** Better Auth turns a failed query into 401 or a bare 500, so the original error is kept here. */
  failure: unknown;
  /** The request created the account. */
  isNewAccount: boolean;
  /** Whether this request may make an account. */
  admission: Admission | undefined;
  /** The role that the provider of this sign-in gives; undefined where it gives none to anybody. */
  mapped: MappedRole | undefined;
  /** The authenticator verified its user (WebAuthn flag UV), and not only their presence. */
  isUserVerified: boolean;
  /** The request makes a session, rather than extending one. */
  isSessionMade: boolean;
  /** Whether the session of this request was proved by two factors. */
  isProvenTwice: boolean;
  /** When the caller's own session, which this request replaces, was proved by two factors. */
  carriedProof: Date | null;
  /** With `provesOnly`: the account whose passkey was verified. */
  provenAccount: string | undefined;
}

export type Notes = AsyncLocalStorage<RequestNotes>;

export const createNotes = (): Notes => new AsyncLocalStorage<RequestNotes>();

export const freshNotes = (wishes: Wishes): RequestNotes => ({
  wishes,
  failure: undefined,
  isNewAccount: false,
  admission: undefined,
  mapped: undefined,
  isUserVerified: false,
  isSessionMade: false,
  isProvenTwice: false,
  carriedProof: null,
  provenAccount: undefined,
});
