// Whose address a request counts for: the peer's, or, only when the peer is a trusted proxy, the right-most entry of
// `X-Forwarded-For` that is no trusted proxy itself. A header from anybody else is not looked at.
import { type BlockList, isIP } from 'node:net';

/** `peer` is the socket's address; `forwarded` the `X-Forwarded-For` header. */
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

function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** IPv4 in its mapped IPv6 form is the IPv4 address. */
function plainAddress(text: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text);
  return mapped?.[1] ?? text;
}
