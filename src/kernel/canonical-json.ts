// Canonical JSON: compact, keys sorted by UTF-16 code units, one trailing newline. Release ids, self-digests and the
// documents that we store are computed over this form, so equal content always has equal bytes.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Compact JSON with sorted keys, without the newline. */
export function canonicalText(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const record = value as { readonly [key: string]: Json };
  const fields = Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(record[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}

/** UTF-8 bytes of the canonical text with its trailing newline. */
export function canonicalBytes(value: Json): Uint8Array {
  return new TextEncoder().encode(`${canonicalText(value)}\n`);
}

/** SHA-256 in lowercase hex. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
}
