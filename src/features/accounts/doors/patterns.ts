// Mail domains and networks that may not register: how they are written, and whether they cover an address. Pure.
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parseNetworks } from '../../../platform/config/networks.ts';

/** A domain, or `*.` and a domain: all names below it. */
const DOMAIN = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DOMAIN_MAX = 253;
/** A shorter prefix would block whole continents. IPv6 clients are distinguished by their /64 only. */
const PREFIX_BITS = { 4: { least: 8, most: 32 }, 6: { least: 16, most: 64 } } as const;

/** The written form of a mail domain: in lower-case ASCII; undefined if it is none. */
export function readMailDomain(text: string): string | undefined {
  const typed = text.trim().toLowerCase().replace(/\.$/, '');
  const below = typed.startsWith('*.') ? '*.' : '';
  const name = domainToASCII(typed.slice(below.length));
  const domain = `${below}${name}`;
  if (name === '' || isIP(name) !== 0 || domain.length > DOMAIN_MAX || !DOMAIN.test(domain)) return undefined;
  // A name without a dot is the domain of nobody's mail; all names below one are a top-level domain.
  return below === '' && !name.includes('.') ? undefined : domain;
}

/** The written form of a network in CIDR notation; an address alone is one, too. Undefined if it is none or too large. */
export function readNetwork(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.trim().toLowerCase().split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || rest.length > 0 || address.includes('%')) return undefined;
  // The service knows such a client by its IPv4 address.
  if (family === 6 && (address.includes('.') || address.startsWith('::ffff:'))) return undefined;
  const { least, most } = PREFIX_BITS[family];
  const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return bits >= least && bits <= most ? `${address}/${bits}` : undefined;
}

export interface Patterns {
  readonly mailDomains: readonly string[];
  readonly networks: readonly string[];
}

export interface Doors {
  /** Whether addresses of this mail domain are blocked. */
  blocksDomain(domain: string): boolean;
  /** Whether a client is blocked, by the key with which limits count it. */
  blocksClient(clientKey: string): boolean;
}

/** Looks names up by their endings, so that the number of patterns does not matter. */
export function openDoors({ mailDomains, networks }: Patterns): Doors {
  const domains = new Set(mailDomains);
  const list = parseNetworks(networks);
  return {
    blocksDomain: (domain) => {
      const name = domain.toLowerCase().replace(/\.$/, '');
      if (domains.has(name)) return true;
      for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        if (domains.has(`*.${name.slice(dot + 1)}`)) return true;
      }
      return false;
    },
    blocksClient: (clientKey) => {
      const address = clientKey.replace(/\/64$/, '');
      const family = isIP(address);
      return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

/** The mail domain of a normalised address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
