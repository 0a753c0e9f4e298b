// Puts the records of side tables into the entities of a collection. Pure.
import { isObject } from '../../kernel/is-object.ts';
import type { Finding } from '../release/common/finding.ts';
import { DESCRIPTOR_FILE } from '../release/snapshot/descriptor.ts';
import { readField } from '../release/snapshot/field-path.ts';
import type { CollectionDeclaration, MergeDeclaration } from '../release/snapshot/resource-declaration.ts';
import { jsonPath } from '../release/snapshot/tables/json-input.ts';
import { type Collection, createEntity } from './derive-collection.ts';

/** A side table as it was read: its records, or what they are in by key. */
export interface SideTable {
  readonly merge: MergeDeclaration;
  /** Position among the side tables of the resource. */
  readonly index: number;
  readonly table: object;
}

type Report = (finding: Finding) => void;

/** The collection with the records of a side table. */
export function mergeTable(
  collection: Collection,
  declaration: Pick<CollectionDeclaration, 'summary'> & { readonly name: string },
  { merge, index, table }: SideTable,
  report: Report,
): Collection {
  const records = recordsOf(merge, table, report);
  const used = new Set<string>();
  let clash: string | undefined;
  const entities = collection.entities.map((entity) => {
    const { key, value, location, file } = entity;
    const wanted = merge.entity === undefined ? key : keyText(readField(value, merge.entity));
    const record = wanted === undefined ? undefined : records.get(wanted);
    if (record === undefined || wanted === undefined || !isObject(value)) return entity;
    used.add(wanted);
    const added: readonly (readonly [string, unknown])[] =
      merge.as === undefined
        ? Object.entries(record).filter(([name, one]) => name !== merge.side && readField(value, name) !== one)
        : [[merge.as, record]];
    clash ??= added.find(([name]) => Object.hasOwn(value, name))?.[0];
    return createEntity(declaration, { key, value: withMembers(value, added), location, file });
  });
  const place = jsonPath(['resources', declaration.name, 'merge', index]);
  if (clash !== undefined) {
    const message = `The field "${clash}" is in the entity and in the record. Add "as": "${clash}-2" or another name.`;
    report({ severity: 'error', file: DESCRIPTOR_FILE, path: place, code: 'merge_clash', message });
  }
  const left = records.size - used.size;
  if (left > 0) {
    const [example = ''] = [...records.keys()].filter((key) => !used.has(key));
    const message = `${left} of ${records.size} records of the side table belong to no entity (${JSON.stringify(example)}).`;
    report({ severity: 'warning', file: merge.file, path: '', code: 'merge_unmatched', message });
  }
  return { shape: collection.shape, entities };
}

function recordsOf(merge: MergeDeclaration, table: object, report: Report): ReadonlyMap<string, object> {
  const records = new Map<string, object>();
  const elements: readonly (readonly [string | number, unknown])[] = Array.isArray(table)
    ? [...table.entries()]
    : Object.entries(table);
  const isList = Array.isArray(table);
  for (const [at, value] of elements) {
    if (!isObject(value)) continue;
    const key =
      merge.side === undefined
        ? isList
          ? keyText(readField(value, 'id'))
          : String(at)
        : keyText(readField(value, merge.side));
    if (key === undefined) continue;
    if (records.has(key)) {
      const path = jsonPath([...merge.path, at]);
      const message = `Two records of the side table belong to ${JSON.stringify(key)}.`;
      report({ severity: 'error', file: merge.file, path, code: 'merge_duplicate', message });
    } else records.set(key, value);
  }
  return records;
}

const keyText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const withMembers = (value: object, added: readonly (readonly [string, unknown])[]): object =>
  Object.fromEntries([...Object.entries(value), ...added]);
