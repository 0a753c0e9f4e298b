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
const LINE_FEED = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A member of an object, or an element of a list. */
export interface JsonMember extends JsonPart {
  readonly key: string | undefined;
}

/** The members of an object in the bytes; undefined: it is no object. */
export function membersOf(bytes: Uint8Array, part: JsonPart): ReadonlyMap<string, JsonPart> | undefined {
  if (kindOf(bytes, part) !== 'object') return undefined;
  return new Map([...walkMembers(bytes, part)].map(({ key = '', start, end }) => [key, { start, end }]));
}

export function kindOf(bytes: Uint8Array, { start, end }: JsonPart): 'object' | 'list' | undefined {
  const first = bytes[skipSpace(bytes, start, end)];
  return first === OPEN_OBJECT ? 'object' : first === OPEN_LIST ? 'list' : undefined;
}

/** The members of an object, or the elements of a list, one after another. Throws SyntaxError where it is no JSON. */
export function* walkMembers(bytes: Uint8Array, part: JsonPart): Generator<JsonMember> {
  const isObject = kindOf(bytes, part) === 'object';
  const { end } = part;
  let at = skipSpace(bytes, part.start, end) + 1;
  while (at < end) {
    at = skipSpace(bytes, at, end);
    if (bytes[at] === (isObject ? CLOSE_OBJECT : CLOSE_LIST)) return;
    if (bytes[at] === COMMA) {
      at++;
      continue;
    }
    let key: string | undefined;
    if (isObject) {
      if (bytes[at] !== QUOTE) throw new SyntaxError('A key is missing');
      const keyEnd = skipText(bytes, at, end);
      key = String(parsePart(bytes, { start: at, end: keyEnd }));
      at = skipSpace(bytes, keyEnd, end);
      if (bytes[at] !== COLON) throw new SyntaxError('A colon is missing');
      at = skipSpace(bytes, at + 1, end);
    }
    const start = at;
    at = skipValue(bytes, start, end);
    if (at === start) throw new SyntaxError('A value is missing');
    yield { key, start, end: at };
  }
  throw new SyntaxError('The end is missing');
}

/** Lines as values, those without anything left out. */
export function* walkLines(bytes: Uint8Array): Generator<JsonMember> {
  let start = 0;
  while (start < bytes.byteLength) {
    const next = bytes.indexOf(LINE_FEED, start);
    const end = next < 0 ? bytes.byteLength : next;
    if (skipSpace(bytes, start, end) < end) yield { key: undefined, start, end };
    start = end + 1;
  }
}

/** The value of a part. Throws SyntaxError where it is no JSON. */
export function parsePart(bytes: Uint8Array, { start, end }: JsonPart): unknown {
  return JSON.parse(decoder.decode(bytes.subarray(start, end)));
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
