// Assembles JSON documents from the texts of their parts. A plain object would lose `__proto__` and reorder keys such
// as "10", so none is used.

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

/** UTF-8 bytes of a text. */
export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
