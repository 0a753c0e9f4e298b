// Which addresses belong to the public internet. Everything else may be a machine of the operator: private, loopback and
// link-local addresses, carrier-grade NAT, ranges for documentation and tests, multicast, and addresses that stand for
// another one (IPv4-mapped, NAT64, 6to4, Teredo), whatever it is. Pure.
import { BlockList, isIP } from 'node:net';

/** Of IPv4, from the registry of special-purpose addresses (RFC 6890 and its successors). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** All of IPv6 that is routed at all. */
const ROUTED_IPV6: readonly [string, number] = ['2000::', 3];

/** What is special inside of it: IETF protocols with Teredo, documentation, 6to4, AS112. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const specialIpv4 = new BlockList();
for (const [network, bits] of SPECIAL_IPV4) specialIpv4.addSubnet(network, bits, 'ipv4');
const routedIpv6 = new BlockList();
routedIpv6.addSubnet(...ROUTED_IPV6, 'ipv6');
const specialIpv6 = new BlockList();
for (const [network, bits] of SPECIAL_IPV6) specialIpv6.addSubnet(network, bits, 'ipv6');

/** Whether an address, without brackets, is one of the public internet. Anything that is no address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4');
    case 6:
      return routedIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}
