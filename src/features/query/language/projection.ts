// Chooses the parts of an entity in an answer: the whole, or the selected fields with their nesting. Pure.

import { pathText, readPath } from '../../../kernel/field-path.ts';
import { derivedValue, isDerived, withValue } from '../../presentation/common/field-values.ts';
import type { FieldDeclaration } from '../../release/snapshot/field-schema.ts';
import { reading } from './conditions.ts';
import { invalid, QueryFault } from './fault.ts';
import { ID_PATH, parsePaths } from './filter.ts';
import type { Localizer } from './localizer.ts';
import { findField, type QueriedResource, slotKeys, splitText } from './queried-resource.ts';

/** A selected part of an entity. */
export interface Selected {
  /** Keys under which the answer has it; a slot of a localized field is a key of its list. */
  readonly path: readonly string[];
  /** How it is found; undefined: at its path. */
  readonly source?: TextSource | DerivedSource | { readonly kind: 'id' };
  /** Number of keys up to each list of objects on the way. */
  readonly lists?: readonly number[];
}

/** The first filled text of a localized field. */
interface TextSource {
  readonly kind: 'text';
  readonly path: readonly string[];
  /** Keys of its object, or positions in its list, the wanted one first. */
  readonly order: readonly string[];
  /** Of texts that stand elsewhere. */
  readonly declaration: FieldDeclaration | undefined;
}

/** A value that is made of others where the entity has none. */
interface DerivedSource {
  readonly kind: 'derived';
  readonly declaration: FieldDeclaration;
}

export type Projection = 'whole' | readonly Selected[];

const FIELDS_NAMED_MAX = 100;

/** The projection of `fields`, or that of the index. Throws QueryFault. */
export function planProjection(resource: QueriedResource, fields: string | undefined): Projection {
  if (fields === '*') return 'whole';
  if (fields === undefined) return resource.projection?.map((key) => ({ path: [key] })) ?? 'whole';
  const paths = reading('fields', fields, () => parsePaths(fields));
  if (paths.length > FIELDS_NAMED_MAX) {
    throw invalid({ parameter: 'fields', text: fields }, `it has more than ${FIELDS_NAMED_MAX} paths`);
  }
  return paths.map((path) => select(resource, path));
}

function select(resource: QueriedResource, path: readonly string[]): Selected {
  if (path === ID_PATH) return { path, source: { kind: 'id' } };
  const found = findField(resource, path);
  if (found === undefined && !resource.objects.has(pathText(path))) {
    throw new QueryFault({ code: 'unknown_field', path: pathText(path) });
  }
  const text = found?.fallback && splitText(path.at(-1) ?? '');
  if (found?.fallback !== undefined && text !== undefined) {
    const order = slotKeys(resource, found.field, found.fallback);
    const own = [...path.slice(0, -1), text.name];
    return { path, source: { kind: 'text', path: own, order, declaration: resource.declared.get(pathText(own)) } };
  }
  const declaration = resource.declared.get(pathText(path));
  if (declaration !== undefined && isDerived(declaration)) return { path, source: { kind: 'derived', declaration } };
  const lists = listsOf(resource, path);
  return lists.length > 0 ? { path, lists } : { path };
}

/** Lengths of the paths of lists of objects above a path. */
const listsOf = ({ lists }: QueriedResource, path: readonly string[]): readonly number[] =>
  path.flatMap((_, at) => (at > 0 && lists.has(pathText(path.slice(0, at))) ? [at] : []));

/** What an entity has of a selected part; undefined: nothing. */
export function readSelected(
  { path, source, lists }: Selected,
  id: string,
  entity: unknown,
  localizer?: Localizer,
): unknown {
  if (source?.kind === 'id') return id;
  if (lists !== undefined) return readThroughLists(entity, path, 0, lists);
  if (source?.kind === 'text') {
    const { declaration } = source;
    const texts =
      declaration?.path === undefined
        ? readPath(entity, source.path)
        : derivedValue(declaration, id, entity, undefined);
    return source.order.map((key) => readPath(texts, [key])).find((text) => typeof text === 'string' && text !== '');
  }
  const own = readPath(entity, path);
  if (source === undefined || (own !== undefined && own !== null)) return own;
  const made = derivedValue(source.declaration, id, entity, undefined) ?? own;
  return localizer === undefined ? made : localizer.textOf(path, made);
}

/** The values of the objects of a list, in a list; null for one without. */
function readThroughLists(
  value: unknown,
  path: readonly string[],
  from: number,
  [next, ...further]: readonly number[],
): unknown {
  const part = readPath(value, path.slice(from, next));
  if (next === undefined) return part;
  if (Array.isArray(part)) return part.map((element) => readThroughLists(element, path, next, further) ?? null);
  return part === undefined ? undefined : readThroughLists(part, path, next, further);
}

interface Wanted {
  isWhole: boolean;
  /** Whether the parts are those of each object of a list. */
  isOfEach: boolean;
  readonly children: Map<string, Wanted>;
}

/** A function that reduces entities to a projection, from JSON to JSON. */
export function projectionReader(projection: Projection, localizer?: Localizer): (id: string, json: string) => string {
  if (projection === 'whole') {
    return localizer === undefined
      ? (_, json) => json
      : (_, json) => JSON.stringify(localizer.localize(JSON.parse(json)));
  }
  const root: Wanted = { isWhole: false, isOfEach: false, children: new Map() };
  const made = projection.filter(({ source }) => source !== undefined);
  for (const { path, source, lists = [] } of projection) {
    if (source !== undefined) continue;
    let place = root;
    path.forEach((key, at) => {
      let next = place.children.get(key);
      if (next === undefined) {
        next = { isWhole: false, isOfEach: false, children: new Map() };
        place.children.set(key, next);
      }
      if (lists.includes(at + 1)) next.isOfEach = true;
      place = next;
    });
    place.isWhole = true;
  }
  return (id, json) => {
    const entity: unknown = JSON.parse(json);
    if (typeof entity !== 'object' || entity === null || Array.isArray(entity)) return json;
    const cut = cutText(localizer === undefined ? entity : localizer.localize(entity), root);
    if (made.length === 0) return cut;
    return JSON.stringify(
      made.reduce((whole, selected) => withSelected(whole, selected, id, entity, localizer), JSON.parse(cut)),
    );
  };
}

/** The cut entity with a made part, if the entity has it. */
function withSelected(
  whole: unknown,
  selected: Selected,
  id: string,
  entity: unknown,
  localizer: Localizer | undefined,
): unknown {
  const value = readSelected(selected, id, entity, localizer);
  return value === undefined ? whole : withValue(whole, selected.path, value);
}

/** Concatenates texts, because a plain object would lose keys such as `__proto__`. */
function cutText(value: unknown, wanted: Wanted): string {
  if (wanted.isWhole || typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value) && wanted.isOfEach) {
    const elements: readonly unknown[] = value;
    return `[${elements.map((element) => cutText(element, wanted)).join(',')}]`;
  }
  if (Array.isArray(value)) {
    const last = Math.max(-1, ...[...wanted.children.keys()].map(Number).filter((slot) => slot < value.length));
    const slots: readonly unknown[] = value.slice(0, last + 1);
    return `[${slots.map((slot, at) => (wanted.children.has(String(at)) ? JSON.stringify(slot) : 'null')).join(',')}]`;
  }
  const members: string[] = [];
  for (const [key, child] of Object.entries(value)) {
    const next = wanted.children.get(key);
    if (next !== undefined) members.push(`${JSON.stringify(key)}:${cutText(child, next)}`);
  }
  return `{${members.join(',')}}`;
}
