// Parses a `Range` header into one byte range, as a pure function (RFC 9110, section 14; specification, "Release media
// and files", rule 4). Supported forms are start–end, start–open and suffix. A malformed, multiple or unsatisfiable
// `bytes` range is 416. Another range unit is ignored. The end is clamped to the object's size.

export type RangeOutcome =
  | { readonly kind: 'full' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const FULL: RangeOutcome = { kind: 'full' };
const UNSATISFIABLE: RangeOutcome = { kind: 'unsatisfiable' };
const UNIT = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?==)/;
const SPEC = /^(\d*)-(\d*)$/;

/**
 * The part of an object of `size` bytes that a `Range` header requests. `start` and `end` are byte offsets, both
 * inclusive.
 */
export function resolveRange(header: string | null, size: number): RangeOutcome {
  if (header === null) return FULL;
  const text = header.trim();
  const unit = UNIT.exec(text)?.[0];
  if (unit === undefined) return text.toLowerCase().startsWith('bytes') ? UNSATISFIABLE : FULL;
  if (unit.toLowerCase() !== 'bytes') return FULL;
  const match = SPEC.exec(text.slice(unit.length + 1).trim());
  if (match === null || size === 0) return UNSATISFIABLE;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '') {
    const length = last === '' ? 0 : Number(last);
    return length === 0 ? UNSATISFIABLE : { kind: 'part', start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (last !== '' && Number(last) < start)) return UNSATISFIABLE;
  return { kind: 'part', start, end };
}
