// Where passkeys of this instance work. A passkey belongs to one host, its relying party (RP) ID, which is the host of the
// public address and never that of a request. Browsers allow passkeys on https and on `localhost`; an IP address cannot be
// a relying party.
import { isIP } from 'node:net';

export interface RelyingParty {
  /** The relying party ID. */
  readonly rpId: string;
  /** Origins whose pages may use the passkeys. */
  readonly origins: readonly string[];
}

/** `publicUrl` is without trailing slash. Undefined: passkeys do not work under this address. Pure. */
export function findRelyingParty(publicUrl: string, trustedOrigins: readonly string[]): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if ((protocol !== 'https:' && !isLocal) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  const ofSameHost = trustedOrigins.filter((place) => {
    const other = new URL(place);
    const isSecure = other.protocol === 'https:' || isLocal;
    return isSecure && (other.hostname === hostname || other.hostname.endsWith(`.${hostname}`));
  });
  return { rpId: hostname, origins: [...new Set([origin, ...ofSameHost])] };
}
