// Readers for upstream values of unknown type: each returns a plain value or a neutral default and never throws.
// Objects keyed by id become lists in ascending order; keys that are not decimal ids (such as `__proto__`) are dropped.
import { isRecord } from '../../../kernel/is-object.ts';
import { isProviderId, REGIONS } from '../common/rules.ts';

export type UnknownRecord = Readonly<Record<string, unknown>>;
/** Texts in five slots; null where unknown. */
export type Texts = readonly (string | null)[];

export const recordOf = (value: unknown): UnknownRecord => (isRecord(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const recordsOf = (value: unknown): readonly UnknownRecord[] => listOf(value).filter(isRecord);

/** A finite number, also from decimal text. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Five text slots. Missing ones are tolerated. */
export function textsOf(value: unknown): Texts {
  const slots = listOf(value);
  return REGIONS.map((_, slot) => textOf(slots[slot]) ?? null);
}

/** Like `textsOf`; null when no slot has a text. */
export function optionalTextsOf(value: unknown): Texts | null {
  const texts = textsOf(value);
  return texts.some((text) => text !== null) ? texts : null;
}

/** Entries of `{id: {…}}` with a decimal id as key and an object as value, ascending. */
export function entriesOf(value: unknown): readonly (readonly [id: string, entry: UnknownRecord])[] {
  const entries: [string, UnknownRecord][] = [];
  for (const [id, entry] of Object.entries(recordOf(value))) {
    if (isProviderId(id) && isRecord(entry)) entries.push([id, entry]);
  }
  return entries.sort(([a], [b]) => Number(a) - Number(b));
}

/** One entry of `{id: {…}}`. */
export function entryOf(value: unknown, id: string): UnknownRecord | undefined {
  const entry = isRecord(value) && Object.hasOwn(value, id) ? value[id] : undefined;
  return isRecord(entry) ? entry : undefined;
}
