// Converts field values to keys of entities and relations (snapshot format, "Ids"): strings and whole numbers,
// unchanged or with `encode: "path"`. The grammar of keys is defined in the kernel.
import { isEntityKey } from '../../kernel/names.ts';

const encoder = new TextEncoder();

/** Whether a value can be a key. Anything else (null, '', objects, fractions) means "no key". */
export function isKeyValue(value: unknown): value is string | number {
  return typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
}

/** The key of a value; undefined when the result is outside the grammar. */
export function keyOf(value: string | number, encode: 'path' | undefined): string | undefined {
  const text = String(value);
  if (!text.isWellFormed()) return undefined;
  const key = encode === 'path' ? encodePathKey(text) : text;
  return isEntityKey(key) ? key : undefined;
}

/**
 * Encodes a path as a key: a leading `/` is dropped, `/` becomes `:`, and every other character outside the grammar
 * (and `~`) becomes `~XX` per UTF-8 byte in uppercase hex.
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

const ESCAPED_BYTES = /(?:~[0-9A-F]{2})+/g;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A key as people read it: escaped bytes as their characters. One whose escapes are none stays as it is. */
export function readableKey(key: string): string {
  try {
    return key.replace(ESCAPED_BYTES, (bytes) => decoder.decode(Uint8Array.fromHex(bytes.replaceAll('~', ''))));
  } catch {
    return key;
  }
}
