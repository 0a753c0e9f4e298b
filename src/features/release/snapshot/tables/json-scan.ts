// One pass over a JSON text before it is parsed. It finds the first structural error, excessive depth, numbers that a
// double cannot represent, and duplicate keys. It allocates only what it reports, so it scans hundreds of megabytes per
// second and a hostile file uses no memory. Contents of strings, literals and the syntax of numbers are left to
// JSON.parse, which runs afterwards.

export interface ScanVisitor {
  readonly depthMax: number;
  /** Called for a number that does not survive a round trip. Returns false to receive no more of them. */
  readonly onNumber: ((path: readonly (string | number)[], text: string) => boolean) | undefined;
  /** Called for each repetition of a key in one object, with the JSON text of its first value. */
  readonly onRepeatedKey: (object: readonly (string | number)[], key: string, firstValue: string) => void;
}

export type ScanFailure =
  | { readonly kind: 'malformed'; readonly offset: number }
  | { readonly kind: 'too-deep'; readonly path: readonly (string | number)[] };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 1;
const ARRAY = 2;

/** Scanner states: what may come next. */
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY_OR_END = 2;
const KEY = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const NOTHING = 6;

/**
 * A number of this many characters without an exponent has at most 15 digits, which every double represents exactly.
 */
const SURE_DIGITS = 15;
const PAIRWISE_MAX = 12;

