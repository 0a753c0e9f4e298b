import { expect, test } from 'bun:test';
import { countAddresses } from './shared-address.ts';

/** Notes so many requests in each minute, and one more afterwards; returns what was told. */
function tellMinutes(...minutes: readonly Readonly<Record<string, number>>[]): readonly (string | undefined)[] {
  let time = 0;
  const told: (string | undefined)[] = [];
  const note = countAddresses(
    (address) => told.push(address),
    () => time,
  );
  for (const minute of minutes) {
    for (const [address, count] of Object.entries(minute)) for (let at = 0; at < count; at++) note(address);
    time += 60_000;
  }
  note('203.0.113.9');
  return told;
}

test.each(['127.0.0.1', '10.0.0.7', '172.18.0.1', '192.168.1.4', '::1', 'fd00::1'])(
  'nearly all requests of a minute from %s are told',
  (address) => {
    expect(tellMinutes({ [address]: 90, '203.0.113.1': 10 })).toEqual([address]);
    expect(tellMinutes({ [address]: 89, '203.0.113.1': 11 })).toEqual([undefined]);
  },
);

test('a public address, few requests and many addresses tell nothing', () => {
  expect(tellMinutes({ '8.8.8.8': 100 })).toEqual([undefined]);
  expect(tellMinutes({ '10.0.0.7': 59 })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`198.51.${at % 250}.${at}`, 1]));
  expect(tellMinutes(many)).toEqual([undefined]);
});

test('a minute with other clients ends the warning', () => {
  expect(tellMinutes({ '10.0.0.7': 100 }, { '10.0.0.7': 2 }, { '10.0.0.7': 50, '8.8.8.8': 50 })).toEqual([
    '10.0.0.7',
    undefined,
  ]);
});
