// From a field's value to the key of an entity or relation (snapshot format, "Ids"): strings and whole numbers, as they
// are or with `encode: "path"`. The grammar of keys is the contract's and lives in the kernel.
import { isEntityKey } from '../../kernel/names.ts';

const encoder = new TextEncoder();

/** Whether a value can be a key at all; the rest (null, '', objects, fractions) is "no key here". */
export function isKeyValue(value: unknown): value is string | number {
  return typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
}

/** The key of a value, or undefined when the outcome is outside the grammar. */
export function keyOf(value: string | number, encode: 'path' | undefined): string | undefined {
  const text = String(value);
  if (!text.isWellFormed()) return undefined;
  const key = encode === 'path' ? encodePathKey(text) : text;
  return isEntityKey(key) ? key : undefined;
}

/**
 * A path as a key: a leading `/` is dropped, `/` becomes `:`, every other character outside the grammar (and `~`)
 * becomes `~XX` per UTF-8 byte, in upper-case hex.
 */
export function encodePathKey(path: string): string {
  return path
    .replace(/^\//, '')
    .replaceAll('/', ':')
    .replace(/[^A-Za-z0-9._:-]/gu, (character) => {
      let escaped = '';
      for (const byte of encoder.encode(character)) escaped += `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      return escaped;
    });
}
