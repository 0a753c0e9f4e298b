// A resource of a query file as a query sees it: its tables by number and its fields by path. Pure.

import { parsePath, pathText } from '../../../kernel/field-path.ts';
import type { FieldRow } from '../common/file-tables.ts';
import { QueryFault } from './fault.ts';

export interface QueriedResource {
  readonly name: string;
  readonly number: number;
  readonly count: number;
  /** Top-level fields of an entity if a query names none; null: the whole entity. */
  readonly projection: readonly string[] | null;
  readonly fields: ReadonlyMap<string, FieldRow>;
  /** Paths of objects with fields. */
  readonly objects: ReadonlySet<string>;
}

/** A field, or one slot of a localized field. */
export interface FoundField {
  readonly field: FieldRow;
  readonly slot: number | undefined;
}

/** Paths of all objects above these fields. */
export function objectPaths(fields: Iterable<string>): ReadonlySet<string> {
  const objects = new Set<string>();
  for (const field of fields) {
    const segments = parsePath(field);
    for (let length = 1; length < segments.length; length++) objects.add(pathText(segments.slice(0, length)));
  }
  return objects;
}

/** The field at a path. Throws QueryFault `unknown_field`. */
export function requireField(resource: QueriedResource, segments: readonly string[]): FoundField {
  const found = findField(resource, segments);
  if (found === undefined) throw new QueryFault({ code: 'unknown_field', path: pathText(segments) });
  return found;
}

export function findField(resource: QueriedResource, segments: readonly string[]): FoundField | undefined {
  const field = resource.fields.get(pathText(segments));
  if (field !== undefined) return { field, slot: undefined };
  const last = segments.at(-1) ?? '';
  if (segments.length < 2 || !/^(0|[1-9]\d?)$/.test(last)) return undefined;
  const list = resource.fields.get(pathText(segments.slice(0, -1)));
  return list?.slotted ? { field: list, slot: Number(last) } : undefined;
}
