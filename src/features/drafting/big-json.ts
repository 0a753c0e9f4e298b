// Finds the parts of a large JSON file without parsing it whole: byte ranges of members, so that one table is parsed at a time.
// Expects JSON; what is none gives ranges that do not parse. Pure.

export interface JsonPart {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;

/** The members of an object in the bytes; undefined: it is no object. */
export function membersOf(bytes: Uint8Array, { start, end }: JsonPart): ReadonlyMap<string, JsonPart> | undefined {
  let at = skipSpace(bytes, start, end);
  if (bytes[at] !== OPEN_OBJECT) return undefined;
  at++;
  const members = new Map<string, JsonPart>();
  while (at < end) {
    at = skipSpace(bytes, at, end);
    if (bytes[at] === CLOSE_OBJECT) return members;
    if (bytes[at] === COMMA) {
      at++;
      continue;
    }
    if (bytes[at] !== QUOTE) return undefined;
    const keyEnd = skipText(bytes, at, end);
    const key = parsePart(bytes, { start: at, end: keyEnd });
    at = skipSpace(bytes, keyEnd, end);
    if (bytes[at] !== COLON || typeof key !== 'string') return undefined;
    const from = skipSpace(bytes, at + 1, end);
    at = skipValue(bytes, from, end);
    members.set(key, { start: from, end: at });
  }
  return undefined;
}

/** The value of a part. Throws SyntaxError where it is no JSON. */
export function parsePart(bytes: Uint8Array, { start, end }: JsonPart): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end)));
}

function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return at;
}

function skipText(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) return at + 1;
  }
  return end;
}

function skipValue(bytes: Uint8Array, from: number, end: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipText(bytes, from, end);
  let depth = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = skipText(bytes, at, end) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && byte === COMMA) return at;
  }
  return end;
}
