// Derives the fields of a resource from its shape: one for every place below the entities with values other than objects of
// fields. Pure.
import { pathText } from '../../../kernel/field-path.ts';
import type { FieldDeclaration } from '../../release/snapshot/field-schema.ts';
import type { DescribedField, Scalar } from './described.ts';
import { resolveType } from './field-type.ts';
import type { Shape } from './shape.ts';
import { TextKinds } from './text-kinds.ts';

/** Objects nested deeper stay JSON. */
const DEPTH_MAX = 8;
const SAMPLES_MAX = 20;
const LISTS_MAX = 2;

/** What a publisher declares about the values of a resource. */
export interface FieldsDeclared {
  /** Languages of the data. */
  readonly locales: readonly string[] | undefined;
  /** By path. */
  readonly fields: ReadonlyMap<string, FieldDeclaration>;
}

const NO_FIELDS_DECLARED: FieldsDeclared = { locales: undefined, fields: new Map() };

/** All fields, parents before children. */
export function listFields(entity: Shape, declared: FieldsDeclared = NO_FIELDS_DECLARED): readonly DescribedField[] {
  const fields: DescribedField[] = [];
  const visit = (shape: Shape, segments: readonly string[]): void => {
    for (const [key, child] of shape.properties ?? []) {
      const own = [...segments, key];
      const locales = localesAt(child, own, declared);
      if (locales !== undefined) {
        fields.push(describeTexts(child, own, locales));
        continue;
      }
      if (isField(child, own)) fields.push(describe(child, own, declared));
      if (own.length < DEPTH_MAX) visit(child, own);
    }
  };
  visit(entity, []);
  return fields;
}

/** Fields of objects in lists, by their path without positions. */
export function listElementFields(
  entity: Shape,
  declared: FieldsDeclared = NO_FIELDS_DECLARED,
): readonly DescribedField[] {
  const fields: DescribedField[] = [];
  const visit = (shape: Shape, segments: readonly string[], lists: number): void => {
    if (segments.length === DEPTH_MAX) return;
    for (const [key, child] of shape.properties ?? []) {
      const own = [...segments, key];
      const locales = lists === 0 ? undefined : localesAt(child, own, declared);
      if (locales !== undefined) {
        fields.push(describeTexts(child, own, locales));
        continue;
      }
      if (lists > 0 && isField(child, own)) fields.push(describe(child, own, declared));
      visit(child, own, lists);
      if (child.items !== undefined && child.items.objects > 0 && lists < LISTS_MAX) visit(child.items, own, lists + 1);
    }
  };
  visit(entity, [], 0);
  return fields;
}

function localesAt(
  shape: Shape,
  segments: readonly string[],
  { locales, fields }: FieldsDeclared,
): readonly string[] | undefined {
  const type = fields.get(pathText(segments))?.type;
  return type === undefined || type === 'localized' ? shape.localesOf(locales, type === 'localized') : undefined;
}

/** Objects that are one value: empty ones, maps, and those at the maximum depth. */
function wholeObjects(shape: Shape, segments: readonly string[]): number {
  return segments.length === DEPTH_MAX || shape.values !== undefined ? shape.objects : shape.emptyObjects;
}

const isField = (shape: Shape, segments: readonly string[]): boolean =>
  shape.present - shape.objects + wholeObjects(shape, segments) > 0;

function describe(shape: Shape, segments: readonly string[], { fields }: FieldsDeclared): DescribedField {
  const path = pathText(segments);
  const { items } = shape;
  const nested = items === undefined ? 0 : items.objects + items.lists;
  const { type, format, kind } = resolveType(
    {
      name: segments.at(-1) ?? '',
      strings: shape.strings + (items?.strings ?? 0),
      numbers: shape.numbers + (items?.numbers ?? 0),
      booleans: shape.booleans + (items?.booleans ?? 0),
      others: wholeObjects(shape, segments) + nested,
      texts: textsOf(shape),
      min: Math.min(shape.minNumber, items?.minNumber ?? Number.POSITIVE_INFINITY),
      max: Math.max(shape.maxNumber, items?.maxNumber ?? Number.NEGATIVE_INFINITY),
      areIntegers: shape.fractions + (items?.fractions ?? 0) === 0,
      isLocalized: shape.isLocalized,
    },
    fields.get(path),
  );
  const isSlotted = shape.isLocalized || (shape.isSlottedNumber && type === 'date');
  const values = valuesOf(shape);
  return {
    path,
    segments,
    type,
    format,
    kind,
    isList: shape.lists > 0 && !isSlotted,
    isSlotted,
    filled: shape.present - shape.objects + wholeObjects(shape, segments) - (isSlotted ? shape.emptySlots : 0),
    distinct: values?.size,
    samples: samplesOf(shape),
  };
}

function textsOf({ texts, items }: Shape): TextKinds {
  if (items === undefined || items.strings === 0) return texts;
  const both = new TextKinds();
  both.merge(texts);
  both.merge(items.texts);
  return both;
}

/** A field of objects with a text for each language. Its values are the texts of the first language that an object has. */
function describeTexts(shape: Shape, segments: readonly string[], locales: readonly string[]): DescribedField {
  const texts = [...(shape.properties?.values() ?? [])];
  const [first] = texts;
  const isWhole = texts.length === 1 && first !== undefined && first.isDistinctWhole;
  return {
    path: pathText(segments),
    segments,
    type: 'localized',
    locales,
    isList: false,
    isSlotted: false,
    filled: shape.objects - shape.emptyObjects,
    distinct: isWhole ? first.distinct.size : undefined,
    samples: [...(first?.distinct ?? [])].slice(0, SAMPLES_MAX),
  };
}

/** Number of distinct values, counting elements of lists separately; undefined: more than were counted. */
function valuesOf({ distinct, isDistinctWhole, items }: Shape): ReadonlySet<Scalar> | undefined {
  if (!isDistinctWhole || items?.isDistinctWhole === false) return undefined;
  return items === undefined ? distinct : new Set([...distinct, ...items.distinct]);
}

function samplesOf({ distinct, items }: Shape): readonly Scalar[] {
  return [...distinct, ...(items?.distinct ?? [])].slice(0, SAMPLES_MAX);
}