/** Scans `bytes` from `start`; undefined when the structure is valid. */
export function scanJson(bytes: Uint8Array, start: number, visitor: ScanVisitor): ScanFailure | undefined {
  const { depthMax } = visitor;
  const kinds = new Uint8Array(depthMax + 1);
  const positions = new Int32Array(depthMax + 1);
  const firstKeys = new Int32Array(depthMax + 1);
  /** Keys of the open objects: hash, offset of the first byte, offset after the last. */
  let hashes = new Int32Array(1024);
  let keyStarts = new Int32Array(1024);
  let keyEnds = new Int32Array(1024);
  let keyCount = 0;
  let depth = 0;
  let expected = VALUE;
  let watchNumbers = visitor.onNumber !== undefined;
  const end = bytes.length;
  let at = start;

  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at++;
    } else if (byte === QUOTE) {
      const first = ++at;
      if (expected === KEY || expected === KEY_OR_END) {
        let hash = 0x811c9dc5;
        let escaped = false;
        for (let unit = bytes[at] ?? QUOTE; unit !== QUOTE; unit = bytes[at] ?? QUOTE) {
          if (unit === BACKSLASH) {
            escaped = true;
            at++;
          }
          hash = Math.imul(hash ^ unit, 0x01000193);
          at++;
        }
        if (at >= end) return { kind: 'malformed', offset: end };
        if (keyCount === hashes.length) growKeys();
        hashes[keyCount] = escaped ? hashText(decodeKey(first, at)) : hash;
        keyStarts[keyCount] = first;
        keyEnds[keyCount] = at;
        keyCount++;
        expected = COLON;
      } else if (expected === VALUE || expected === VALUE_OR_END) {
        for (let unit = bytes[at] ?? QUOTE; unit !== QUOTE; unit = bytes[at] ?? QUOTE) at += unit === BACKSLASH ? 2 : 1;
        if (at >= end) return { kind: 'malformed', offset: end };
        expected = depth === 0 ? NOTHING : COMMA_OR_END;
      } else return { kind: 'malformed', offset: at - 1 };
      at++;
    } else if (byte === 0x2c) {
      if (expected !== COMMA_OR_END) return { kind: 'malformed', offset: at };
      if (kinds[depth] === ARRAY) {
        positions[depth] = (positions[depth] ?? 0) + 1;
        expected = VALUE;
      } else expected = KEY;
      at++;
    } else if (byte === 0x3a) {
      if (expected !== COLON) return { kind: 'malformed', offset: at };
      expected = VALUE;
      at++;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (expected !== VALUE && expected !== VALUE_OR_END) return { kind: 'malformed', offset: at };
      if (depth === depthMax) return { kind: 'too-deep', path: pathOf(depth) };
      depth++;
      kinds[depth] = byte === 0x7b ? OBJECT : ARRAY;
      positions[depth] = 0;
      firstKeys[depth] = keyCount;
      expected = byte === 0x7b ? KEY_OR_END : VALUE_OR_END;
      at++;
    } else if (byte === 0x7d) {
      if (kinds[depth] !== OBJECT || depth === 0 || (expected !== COMMA_OR_END && expected !== KEY_OR_END)) {
        return { kind: 'malformed', offset: at };
      }
      const first = firstKeys[depth] ?? 0;
      if (hasEqualHashes(first)) reportRepeated(first);
      keyCount = first;
      depth--;
      expected = depth === 0 ? NOTHING : COMMA_OR_END;
      at++;
    } else if (byte === 0x5d) {
      if (kinds[depth] !== ARRAY || depth === 0 || (expected !== COMMA_OR_END && expected !== VALUE_OR_END)) {
        return { kind: 'malformed', offset: at };
      }
      depth--;
      expected = depth === 0 ? NOTHING : COMMA_OR_END;
      at++;
    } else {
      if (expected !== VALUE && expected !== VALUE_OR_END) return { kind: 'malformed', offset: at };
      const first = at;
      let exponent = false;
      // A number or a literal extends to the next structural character.
      for (let unit = bytes[at] ?? 0x2c; isScalarByte(unit); unit = bytes[at] ?? 0x2c) {
        if (unit === 0x65 || unit === 0x45) exponent = true;
        at++;
      }
      if (at === first) return { kind: 'malformed', offset: at };
      const isNumber = byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
      if (watchNumbers && isNumber && (exponent || at - first > SURE_DIGITS)) {
        const text = textOf(first, at);
        if (!isExactNumber(text)) watchNumbers = visitor.onNumber?.(pathOf(depth), text) ?? false;
      }
      expected = depth === 0 ? NOTHING : COMMA_OR_END;
    }
  }
  return expected === NOTHING ? undefined : { kind: 'malformed', offset: end };

  function growKeys(): void {
    const grow = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(old.length * 2);
      larger.set(old);
      return larger;
    };
    hashes = grow(hashes);
    keyStarts = grow(keyStarts);
    keyEnds = grow(keyEnds);
  }

  function hasEqualHashes(first: number): boolean {
    const count = keyCount - first;
    if (count < 2) return false;
    if (count <= PAIRWISE_MAX) {
      for (let i = first + 1; i < keyCount; i++) {
        for (let j = first; j < i; j++) if (hashes[i] === hashes[j]) return true;
      }
      return false;
    }
    const sorted = hashes.slice(first, keyCount).sort();
    for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) return true;
    return false;
  }

  /** Compares the keys themselves, since different keys may have equal hashes. Called before the object is closed. */
  function reportRepeated(first: number): void {
    const firstPlace = new Map<string, number>();
    const object = pathOf(depth - 1);
    for (let i = first; i < keyCount; i++) {
      const key = decodeKey(keyStarts[i] ?? 0, keyEnds[i] ?? 0);
      const earlier = firstPlace.get(key);
      if (earlier === undefined) firstPlace.set(key, i);
      else {
        const from = (keyEnds[earlier] ?? 0) + 1;
        const to = (keyStarts[earlier + 1] ?? 0) - 1;
        visitor.onRepeatedKey(object, key, textOf(from, to).trim().replace(/^:/, '').replace(/,$/, ''));
      }
    }
  }

  /** Path of the current value within the outermost `levels` containers. */
  function pathOf(levels: number): (string | number)[] {
    const path: (string | number)[] = [];
    for (let level = 1; level <= levels; level++) {
      // The current key of an outer object is the last one before the keys of the next open object.
      const next = level < depth ? (firstKeys[level + 1] ?? 0) : keyCount;
      if (kinds[level] === ARRAY) path.push(positions[level] ?? 0);
      else path.push(decodeKey(keyStarts[next - 1] ?? 0, keyEnds[next - 1] ?? 0));
    }
    return path;
  }

  function decodeKey(from: number, to: number): string {
    const text = textOf(from, to);
    if (!text.includes('\\')) return text;
    try {
      return String(JSON.parse(`"${text}"`));
    } catch {
      return text; // JSON.parse of the whole will refuse it.
    }
  }

  function textOf(from: number, to: number): string {
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
  }
}

function isScalarByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2e ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x45
  );
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** Whether the number keeps its decimal value when JavaScript reads and writes it. */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  const written = String(value);
  if (written === text) return true;
  if (Number.isNaN(value)) return true; // Not a number at all: JSON.parse says so better.
  if (!Number.isFinite(value)) return false;
  const [given, kept] = [decimalOf(text), decimalOf(written)];
  return given === kept;
}

/** Normalised decimal: digits without leading and trailing zeros, and the exponent of the last digit. */
function decimalOf(text: string): string {
  const match = /^-?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const fraction = match[2] ?? '';
  const digits = `${match[1] ?? ''}${fraction}`.replace(/^0+/, '');
  let last = digits.length;
  while (last > 0 && digits.charCodeAt(last - 1) === 0x30) last--;
  if (last === 0) return '0';
  return `${digits.slice(0, last)}e${Number(match[3] ?? 0) - fraction.length + digits.length - last}`;
}
