// The client address of a request. It is the address of the peer. If the peer is a trusted proxy, it is the right-most
// entry of `X-Forwarded-For` that is not a trusted proxy; from any other peer that header is ignored. Limits count a
// client by `clientKeyOf`, because one IPv6 subscriber usually has a whole /64 and could use a new address per request.
import { type BlockList, isIP } from 'node:net';

/** `peer` is the address of the socket's peer, `forwarded` the `X-Forwarded-For` header. */
export function clientAddressOf(peer: string, forwarded: string | null, proxies: BlockList): string {
  let address = plainAddress(peer);
  if (forwarded === null || !isTrusted(address, proxies)) return address;
  const chain = forwarded.split(',').map((part) => plainAddress(part.trim()));
  while (chain.length > 0 && isTrusted(address, proxies)) {
    const next = chain.pop() ?? '';
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** The key of a client: an IPv4 address itself, the /64 of an IPv6 address, any other text unchanged. */
export function clientKeyOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  return `${groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** The address without its zone. An IPv4-mapped IPv6 address, in any spelling, becomes the IPv4 address. */
function plainAddress(text: string): string {
  if (isIP(text) !== 6) return text;
  const address = text.replace(/%.*$/, '');
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return address;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const left = readGroups(head);
  if (tail === undefined) return left;
  const right = readGroups(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function readGroups(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
