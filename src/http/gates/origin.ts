// The same-origin rule for writes that a cookie authorises: `Origin` present → our own or a trusted one; absent →
// `Sec-Fetch-Site` absent, `none` or `same-origin`. Without BASE_URL a write must also come to a local name. Also which
// origins get CORS with credentials.
import type { OwnAddress } from './own-address.ts';

/**
 * `form`: a form that works without script. A proxy or a browser setting may impose `Referrer-Policy: no-referrer` on its
 * page, which makes browsers send `Origin: null`; it passes when `Sec-Fetch-Site` says `same-origin`.
 */
export type SameOrigin = true | 'form';

export interface OriginRule {
  /** Whether a cookie write like this request comes from our own pages or from a program. */
  allows(request: Request): boolean;
  /** As `allows`, for forms whose page may have been sent without a referrer and therefore send `Origin: null`. */
  allowsForm(request: Request): boolean;
  /** Whether CORS with credentials is answered to this origin. */
  trusts(origin: string): boolean;
}

export function createOriginRule(own: OwnAddress, trusted: readonly string[]): OriginRule {
  const trustedOrigins = new Set(trusted);
  const allows = (request: Request): boolean => {
    const origin = request.headers.get('origin');
    if (origin !== null) return own.owns(request, origin) || trustedOrigins.has(origin);
    const site = request.headers.get('sec-fetch-site');
    return own.isOwnHost(request) && (site === null || site === 'none' || site === 'same-origin');
  };
  return {
    allows,
    // A sandboxed frame sends `null` too, but never as `same-origin`.
    allowsForm: (request) => {
      const { headers } = request;
      const isOurForm = headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin';
      return (isOurForm && own.isOwnHost(request)) || allows(request);
    },
    trusts: (origin) => trustedOrigins.has(origin),
  };
}
