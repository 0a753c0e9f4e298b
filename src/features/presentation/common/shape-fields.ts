// Derives the fields of a resource from its shape: one for every place below the entities with values other than objects of
// fields. Pure.
import { pathText } from '../../../kernel/field-path.ts';
import type { DescribedField, DescribedType, Scalar } from './described.ts';
import type { Shape } from './shape.ts';

/** Objects nested deeper stay JSON. */
const DEPTH_MAX = 8;
const SAMPLES_MAX = 20;

/** All fields, parents before children. */
export function listFields(entity: Shape): readonly DescribedField[] {
  const fields: DescribedField[] = [];
  const visit = (shape: Shape, segments: readonly string[]): void => {
    for (const [key, child] of shape.properties ?? []) {
      const own = [...segments, key];
      if (isField(child, own)) fields.push(describe(child, own));
      if (own.length < DEPTH_MAX) visit(child, own);
    }
  };
  visit(entity, []);
  return fields;
}

/** Objects that are one value: empty ones, maps, and those at the maximum depth. */
function wholeObjects(shape: Shape, segments: readonly string[]): number {
  return segments.length === DEPTH_MAX || shape.values !== undefined ? shape.objects : shape.emptyObjects;
}

const isField = (shape: Shape, segments: readonly string[]): boolean =>
  shape.present - shape.objects + wholeObjects(shape, segments) > 0;

function describe(shape: Shape, segments: readonly string[]): DescribedField {
  const type = typeOf(shape, segments);
  const isSlotted = shape.isLocalized || (shape.isSlottedNumber && type === 'date');
  const values = valuesOf(shape);
  return {
    path: pathText(segments),
    segments,
    type,
    isList: shape.lists > 0 && !isSlotted,
    isSlotted,
    filled: shape.present - shape.objects + wholeObjects(shape, segments) - (isSlotted ? shape.emptySlots : 0),
    distinct: values?.size,
    samples: samplesOf(shape),
  };
}

function typeOf(shape: Shape, segments: readonly string[]): DescribedType {
  if (shape.isLocalized) return 'localized';
  const { items } = shape;
  if (wholeObjects(shape, segments) > 0 || (items !== undefined && items.objects + items.lists > 0)) return 'json';
  const strings = shape.strings + (items?.strings ?? 0);
  const numbers = shape.numbers + (items?.numbers ?? 0);
  const booleans = shape.booleans + (items?.booleans ?? 0);
  if ([strings, numbers, booleans].filter((count) => count > 0).length !== 1) return 'json';
  if (strings > 0) return 'string';
  if (booleans > 0) return 'boolean';
  const name = segments.at(-1) ?? '';
  const isDate = (name === 'at' || name.endsWith('At')) && shape.dates + (items?.dates ?? 0) === numbers;
  return isDate ? 'date' : 'number';
}

/** Number of distinct values, counting elements of lists separately; undefined: more than were counted. */
function valuesOf({ distinct, isDistinctWhole, items }: Shape): ReadonlySet<Scalar> | undefined {
  if (!isDistinctWhole || items?.isDistinctWhole === false) return undefined;
  return items === undefined ? distinct : new Set([...distinct, ...items.distinct]);
}

function samplesOf({ distinct, items }: Shape): readonly Scalar[] {
  return [...distinct, ...(items?.distinct ?? [])].slice(0, SAMPLES_MAX);
}
