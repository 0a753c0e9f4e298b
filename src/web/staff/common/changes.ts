// What an audit event changed, field by field, from what stood before and after. Pure.
import { isRecord } from '../../../kernel/is-object.ts';
import { colonIn, commaIn, withRemark } from '../../ui/text/punctuation.ts';

export interface Change {
  /** Empty where the whole value changed. */
  readonly field: string;
  /** Undefined: there was nothing. */
  readonly was: string | undefined;
  /** Undefined: there is nothing any more. */
  readonly is: string | undefined;
}

/** Writes a value that is no list and no record. */
export type WriteValue = (value: string | number | boolean, field: string) => string;

/** How values are written. */
export interface ChangeWords {
  readonly locale: string;
  readonly write: WriteValue;
  /** Writes the key of a part of a record. */
  readonly writeKey: (key: string) => string;
}

const AS_THEY_ARE: ChangeWords = { locale: 'en', write: String, writeKey: String };

/** A value in words: lists by comma, records as `key: value`. */
function describe(value: unknown, field: string, words: ChangeWords): string | undefined {
  const { locale, write, writeKey } = words;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return write(value, field);
  const parts = isRecord(value)
    ? Object.entries(value).flatMap(([key, part]) => {
        const text = describe(part, key, words);
        return text === undefined
          ? []
          : [isRecord(part) ? withRemark(locale, writeKey(key), text) : `${writeKey(key)}${colonIn(locale)}${text}`];
      })
    : [...(Array.isArray(value) ? value : [])].flatMap((part) => describe(part, field, words) ?? []);
  return parts.length === 0 ? '–' : parts.join(commaIn(locale));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The parts of a record that are different in another one; anything else as it is. */
const unlike = (value: unknown, other: unknown): unknown =>
  isRecord(value) && isRecord(other)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([key, part]) => !isSame(part, other[key]))
          .map(([key, part]) => [key, unlike(part, other[key])]),
      )
    : value;

/**
 * Fields that differ, in the order of the values. A field that only the state before has did not change: an event says what
 * a decision was about beside what it changed, and writes null for what was removed.
 */
export function listChanges(before: unknown, after: unknown, words: ChangeWords = AS_THEY_ARE): readonly Change[] {
  const [was, is] = [before ?? {}, after ?? {}];
  const inWords = (value: unknown, field: string) => describe(value, field, words);
  const change = (field: string, one: unknown, other: unknown): readonly Change[] =>
    isSame(one, other)
      ? []
      : [{ field, was: inWords(unlike(one, other), field), is: inWords(unlike(other, one), field) }];
  if (!isRecord(was) || !isRecord(is)) return change('', before, after);
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => after == null || field in is,
  );
  return fields.flatMap((field) => change(field, was[field], is[field]));
}
