// The type of a field: what is declared, else what its values have in common. The one place that decides it; the readers of
// entities supply what they counted. Pure.
import type { DateFormat, FieldDeclaration } from '../../release/snapshot/field-schema.ts';
import type { DescribedType, ValueKind } from './described.ts';
import { isDayText, type TextKinds } from './text-kinds.ts';

/** What was counted at a place: values, and elements of lists. */
export interface TypeEvidence {
  /** Last key of the path. */
  readonly name: string;
  readonly strings: number;
  readonly numbers: number;
  readonly booleans: number;
  /** Objects and lists in lists, and objects that are one value. */
  readonly others: number;
  readonly texts: TextKinds;
  readonly min: number;
  readonly max: number;
  readonly areIntegers: boolean;
  /** Whether all values are texts in slots of languages, or objects of texts by language. */
  readonly isLocalized: boolean;
}

export interface ResolvedType {
  readonly type: DescribedType;
  /** Of dates. */
  readonly format: DateFormat | undefined;
  /** What texts are, beyond being texts. */
  readonly kind: ValueKind | undefined;
}

/** From 1990 to 2200: where the dates of games are. */
const DATE_MIN = Date.UTC(1990, 0, 1);
const DATE_MAX = Date.UTC(2200, 0, 1);
const MOMENT = /^at$|At$|_at$/;
const DATE_NAME = /^(?:at|date|day)$|At$|_at$|(?:[dD]ate|[tT]imestamp|Time|_time|_day|Day|[rR]eleased?)$/;

/** The type of a field. */
export function resolveType(evidence: TypeEvidence, declared: FieldDeclaration | undefined): ResolvedType {
  const found = inferType(evidence);
  switch (declared?.type) {
    case undefined:
    case 'reference':
      return found;
    case 'text':
      return { type: 'string', format: undefined, kind: undefined };
    case 'number':
    case 'integer':
      return { type: 'number', format: undefined, kind: undefined };
    case 'boolean':
    case 'json':
    case 'localized':
      return { type: declared.type, format: undefined, kind: undefined };
    case 'date':
      return { type: 'date', format: declared.format ?? found.format ?? formatOf(evidence), kind: undefined };
    case 'url':
    case 'color':
    case 'markdown':
    case 'file':
      return { type: 'string', format: undefined, kind: declared.type };
  }
}

function inferType(evidence: TypeEvidence): ResolvedType {
  const { strings, numbers, booleans, others, texts, isLocalized } = evidence;
  const plain = (type: DescribedType): ResolvedType => ({ type, format: undefined, kind: undefined });
  if (isLocalized) return plain('localized');
  if (others > 0) return plain('json');
  // Empty texts among numbers stand for absent ones.
  const filled = texts.filled > 0 ? strings : numbers > 0 ? 0 : strings;
  if ([filled, numbers, booleans].filter((count) => count > 0).length !== 1) return plain('json');
  if (booleans > 0) return plain('boolean');
  if (filled > 0) {
    if (texts.areIsoDates) return { type: 'date', format: 'iso', kind: undefined };
    if (texts.areDays && DATE_NAME.test(evidence.name)) return { type: 'date', format: 'yyyymmdd', kind: undefined };
    const kind = texts.areUrls ? 'url' : texts.areColors ? 'color' : undefined;
    return { type: 'string', format: undefined, kind };
  }
  const format = dateFormat(evidence);
  return { type: format === undefined ? 'number' : 'date', format, kind: undefined };
}

/** How numbers of this name and range are dates; undefined: they are not. */
function dateFormat({ name, min, max, areIntegers }: TypeEvidence): DateFormat | undefined {
  if (!areIntegers || min > max) return undefined;
  if (MOMENT.test(name) && min >= DATE_MIN && max <= DATE_MAX) return 'ms';
  if (!DATE_NAME.test(name)) return undefined;
  if (min >= DATE_MIN && max <= DATE_MAX) return 'ms';
  if (min >= DATE_MIN / 1000 && max <= DATE_MAX / 1000) return 's';
  return isDay(min) && isDay(max) ? 'yyyymmdd' : undefined;
}

const isDay = (number: number): boolean => isDayText(String(number));

/** The format of a field that is declared to be a date, without a word about how it is written. */
function formatOf({ numbers, texts, min, max }: TypeEvidence): DateFormat {
  if (numbers === 0) return texts.areDays ? 'yyyymmdd' : texts.areNumbers ? 's' : 'iso';
  if (isDay(min) && isDay(max)) return 'yyyymmdd';
  return max < DATE_MAX / 1000 ? 's' : 'ms';
}
