// Which host names are local, and what is derived from the request's host.
import { expect, test } from 'bun:test';
import { words } from '../../../tests/fixtures/words.ts';
import { createOwnAddress, isLocalHost } from './own-address.ts';

const hostOf = (host: string): string => new URL(`http://${host}/`).hostname;

test.each(
  words(`
    localhost LOCALHOST:8080 app.localhost music-box.local:8080 a.b.local nas my_nas:80 127.0.0.1 127.8.9.10 10.0.0.1
    172.16.0.1 172.31.255.255 192.168.1.20:8080 169.254.3.4 [::1]:8080 [fe80::1] [fd12:3456::1] [::ffff:192.168.1.2]
  `),
)('%s is local', (host) => {
  expect(isLocalHost(hostOf(host))).toBe(true);
});

test.each(
  words(`
    example.org localhost.example.org local.example notlocal my.notlocal 8.8.8.8 172.32.0.1 172.15.0.1 192.169.0.1
    11.0.0.1 100.64.0.1 0.0.0.0 134744072 [2001:db8::1] [::ffff:8.8.8.8] [::] localhost. 192.168.1.1.example.org
  `),
)('%s is local only if it is a single label', (host) => {
  expect(isLocalHost(hostOf(host), () => [])).toBe(host === 'notlocal');
});

test('an unroutable address is local only if this machine has it; a public one never is', () => {
  const machine = ['100.64.0.1', '192.0.2.2', '2001:db8::1', '8.8.8.8', '2606:4700::1111'];
  const isLocal = (host: string): boolean => isLocalHost(hostOf(host), () => machine);
  for (const host of ['100.64.0.1', '192.0.2.2:8080', '[2001:db8::1]'])
    expect([host, isLocal(host)]).toEqual([host, true]);
  for (const host of ['100.64.0.2', '192.0.2.3', '[2001:db8::2]', '8.8.8.8', '[2606:4700::1111]']) {
    expect([host, isLocal(host)]).toEqual([host, false]);
  }
});

const to = (url: string): Request => new Request(url);

test('without a public address, links and the own origin follow a local host and no other', () => {
  const own = createOwnAddress({ baseUrl: undefined, port: () => 8080 });
  const phone = to('http://192.168.1.20:9000/levelserver/info');
  expect(own.linksFor(phone)).toBe('http://192.168.1.20:9000');
  expect(own.owns(phone, 'http://192.168.1.20:9000')).toBe(true);
  for (const origin of [
    'https://192.168.1.20:9000',
    'http://192.168.1.20',
    'http://192.168.1.21:9000',
    'http://localhost:9000',
    'null',
    '',
  ]) {
    expect(own.owns(phone, origin)).toBe(false);
  }
  const stranger = to('http://rebound.example:8080/levelserver/info');
  expect(own.linksFor(stranger)).toBe('http://localhost:8080');
  expect([own.owns(stranger, 'http://rebound.example:8080'), own.isOwnHost(stranger)]).toEqual([false, false]);
  expect(own.public()).toBe('http://localhost:8080');
});

test('the loopback names on one port are one origin', () => {
  const own = createOwnAddress({ baseUrl: undefined, port: () => 8080 });
  const names = ['localhost', '127.0.0.1', '[::1]'];
  for (const host of names) {
    for (const other of names) {
      expect(own.owns(to(`http://${host}:8080/`), `http://${other}:8080`)).toBe(true);
      expect(own.owns(to(`http://${host}:8080/`), `http://${other}:8081`)).toBe(false);
    }
  }
  expect(own.owns(to('http://localhost/'), 'http://127.0.0.1')).toBe(true);
  expect(own.owns(to('http://localhost:8080/'), 'http://localhost.example:8080')).toBe(false);
});

test('a configured public address is used for every request', () => {
  const own = createOwnAddress({ baseUrl: 'https://example.org/band', port: () => 8080 });
  const phone = to('http://192.168.1.20:8080/');
  expect(own.linksFor(phone)).toBe('https://example.org/band');
  expect(own.owns(phone, 'https://example.org')).toBe(true);
  expect(own.owns(phone, 'http://192.168.1.20:8080')).toBe(false);
  expect(own.isOwnHost(phone)).toBe(true);
});
