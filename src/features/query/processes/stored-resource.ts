// A resource of a query file, with its fields, as its tables describe it.
import type { Database } from 'bun:sqlite';
import { SLOT_LOCALES } from '../../../kernel/names.ts';
import {
  type DeclaredPresentation,
  NO_TABLE_DECLARED,
  NOTHING_DECLARED,
  readDeclaredPresentation,
} from '../../presentation/common/declared.ts';
import type { FieldRow } from '../common/file-tables.ts';
import { QueryFault } from '../language/fault.ts';
import { listPaths, objectPaths, type QueriedResource } from '../language/queried-resource.ts';

/** Languages of the data and what is declared about it. */
export interface AboutFile extends Pick<DeclaredPresentation, 'tables'> {
  readonly locales: readonly string[];
  readonly layout: number;
}

export function readAboutFile(db: Database): AboutFile {
  const read = db.query<{ value: Uint8Array | null }, []>("select value from _about where name = 'declared'");
  const stored = read.get()?.value ?? undefined;
  const declared = (stored && readDeclaredPresentation(stored)) ?? NOTHING_DECLARED;
  const layout = db.query<{ value: number }, []>("select value from _about where name = 'layout'").get();
  return { tables: declared.tables, locales: declared.locales ?? SLOT_LOCALES, layout: Number(layout?.value ?? 0) };
}

interface ResourceRow {
  readonly name: string;
  readonly number: number;
  readonly count: number;
  readonly projection: string | null;
  /** Files of layout 2 lack it. */
  readonly bytes?: number;
}

type Parsed = 'slotted' | 'list' | 'nullable' | 'format' | 'locales' | 'kind' | 'lists' | 'widths' | 'items' | 'bytes';

/** Files of layout 2 lack all from the format on. */
interface StoredField extends Omit<FieldRow, Parsed> {
  readonly format?: FieldRow['format'];
  readonly locales?: string | null;
  readonly kind?: FieldRow['kind'];
  readonly lists?: string | null;
  readonly widths?: string | null;
  readonly items?: string | null;
  readonly bytes?: number;
  readonly slotted: number;
  readonly list: number;
  readonly nullable: number;
}

/** Throws QueryFault `resource_not_found`. */
export function readStoredResource(db: Database, name: string, about: AboutFile): QueriedResource {
  const row = db.query<ResourceRow, [string]>('select * from _resource where name = ?').get(name);
  if (row === null) throw new QueryFault({ code: 'resource_not_found' });
  const stored = db.query<StoredField, [string]>('select * from _field where resource = ? order by id').all(name);
  const fields = new Map<string, FieldRow>();
  for (const field of stored) {
    fields.set(field.path, {
      ...field,
      slotted: field.slotted === 1,
      list: field.list === 1,
      nullable: field.nullable === 1,
      format: field.format ?? null,
      locales: field.locales ? parseNames(field.locales) : null,
      kind: field.kind ?? null,
      lists: field.lists ? parseNames(field.lists) : null,
      widths: field.widths ? JSON.parse(field.widths) : null,
      items: field.items ? JSON.parse(field.items) : null,
      bytes: field.bytes ?? null,
    });
  }
  const { locales, tables, layout } = about;
  return {
    name,
    number: row.number,
    count: row.count,
    bytes: row.bytes ?? null,
    projection: row.projection === null ? null : parseNames(row.projection),
    declared: (tables.get(name) ?? NO_TABLE_DECLARED).fields,
    ...{ fields, locales, layout },
    objects: objectPaths(fields.keys()),
    lists: listPaths(fields.values()),
  };
}

function parseNames(text: string): readonly string[] {
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? names.map(String) : [];
}
