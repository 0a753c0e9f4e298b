// The same-origin rule for writes that a cookie authorises (decisions, "Accounts"): `Origin` present → our own or a trusted
// one; absent → `Sec-Fetch-Site` absent, `none` or `same-origin`. Also which origins get CORS with credentials.

/**
 * `form`: a form of our own pages, whose `Referrer-Policy: no-referrer` makes browsers send `Origin: null`; it passes when
 * `Sec-Fetch-Site` says `same-origin`.
 */
export type SameOrigin = true | 'form';

export interface OriginRule {
  /** Whether a cookie write with these headers comes from our own pages or from a program. */
  allows(headers: Headers): boolean;
  /** As `allows`, for forms of pages that send no referrer and therefore `Origin: null`. */
  allowsForm(headers: Headers): boolean;
  /** Whether CORS with credentials is answered to this origin. */
  trusts(origin: string): boolean;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export interface OriginOptions {
  /** Public address; undefined: the loopback names on `port` are one origin. */
  readonly baseUrl: string | undefined;
  readonly port: () => number;
  readonly trusted: readonly string[];
}

export function createOriginRule({ baseUrl, port, trusted }: OriginOptions): OriginRule {
  const trustedOrigins = new Set(trusted);
  const own = (origin: string): boolean =>
    baseUrl === undefined
      ? LOOPBACK.some((host) => origin === `http://${host}:${port()}` || (port() === 80 && origin === `http://${host}`))
      : origin === new URL(baseUrl).origin;
  const allows = (headers: Headers): boolean => {
    const origin = headers.get('origin');
    if (origin !== null) return own(origin) || trustedOrigins.has(origin);
    const site = headers.get('sec-fetch-site');
    return site === null || site === 'none' || site === 'same-origin';
  };
  return {
    allows,
    // A sandboxed frame sends `null` too, but never as `same-origin`.
    allowsForm: (headers) =>
      (headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin') || allows(headers),
    trusts: (origin) => trustedOrigins.has(origin),
  };
}
