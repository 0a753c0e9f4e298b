// Chooses the parts of an entity in an answer: the whole, or the selected fields with their nesting. Pure.

import { MalformedText, pathText } from '../../../kernel/field-path.ts';
import { invalid, QueryFault } from './fault.ts';
import { parsePaths } from './filter.ts';
import { findField, type QueriedResource } from './queried-resource.ts';

/** Paths of keys; a slot of a localized field is a key of its list. */
export type Projection = 'whole' | readonly (readonly string[])[];

const FIELDS_NAMED_MAX = 100;

/** The projection of `fields`, or that of the index. Throws QueryFault. */
export function planProjection(resource: QueriedResource, fields: string | undefined): Projection {
  if (fields === '*') return 'whole';
  if (fields === undefined) return resource.projection?.map((key) => [key]) ?? 'whole';
  let paths: Projection;
  try {
    paths = parsePaths(fields);
  } catch (error) {
    if (error instanceof MalformedText) throw invalid('fields');
    throw error;
  }
  if (paths.length > FIELDS_NAMED_MAX) throw invalid('fields');
  for (const path of paths) {
    const isKnown = findField(resource, path) !== undefined || resource.objects.has(pathText(path));
    if (!isKnown) throw new QueryFault({ code: 'unknown_field', path: pathText(path) });
  }
  return paths;
}

interface Wanted {
  isWhole: boolean;
  readonly children: Map<string, Wanted>;
}

/** A function that reduces entities to a projection, from JSON to JSON. */
export function projectionReader(projection: Projection): (json: string) => string {
  if (projection === 'whole') return (json) => json;
  const root: Wanted = { isWhole: false, children: new Map() };
  for (const path of projection) {
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
  return (json) => {
    const entity: unknown = JSON.parse(json);
    if (typeof entity !== 'object' || entity === null || Array.isArray(entity)) return json;
    return cutText(entity, root);
  };
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
