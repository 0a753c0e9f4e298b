// Paths of fields as text: keys joined by dots. A backslash escapes a dot, comma, operator, minus sign or backslash that
// belongs to a key, so that a path that an answer names can be used in every parameter as it is. Pure.

/** Characters that a backslash may stand before. */
const ESCAPABLE = '.,=!<>~-@\\^_:()[]&|" ';

/** A text that the grammar of paths and values does not allow. */
export class MalformedText extends Error {
  override readonly name = 'MalformedText';
}

/** A key or a value as it stands in paths and filters; `unescapeText` is the way back. */
export const escapeText = (text: string): string => text.replace(/[.,=!<>~@\\]|\^$/g, (sign) => `\\${sign}`);

/** The path of keys as text. */
export function pathText(segments: readonly string[]): string {
  const text = segments.map(escapeText).join('.');
  return text.startsWith('-') ? `\\${text}` : text;
}

/** The keys of a path. Throws MalformedText for a backslash that escapes nothing. */
export function parsePath(text: string): readonly string[] {
  return splitEscaped(text, '.').map(unescapeText);
}

/** Splits at every separator that no backslash escapes; the pieces keep their escapes. */
export function splitEscaped(text: string, separator: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === separator) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** The text without its escapes. */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character !== '\\') {
      plain += character;
      continue;
    }
    at++;
    const escaped = text.charAt(at);
    if (escaped === '' || !ESCAPABLE.includes(escaped)) throw new MalformedText('a backslash escapes nothing');
    plain += escaped;
  }
  return plain;
}

/** The value at a path, own properties alone; a number leads to an element of a list. */
export function readPath(value: unknown, segments: readonly string[]): unknown {
  let found: unknown = value;
  for (const segment of segments) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, segment)) return undefined;
    found = Reflect.get(found, segment);
  }
  return found;
}
