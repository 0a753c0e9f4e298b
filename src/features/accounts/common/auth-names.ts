// Names and durations that sign-in shares with other files: cookie, links, stored identifiers. Separate from auth.ts,
// which loads the sign-in library and is imported only when somebody signs in.
import { createHash } from 'node:crypto';
import { RETENTION } from '../../../kernel/retention.ts';

export const LINK_SECONDS = RETENTION.link.amount * 60;
export const COOKIE_PREFIX = 'livehouse';

/** What the names of our cookies begin with for a public address. Over https they are bound to their host. */
export const cookiePrefixOf = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}${COOKIE_PREFIX}`;

/** Name of one of our cookies for a public address. */
export const cookieNameOf = (publicUrl: string, name: string): string => `${cookiePrefixOf(publicUrl)}.${name}`;

/** Name of the session cookie for a public address. */
export const sessionCookieName = (publicUrl: string): string => cookieNameOf(publicUrl, 'session_token');

/** The form in which Better Auth stores the identifier of a verification row (`storeIdentifier: 'hashed'`). */
export const storedIdentifier = (identifier: string): string =>
  createHash('sha256').update(identifier).digest('base64url');

/** The stored identifier of a password link. */
export const linkIdentifier = (token: string): string => storedIdentifier(`reset-password:${token}`);

/** Cookie of a person who does not want the session to outlive the browser, without the common prefix. */
export const FORGET_COOKIE = 'dont_remember';
/** Cookie of a sign-in that waits for the second factor, without the common prefix. */
export const STEP_COOKIE = 'two_factor';
/** Cookie of a passkey ceremony that has begun, without the common prefix. */
export const PASSKEY_COOKIE = 'passkey_challenge';
/** How long a sign-in waits for the second factor. */
export const STEP_SECONDS = 10 * 60;

/** Path of our page that asks for the second factor, below the public address. */
export const SECOND_FACTOR_PAGE = '/account/second-factor';

/** Path of our page for address links, below the public address. */
export const ADDRESS_PAGE = '/account/address';

/** URL of that page with a link's token. */
export const addressPageLink = (publicUrl: string, token: string): string =>
  `${publicUrl}${ADDRESS_PAGE}?token=${token}`;

/** Path of our page for setting a password, below the public address. */
export const PASSWORD_PAGE = '/account/password';

/** URL of that page with a link's token. */
export const passwordLink = (publicUrl: string, token: string): string => `${publicUrl}${PASSWORD_PAGE}?token=${token}`;

/** Field of the state of a sign-in with another service that has the code of an invite. */
export const INVITE_STATE = 'inviteCode';
/** Field of that state that has what the person writes about themselves. */
export const TEXT_STATE = 'registrationText';

/** What a sign-in with another service carries for the account that it may make. */
export const stateOf = (given: { readonly inviteCode?: unknown; readonly text?: unknown }) => {
  const { inviteCode, text } = given;
  const state = {
    ...(typeof inviteCode === 'string' && { [INVITE_STATE]: inviteCode }),
    ...(typeof text === 'string' && { [TEXT_STATE]: text }),
  };
  return Object.keys(state).length === 0 ? {} : { additionalData: state };
};
