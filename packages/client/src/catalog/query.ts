// A query of a collection, built step by step. Each step returns a new query, so a query can be stored and varied.
import type { CallOptions, Connection } from '../calls/connection.ts';
import { callOperation, type LooseInput, openOperation } from '../calls/operations.ts';
import { openPages, type Paged } from '../calls/pages.ts';
import type {
  DeclaredCollection,
  EntityOf,
  FieldPath,
  FieldValue,
  LocalizedOf,
  PartOf,
  SelectablePath,
  SortKey,
} from './declared.ts';
import { type Operator, writeFilter } from './filter-text.ts';

/** An entity that a query found. */
export interface Found<Entity> {
  readonly id: string;
  readonly entity: Entity;
}

/** A value of a field, and how many entities have it. */
export interface FacetValue {
  /** Null counts entities without a value. */
  readonly value: string | number | boolean | null;
  readonly count: number;
}

/** A page of a query. */
export interface QueryPage<Entity> {
  readonly items: readonly Found<Entity>[];
  /** Entities that the query finds. */
  readonly total: number;
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
  readonly nextCursor: string | null;
  /** Of `include`: fields of the entities that the items refer to, by resource and id. At most 500. */
  readonly included?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Present if the items refer to more entities than that. */
  readonly includedTruncated?: true;
  /** Of `include`: what a value refers to where it is not the id, by path and value. */
  readonly references?: Readonly<
    Record<string, Readonly<Record<string, { readonly resource: string; readonly id: string }>>>
  >;
}

/** What a query asks for. */
interface Question {
  readonly q?: string;
  readonly filter?: readonly string[];
  readonly where?: string;
  readonly sort?: string;
  readonly fields?: string;
  readonly facet?: readonly string[];
  readonly include?: readonly string[];
  readonly locale?: string;
  readonly limit?: number;
}

/** Options of an export. */
export interface ExportOptions extends CallOptions {
  /** CSV: begins with a byte order mark. */
  readonly bom?: boolean;
  /** CSV: protects cells that a spreadsheet may read as formulas. */
  readonly spreadsheet?: boolean;
}

type Filterable<C extends DeclaredCollection, P extends FieldPath<C>> = FieldValue<C, P> | null;

/** A query of a collection. Each step makes a new query. */
export class Query<C extends DeclaredCollection, Entity = PartOf<EntityOf<C>>> implements AsyncIterable<Found<Entity>> {
  readonly #connection: Connection;
  readonly #place: LooseInput;
  readonly #question: Question;

  /** @internal */
  constructor(connection: Connection, place: LooseInput, question: Question = {}) {
    this.#connection = connection;
    this.#place = place;
    this.#question = question;
  }

  #with(more: Question): Query<C, Entity> {
    return new Query(this.#connection, this.#place, { ...this.#question, ...more });
  }

  /**
   * Only entities for which this holds; all conditions must hold. `=` and `!=` take one value or a list, of which one must
   * equal, or none; null is absence. `~` means contains, `^=` begins with. A single text is an expression:
   * `where('rarity>=4 && (cardType="red" || !(skillId=null))')`.
   */
  where(expression: string): Query<C, Entity>;
  where<P extends FieldPath<C>>(
    path: P,
    operator: '=' | '!=',
    value: Filterable<C, P> | readonly Filterable<C, P>[],
  ): Query<C, Entity>;
  where<P extends FieldPath<C>>(
    path: P,
    operator: Exclude<Operator, '=' | '!='>,
    value: FieldValue<C, P>,
  ): Query<C, Entity>;
  where(path: string, operator?: Operator, value: Parameters<typeof writeFilter>[2] = null): Query<C, Entity> {
    if (operator === undefined) {
      const { where } = this.#question;
      return this.#with({ where: where === undefined ? path : `(${where}) && (${path})` });
    }
    return this.#with({ filter: [...(this.#question.filter ?? []), writeFilter(path, operator, value)] });
  }

