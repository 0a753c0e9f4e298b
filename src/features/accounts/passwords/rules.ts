// Refuses weak passwords: the most common ones, also when decorated or repeated, and those that contain the owner's
// name or address. Pure, except for the list, which is loaded when the first password is set. Runs in linear time.
//
// The list (common-passwords/list.txt, one per line) contains the 10,000 most common passwords, and those of at least
// twelve characters among the 50,000 most common. Entries of fewer than five characters are left out, because no rule
// below can match them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../kernel/refusal.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts';

export type PasswordFault = 'tooShort' | 'tooLong' | 'tooCommon' | 'tooPersonal';

/** Personal data that a password must not contain. */
export interface PasswordOwner {
  readonly email: string;
  readonly handle?: string | null;
  readonly displayName?: string;
}

const LIST = join(import.meta.dir, '../common-passwords/list.txt');
/** The name of the service is as easy to guess as the words in the list. */
const OWN_WORDS = ['livehouse'];
/** A repetition of so few characters is easy to guess, whatever they are. */
const UNIT_MAX = 4;
/**
 * Minimum share of a password that must remain after removing surrounding digits and symbols, for the remainder to be
 * checked on its own.
 */
const CORE_SHARE = 0.4;
/** Shorter names and addresses occur in too many words. */
const PERSONAL_BYTES_MIN = 4;

/** Keyboard rows and the alphabet. A password that follows one of them, in either direction, counts as common. */
const ROWS = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap((row) => [row, [...row].reverse().join('')]);
/** Each is long enough to contain any password that follows the row from any position. */
const RUNS = ROWS.map((row) => row.repeat(Math.ceil(PASSWORD_MAX / row.length) + 1));

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let common: ReadonlySet<string> | undefined;

/** What is wrong with a password for this owner, or undefined. */
export function findPasswordFault(password: string, owner: PasswordOwner): PasswordFault | undefined {
  if (password.length < PASSWORD_MIN) return 'tooShort';
  if (password.length > PASSWORD_MAX) return 'tooLong';
  const plain = password.normalize('NFKC').toLowerCase();
  if (isPersonal(plain, owner)) return 'tooPersonal';
  return isCommon(plain) ? 'tooCommon' : undefined;
}

/**
 * Refuses a common or personal password. One of a wrong type or length passes, since the sign-in library refuses it
 * itself.
 */
export function requireUncommonPassword(password: unknown, owner: PasswordOwner): void {
  if (typeof password !== 'string') return;
  const fault = findPasswordFault(password, owner);
  if (fault === 'tooCommon') throw new Refusal('password_too_common');
  if (fault === 'tooPersonal') throw new Refusal('password_too_personal');
}

function isPersonal(plain: string, { email, handle, displayName }: PasswordOwner): boolean {
  const forms = [squash(plain), squash(undoLeet(plain))];
  const local = email.slice(0, email.lastIndexOf('@'));
  const names = [email, local, local.replace(/\+.*$/, ''), handle ?? '', displayName ?? ''];
  return names
    .map((name) => squash(name.normalize('NFKC').toLowerCase()))
    .some((name) => Buffer.byteLength(name) >= PERSONAL_BYTES_MIN && forms.some((form) => form.includes(name)));
}

function isCommon(plain: string): boolean {
  common ??= new Set([...readFileSync(LIST, 'utf8').trimEnd().split('\n'), ...OWN_WORDS]);
  const known = common;
  const letters = squash(plain);
  // In a password of mostly symbols, the few letters are not checked on their own.
  const forms = letters.length * 2 >= plain.length ? [plain, letters] : [plain];
  for (const form of forms) {
    for (const core of [form, stripDecoration(form)]) {
      for (const word of [core, undoLeet(core)]) {
        const unit = repeatedUnit(word);
        if (unit.length <= UNIT_MAX || known.has(unit) || RUNS.some((run) => run.includes(unit))) return true;
      }
    }
  }
  return false;
}

const squash = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

const undoLeet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** `password` for `!!password2024`; the text itself if too little would remain. */
function stripDecoration(text: string): string {
  const first = text.search(/\p{L}/u);
  if (first < 0) return text;
  let end = text.length;
  while (end > first && !/\p{L}/u.test(text.charAt(end - 1))) end -= 1;
  const core = text.slice(first, end);
  return core.length >= text.length * CORE_SHARE ? core : text;
}

/** `abc` for `abcabcab`: the shortest string whose repetition gives the text; the text itself when there is none. */
function repeatedUnit(text: string): string {
  // Length of the longest proper prefix that is also a suffix, per position (Knuth, Morris, Pratt).
  const borders = [0];
  let border = 0;
  for (let i = 1; i < text.length; i += 1) {
    while (border > 0 && text[i] !== text[border]) border = borders[border - 1] ?? 0;
    if (text[i] === text[border]) border += 1;
    borders.push(border);
  }
  const period = text.length - (borders.at(-1) ?? 0);
  return period <= text.length / 2 ? text.slice(0, period) : text;
}
