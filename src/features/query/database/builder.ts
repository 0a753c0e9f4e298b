// Builds a query file from the stored documents of a release: one resource at a time, its index and then its shards. Entities
// are parsed once, if the values of a resource fit into memory, and otherwise once more to fill the tables, batch by batch.
// The file is valid only after `finish`.
import { Database } from 'bun:sqlite';
import { pathText } from '../../../kernel/field-path.ts';
import { walkShard, walkSizedShard } from '../../catalog/shard.ts';
import {
  columnValue,
  DDL,
  ELEMENTS_MAX,
  elementRows,
  type FieldType,
  LAYOUT_VERSION,
  type SqlValue,
} from '../common/file-tables.ts';
import { BodyTable } from './bodies.ts';
import { type CatalogOrder, readCatalogOrder } from './catalog-order.ts';
import { ElementTable } from './element-table.ts';
import type { DeclaredValues, FieldNode } from './field-facts.ts';
import { FieldTree, isJsonObject } from './field-tree.ts';
import { type PlannedElement, type PlannedElements, type PlannedItems, planElements } from './planned-elements.ts';
import { type PlannedField, planFields } from './planned-fields.ts';
import { type Batch, RowFiller } from './row-filler.ts';
import type { SearchedFields } from './searched-fields.ts';
import { ValueTable } from './value-table.ts';
import { renamedView, type ViewField, viewSql } from './views.ts';

/** Chooses the fields of a resource that `q` searches. */
type ChooseSearched = (resource: string, count: number, fields: readonly FieldNode[]) => SearchedFields;

export interface BuilderOptions {
  readonly path: string;
  /** Number of texts in a localized list. */
  readonly slots: number;
  /** What is declared about the values of a resource. */
  readonly declaredOf: (resource: string) => DeclaredValues;
  readonly chooseSearched: ChooseSearched;
  /** Maximum number of values of fields of objects in lists of a resource. */
  readonly elementsMax?: number;
  /** Its numbers are larger than those of a file with a lower part, to which it can therefore be added. By default 0. */
  readonly part?: number;
}

/** Numbers of resources, fields and bodies that each part has for itself. */
const OF_A_PART = { resources: 100_000, fields: 10_000_000, bodies: 1_000_000_000 };
const SHARED_TABLES = ['_resource', '_field', '_body', '_value', '_element'];

/** Large pages, so that entities of some thousand bytes fit and the file needs few writes. */
const PAGE_BYTES = 32 * 1024;
const CACHE_KIBIBYTES = 16 * 1024;
/** Maximum bytes of JSON of a resource whose values stay in memory until its tables are filled. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** The values of so many bytes of JSON are learned from at once in a larger resource. */
const LEARNED_BYTES = 16 * 1024 * 1024;
/** Maximum number of entities times fields of a batch, whether they have values or not. */
const CELLS_MAX = 4_000_000;
const BATCH_MAX = 10_000;

export class QueryFileBuilder {
  readonly #db: Database;
  readonly #options: BuilderOptions;
  readonly #bodies: BodyTable;
  readonly #values: ValueTable;
  /** Names of existing views. SQLite compares names without case. */
  readonly #views = new Set<string>();
  #resources: number;
  #fields: number;

  /** Creates a new file; the path must not exist. */
  constructor(options: BuilderOptions) {
    const { part = 0 } = options;
    this.#options = options;
    this.#resources = part * OF_A_PART.resources;
    this.#fields = part * OF_A_PART.fields;
    this.#db = new Database(options.path, { create: true, readwrite: true });
    for (const pragma of [
      `page_size = ${PAGE_BYTES}`,
      // `off` is refused by a SQLite in defensive mode. Nothing is rolled back, so the journal stays empty.
      'journal_mode = memory',
      'synchronous = off',
      'locking_mode = exclusive',
      'temp_store = memory',
      `cache_size = -${CACHE_KIBIBYTES}`,
    ]) {
      this.#db.run(`pragma ${pragma}`);
    }
    this.#db.run('begin');
    for (const statement of DDL) this.#db.run(statement);
    this.#db.run('insert into _about values (?, ?)', ['layout', LAYOUT_VERSION]);
    this.#bodies = new BodyTable(this.#db, part * OF_A_PART.bodies);
    this.#values = new ValueTable(this.#db);
  }

  /** Keeps the document that says what is declared about the data. */
  keepDeclared(document: Uint8Array): void {
    this.#db.run('insert into _about values (?, ?)', ['declared', document]);
  }

