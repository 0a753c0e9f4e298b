// Backup codes at rest: hashed, found by what people type, and those of earlier versions still found as they are.
import { expect, test } from 'bun:test';
import { findStored, hashCodes } from './backup-codes.ts';

const CODES = ['abcde-fghij', 'ABCDE-12345'];

test('no code can be read, and each is found', async () => {
  const stored = await hashCodes(JSON.stringify(CODES));
  for (const code of CODES) {
    expect(stored).not.toContain(code);
    expect(await findStored(stored, code)).toMatch(/^s1\$[\w-]{16}\$[\w-]{43}$/);
  }
  expect(await findStored(stored, 'abcde-fghik')).toBeUndefined();
  // What stands in the database is no code.
  const [form = ''] = JSON.parse(stored) as string[];
  expect(await findStored(stored, form)).toBeUndefined();
});

test('what is hashed stays, and what an earlier version stored is hashed', async () => {
  const [first = ''] = JSON.parse(await hashCodes(JSON.stringify(CODES.slice(0, 1)))) as string[];
  const again = JSON.parse(await hashCodes(JSON.stringify([first, CODES[1]]))) as string[];
  expect(again[0]).toBe(first);
  expect(again[1]).toStartWith('s1$');
});

test('codes of an earlier version are found as they are', async () => {
  expect(await findStored(JSON.stringify(CODES), 'ABCDE-12345')).toBe('ABCDE-12345');
  expect(await findStored(JSON.stringify(CODES), 'abcde-12345')).toBeUndefined();
});
