// The address under which the service is reached. With BASE_URL, that is always the answer. Without it, host names that
// only have a meaning in the local network (`localhost`, `*.local`, single labels, private addresses) are taken from
// the request's `Host`, so that a phone in the same network can sign in and follow links. Any other `Host` is not
// trusted, because of DNS rebinding: a foreign site can make its name resolve to this machine. `X-Forwarded-Host` is
// never read.
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface OwnAddress {
  /** Address without trailing slash for mails and stored data. Never derived from `Host`. */
  public(): string;
  /** Path of that address without trailing slash; empty for most. */
  basePath(): string;
  /** Address without trailing slash for links in the response to this request. */
  linksFor(request: Request): string;
  /** Whether `origin` is our own origin for this request. */
  owns(request: Request, origin: string): boolean;
  /** Whether the request's host is one of our names. */
  isOwnHost(request: Request): boolean;
}

export interface OwnAddressOptions {
  /** The configured public address; undefined when unset. */
  readonly baseUrl: string | undefined;
  /** Port of the listening socket. */
  readonly port: () => number;
}

/** Names of this machine. On the same port they count as one origin. */
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const;

export function createOwnAddress({ baseUrl, port }: OwnAddressOptions): OwnAddress {
  if (baseUrl !== undefined) {
    const { origin, pathname } = new URL(baseUrl);
    return {
      public: () => baseUrl,
      basePath: () => pathname.replace(/\/$/, ''),
      linksFor: () => baseUrl,
      owns: (_request, other) => other === origin,
      isOwnHost: () => true,
    };
  }
  const standing = (): string => `http://localhost:${port()}`;
  return {
    public: standing,
    basePath: () => '',
    linksFor: (request) => localOrigin(request) ?? standing(),
    owns: (request, other) => {
      const own = localOrigin(request);
      return own !== undefined && (other === own || areLoopback(own, other));
    },
    isOwnHost: (request) => localOrigin(request) !== undefined,
  };
}

/** The request's origin if its host is a local name. */
function localOrigin(request: Request): string | undefined {
  // NOTE: this reads the URL and not the `Host` header, because responses are cached by URL.
  if (!URL.canParse(request.url)) return undefined;
  const { host, hostname } = new URL(request.url);
  return isLocalHost(hostname) ? `http://${host}` : undefined;
}

function areLoopback(one: string, other: string): boolean {
  const [first, second] = [loopbackPort(one), loopbackPort(other)];
  return first !== undefined && first === second;
}

/** Port part of an `http` origin whose host is a loopback name. */
function loopbackPort(origin: string): string | undefined {
  const name = LOOPBACK_NAMES.find((host) => origin === `http://${host}` || origin.startsWith(`http://${host}:`));
  return name === undefined ? undefined : origin.slice(`http://${name}`.length);
}

const LOCAL_ADDRESSES = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  LOCAL_ADDRESSES.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  LOCAL_ADDRESSES.addSubnet(network, bits, 'ipv6');
}

/**
 * Ranges that the internet does not route and that are not private either: carrier-grade NAT (which overlay networks
 * use), documentation and benchmarking. Local only if this machine has the address itself.
 */
const UNROUTED_ADDRESSES = new BlockList();
for (const [network, bits] of [
  ['100.64.0.0', 10],
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const) {
  UNROUTED_ADDRESSES.addSubnet(network, bits, 'ipv4');
}
UNROUTED_ADDRESSES.addSubnet('2001:db8::', 32, 'ipv6');

const readMachineAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Whether a host name, as spelled by a parsed URL, can only refer to a machine of the local network. */
export function isLocalHost(hostname: string, machineAddresses = readMachineAddresses): boolean {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const family = isIP(address);
  if (family !== 0) {
    const version = family === 6 ? 'ipv6' : 'ipv4';
    if (LOCAL_ADDRESSES.check(address, version)) return true;
    return UNROUTED_ADDRESSES.check(address, version) && machineAddresses().includes(address);
  }
  const labels = hostname.split('.');
  const last = labels.at(-1);
  return (
    labels.every((label) => LABEL.test(label)) && (labels.length === 1 || last === 'localhost' || last === 'local')
  );
}
