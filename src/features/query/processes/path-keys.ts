// Texts that become an id with `encode: "path"`. Pure.
const ESCAPED = /(?:~[0-9A-F]{2})+/g;

/** The paths that an id may stand for: with and without the slash at the beginning, which ids drop. */
export function decodePathKey(id: string): readonly string[] {
  if (!/[:~]/.test(id)) return [`/${id}`];
  const path = id
    .replaceAll(':', '/')
    .replace(ESCAPED, (bytes) => Buffer.from(bytes.replaceAll('~', ''), 'hex').toString());
  return [path, `/${path}`];
}
