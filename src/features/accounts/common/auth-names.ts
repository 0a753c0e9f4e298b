// Names and durations that sign-in shares with other files: cookie, links, stored identifiers. Separate from auth.ts,
// which loads the sign-in library and is imported only when somebody signs in.
import { createHash } from 'node:crypto';

export const LINK_SECONDS = 60 * 60;
export const COOKIE_PREFIX = 'livehouse';

/** Name of the session cookie for a public address. */
export const sessionCookieName = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;

/** The form in which Better Auth stores the token of a password link (`storeIdentifier: 'hashed'`). */
export const linkIdentifier = (token: string): string =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url');

/** Path of our page for address links, below the public address. */
export const ADDRESS_PAGE = '/account/address';

/** URL of that page with a link's token. */
export const addressPageLink = (publicUrl: string, token: string): string =>
  `${publicUrl}${ADDRESS_PAGE}?token=${token}`;

/** Path of our page for setting a password, below the public address. */
export const PASSWORD_PAGE = '/account/password';

/** URL of that page with a link's token. */
export const passwordLink = (publicUrl: string, token: string): string => `${publicUrl}${PASSWORD_PAGE}?token=${token}`;
