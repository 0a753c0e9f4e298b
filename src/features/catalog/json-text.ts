// Assembles JSON documents from the texts of their parts. A plain object would lose `__proto__` and reorder keys such
// as "10", so none is used.

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;

export type Member = readonly [key: string, text: string];

/** A JSON object of the members, in the given order. */
export function objectText(members: readonly Member[]): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

/** The members, sorted by key (UTF-16 code units). */
export function sortedMembers(members: readonly Member[]): readonly Member[] {
  return members.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** A JSON object of the members, sorted by key. */
export function sortedObjectText(members: readonly Member[]): string {
  return objectText(sortedMembers(members));
}

/** A JSON array of texts. */
export function arrayText(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}

/** The value as JSON, with the value at `path` (own properties of objects) replaced by a text. */
export function replacedText(value: unknown, path: readonly string[], replacement: string): string {
  const [name, ...rest] = path;
  if (name === undefined) return replacement;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return objectText(
    Object.entries(value).map(([key, child]) => [
      key,
      key === name ? replacedText(child, rest, replacement) : JSON.stringify(child),
    ]),
  );
}

/** The named own fields of an object, in the given order. A value that is not an object is serialised unchanged. */
export function projectedText(value: unknown, fields: readonly string[]): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const members: Member[] = [];
  for (const field of fields) {
    if (Object.hasOwn(value, field)) members.push([field, JSON.stringify(Reflect.get(value, field))]);
  }
  return objectText(members);
}

/**
 * The bytes of `objectText`, and how many of them each value has. Without a text of the whole, which would be copied twice
 * and have two bytes for each character as soon as one member needs them.
 */
export function objectBytes(members: readonly Member[]): {
  readonly bytes: Uint8Array;
  readonly sizes: Uint32Array;
} {
  const sizes = new Uint32Array(members.length);
  let total = Math.max(2, 1 + 2 * members.length);
  const keys = members.map(([key, text], at) => {
    const written = JSON.stringify(key);
    const size = Buffer.byteLength(text);
    sizes[at] = size;
    total += Buffer.byteLength(written) + size;
    return written;
  });
  const bytes = Buffer.allocUnsafeSlow(total);
  let end = 0;
  members.forEach(([, text], at) => {
    bytes[end] = at === 0 ? OPEN_BRACE : COMMA;
    end += 1 + bytes.write(keys[at] ?? '', end + 1);
    bytes[end] = COLON;
    end += 1 + bytes.write(text, end + 1);
  });
  if (members.length === 0) bytes[0] = OPEN_BRACE;
  bytes[total - 1] = CLOSE_BRACE;
  return { bytes, sizes };
}

/** UTF-8 bytes of a text. */
export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
