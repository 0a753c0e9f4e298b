// An open query file that answers tasks from its tables. It runs in a separate process, because only the end of the process
// can end a running SQLite statement.
import { constants, Database } from 'bun:sqlite';
import { SLOT_LOCALES } from '../../../kernel/names.ts';
import {
  type DeclaredPresentation,
  NO_TABLE_DECLARED,
  NOTHING_DECLARED,
  readDeclaredPresentation,
} from '../../presentation/common/declared.ts';
import type { FieldRow } from '../common/file-tables.ts';
import { QueryFault } from '../language/fault.ts';
import { planQuery, type QueryPlan, type QueryTexts } from '../language/plan.ts';
import { planProjection, projectionReader } from '../language/projection.ts';
import { objectPaths, type QueriedResource } from '../language/queried-resource.ts';
import type { CachedArrays } from './cached-arrays.ts';
import { createRowWriter, headOf } from './export-rows.ts';
import { QueryFinder } from './finder.ts';
import type { ExportForm, OpenableFile, Task, TaskResult } from './messages.ts';

interface ResourceRow {
  readonly name: string;
  readonly number: number;
  readonly count: number;
  readonly projection: string | null;
}

/** Files of layout 2 lack the last three. */
interface StoredField extends Omit<FieldRow, 'slotted' | 'list' | 'nullable' | 'format' | 'locales' | 'kind'> {
  readonly format?: FieldRow['format'];
  readonly locales?: string | null;
  readonly kind?: FieldRow['kind'];
  readonly slotted: number;
  readonly list: number;
  readonly nullable: number;
}

const CACHE_KIBIBYTES = 8 * 1024;
const MAPPED_BYTES = 1024 ** 3;

export class QueryFile {
  readonly file: OpenableFile;
  readonly #db: Database;
  readonly #cache: CachedArrays;
  readonly #resources = new Map<string, QueriedResource>();
  /** Languages of the data and what is declared about it. */
  readonly #about: Pick<DeclaredPresentation, 'tables'> & { readonly locales: readonly string[] };

  /** @param kept arrays of this file and of others */
  constructor(file: OpenableFile, kept: CachedArrays) {
    this.file = file;
    this.#cache = kept;
    // A release never changes, so SQLite needs no locks and no check for a journal.
    const address = `file:${encodeURI(file.path).replaceAll('?', '%3f').replaceAll('#', '%23')}?immutable=1`;
    this.#db = new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
    this.#db.run('pragma query_only = on');
    this.#db.run('pragma trusted_schema = off');
    this.#db.run('pragma temp_store = memory');
    this.#db.run(`pragma cache_size = -${CACHE_KIBIBYTES}`);
    this.#db.run(`pragma mmap_size = ${MAPPED_BYTES}`);
    const read = this.#db.query<{ value: Uint8Array | null }, []>("select value from _about where name = 'declared'");
    const stored = read.get()?.value ?? undefined;
    const declared = (stored && readDeclaredPresentation(stored)) ?? NOTHING_DECLARED;
    this.#about = { tables: declared.tables, locales: declared.locales ?? SLOT_LOCALES };
  }

  close(): void {
    this.#db.close();
  }

  run(task: Task): TaskResult {
    const resource = this.#requireResource(task.resource);
    switch (task.kind) {
      case 'query':
        return this.#readPage(resource, task);
      case 'fields':
        return { kind: 'text', text: this.#fieldsText(resource) };
      case 'exportBegin':
        return this.#beginExport(resource, task.texts, task.fields, task.form);
      case 'exportRows': {
        const write = createRowWriter(resource, planProjection(resource, task.fields), task.fields, task.form);
        let text = '';
        for (const { id, json } of this.#readEntities(resource, task.positions)) text += write(id, json);
        return { kind: 'text', text };
      }
    }
  }

  #requireResource(name: string): QueriedResource {
    const known = this.#resources.get(name);
    if (known !== undefined) return known;
    const row = this.#db
      .query<ResourceRow, [string]>('select name, number, count, projection from _resource where name = ?')
      .get(name);
    if (row === null) throw new QueryFault({ code: 'resource_not_found' });
    const stored = this.#db
      .query<StoredField, [string]>('select * from _field where resource = ? order by id')
      .all(name);
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
      });
    }
    const projection = row.projection === null ? null : parseNames(row.projection);
    const { locales, tables } = this.#about;
    const declared = tables.get(name)?.fields ?? NO_TABLE_DECLARED.fields;
    const resource = { ...row, projection, fields, objects: objectPaths(fields.keys()), locales, declared };
    this.#resources.set(name, resource);
    return resource;
  }

  #readPage(resource: QueriedResource, task: Extract<Task, { kind: 'query' }>): TaskResult {
    const plan = planQuery(resource, task.texts);
    const project = projectionReader(planProjection(resource, task.fields));
    const finder = this.#find(resource, plan);
    const positions = finder.positions(task);
    const items: string[] = [];
    for (const { id, json } of this.#readEntities(resource, positions)) {
      items.push(`{"id":${JSON.stringify(id)},"entity":${project(id, json)}}`);
    }
    const facets = plan.facets.map((facet) => `${JSON.stringify(facet.name)}:${finder.facetText(facet)}`);
    return {
      kind: 'page',
      items: `[${items.join(',')}]`,
      facets: `{${facets.join(',')}}`,
      total: finder.total,
      count: positions.length,
    };
  }

  #find(resource: QueriedResource, plan: QueryPlan): QueryFinder {
    const { path, fingerprint } = this.file;
    return new QueryFinder({ db: this.#db, arrays: this.#cache, file: `${path} ${fingerprint}`, resource }, plan);
  }

  *#readEntities({ number }: QueriedResource, positions: Iterable<number>): Generator<{ id: string; json: string }> {
    const read = this.#db.query<{ id: string; json: string }, [number]>(
      `select e.id, b.json from _r${number} e join _body b on b.entity = e.entity where e.position = ?`,
    );
    for (const position of positions) {
      const row = read.get(position);
      if (row === null) throw new Error('an entity of the query file is missing');
      yield row;
    }
  }

  #fieldsText(resource: QueriedResource): string {
    const fields = [...resource.fields.values()].map((field) => {
      const { path, type, list, nullable, distinct, min, max, samples, format, locales, kind } = field;
      const facts = {
        ...{ path, type: kind ?? type, list, nullable, distinct, min, max },
        ...(format !== null && { format }),
        ...(locales !== null && { locales }),
      };
      return `${JSON.stringify(facts).slice(0, -1)},"samples":${samples}}`;
    });
    return `[${fields.join(',')}]`;
  }

  #beginExport(resource: QueriedResource, texts: QueryTexts, fields: string | undefined, form: ExportForm): TaskResult {
    const plan = planQuery(resource, texts);
    const head = headOf(resource, planProjection(resource, fields), fields, form);
    const positions = this.#find(resource, plan).positions({ limit: resource.count, offset: 0 });
    return { kind: 'positions', head, positions };
  }
}

function parseNames(text: string): readonly string[] {
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? names.map(String) : [];
}