  /** Starts a collection; `index` is its index document. */
  begin(name: string, index: Uint8Array): ResourceBuilder {
    this.#resources++;
    return new ResourceBuilder(
      {
        db: this.#db,
        options: this.#options,
        bodies: this.#bodies,
        values: this.#values,
        views: this.#views,
        nextFieldId: () => {
          this.#fields++;
          return this.#fields;
        },
      },
      name,
      this.#resources,
      index,
    );
  }

  /** Completes the file, with the resources of `merged`: a complete file of a higher part, which stays as it is. */
  finish(merged?: string): void {
    this.#bodies.close();
    this.#values.close();
    if (merged !== undefined) this.#merge(merged);
    this.#db.run('commit');
    this.close();
  }

  /** All rows come behind those that are there. */
  #merge(path: string): void {
    this.#db.run('commit');
    this.#db.run('attach ? as part', [path]);
    this.#db.run('begin');
    const schema = 'select type, name, sql from part.sqlite_schema order by rowid';
    const made = this.#db.query<{ type: string; name: string; sql: string }, []>(schema).all();
    const own = made.filter(({ type, name }) => type === 'table' && /^_[rt]\d+$/.test(name));
    for (const { sql } of own) this.#db.run(sql);
    for (const name of [...SHARED_TABLES, ...own.map((table) => table.name)]) {
      this.#db.run(`insert into main.${name} select * from part.${name}`);
    }
    for (const { type, name, sql } of made) if (type === 'view') this.#db.run(renamedView(name, sql, this.#views));
  }

  close(): void {
    this.#db.close();
  }
}

interface OpenFile {
  readonly db: Database;
  readonly options: BuilderOptions;
  readonly bodies: BodyTable;
  readonly values: ValueTable;
  readonly views: Set<string>;
  nextFieldId(): number;
}

class ResourceBuilder {
  readonly #file: OpenFile;
  readonly #name: string;
  readonly #number: number;
  readonly #index: Uint8Array;
  readonly #tree: FieldTree;
  /** Id → number of the entity, from 0. */
  readonly #rows = new Map<string, number>();
  /** Number of the stored body of each entity. */
  readonly #bodies: number[] = [];
  /** Whether the tree has the values of all entities. */
  #isKept = true;
  #bytes = 0;
  /** Bytes of all entities. */
  #allBytes = 0;

  constructor(file: OpenFile, name: string, number: number, index: Uint8Array) {
    this.#file = file;
    this.#name = name;
    this.#number = number;
    this.#index = index;
    this.#tree = new FieldTree(file.options.slots, file.options.declaredOf(name));
  }

  /** Adds the entities of one shard, a JSON object by id; `sizes` are the bytes of its values, where they are known. */
  addShard(bytes: Uint8Array, sizes?: Uint32Array): void {
    const shard: unknown = JSON.parse(decoder.decode(bytes));
    if (!isJsonObject(shard)) throw new Error('a shard is a JSON object');
    const visit = (id: string, start: number, end: number): void => {
      const row = this.#bodies.length;
      this.#bodies.push(this.#file.bodies.add(id, bytes.subarray(start, end)));
      this.#rows.set(id, row);
      this.#tree.record(id, shard[id], row);
    };
    if (sizes === undefined) walkShard(bytes, visit);
    else walkSizedShard(bytes, sizes, visit);
    this.#bytes += bytes.byteLength;
    this.#allBytes += bytes.byteLength;
    if (this.#bytes > (this.#isKept ? KEPT_BYTES : LEARNED_BYTES)) this.#letGo();
  }

  /** Learns from the recorded values, which are then read again to fill the tables. */
  #letGo(): void {
    this.#tree.learn();
    this.#tree.clear();
    this.#isKept = false;
    this.#bytes = 0;
  }

