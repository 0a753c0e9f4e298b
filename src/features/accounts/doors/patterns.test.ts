import { expect, test } from 'bun:test';
import { openDoors, readMailDomain, readNetwork } from './patterns.ts';

test('mail domains are written in lower-case ASCII', () => {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['Spam.Example', 'spam.example'],
    [' *.Spam.example. ', '*.spam.example'],
    ['*.example', '*.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ];
  for (const [typed, written] of pairs) expect([typed, readMailDomain(typed)]).toEqual([typed, written]);
});

test('what would block everybody, or nobody, is no mail domain', () => {
  const others = ['', '*', '*.', '.', '**.example', '*.*', 'a*.example', 'example', '@spam.example', 'a@spam.example'];
  const broken = [
    'a..example',
    '-a.example',
    '127.0.0.1',
    '[::1]',
    'a b.example',
    `${'a.'.repeat(130)}example`,
    '*.*.example',
  ];
  for (const typed of [...others, ...broken]) expect([typed, readMailDomain(typed)]).toEqual([typed, undefined]);
});

test('networks have a prefix that is neither too short nor, of IPv6, longer than that of a client', () => {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['192.0.2.7', '192.0.2.7/32'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8::', '2001:db8::/64'],
    ['0.0.0.0/0', undefined],
    ['::/0', undefined],
    ['128.0.0.0/1', undefined],
    ['2001:db8::/65', undefined],
    ['::ffff:192.0.2.7/128', undefined],
    ['::ffff:c000:207', undefined],
    ['fe80::1%eth0', undefined],
    ['10.0.0.0/', undefined],
    ['10.0.0.0/8/8', undefined],
    ['10.0.0/8', undefined],
    ['10.0.0.0/1e1', undefined],
    ['spam.example', undefined],
    ['', undefined],
  ];
  for (const [typed, written] of pairs) expect([typed, readNetwork(typed)]).toEqual([typed, written]);
});

test('doors block a domain, or all names below one, and clients of a network', () => {
  const doors = openDoors({
    mailDomains: ['spam.example', '*.junk.example', '*.zip'],
    networks: ['192.0.2.0/24', '2001:db8::/32'],
  });
  const domains = [
    'spam.example',
    'SPAM.example.',
    'a.spam.example',
    'a.junk.example',
    'junk.example',
    'a.b.zip',
    'zip',
  ];
  expect(domains.filter((domain) => doors.blocksDomain(domain))).toEqual([
    'spam.example',
    'SPAM.example.',
    'a.junk.example',
    'a.b.zip',
  ]);
  const clients = ['192.0.2.200', '192.0.3.1', '2001:db8:1:2::/64', '2001:db9:1:2::/64', 'unknown'];
  expect(clients.filter((key) => doors.blocksClient(key))).toEqual(['192.0.2.200', '2001:db8:1:2::/64']);
});
