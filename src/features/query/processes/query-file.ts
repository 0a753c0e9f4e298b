// An open query file that answers tasks from its tables. It runs in a separate process, because only the end of the process
// can end a running SQLite statement.
import { constants, Database } from 'bun:sqlite';
import { parsePath } from '../../../kernel/field-path.ts';
import { matchLocale } from '../../../kernel/languages.ts';
import { PRESENCE_SLOT, type SqlValue } from '../common/file-tables.ts';
import { NO_REFERENCES, type References, scalarExpression } from '../language/conditions.ts';
import { QueryFault } from '../language/fault.ts';
import { Localizer } from '../language/localizer.ts';
import { planQuery, type QueryPlan, type QueryTexts } from '../language/plan.ts';
import { planProjection, projectionReader } from '../language/projection.ts';
import { findField, languagesOf, type QueriedResource } from '../language/queried-resource.ts';
import type { CachedArrays } from './cached-arrays.ts';
import { searchEverywhere } from './everywhere.ts';
import { columnsOf, createRowWriter, headOf } from './export-rows.ts';
import { QueryFinder } from './finder.ts';
import { includeTargets } from './inclusion.ts';
import type { OpenableFile, SentReferences, Task, TaskResult } from './messages.ts';
import { type AreIntegers, planParquet, schemaOf, writeRowGroup } from './parquet-rows.ts';
import { decodePathKey } from './path-keys.ts';
import { type AboutFile, readAboutFile, readStoredResource } from './stored-resource.ts';
import type { TextSearchDependencies } from './text-search.ts';

interface StoredEntity {
  readonly id: string;
  readonly json: string;
}

const CACHE_KIBIBYTES = 8 * 1024;
const MAPPED_BYTES = 1024 ** 3;
/** A page ends before its items have more. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;
/** Referred entities that a filter may find. */
const REFERRED_MAX = 10_000;