  /** Only entities in whose texts every word occurs, in any language. */
  search(words: string): Query<C, Entity> {
    return this.#with({ q: words });
  }

  /** Order: up to three fields, `-` before one for descending. */
  sort(...keys: readonly SortKey<C>[]): Query<C, Entity> {
    return this.#with({ sort: keys.join(',') });
  }

  /** Only these fields of the entities, or objects of them as a whole; nesting is kept. */
  fields<P extends SelectablePath<C>>(...paths: readonly P[]): Query<C, Selected<EntityOf<C>, P>> {
    return new Query(this.#connection, this.#place, { ...this.#question, fields: paths.join(',') });
  }

  /** Whole entities, in place of the fields of the index. */
  whole(): Query<C, EntityOf<C>> {
    return new Query(this.#connection, this.#place, { ...this.#question, fields: '*' });
  }

  /** Counts the most frequent values of these fields. */
  facet(...paths: readonly FieldPath<C>[]): Query<C, Entity> {
    return this.#with({ facet: [...(this.#question.facet ?? []), ...paths] });
  }

  /** Answers, beside each page, the entities that these references lead to, at most eight paths. */
  include(...paths: readonly FieldPath<C>[]): Query<C, Entity> {
    return this.#with({ include: [...(this.#question.include ?? []), ...paths] });
  }

  /** Localized values become one text, in this language where there is one, and are sorted in it. */
  locale(language: string): Query<C, LocalizedOf<C, Entity>> {
    return new Query(this.#connection, this.#place, { ...this.#question, locale: language });
  }

  /** Entities of one page, 1 to 1,000. Default 20; iteration asks for 100. */
  pageSize(limit: number): Query<C, Entity> {
    return this.#with({ limit });
  }

  /** One page: entities, total and facets. */
  async page(cursor?: string, options?: CallOptions): Promise<QueryPage<Entity>> {
    return callOperation(this.#connection, 'catalogQuery', { ...this.#input(), cursor }, options);
  }

  /** How many entities the query finds. */
  async count(options?: CallOptions): Promise<number> {
    return (await this.pageSize(1).page(undefined, options)).total;
  }

  /** The first entity; undefined if there is none. */
  async first(options?: CallOptions): Promise<Found<Entity> | undefined> {
    return (await this.pageSize(1).page(undefined, options)).items[0];
  }

  /** All entities, page by page. All pages are of one release, also if another one is published meanwhile. */
  all(options?: CallOptions): Paged<Found<Entity>, QueryPage<Entity>> {
    const sized = this.#question.limit === undefined ? this.pageSize(100) : this;
    return openPages<Found<Entity>, QueryPage<Entity>>(
      {},
      ({ cursor }) => sized.page(typeof cursor === 'string' ? cursor : undefined, options),
      ({ items }) => items,
      ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
      options?.signal,
    );
  }

  [Symbol.asyncIterator](): AsyncIterator<Found<Entity>> {
    return this.all()[Symbol.asyncIterator]();
  }

  /** All entities as a stream of NDJSON, CSV or Parquet. `bom` and `spreadsheet` are those of CSV. */
  async export(
    format: 'ndjson' | 'csv' | 'parquet',
    { bom, spreadsheet, ...options }: ExportOptions = {},
  ): Promise<Response> {
    const { facet: _, limit: __, include: ___, ...input } = this.#input();
    const flags = format === 'csv' ? { bom: bom ? 1 : undefined, spreadsheet: spreadsheet ? 1 : undefined } : {};
    return openOperation(this.#connection, EXPORTS[format], { ...input, ...flags }, options);
  }

  #input(): LooseInput {
    return { ...this.#place, ...this.#question };
  }
}

const EXPORTS = { ndjson: 'catalogExportLines', csv: 'catalogExportTable', parquet: 'catalogExportParquet' } as const;

/** The fields of an entity that paths select. */
export type Selected<Entity, P extends string> = string extends P
  ? PartOf<Entity>
  : [P] extends [keyof Entity]
    ? Pick<Entity, P>
    : PartOf<Entity>;
