// Client addresses: which address a request belongs to, and the key by which limits count it.
import { expect, test } from 'bun:test';
import { parseNetworks } from '../../platform/config/networks.ts';
import { clientAddressOf, clientKeyOf } from './client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0001::ffff', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['0000:0000:0000:0000:0000:ffff:c000:207', '192.0.2.7'],
  ['', ''],
])('%p counts as %p', (address, key) => expect(clientKeyOf(address)).toBe(key));

test('X-Forwarded-For is read from a trusted proxy only, whatever the spelling of its address', () => {
  const proxies = parseNetworks(['10.0.0.0/8', '2001:db8:ffff::/48']);
  for (const peer of ['10.1.1.1', '::ffff:10.1.1.1', '::ffff:a01:101', '2001:db8:ffff::5']) {
    expect(clientAddressOf(peer, '192.0.2.1, ::ffff:192.0.2.2, 10.2.2.2', proxies)).toBe('192.0.2.2');
    expect(clientAddressOf(peer, 'unknown', proxies)).not.toBe('unknown');
  }
  expect(clientAddressOf('192.0.2.9', '192.0.2.1', proxies)).toBe('192.0.2.9');
});
