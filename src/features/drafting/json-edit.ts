// Adds members to objects in the text of a JSON file and leaves every other character as it is. Pure.
import { type JsonPart, membersOf, parsePart } from './big-json.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The text with a member at the end of the object at a path. Expects valid JSON; undefined: no object is there. */
export function insertMember(text: string, path: readonly string[], key: string, value: unknown): string | undefined {
  const bytes = encoder.encode(text);
  let part: JsonPart = { start: 0, end: bytes.byteLength };
  let members = membersOf(bytes, part);
  for (const name of path) {
    const below = members?.get(name);
    if (below === undefined) return undefined;
    part = below;
    members = membersOf(bytes, part);
  }
  if (members === undefined) return undefined;
  const isLf = !text.includes('\r\n');
  const lineBreak = isLf ? '\n' : '\r\n';
  const unit = indentUnit(text);
  const start = firstByte(bytes, part.start);
  const [last] = [...members.values()].sort((a, b) => b.end - a.end);
  if (last === undefined) {
    const outer = indentAt(bytes, start);
    const close = bytes.indexOf(CLOSE, start);
    const inner = outer + unit;
    const body = `{${lineBreak}${inner}${memberText(key, value, inner, unit, lineBreak)}${lineBreak}${outer}}`;
    return splice(bytes, start, close + 1, body);
  }
  const end = endOf(bytes, last);
  const isInline = !decoder.decode(bytes.subarray(start, end)).includes('\n');
  if (isInline) return splice(bytes, end, end, `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const [first] = members.values();
  const inner = first === undefined ? unit : indentAt(bytes, first.start);
  return splice(bytes, end, end, `,${lineBreak}${inner}${memberText(key, value, inner, unit, lineBreak)}`);
}

const CLOSE = 0x7d;
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const memberText = (key: string, value: unknown, indent: string, unit: string, lineBreak: string): string =>
  `${JSON.stringify(key)}: ${JSON.stringify(value, undefined, unit)
    .split('\n')
    .join(lineBreak + indent)}`;

function splice(bytes: Uint8Array, from: number, to: number, text: string): string {
  return decoder.decode(bytes.subarray(0, from)) + text + decoder.decode(bytes.subarray(to));
}

function firstByte(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}

/** The end of a value, without the space after it. */
function endOf(bytes: Uint8Array, { start, end }: JsonPart): number {
  let at = end;
  while (at > start && isSpace(bytes[at - 1])) at--;
  return at;
}

/** The space at the beginning of the line of a position. */
function indentAt(bytes: Uint8Array, at: number): string {
  let from = at;
  while (from > 0 && bytes[from - 1] !== 0x0a) from--;
  return /^[ \t]*/.exec(decoder.decode(bytes.subarray(from, at)))?.[0] ?? '';
}

/** What the file indents by. */
const indentUnit = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

/** The value of the whole text. Throws SyntaxError where it is no JSON. */
export const parseText = (text: string): unknown => {
  const bytes = encoder.encode(text.replace(/^\uFEFF/, ''));
  return parsePart(bytes, { start: 0, end: bytes.byteLength });
};
