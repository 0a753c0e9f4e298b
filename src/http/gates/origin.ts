// CSRF protection for writes authorised by a cookie. If `Origin` is present, it must be our own or a trusted one. If it
// is absent, `Sec-Fetch-Site` must be absent, `none` or `same-origin`. Without BASE_URL the request must also address a
// local host name. Also decides which origins get CORS with credentials.
import type { OwnAddress } from './own-address.ts';

/**
 * `form`: a form that works without scripts. A proxy or browser setting may impose `Referrer-Policy: no-referrer`,
 * which makes browsers send `Origin: null` with the form. It passes if `Sec-Fetch-Site` is `same-origin`.
 */
export type SameOrigin = true | 'form';

export interface OriginRule {
  /** Whether a cookie-authorised write like this request comes from our own pages or from a program. */
  allows(request: Request): boolean;
  /** Like `allows`, but accepts the `Origin: null` of a form whose page was sent with `no-referrer`. */
  allowsForm(request: Request): boolean;
  /** Whether responses to this origin allow CORS with credentials. */
  trusts(origin: string): boolean;
  /** Whether the request names an origin that is neither our own nor trusted. */
  isForeign(request: Request): boolean;
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
    // A sandboxed frame also sends `Origin: null`, but never with `Sec-Fetch-Site: same-origin`.
    allowsForm: (request) => {
      const { headers } = request;
      const isOurForm = headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin';
      return (isOurForm && own.isOwnHost(request)) || allows(request);
    },
    trusts: (origin) => trustedOrigins.has(origin),
    isForeign: (request) => {
      const origin = request.headers.get('origin');
      return origin !== null && !own.owns(request, origin) && !trustedOrigins.has(origin);
    },
  };
}
