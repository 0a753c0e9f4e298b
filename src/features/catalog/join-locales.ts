// Joins the files of several languages to one collection: the first language leads, and texts that differ become texts by
// language. Pure.

import { parsePath } from '../../kernel/field-path.ts';
import { isObject } from '../../kernel/is-object.ts';
import type { Finding } from '../release/common/finding.ts';
import type { CollectionDeclaration } from '../release/snapshot/resource-declaration.ts';
import { type Collection, createEntity, type Entity } from './derive-collection.ts';

/** The entities of one language. */
export interface LocalCollection {
  readonly locale: string;
  readonly collection: Collection;
}

/** Stands for every element of a list in the path of a text. */
const ELEMENT = '*';

interface Text {
  readonly locale: string;
  readonly value: unknown;
}

/** What was found while the texts of languages were compared. */
interface Comparison {
  /** Paths of texts that differ somewhere. */
  readonly differing: Set<string>;
  /** Values that are no texts and differ from those of the leading language. */
  others: number;
  readonly examples: string[];
}

const EXAMPLES_MAX = 3;
const keyOf = (path: readonly string[]): string => path.join('\0');

export interface JoinOptions {
  readonly declaration: Pick<CollectionDeclaration, 'summary'>;
  /** Paths that become localized; undefined: those whose texts differ. */
  readonly localized: readonly string[] | undefined;
  readonly report: (finding: Finding) => void;
}

/** One collection of all languages, in the order of the leading one; what only others have comes after it. */
export function joinLocales(
  [leader, ...others]: readonly [LocalCollection, ...LocalCollection[]],
  { declaration, localized, report }: JoinOptions,
): Collection {
  const editions = [leader, ...others].map(({ locale, collection }) => ({
    locale,
    entities: new Map(collection.entities.map((entity) => [entity.key, entity])),
  }));
  const order = new Map<string, Entity>();
  for (const { entities } of editions) {
    for (const [key, entity] of entities) if (!order.has(key)) order.set(key, entity);
  }
  const textsOf = (key: string): readonly Text[] =>
    editions.flatMap(({ locale, entities }) => {
      const entity = entities.get(key);
      return entity === undefined ? [] : [{ locale, value: entity.value }];
    });
  const comparison: Comparison = { differing: new Set(), others: 0, examples: [] };
  for (const key of order.keys()) compare(textsOf(key), [], comparison);
  const paths =
    localized === undefined ? comparison.differing : new Set(localized.map((path) => keyOf(parsePath(path))));
  if (comparison.others > 0) {
    const message = `${comparison.others} values that are no texts differ from those of "${leader.locale}", which count (${comparison.examples.join(', ')}).`;
    const file = others[0]?.collection.entities[0]?.file ?? '';
    report({ severity: 'warning', file, path: '', code: 'languages_differ', message });
  }
  const entities = [...order].map(([key, { location, file }]) =>
    createEntity(declaration, { key, value: localize(textsOf(key), [], paths), location, file }),
  );
  return { shape: leader.collection.shape, entities };
}

/** Values of the languages at a key, of those that have it. */
const valuesAt = (texts: readonly Text[], key: string): readonly Text[] =>
  texts.flatMap(({ locale, value }) =>
    isObject(value) && Object.hasOwn(value, key) ? [{ locale, value: Reflect.get(value, key) }] : [],
  );

/** Elements at a place; undefined where a list of another length makes positions meaningless. */
const elementsAt = (texts: readonly Text[], length: number, at: number): readonly Text[] =>
  texts.flatMap(({ locale, value }) =>
    Array.isArray(value) && value.length === length ? [{ locale, value: value[at] }] : [],
  );

function compare(texts: readonly Text[], path: readonly string[], comparison: Comparison): void {
  const [first, ...rest] = texts;
  if (first === undefined || rest.length === 0) return;
  const { value } = first;
  if (typeof value === 'string') {
    if (rest.some((other) => typeof other.value === 'string' && other.value !== value)) {
      comparison.differing.add(keyOf(path));
    }
    return;
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++)
      compare(elementsAt(texts, value.length, at), [...path, ELEMENT], comparison);
    return;
  }
  if (isObject(value)) {
    for (const key of Object.keys(value)) compare(valuesAt(texts, key), [...path, key], comparison);
    return;
  }
  if (rest.every((other) => other.value === value)) return;
  comparison.others++;
  const example = path.join('.');
  if (comparison.examples.length < EXAMPLES_MAX && !comparison.examples.includes(example))
    comparison.examples.push(example);
}

function localize(texts: readonly Text[], path: readonly string[], localized: ReadonlySet<string>): unknown {
  const [first] = texts;
  if (first === undefined) return undefined;
  const { value } = first;
  if (typeof value === 'string') {
    if (!localized.has(keyOf(path)) && !localized.has(keyOf(path.filter((key) => key !== ELEMENT)))) return value;
    return Object.fromEntries(
      texts.flatMap((text) => (typeof text.value === 'string' ? [[text.locale, text.value] as const] : [])),
    );
  }
  if (Array.isArray(value)) {
    return value.map((_, at) => localize(elementsAt(texts, value.length, at), [...path, ELEMENT], localized));
  }
  if (!isObject(value)) return value;
  const members = Object.keys(value).map((key): [string, unknown] => [
    key,
    localize(valuesAt(texts, key), [...path, key], localized),
  ]);
  return Object.fromEntries(members);
}
