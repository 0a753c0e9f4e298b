// Chooses the parts of an entity in an answer: the whole, or the selected fields with their nesting. Pure.

import { MalformedText, pathText, readPath } from '../../../kernel/field-path.ts';
import { derivedValue, isDerived, withValue } from '../../presentation/common/field-values.ts';
import type { FieldDeclaration } from '../../release/snapshot/field-schema.ts';
import { invalid, QueryFault } from './fault.ts';
import { parsePaths } from './filter.ts';
import { findField, localesOf, type QueriedResource, splitText } from './queried-resource.ts';

/** A selected part of an entity. */
export interface Selected {
  /** Keys under which the answer has it; a slot of a localized field is a key of its list. */
  readonly path: readonly string[];
  /** How it is found; undefined: at its path. */
  readonly source?: TextSource | DerivedSource;
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
  let paths: readonly (readonly string[])[];
  try {
    paths = parsePaths(fields);
  } catch (error) {
    if (error instanceof MalformedText) throw invalid('fields');
    throw error;
  }
  if (paths.length > FIELDS_NAMED_MAX) throw invalid('fields');
  return paths.map((path) => select(resource, path));
}

function select(resource: QueriedResource, path: readonly string[]): Selected {
  const found = findField(resource, path);
  if (found === undefined && !resource.objects.has(pathText(path))) {
    throw new QueryFault({ code: 'unknown_field', path: pathText(path) });
  }
  const text = found?.fallback === undefined ? undefined : splitText(path.at(-1) ?? '');
  if (found?.fallback !== undefined && text !== undefined) {
    const { locales } = found.field;
    const keys = locales ?? localesOf(resource, found.field).map((_, at) => String(at));
    const order = found.fallback.map((slot) => keys[slot] ?? '');
    const own = [...path.slice(0, -1), text.name];
    return { path, source: { kind: 'text', path: own, order, declaration: resource.declared.get(pathText(own)) } };
  }
  const declaration = resource.declared.get(pathText(path));
  return declaration !== undefined && isDerived(declaration)
    ? { path, source: { kind: 'derived', declaration } }
    : { path };
}

/** What an entity has of a selected part; undefined: nothing. */
export function readSelected({ path, source }: Selected, id: string, entity: unknown): unknown {
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
  return derivedValue(source.declaration, id, entity, undefined) ?? own;
}

interface Wanted {
  isWhole: boolean;
  readonly children: Map<string, Wanted>;
}

/** A function that reduces entities to a projection, from JSON to JSON. */
export function projectionReader(projection: Projection): (id: string, json: string) => string {
  if (projection === 'whole') return (_, json) => json;
  const root: Wanted = { isWhole: false, children: new Map() };
  const made = projection.filter(({ source }) => source !== undefined);
  for (const { path, source } of projection) {
    if (source !== undefined) continue;
    let place = root;
    for (const key of path) {
      let next = place.children.get(key);
      if (next === undefined) {
        next = { isWhole: false, children: new Map() };
        place.children.set(key, next);
      }
      place = next;
    }
    place.isWhole = true;
  }
  return (id, json) => {
    const entity: unknown = JSON.parse(json);
    if (typeof entity !== 'object' || entity === null || Array.isArray(entity)) return json;
    const cut = cutText(entity, root);
    if (made.length === 0) return cut;
    return JSON.stringify(made.reduce((whole, selected) => withSelected(whole, selected, id, entity), JSON.parse(cut)));
  };
}

/** The cut entity with a made part, if the entity has it. */
function withSelected(whole: unknown, selected: Selected, id: string, entity: unknown): unknown {
  const value = readSelected(selected, id, entity);
  return value === undefined ? whole : withValue(whole, selected.path, value);
}

/** Concatenates texts, because a plain object would lose keys such as `__proto__`. */
function cutText(value: unknown, wanted: Wanted): string {
  if (wanted.isWhole || typeof value !== 'object' || value === null) return JSON.stringify(value);
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
