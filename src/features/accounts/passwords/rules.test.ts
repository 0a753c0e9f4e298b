// Refused passwords, and passphrases that are accepted.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { findPasswordFault } from './rules.ts';

const OWNER = { email: 'jo.smith+music@example.org', handle: 'quiet_drummer', displayName: 'Željko 山田' };
const faultOf = (password: string, owner = OWNER): string | undefined => findPasswordFault(password, owner);

test.each([
  // Entries of the list.
  '123qweasdzxc',
  'Administrator',
  '1Q2W3E4R5T6Y',
  'chickenwing101',
  // Entries of the list with decoration, substitutions, or repetition.
  'Password1234',
  'password123456789',
  '!!!password!!!',
  'P@ssw0rd2024',
  'p4$$w0rd!2024',
  'pass word 1234',
  'ｐａｓｓｗｏｒｄ１２３４',
  'PasswordPassword',
  'letmeinletmein1',
  'dragondragondrag',
  'livehouse2024',
  'iloveyou-2024',
  // No entropy, whatever the list contains.
  'aaaaaaaaaaaa',
  'abcabcabcabcabc',
  '121212121212',
  '............',
  '1234567890123',
  '0987654321098',
  'qwertyuiopas',
  'abcdefghijklmn',
  '1qaz2wsx3edc4rfv',
  'a'.repeat(128),
])('%p is common', (password) => {
  expect(faultOf(password)).toBe('tooCommon');
});

test.each([
  'my-jo.smith-words',
  'JoSmith is my name',
  'jo.smith+music@example.org',
  'xX j0.5mith Xx yz',
  'the Quiet-Drummer plays',
  'ŽELJKO山田 and more',
  'željko 山田 with words',
])('%p is personal', (password) => {
  expect(faultOf(password)).toBe('tooPersonal');
});

test.each([
  'correct horse battery',
  'another horse battery',
  'not the password',
  'yellow-garden-87-moon',
  'love83749201837465',
  'x7#9$2!5@1&3%a8Q',
  'quiet music at night',
  '🎸🎹🥁🎺🎷🪗🪘🎻',
  '#%a&(?b)+]c{d~/e',
  '東京の夜に雨が降っていた朝',
  'пароль из трёх слов',
])('%p is taken', (password) => {
  expect(faultOf(password)).toBeUndefined();
});

test('the length is checked first', () => {
  expect(faultOf('password')).toBe('tooShort');
  expect(faultOf('password'.repeat(17))).toBe('tooLong');
});

test('names and addresses of three letters or fewer are not checked', () => {
  const owner = { email: 'ann@example.org', handle: 'ann', displayName: 'Ann' };
  expect(faultOf('plant a banana tree', owner)).toBeUndefined();
  expect(faultOf('my ann@example.org!', owner)).toBe('tooPersonal');
});

test('every entry of the list that is long enough is refused, also in upper case', () => {
  const list = readFileSync(join(import.meta.dir, '../common-passwords/list.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  const long = list.filter((entry) => entry.length >= 12);
  expect(list.length).toBeGreaterThan(9_000);
  expect(long.length).toBeGreaterThan(300);
  for (const entry of long) expect([entry, faultOf(entry.toUpperCase())]).toEqual([entry, 'tooCommon']);
});

test('random passwords are accepted', () => {
  const letter = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyz23456789');
  const random = fc.array(letter, { minLength: 16, maxLength: 16 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(random, (password) => faultOf(password) === undefined),
    { seed: 7, numRuns: 500 },
  );
});
