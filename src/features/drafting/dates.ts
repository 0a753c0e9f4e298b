// Dates that publishing does not recognise by itself, because their names are less plain. Pure.
import type { DescribedField } from '../presentation/common/described.ts';
import type { FieldDeclaration } from '../release/snapshot/field-schema.ts';
import type { FieldValues } from './field-values.ts';

const NAMES =
  /(?:^|_|\.)(?:time|updated|created|modified|published|released|release|added|opened|closed|started|ended|begin|expires?|since|until|birth|birthday|timestamp)$|(?:Time|Date|Timestamp|Updated|Created|Modified|Published|Released)$|_(?:ts|ms|epoch|time)$/i;
const MIN = Date.UTC(1995, 0, 1);
const MAX = Date.UTC(2100, 0, 1);
const SECOND = 1000;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/;
const SHARE = 0.95;
const DATES_MIN = 5;

/** What a descriptor has to say about numbers that are moments; undefined: nothing. */
export function dateDeclaration(
  { type, isList, segments }: DescribedField,
  { numbers, texts, others, isInObjects }: FieldValues,
): FieldDeclaration | undefined {
  if (type === 'string' && !isList && !isInObjects && others === 0 && numbers.size === 0) {
    const dates = [...texts].filter((text) => ISO_DAY.test(text)).length;
    // A few are written in another way; without them it would be a text.
    const isNamed = NAMES.test(segments.at(-1) ?? '') || /date$|^at$|At$|_at$/i.test(segments.at(-1) ?? '');
    return isNamed && dates >= DATES_MIN && dates >= texts.size * SHARE ? { type: 'date', format: 'iso' } : undefined;
  }
  if (type !== 'number' || isList || isInObjects || texts.size > 0 || others > 0) return undefined;
  if (!NAMES.test(segments.at(-1) ?? '')) return undefined;
  // 0 stands for no date.
  const all = [...numbers].filter((number) => number !== 0);
  if (all.length === 0) return undefined;
  if (all.every((number) => number >= MIN && number <= MAX)) return { type: 'date', format: 'ms' };
  if (all.every((number) => number >= MIN / SECOND && number <= MAX / SECOND)) return { type: 'date', format: 's' };
  return undefined;
}
