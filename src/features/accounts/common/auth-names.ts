// Names and times that sign-in shares with its neighbours: cookie, links, stored identifiers. Apart from auth.ts, which
// loads the sign-in library and is therefore imported only once somebody signs in.
import { createHash } from 'node:crypto';

export const LINK_SECONDS = 60 * 60;
export const COOKIE_PREFIX = 'livehouse';

/** Name of the session cookie at a public address. */
export const sessionCookieName = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;

/** The form in which Better Auth stores the token of a password link (`storeIdentifier: 'hashed'`). */
export const linkIdentifier = (token: string): string =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url');

/** Path of our page that uses a link about an address (address-links.ts), below the public address. */
export const ADDRESS_PAGE = '/account/address';

/** Address of that page with the token of a link. */
export const addressPageLink = (publicUrl: string, token: string): string =>
  `${publicUrl}${ADDRESS_PAGE}?token=${token}`;

/** Path of our page that sets a password, below the public address. */
export const PASSWORD_PAGE = '/account/password';

/** Address of that page with the token of a link. */
export const passwordLink = (publicUrl: string, token: string): string => `${publicUrl}${PASSWORD_PAGE}?token=${token}`;
