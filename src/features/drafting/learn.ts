// Learns what a draft needs of the entities of one collection: ids, fields, values, and a sample to recognise repetitions by.
// The entities themselves are not kept. Pure.
import { isObject } from '../../kernel/is-object.ts';
import { areLocales } from '../../kernel/languages.ts';
import { SLOT_LOCALES } from '../../kernel/names.ts';
import type { DescribedField } from '../presentation/common/described.ts';
import { Shape } from '../presentation/common/shape.ts';
import { listElementFields, listFields } from '../presentation/common/shape-fields.ts';
import { readField } from '../release/snapshot/field-path.ts';
import { findCharts } from './charts.ts';
import { type FieldValues, ValueCollector } from './field-values.ts';
import type { TableFile } from './folder.ts';
import { findKeys, type KeyCandidate, wordsOfNearest } from './ids.ts';
import { languageOfTag } from './language-names.ts';
import { relationFieldsOf } from './relations.ts';
import type { Element, FoundCollection } from './table-form.ts';

/** Where a resource takes its tables from. */
type Source =
  | { readonly kind: 'files' }
  | { readonly kind: 'glob'; readonly pattern: string }
  | {
      readonly kind: 'languages';
      readonly pattern: string;
      readonly leader: string;
      readonly tags: readonly string[];
      /** Tag → file. */
      readonly files: ReadonlyMap<string, string>;
      /** Whether the pattern means exactly these files. */
      readonly isOpen: boolean;
    };

export interface LearnedView {
  readonly path: readonly string[];
  readonly key: KeyCandidate;
}

export interface LearnedCollection {
  readonly files: readonly TableFile[];
  readonly source: Source;
  readonly path: readonly string[];
  readonly shape: FoundCollection['shape'];
  readonly columns: readonly string[] | undefined;
  /** Word that names it: of the file, or of its place in the file. */
  readonly word: string;
  readonly isWeak: boolean;
  readonly bytes: number;
  readonly count: number;
  /** Entities that were looked at whole; fewer than all in large tables. */
  readonly judged: number;
  /** The best first; never empty. */
  readonly keys: readonly KeyCandidate[];
  readonly fields: readonly DescribedField[];
  readonly elements: readonly DescribedField[];
  readonly values: readonly FieldValues[];
  /** Top fields whose values can be the keys of a relation, and how they become keys. */
  readonly relationFields: ReadonlyMap<string, 'plain' | 'path'>;
  readonly views: readonly LearnedView[];
  /** Field with charts of levels. */
  readonly charts: string | undefined;
  /** Objects with a text at the same place for each language: the path of the objects, of the text in them, the tags. */
  readonly translations: readonly { readonly path: string; readonly text: string; readonly tags: readonly string[] }[];
  /** Fields of files by language that become localized. */
  readonly localized: readonly string[];
  /** Entities by raw id, chosen by the hash of it: the hash of each of their fields. */
  readonly sample: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly hasRepeatedKeys: boolean;
  readonly why: readonly string[];
}

/** Places of values that are distinguished in one table. */
const TABLE_PLACES = 20_000;
const SAMPLED = 48;

export interface LearnInput {
  readonly files: readonly TableFile[];
  readonly source: Source;
  readonly found: FoundCollection;
  readonly word: string;
  readonly hasRepeatedKeys: boolean;
  /** Ids that are no fields, such as the name of the file. */
  readonly ownKeys?: readonly KeyCandidate[];
  /** What is found in all languages together; default: the elements. */
  readonly joined?: readonly object[];
  readonly localized?: readonly string[];
  readonly locales?: readonly string[];
  readonly views?: readonly LearnedView[];
  readonly why?: readonly string[];
}

/** What is learned of a collection, or why it is none that can be published. */
export function learn(input: LearnInput): LearnedCollection | string {
  const { found, files, source, word, hasRepeatedKeys, ownKeys = [], views = [], why = [] } = input;
  const { elements, path, shape, columns, isWeak = false } = found;
  if (shape === 'object' && isOfLanguages(elements)) {
    return 'it has texts by language for the entities of other tables; `merge` can put them there';
  }
  const keys = [...ownKeys, ...findKeys(elements, word)];
  const [key] = keys;
  if (key === undefined) {
    return `${found.why}, but no field gives every one of them an id: 1 to 256 characters that differ${wordsOfNearest(elements)}`;
  }
  if (elements.every(({ value }) => isDrawn(value)) && !keys.some(isReadable))
    return 'it is a map to draw, without names';
  if (path.length > 0 && !isWorth(key, elements.length)) {
    return `${found.why}, but neither an id nor a name tells them apart`;
  }
  const fieldShape = new Shape();
  const budget = { places: TABLE_PLACES };
  const collector = new ValueCollector();
  for (const { value } of elements) collector.add(value);
  for (const value of input.joined ?? elements.map((element) => element.value)) {
    fieldShape.add(value, SLOT_LOCALES.length, budget);
  }
  const declared = { locales: input.locales, fields: new Map() };
  return {
    files,
    source,
    path,
    shape,
    columns,
    word,
    isWeak,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    count: key.keys.size,
    judged: elements.length,
    keys,
    fields: listFields(fieldShape, declared),
    elements: listElementFields(fieldShape, declared),
    values: collector.fields(),
    relationFields: relationFieldsOf(elements),
    views,
    charts: findCharts(elements),
    translations: findTranslations(elements),
    localized: input.localized ?? [],
    sample: sampleOf(elements, key),
    hasRepeatedKeys,
    why: [...why, found.why],
  };
}

