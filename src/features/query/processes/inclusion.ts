// The entities that items of a page refer to: found by id or by a key, in the order of the declared references, each once.
import type { Database } from 'bun:sqlite';
import { parsePath } from '../../../kernel/field-path.ts';
import { keyOf } from '../../catalog/entity-key.ts';
import type { ReferenceDeclaration } from '../../release/snapshot/field-schema.ts';
import { scalarExpression } from '../language/conditions.ts';
import { findField, type QueriedResource } from '../language/queried-resource.ts';

/** A path whose values refer to entities. */
export interface IncludedPath {
  readonly path: string;
  readonly refersTo: readonly ReferenceDeclaration[];
}

interface FoundTarget {
  readonly resource: QueriedResource;
  readonly id: string;
  readonly position: number;
}

/** Entities of one answer. */
const INCLUDED_MAX = 500;

export interface Inclusion {
  /** JSON of `included`, by resource and id. */
  readonly included: string;
  readonly isTruncated: boolean;
  /** JSON of `references`, by path and value; undefined where every value is an id. */
  readonly references: string | undefined;
}

export interface InclusionSources {
  readonly db: Database;
  /** Undefined: the file has no such resource. */
  findResource(name: string): QueriedResource | undefined;
  /** A function from the position of an entity to the JSON of the index's part of it. */
  projectionOf(target: QueriedResource): (position: number) => string;
}

interface IncludedResource {
  /** JSON by id. */
  readonly entities: Map<string, string>;
  readonly project: (position: number) => string;
}

export function includeTargets(
  paths: readonly IncludedPath[],
  entities: readonly unknown[],
  sources: InclusionSources,
): Inclusion {
  const included = new Map<string, IncludedResource>();
  const references: string[] = [];
  let count = 0;
  let isTruncated = false;
  for (const { path, refersTo } of paths) {
    const values = new Set<string>();
    for (const entity of entities) gatherValues(entity, parsePath(path), values);
    const named: string[] = [];
    for (const [value, target] of findTargets(refersTo, values, sources)) {
      const { resource, id, position } = target;
      if (value !== id || refersTo.length > 1) {
        named.push(`${JSON.stringify(value)}:${JSON.stringify({ resource: resource.name, id })}`);
      }
      const { entities: known, project } = included.get(resource.name) ?? {
        entities: new Map<string, string>(),
        project: sources.projectionOf(resource),
      };
      if (known.has(id)) continue;
      if (count === INCLUDED_MAX) {
        isTruncated = true;
        continue;
      }
      count++;
      known.set(id, project(position));
      included.set(resource.name, { entities: known, project });
    }
    if (named.length > 0) references.push(`${JSON.stringify(path)}:{${named.join(',')}}`);
  }
  const texts = [...included].map(([resource, found]) => {
    const members = [...found.entities].map(([id, json]) => `${JSON.stringify(id)}:${json}`);
    return `${JSON.stringify(resource)}:{${members.join(',')}}`;
  });
  return {
    included: `{${texts.join(',')}}`,
    isTruncated,
    references: references.length === 0 ? undefined : `{${references.join(',')}}`,
  };
}

/** The scalars at a path, of all elements of lists. */
function gatherValues(value: unknown, [key, ...rest]: readonly string[], into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) gatherValues(element, key === undefined ? [] : [key, ...rest], into);
    return;
  }
  if (key === undefined) {
    if (typeof value === 'string' || typeof value === 'number') into.add(String(value));
    return;
  }
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) {
    gatherValues(Reflect.get(value, key), rest, into);
  }
}

function findTargets(
  refersTo: readonly ReferenceDeclaration[],
  values: ReadonlySet<string>,
  sources: InclusionSources,
): ReadonlyMap<string, FoundTarget> {
  const found = new Map<string, FoundTarget>();
  for (const { resource: name, key } of refersTo) {
    const resource = sources.findResource(name);
    const left = [...values].filter((value) => !found.has(value));
    if (resource === undefined || left.length === 0) continue;
    const targets = key === undefined ? byId(resource, left, sources.db) : byKey(resource, key, left, sources.db);
    for (const [value, target] of targets) found.set(value, target);
  }
  // In the order in which the page has them.
  return new Map(
    [...values].flatMap((value) => {
      const target = found.get(value);
      return target === undefined ? [] : [[value, target] as const];
    }),
  );
}

interface TargetRow {
  readonly position: number;
  readonly id: string;
  readonly text: string;
}

function byId(resource: QueriedResource, values: readonly string[], db: Database): ReadonlyMap<string, FoundTarget> {
  const ids = new Map<string, string[]>();
  for (const value of values) {
    const id = keyOf(value, undefined) ?? keyOf(value, 'path');
    if (id !== undefined) ids.set(id, [...(ids.get(id) ?? []), value]);
  }
  const rows = select(resource, 'e.id', [...ids.keys()], db);
  return new Map(
    rows.flatMap(({ position, id }) =>
      (ids.get(id) ?? []).map((value) => [value, { resource, id, position }] as const),
    ),
  );
}

function byKey(
  resource: QueriedResource,
  key: string,
  values: readonly string[],
  db: Database,
): ReadonlyMap<string, FoundTarget> {
  const found = findField(resource, parsePath(key));
  if (found === undefined || found.field.lists !== null || found.field.storage === 'scan') return new Map();
  const rows = select(resource, scalarExpression(found), values, db);
  return new Map(rows.map(({ text, id, position }) => [text, { resource, id, position }]));
}

/** Entities by the text of an expression; one scan for all of them. */
function select(
  resource: QueriedResource,
  value: string,
  texts: readonly string[],
  db: Database,
): readonly TargetRow[] {
  return db
    .query<TargetRow, [string]>(
      `select n.position, n.id, n.text from (select e.position, e.id, cast(${value} as text) as text from _r${resource.number} e) n
        where n.text in (select j.value from json_each(?) j) order by n.position`,
    )
    .all(JSON.stringify(texts));
}