  /** Fills the tables of the resource. */
  finish(): void {
    const { db, bodies, options, values } = this.#file;
    if (this.#bodies.length * this.#tree.size > CELLS_MAX) this.#isKept = false;
    if (this.#isKept) this.#tree.learn();
    else this.#letGo();
    const order = readCatalogOrder(JSON.parse(decoder.decode(this.#index)), {
      rows: this.#rows,
      keys: this.#tree.root.children.keys(),
      read: (row) => bodies.read(this.#bodies[row] ?? 0),
    });
    const nodes = this.#tree.fields();
    const searched = options.chooseSearched(this.#name, this.#rows.size, nodes);
    const nextId = () => this.#file.nextFieldId();
    const elements = planElements(this.#tree.elementFields(), new Set(nodes.map(({ path }) => path)), {
      count: this.#rows.size,
      most: options.elementsMax ?? ELEMENTS_MAX,
      nextId,
    });
    const fields = planFields(nodes, searched.paths, nextId, elements.ambiguous);
    const filler = new RowFiller(db, this.#number, fields, searched.title, values);
    const table = new ElementTable(db, elements);
    const fill = (batch: Batch): void => {
      filler.fill(batch);
      table.fill(batch);
    };
    if (this.#isKept) this.#fillAtOnce(fill, order.rows);
    else this.#fillInBatches(fill, order.rows);
    filler.finish();
    table.finish();
    this.#describe(order, fields, searched);
    this.#describeFields(order, fields, elements, table.facts);
    this.#createView(fields);
  }

  #fillAtOnce(fill: (batch: Batch) => void, order: Uint32Array): void {
    const places = new Uint32Array(order.length);
    order.forEach((row, at) => {
      places[row] = at;
    });
    this.#tree.gatherTexts();
    fill({ first: 1, ...this.#namesOf(order, [...this.#rows.keys()]), places });
  }

  #namesOf(order: Uint32Array, ids: readonly string[]): Pick<Batch, 'ids' | 'bodies'> {
    return {
      ids: Array.from(order, (row) => ids[row] ?? ''),
      bodies: Array.from(order, (row) => this.#bodies[row] ?? 0),
    };
  }

  #fillInBatches(fill: (batch: Batch) => void, order: Uint32Array): void {
    const ids = [...this.#rows.keys()];
    const size = Math.min(BATCH_MAX, Math.ceil(CELLS_MAX / (this.#tree.size + 1)));
    const places = Uint32Array.from({ length: size }, (_, at) => at);
    for (let first = 0; first < order.length; first += size) {
      const names = this.#namesOf(order.subarray(first, first + size), ids);
      names.bodies.forEach((body, at) => {
        this.#tree.record(names.ids[at] ?? '', this.#file.bodies.read(body), at);
      });
      this.#tree.gatherTexts();
      fill({ first: first + 1, ...names, places });
      this.#tree.clear();
    }
  }

  #describe({ rows, projection }: CatalogOrder, fields: readonly PlannedField[], { title }: SearchedFields): void {
    const searched = fields.filter((field) => field.isSearched).map(({ node }) => node.path);
    this.#file.db.run('insert into _resource values (?, ?, ?, ?, ?, ?, ?)', [
      this.#name,
      this.#number,
      rows.length,
      projection === undefined ? null : JSON.stringify(projection),
      JSON.stringify(searched),
      this.#allBytes,
      title,
    ]);
  }

  #describeFields(
    order: CatalogOrder,
    fields: readonly PlannedField[],
    elements: PlannedElements,
    facts: ElementTable['facts'],
  ): void {
    const insert = this.#file.db.prepare(`insert into _field values (${Array(FIELD_COLUMNS).fill('?').join(', ')})`);
    const itemsOf = ({ list }: FieldNode) => elements.items.find((items) => items.list === list && list !== undefined);
    for (const field of fields) {
      const { id, node, column, storage } = field;
      const isScanned = storage === 'scan';
      const [min, max] = isScanned ? [null, null] : node.isConverted ? this.#rangeOf(field) : node.range;
      const { format, kind } = node.resolved;
      const type: FieldType = isScanned ? 'json' : node.type;
      const items = isScanned ? undefined : itemsOf(node);
      insert.run(
        ...[id, this.#name, node.path, column ?? null, type, storage],
        ...[
          field.isSlotted && !isScanned ? 1 : 0,
          isScanned || (node.lists > 0 && !field.isSlotted) ? 1 : 0,
          node.filled < order.rows.length ? 1 : 0,
          this.#countDistinct(field),
        ],
        ...[min, max].map(limitValue),
        samplesText(node),
        ...[format ?? null, node.locales === undefined ? null : JSON.stringify(node.locales), kind ?? null],
        ...[null, null, itemsText(items), bytesOf(node)],
      );
    }
    for (const field of elements.fields) {
      const { id, node, path, list, widths } = field;
      const isStored = widths !== undefined;
      const { filled = 0, distinct, least, greatest } = facts.get(id) ?? {};
      if (!node.isConverted) node.minText = least;
      if (!node.isConverted) node.maxText = greatest;
      const [min, max] = !isStored ? [null, null] : node.isConverted ? this.#rangeOf(field) : node.range;
      const { format, kind } = node.resolved;
      const isSlotted = isStored && node.isSlotted;
      insert.run(
        ...[id, this.#name, path, null, isStored ? node.type : 'json', isStored ? 'nested' : 'scan'],
        ...[isSlotted ? 1 : 0, 1, filled < order.rows.length ? 1 : 0, distinct ?? this.#countElements(id)],
        ...[min, max].map(limitValue),
        samplesText(node),
        (isStored && format) || null,
        node.locales === undefined ? null : JSON.stringify(node.locales),
        (isStored && kind) || null,
        JSON.stringify(list.chain.map(({ segments }) => pathText(segments))),
        isStored ? JSON.stringify(widths) : null,
        ...[itemsText(itemsOf(node)), bytesOf(node)],
      );
    }
    insert.finalize();
  }

  #countElements(field: number): number {
    const counted = `select count(distinct value) as n from _element where ${elementRows(field)}`;
    return this.#file.db.query<{ n: number }, []>(counted).get()?.n ?? 0;
  }

  /** Least and greatest of the values that the tables have. */
  #rangeOf(field: PlannedField | PlannedElement): readonly [min: number | null, max: number | null] {
    const isColumn = 'storage' in field && (field.storage === 'column' || field.storage === 'single');
    const value = isColumn ? `c${field.column}` : 'value';
    const rows = 'storage' in field ? `_value where field = ${field.id}` : `_element where ${elementRows(field.id)}`;
    const from = isColumn ? `_r${this.#number}` : rows;
    const range = this.#file.db
      .query<{ min: number | null; max: number | null }, []>(
        `select min(n) as min, max(n) as max from (select ${value} as n from ${from}) where typeof(n) in ('integer', 'real')`,
      )
      .get();
    return [range?.min ?? null, range?.max ?? null];
  }

  /** Distinct values, counting elements of lists separately. */
  #countDistinct({ id, node, storage, column }: PlannedField): number {
    if (node.isDistinctWhole && !node.isConverted && node.locales === undefined) return node.distinct.size;
    if (node.isBulky) return this.#countHashes(id);
    const counted =
      storage === 'column' || storage === 'single'
        ? `select count(distinct c${column}) as n from _r${this.#number} where c${column} <> x''`
        : `select count(distinct value) as n from _value where field = ${id}`;
    return this.#file.db.query<{ n: number }, []>(counted).get()?.n ?? 0;
  }

  /** SQLite would sort the texts in memory. A million of them have a common hash once in ten million times. */
  #countHashes(field: number): number {
    const select = this.#file.db.query<{ readonly value: string }, [number]>(
      'select value from _value where field = ?',
    );
    const hashes = new Set<number | bigint>();
    for (const { value } of select.iterate(field)) hashes.add(Bun.hash(value));
    return hashes.size;
  }

  #createView(fields: readonly PlannedField[]): void {
    const shown = fields.flatMap(({ node, column }): readonly ViewField[] => [
      {
        segments: node.segments,
        column: node.isScalar && !node.isConverted ? column : undefined,
        isScalar: node.isScalar,
        present: node.present,
      },
      ...(node.locales ?? []).map((locale) => ({
        segments: [...node.segments, locale],
        column: undefined,
        isScalar: true,
        present: node.present,
      })),
    ]);
    this.#file.db.run(viewSql(this.#name, this.#number, shown, this.#file.views));
  }
}

const itemsText = (items: PlannedItems | undefined): string | null =>
  items === undefined ? null : JSON.stringify({ field: items.id, widths: items.widths });

const samplesText = (node: FieldNode): string =>
  JSON.stringify(node.hasEmptyTexts ? node.samples.filter((sample) => sample !== '') : node.samples);

const limitValue = (value: string | number | null): SqlValue => (value === null ? null : columnValue(value));

const FIELD_COLUMNS = 20;
/** Bytes of a character in UTF-8, on average: most texts are in Latin letters. */
const CHARACTER_BYTES = 1.5;

const bytesOf = (node: FieldNode): number => Math.ceil(node.allCharacters * CHARACTER_BYTES);

const decoder = new TextDecoder('utf-8', { fatal: true });