/** Whether values of an object are all objects or texts by language. */
function isOfLanguages(elements: readonly Element[]): boolean {
  const sample = elements.filter(({ value }) => Object.keys(value).length > 0).slice(0, 50);
  const judged = sample.filter(({ value }) => {
    const keys = Object.keys(value);
    const tags = keys.filter((key) => languageOfTag(key) !== undefined);
    return keys.length >= 3 && tags.length >= keys.length * 0.8 && areLocales(tags.filter(isUsual), undefined);
  });
  return sample.length > 0 && judged.length >= sample.length * 0.8;
}

const isUsual = (tag: string): boolean => areLocales([tag, 'en', 'de'], undefined);

/** Shapes of a map, in the forms of GeoJSON and TopoJSON. */
const isDrawn = (value: object): boolean =>
  Object.hasOwn(value, 'type') &&
  (Object.hasOwn(value, 'arcs') || Object.hasOwn(value, 'coordinates') || Object.hasOwn(value, 'geometry'));

const isReadable = ({ raw }: KeyCandidate): boolean => [...raw].slice(0, 20).every((text) => /\p{L}{2}/u.test(text));

/** A list inside of a file may be a detail of it. */
const isWorth = (key: KeyCandidate, count: number): boolean => key.isNamed || count >= 5;

/** The entities with the smallest hashes of their ids. Two tables of the same entities choose the same ones. */
function sampleOf(elements: readonly Element[], key: KeyCandidate): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const { field } = key;
  const ids = elements.map(({ key: own, value }, at) => {
    const raw: unknown = field === undefined ? own : readField(value, field);
    const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
    return { at, text, hash: text === undefined ? Number.POSITIVE_INFINITY : Bun.hash.xxHash32(text) };
  });
  const smallest = ids
    .filter(({ text }) => text !== undefined)
    .sort((a, b) => a.hash - b.hash)
    .slice(0, SAMPLED);
  return new Map(
    smallest.map(({ at, text = '' }) => {
      const value = elements[at]?.value ?? {};
      const fields = Object.entries(value).map(([name, member]): [string, number] => [
        name,
        Bun.hash.xxHash32(JSON.stringify(member) ?? ''),
      ]);
      return [text, new Map(fields)];
    }),
  );
}

const TEXT_NAMES = ['common', 'name', 'title', 'label', 'text', 'short', 'value', 'official'];
const TAGS_MIN = 3;

/** Objects at a place with an object for each language, which has the text in a field of its own. */
function findTranslations(elements: readonly Element[]): LearnedCollection['translations'] {
  const [first] = elements;
  if (first === undefined) return [];
  const sample = elements.slice(0, 200).map(({ value }) => value);
  return Object.entries(first.value).flatMap(([name, member]) => {
    if (!isObject(member) || name.includes('.')) return [];
    const tags = Object.keys(member);
    const known = tags.filter((tag) => languageOfTag(tag) !== undefined);
    if (known.length < TAGS_MIN || known.length < tags.length * 0.8) return [];
    const text = TEXT_NAMES.find((one) =>
      Object.values(member).every((below) => isObject(below) && typeof Reflect.get(below, one) === 'string'),
    );
    if (text === undefined) return [];
    const same = sample.filter((value) => {
      const own: unknown = Reflect.get(value, name);
      return isObject(own) && tags.filter((tag) => Object.hasOwn(own, tag)).length >= tags.length * 0.8;
    });
    const all = new Set(
      sample.flatMap((value) => {
        const own: unknown = Reflect.get(value, name);
        return isObject(own) ? Object.keys(own) : [];
      }),
    );
    return same.length >= sample.length * 0.8 ? [{ path: name, text, tags: [...all] }] : [];
  });
}
