// A cookie that marks a browser as having signed in to an account before. It does not authenticate; it only exempts the
// owner from waits caused by strangers' wrong passwords (failures.ts). Its value is a keyed hash of the address.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieNameOf } from '../common/auth-names.ts';
import { findCookie } from '../common/cookies.ts';

const KEPT_SECONDS = 365 * 24 * 60 * 60;

/** Name of the cookie, without the common prefix. */
export const KNOWN_DEVICE = 'known_device';

export interface KnownDevices {
  /** Whether this browser signed in to the account of this address before. */
  has(request: Pick<Request, 'headers'>, email: string): boolean;
  /** `Set-Cookie` header value for a browser that has just signed in. */
  remember(email: string): string;
}

/** `key` is secret. */
export function createKnownDevices(key: string, publicUrl: string): KnownDevices {
  const name = cookieNameOf(publicUrl, KNOWN_DEVICE);
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const digest = (email: string): Buffer => createHmac('sha256', key).update(email).digest();
  return {
    has: ({ headers }, email) => {
      const found = headers.has('authorization') ? undefined : findCookie(headers.get('cookie') ?? '', name);
      const given = Buffer.from(found?.value ?? '', 'base64url');
      const expected = digest(email);
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
    },
    remember: (email) =>
      `${name}=${digest(email).toString('base64url')}; Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  };
}
