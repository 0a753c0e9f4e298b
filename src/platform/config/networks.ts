// Parses networks in CIDR notation. Pure.
import { BlockList, isIP } from 'node:net';

/** Parses networks in CIDR notation into one list. Throws an Error with a readable message on a malformed one. */
export function parseNetworks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix, ...rest] = cidr.split('/');
    const family = isIP(address);
    const bits = family === 6 ? 128 : 32;
    const length = prefix === undefined ? bits : Number(prefix);
    if (family === 0 || rest.length > 0 || (prefix !== undefined && !/^\d+$/.test(prefix)) || length > bits) {
      throw new Error(`contains ${JSON.stringify(cidr)}, which is not a network such as 10.0.0.0/8`);
    }
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
