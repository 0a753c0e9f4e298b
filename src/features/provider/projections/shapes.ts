// Reading of upstream values whose shape nobody promises: every reader gives a plain value or a neutral one, never throws.
// Objects keyed by id become lists in ascending order; keys that are no decimal ids (`__proto__`, say) are dropped.
import { isProviderId, REGIONS } from '../common/rules.ts';

export type UnknownRecord = Readonly<Record<string, unknown>>;
/** A text in five slots; null where it is not known. */
export type Texts = readonly (string | null)[];

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const recordOf = (value: unknown): UnknownRecord => (isRecord(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const recordsOf = (value: unknown): readonly UnknownRecord[] => listOf(value).filter(isRecord);

/** A finite number, also from its decimal text. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Five slots of text; fewer are tolerated. */
export function textsOf(value: unknown): Texts {
  const slots = listOf(value);
  return REGIONS.map((_, slot) => textOf(slots[slot]) ?? null);
}

/** As `textsOf`; null when no slot holds a text. */
export function optionalTextsOf(value: unknown): Texts | null {
  const texts = textsOf(value);
  return texts.some((text) => text !== null) ? texts : null;
}

/** Entries of `{id: {…}}` whose key is a decimal id and whose value is an object, ascending. */
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
