// Reads the fields of all collections from a query file, for whoever compares two releases while one is published.
import { Database } from 'bun:sqlite';
import type { FieldType, FieldTypes } from '../../release/common/compare-fields.ts';

interface StoredField {
  readonly resource: string;
  readonly path: string;
  readonly type: string;
  readonly kind: string | null;
  readonly list: number;
}

/** The fields of the collections of a complete file of this layout. */
export function readStoredFields(path: string): FieldTypes {
  const db = new Database(path, { readonly: true });
  try {
    const fields = new Map<string, FieldType[]>();
    for (const { name } of db.query<{ name: string }, []>('select name from _resource').all()) fields.set(name, []);
    const select = db.query<StoredField, []>('select resource, path, type, kind, list from _field order by id');
    for (const { resource, path: field, type, kind, list } of select.all()) {
      fields.get(resource)?.push({ path: field, type: `${kind ?? type}${list === 1 ? '[]' : ''}` });
    }
    return fields;
  } finally {
    db.close();
  }
}
