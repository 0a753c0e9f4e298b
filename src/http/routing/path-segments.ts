// Strict, single percent-decoding of raw path segments. A segment whose decoded form could bypass a path check (a
// slash, backslash, NUL, dot segment, or a doubly encoded one) decodes to undefined.

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes one raw segment; undefined when the percent-encoding or UTF-8 is malformed. */
export function decodeSegment(raw: string): string | undefined {
  if (!raw.includes('%')) return raw.isWellFormed() ? raw : undefined;
  if (ASCII.test(raw)) return decodeAscii(raw);
  const bytes: number[] = [];
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charAt(i);
    if (char !== '%') {
      for (const byte of Buffer.from(char)) bytes.push(byte);
      continue;
    }
    const hex = raw.slice(i + 1, i + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(hex)) return undefined;
    bytes.push(Number.parseInt(hex, 16));
    i += 2;
  }
  try {
    return strictUtf8.decode(new Uint8Array(bytes));
  } catch {
    return undefined;
  }
}

/** Characters of addresses as they arrive; a segment of them is decoded by one call. */
const ASCII = /^[!-~]*$/;

function decodeAscii(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Decodes the raw rest of a path and drops empty segments; undefined when any segment is malformed or unsafe. */
export function decodePath(raw: string): string | undefined {
  if (raw.length > 4096) return undefined;
  if (
    !raw.includes('%') &&
    !raw.includes('//') &&
    !raw.includes('\\') &&
    !raw.startsWith('/') &&
    !raw.endsWith('/') &&
    raw !== ''
  ) {
    return isHarmless(raw, raw.split('/')) ? raw : undefined;
  }
  const segments: string[] = [];
  for (const part of raw.split('/')) {
    if (part === '') continue;
    const segment = decodeSegment(part);
    if (segment === undefined || !isHarmlessSegment(segment)) return undefined;
    if (segment.includes('%')) {
      const twice = decodeSegment(segment);
      if (twice !== undefined && !isHarmlessSegment(twice)) return undefined;
    }
    segments.push(segment);
  }
  return segments.length === 0 ? undefined : segments.join('/');
}

/**
 * The raw rest of a path with `/` for each encoded slash, as clients write it that encode a path as one segment; undefined
 * when it has none, or when the result is not canonical: an empty segment, or anything that `decodePath` refuses.
 */
export function plainSlashes(raw: string): string | undefined {
  const plain = raw.replaceAll(/%2f/gi, '/');
  const isCanonical = plain !== raw && !plain.split('/').includes('') && decodePath(plain) !== undefined;
  return isCanonical ? plain : undefined;
}

/** Whether a URL can address the path, that is, decoding its encoded form returns the path. */
export function isAddressable(path: string): boolean {
  return decodePath(path.split('/').map(encodeURIComponent).join('/')) === path;
}

function isHarmless(path: string, segments: readonly string[]): boolean {
  return path.isWellFormed() && !path.includes('\0') && segments.every(isHarmlessSegment);
}

function isHarmlessSegment(segment: string): boolean {
  return (
    segment !== '.' && segment !== '..' && !segment.includes('/') && !segment.includes('\\') && !segment.includes('\0')
  );
}