export class QueryFile {
  readonly file: OpenableFile;
  readonly #db: Database;
  readonly #cache: CachedArrays;
  readonly #resources = new Map<string, QueriedResource>();
  readonly #about: AboutFile;
  /** By field. */
  readonly #integers = new Map<number, boolean>();

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
    this.#about = readAboutFile(this.#db);
  }

  close(): void {
    this.#db.close();
  }

  run(task: Task): TaskResult {
    if (task.kind === 'search') return this.#search(task);
    const resource = this.#requireResource(task.resource);
    switch (task.kind) {
      case 'query':
        return this.#readPage(resource, task);
      case 'fields':
        return { kind: 'text', text: this.#fieldsText(resource) };
      case 'exportBegin':
        return this.#beginExport(resource, task);
      case 'exportRows': {
        const { fields, form } = task;
        const locale = chooseLocale(resource, task.locale);
        const write = createRowWriter(resource, planProjection(resource, fields), fields, form, locale);
        let text = '';
        for (const { id, json } of this.#readEntities(resource, task.positions)) text += write(id, json);
        return { kind: 'text', text };
      }
      case 'exportGroup': {
        const { fields, positions, offset } = task;
        const locale = chooseLocale(resource, task.locale);
        const localizer = locale === undefined ? undefined : new Localizer(resource, locale);
        const columns = this.#planParquet(resource, fields, locale);
        const entities = this.#readEntities(resource, positions);
        return { kind: 'group', ...writeRowGroup(columns, entities, offset, localizer) };
      }
    }
  }

  #requireResource(name: string): QueriedResource {
    const known = this.#resources.get(name);
    if (known !== undefined) return known;
    const resource = readStoredResource(this.#db, name, this.#about);
    this.#resources.set(name, resource);
    return resource;
  }

  #search(task: Extract<Task, { kind: 'search' }>): TaskResult {
    const { items, count, total, facets } = searchEverywhere(
      {
        ...this.#texts,
        findResource: (name) => this.#findResource(name),
        readEntity: (resource, position) => this.#readEntity(resource, position),
      },
      task,
    );
    return { kind: 'page', items, facets, further: '', total, count };
  }

  #readPage(resource: QueriedResource, task: Extract<Task, { kind: 'query' }>): TaskResult {
    const locale = chooseLocale(resource, task.texts.locale);
    const plan = planQuery(resource, { ...task.texts, locale }, this.#referencesOf(task.references));
    const localizer = locale === undefined ? undefined : new Localizer(resource, locale);
    const project = projectionReader(planProjection(resource, task.fields), localizer);
    const finder = this.#find(resource, plan);
    const items: string[] = [];
    const entities: unknown[] = [];
    let bytes = 0;
    for (const { id, json } of this.#readEntities(resource, finder.positions(task))) {
      const item = `{"id":${JSON.stringify(id)},"entity":${project(id, json)}}`;
      bytes += Buffer.byteLength(item);
      if (bytes > PAGE_BYTES_MAX && items.length > 0) break;
      items.push(item);
      if (task.include !== undefined) entities.push(JSON.parse(json));
    }
    const facets = plan.facets.map((facet) => `${JSON.stringify(facet.name)}:${finder.facetText(facet)}`);
    return {
      kind: 'page',
      items: `[${items.join(',')}]`,
      facets: `{${facets.join(',')}}`,
      further: `${this.#histograms(plan, finder)}${this.#included(task, entities)}`,
      total: finder.total,
      count: items.length,
    };
  }

  #histograms({ histograms }: QueryPlan, finder: QueryFinder): string {
    if (histograms.length === 0) return '';
    const texts = histograms.map((plan) => `${JSON.stringify(plan.name)}:${finder.histogramText(plan)}`);
    return `,"histograms":{${texts.join(',')}}`;
  }

  #included({ include, texts }: Extract<Task, { kind: 'query' }>, entities: readonly unknown[]): string {
    if (include === undefined) return '';
    const { included, isTruncated, references } = includeTargets(include, entities, {
      db: this.#db,
      findResource: (name) => this.#findResource(name),
      projectionOf: (target) => {
        const locale = texts.locale === undefined ? undefined : matchLocale(texts.locale, languagesOf(target));
        const localizer = locale === undefined ? undefined : new Localizer(target, locale);
        const project = projectionReader(planProjection(target, undefined), localizer);
        return (position) => {
          const { id, json } = this.#readEntity(target, position);
          return project(id, json);
        };
      },
    });
    return [
      `,"included":${included}`,
      ...(isTruncated ? [',"includedTruncated":true'] : []),
      ...(references === undefined ? [] : [`,"references":${references}`]),
    ].join('');
  }

  #findResource(name: string): QueriedResource | undefined {
    try {
      return this.#requireResource(name);
    } catch (error) {
      if (error instanceof QueryFault) return undefined;
      throw error;
    }
  }

  #referencesOf(byPath: SentReferences | undefined): References {
    if (byPath === undefined) return NO_REFERENCES;
    return {
      byPath,
      readTexts: ({ resource, key }, condition) => {
        const target = this.#findResource(resource);
        if (target === undefined) return [];
        const { text, values } = condition(target);
        const keyed = key === undefined ? undefined : findField(target, parsePath(key));
        if (key !== undefined && keyed === undefined) return [];
        const value = keyed === undefined ? 'e.id' : `cast(${scalarExpression(keyed)} as text)`;
        const rows = this.#db
          .query<{ value: string | null }, SqlValue[]>(
            `select ${value} as value from _r${target.number} e where ${text} limit ${REFERRED_MAX + 1}`,
          )
          .all(...values);
        if (rows.length > REFERRED_MAX) {
          const reason = `a filter leads to more than ${REFERRED_MAX} entities of ${resource}`;
          throw new QueryFault({ code: 'query_too_expensive', reason });
        }
        const texts = rows.flatMap((row) => row.value ?? []);
        return keyed === undefined ? texts.flatMap((id) => [id, ...decodePathKey(id)]) : texts;
      },
    };
  }

  #find(resource: QueriedResource, plan: QueryPlan): QueryFinder {
    return new QueryFinder({ ...this.#texts, resource }, plan);
  }

  get #texts(): TextSearchDependencies {
    const { path, fingerprint } = this.file;
    return { db: this.#db, arrays: this.#cache, file: `${path} ${fingerprint}` };
  }

  *#readEntities(resource: QueriedResource, positions: Iterable<number>): Generator<StoredEntity> {
    for (const position of positions) yield this.#readEntity(resource, position);
  }

  #readEntity({ number }: QueriedResource, position: number): StoredEntity {
    const row = this.#db
      .query<StoredEntity, [number]>(
        `select e.id, b.json from _r${number} e join _body b on b.entity = e.entity where e.position = ?`,
      )
      .get(position);
    if (row === null) throw new Error('an entity of the query file is missing');
    return row;
  }

  #fieldsText(resource: QueriedResource): string {
    const fields = [...resource.fields.values()].map((field) => {
      const { type, list, nullable, distinct, min, max, samples, format, locales, kind } = field;
      const facts = {
        // Without the backslash it would be the id.
        ...{
          path: field.path === '_id' ? '\\_id' : field.path,
          type: kind ?? type,
          list,
          nullable,
          distinct,
          min,
          max,
        },
        ...(format !== null && { format }),
        ...(locales !== null && { locales }),
      };
      return `${JSON.stringify(facts).slice(0, -1)},"samples":${samples}}`;
    });
    return `[${fields.join(',')}]`;
  }

  #beginExport(resource: QueriedResource, task: Extract<Task, { kind: 'exportBegin' }>): TaskResult {
    const { fields, form } = task;
    const locale = chooseLocale(resource, task.texts.locale);
    const texts: QueryTexts = { ...task.texts, locale };
    const plan = planQuery(resource, texts, this.#referencesOf(task.references));
    const isParquet = form.form === 'parquet';
    const head = isParquet ? '' : headOf(resource, planProjection(resource, fields), fields, form, locale);
    const schema = isParquet ? schemaOf(this.#planParquet(resource, fields, locale)) : [];
    const positions = this.#find(resource, plan).positions({ limit: resource.count, offset: 0 });
    return { kind: 'positions', head, positions, schema };
  }

  #planParquet(resource: QueriedResource, fields: string | undefined, locale: string | undefined) {
    const columns = columnsOf(resource, planProjection(resource, fields), fields, { hasLabels: false }, locale);
    return planParquet(resource, columns, locale !== undefined, (field) => this.#areIntegers(resource, field));
  }

  /** Whether all numbers of a field fit into an integer of 64 bits. */
  #areIntegers({ number }: QueriedResource, { id, column, storage }: Parameters<AreIntegers>[0]): boolean {
    const known = this.#integers.get(id);
    if (known !== undefined) return known;
    const isColumn = storage === 'column' && column !== null;
    const from = isColumn ? `_r${number}` : `_value where field = ${id} and slot = ${PRESENCE_SLOT}`;
    const other = this.#db
      .query<{ other: number }, []>(
        `select 1 as other from (select ${isColumn ? `c${column}` : 'value'} as v from ${from})
          where v is not null and not (typeof(v) = 'integer' or (typeof(v) = 'real' and v = round(v) and abs(v) < 9.2e18))
          limit 1`,
      )
      .get();
    this.#integers.set(id, other === null);
    return other === null;
  }
}

/** The language of the resource that a caller names. */
function chooseLocale(resource: QueriedResource, wanted: string | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  const locale = matchLocale(wanted, languagesOf(resource));
  if (locale === undefined) throw new QueryFault({ code: 'invalid_locale' });
  return locale;
}
