// Builds a query file from the stored documents of a release: one resource at a time, its index and then its shards. Each
// entity is read twice, first to collect the fields and then to fill the tables, so that memory contains one shard and the
// ids of one resource. The file is valid only after `finish`.
import { Database, type Statement } from 'bun:sqlite';
import { walkShard } from '../../catalog/shard.ts';
import { foldText } from '../common/fold.ts';
import {
  COLUMNS_MAX,
  columnValue,
  DDL,
  elementValue,
  type FieldStorage,
  LAYOUT_VERSION,
  NO_ELEMENT,
  PRESENCE_SLOT,
  type SqlValue,
} from '../common/layout.ts';
import { type CatalogOrder, readCatalogOrder } from './catalog-order.ts';
import { FieldFacts, type FieldNode, firstFilled, isJsonObject, type Scalar } from './field-facts.ts';
import { type ViewField, viewSql } from './views.ts';

/** A field with its position in the tables. */
interface PlannedField {
  readonly id: number;
  readonly node: FieldNode;
  readonly storage: FieldStorage;
  /** Undefined: no column. */
  readonly column: number | undefined;
  readonly isSlotted: boolean;
  /** Whether `q` searches its texts. */
  readonly isSearched: boolean;
}

/** Chooses the fields of a resource that `q` searches. */
type ChooseSearched = (resource: string, count: number, fields: readonly FieldNode[]) => ReadonlySet<string>;

export interface BuilderOptions {
  readonly path: string;
  /** Number of texts in a localized list. */
  readonly slots: number;
  readonly chooseSearched: ChooseSearched;
}

/** Large pages, so that entities of some thousand bytes fit and the file needs few writes. */
const PAGE_BYTES = 32 * 1024;
const CACHE_KIBIBYTES = 16 * 1024;
/** Maximum bytes of JSON of a resource that are kept in memory between the two passes. */
const KEPT_BYTES = 64 * 1024 * 1024;
const PENDING_VALUES_MAX = 500_000;

export class QueryFileBuilder {
  readonly #db: Database;
  readonly #options: BuilderOptions;
  readonly #insertValue: Statement;
  readonly #views = new Set<string>();
  #resources = 0;
  #fields = 0;

  /** Creates a new file; the path must not exist. */
  constructor(options: BuilderOptions) {
    this.#options = options;
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
    this.#insertValue = this.#db.prepare('insert into _value values (?, ?, ?, ?)');
  }

  /** Starts a collection; `index` is its index document. */
  begin(name: string, index: Uint8Array): ResourceBuilder {
    this.#resources++;
    return new ResourceBuilder(this, this.#db, name, this.#resources, index);
  }

  /** Completes the file. */
  finish(): void {
    this.#insertValue.finalize();
    this.#db.run('commit');
    this.close();
  }

  close(): void {
    this.#db.close();
  }

  get options(): BuilderOptions {
    return this.#options;
  }

  nextFieldId(): number {
    this.#fields++;
    return this.#fields;
  }

  insertValue(field: number, position: number, slot: number, value: SqlValue): void {
    this.#insertValue.run(field, position, slot, value);
  }

  /** Names of existing views. SQLite compares names without case. */
  get views(): Set<string> {
    return this.#views;
  }
}

class ResourceBuilder {
  readonly #file: QueryFileBuilder;
  readonly #db: Database;
  readonly #name: string;
  readonly #number: number;
  readonly #index: Uint8Array;
  readonly #facts: FieldFacts;
  readonly #insertBody: Statement;
  /** Id → row in the table of bodies. */
  readonly #rows = new Map<string, number>();
  /** The entities by row, while they are small enough to be kept for the second pass. */
  #kept: unknown[] | undefined = [];
  #bytes = 0;
  readonly #values = new Map<number, PendingValue[]>();
  #pendingValues = 0;

  constructor(file: QueryFileBuilder, db: Database, name: string, number: number, index: Uint8Array) {
    this.#file = file;
    this.#db = db;
    this.#name = name;
    this.#number = number;
    this.#index = index;
    this.#facts = new FieldFacts(file.options.slots);
    db.run(`create table _b${number} (entity integer primary key, id text not null, json text not null)`);
    this.#insertBody = db.prepare(`insert into _b${number} values (?, ?, cast(? as text))`);
  }

  /** Adds the entities of one shard: a JSON object by id. */
  addShard(bytes: Uint8Array): void {
    const shard: unknown = JSON.parse(decoder.decode(bytes));
    if (!isJsonObject(shard)) throw new Error('a shard is a JSON object');
    walkShard(bytes, (id, start, end) => {
      const row = this.#rows.size + 1;
      const entity = shard[id];
      // The stored text, which is not serialised again.
      this.#insertBody.run(row, id, bytes.subarray(start, end));
      this.#rows.set(id, row);
      this.#facts.add(entity);
      this.#kept?.push(entity);
    });
    this.#bytes += bytes.byteLength;
    if (this.#bytes > KEPT_BYTES) this.#kept = undefined;
  }

  /** Fills the tables of the resource. */
  finish(): void {
    this.#insertBody.finalize();
    const read = this.#db.prepare<{ json: string }, [number]>(`select json from _b${this.#number} where entity = ?`);
    const readEntity = (id: string): unknown => {
      const row = this.#rows.get(id) ?? 0;
      return this.#kept === undefined ? JSON.parse(read.get(row)?.json ?? 'null') : this.#kept[row - 1];
    };
    const order = readCatalogOrder(JSON.parse(decoder.decode(this.#index)), {
      ids: new Set(this.#rows.keys()),
      keys: this.#facts.root.children.keys(),
      read: readEntity,
    });
    const fields = this.#planFields();
    this.#fill(order, fields, readEntity);
    read.finalize();
    this.#describe(order, fields);
    this.#createView(fields);
  }

  #planFields(): readonly PlannedField[] {
    const nodes = this.#facts.fields();
    const searched = this.#file.options.chooseSearched(this.#name, this.#rows.size, nodes);
    const columns = new Map<FieldNode, number>();
    const byPresence = (a: FieldNode, b: FieldNode): number => b.present - a.present;
    const ranked = [
      ...nodes.filter((node) => node.isScalar || node.isSlotted).sort(byPresence),
      ...nodes.filter((node) => node.isSingle).sort(byPresence),
    ];
    for (const node of ranked.slice(0, COLUMNS_MAX)) columns.set(node, columns.size + 1);
    return nodes.map((node) => ({
      id: this.#file.nextFieldId(),
      node,
      column: columns.get(node),
      storage: storageOf(node, columns.has(node)),
      isSlotted: node.isSlotted,
      isSearched: searched.has(node.path),
    }));
  }

  #fill(order: CatalogOrder, fields: readonly PlannedField[], readEntity: (id: string) => unknown): void {
    const number = this.#number;
    const width = fields.filter(({ column }) => column !== undefined).length;
    const columns = Array.from({ length: width }, (_, at) => `, c${at + 1}`).join('');
    this.#db.run(
      `create table _r${number} (position integer primary key, entity integer not null, id text not null${columns})`,
    );
    this.#db.run(`create table _t${number} (position integer primary key, text text not null)`);
    const insertRow = this.#db.prepare(`insert into _r${number} values (?, ?, ?${', ?'.repeat(width)})`);
    const insertText = this.#db.prepare(`insert into _t${number} values (?, ?)`);
    const tree = planTree(fields);
    const row: SqlValue[] = new Array(width + 3).fill(null);
    order.ids.forEach((id, at) => {
      const position = at + 1;
      row.fill(null);
      row[0] = position;
      row[1] = this.#rows.get(id) ?? 0;
      row[2] = id;
      const texts: string[] = [];
      this.#fillEntity(tree, readEntity(id), { position, row, texts });
      insertRow.run(...row);
      if (texts.length > 0) insertText.run(position, foldText(texts.join('\n')));
    });
    this.#insertValues();
    insertRow.finalize();
    insertText.finalize();
  }

  #addValue(field: PlannedField, position: number, slot: number, value: SqlValue): void {
    const pending = this.#values.get(field.id);
    if (pending === undefined) this.#values.set(field.id, [{ position, slot, value }]);
    else pending.push({ position, slot, value });
    this.#pendingValues++;
    if (this.#pendingValues === PENDING_VALUES_MAX) this.#insertValues();
  }

  /** In the order of the table, where rows at its end cost least. */
  #insertValues(): void {
    const fields = [...this.#values.keys()].sort((a, b) => a - b);
    for (const field of fields) {
      for (const { position, slot, value } of this.#values.get(field) ?? []) {
        this.#file.insertValue(field, position, slot, value);
      }
    }
    this.#values.clear();
    this.#pendingValues = 0;
  }

  #fillEntity(place: PlannedPlace, value: unknown, target: FillTarget): void {
    const { field } = place;
    if (isScalar(value)) {
      if (field !== undefined) this.#fillScalar(field, value, target);
      return;
    }
    if (Array.isArray(value)) {
      if (field !== undefined) this.#fillList(field, value, target);
      return;
    }
    if (!isJsonObject(value)) return;
    const keys = Object.keys(value);
    for (const key of keys) {
      const child = place.children.get(key);
      if (child !== undefined) this.#fillEntity(child, value[key], target);
    }
    // Nothing below is a separate field: the object is the value.
    if (field?.storage === 'elements' && (keys.length === 0 || place.children.size === 0)) {
      this.#addValue(field, target.position, PRESENCE_SLOT, null);
    }
  }

  #fillScalar(field: PlannedField, value: Scalar, { position, row, texts }: FillTarget): void {
    if (field.isSearched && typeof value === 'string') texts.push(value);
    if (field.storage === 'column') row[(field.column ?? 0) + 2] = columnValue(value);
    else if (field.storage === 'single') row[(field.column ?? 0) + 2] = elementValue(value);
    else {
      this.#addValue(field, position, PRESENCE_SLOT, elementValue(value));
      if (field.storage === 'elements') this.#addValue(field, position, 0, elementValue(value));
    }
  }

  #fillList(field: PlannedField, list: readonly unknown[], { position, row, texts }: FillTarget): void {
    const { isSlotted } = field;
    if (field.storage === 'single') {
      const [only] = list;
      if (isScalar(only)) this.#fillScalar(field, only, { position, row, texts });
      else row[(field.column ?? 0) + 2] = NO_ELEMENT;
      return;
    }
    if (isSlotted && list.every((slot) => slot === null)) return;
    const first = isSlotted ? firstFilled(list) : null;
    const shown = first === null ? null : columnValue(first);
    if (field.column !== undefined) row[field.column + 2] = shown;
    this.#addValue(field, position, PRESENCE_SLOT, shown);
    list.forEach((element, slot) => {
      if (!isScalar(element)) return;
      this.#addValue(field, position, slot, elementValue(element));
      if (field.isSearched && typeof element === 'string') texts.push(element);
    });
  }

  #describe(order: CatalogOrder, fields: readonly PlannedField[]): void {
    const { projection } = order;
    const searched = fields.filter((field) => field.isSearched).map(({ node }) => node.path);
    this.#db.run('insert into _resource values (?, ?, ?, ?, ?)', [
      this.#name,
      this.#number,
      order.ids.length,
      projection === undefined ? null : JSON.stringify(projection),
      JSON.stringify(searched),
    ]);
    const insert = this.#db.prepare('insert into _field values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    for (const field of fields) {
      const { id, node, column, storage } = field;
      const [min, max] = node.range;
      insert.run(
        ...[id, this.#name, node.path, column ?? null, node.type, storage],
        ...[
          field.isSlotted ? 1 : 0,
          node.lists > 0 && !field.isSlotted ? 1 : 0,
          node.filled < order.ids.length ? 1 : 0,
          this.#countDistinct(field),
        ],
        ...[min === null ? null : columnValue(min), max === null ? null : columnValue(max)],
        JSON.stringify(node.samples),
      );
    }
    insert.finalize();
  }

  /** Distinct values, counting elements of lists separately. */
  #countDistinct({ id, node, storage, column }: PlannedField): number {
    if (node.isDistinctWhole) return node.distinct.size;
    const counted =
      storage === 'column' || storage === 'single'
        ? `select count(distinct c${column}) as n from _r${this.#number} where c${column} <> x''`
        : `select count(distinct value) as n from _value where field = ${id}`;
    return this.#db.query<{ n: number }, []>(counted).get()?.n ?? 0;
  }

  #createView(fields: readonly PlannedField[]): void {
    const shown: ViewField[] = fields.map(({ node, column }) => ({
      segments: node.segments,
      column: node.isScalar ? column : undefined,
      isScalar: node.isScalar,
      present: node.present,
    }));
    const sql = viewSql(this.#name, this.#number, shown, this.#file.views);
    this.#db.run(sql);
  }
}

interface PendingValue {
  readonly position: number;
  readonly slot: number;
  readonly value: SqlValue;
}

interface FillTarget {
  readonly position: number;
  readonly row: SqlValue[];
  readonly texts: string[];
}

interface PlannedPlace {
  field: PlannedField | undefined;
  readonly children: Map<string, PlannedPlace>;
}

function planTree(fields: readonly PlannedField[]): PlannedPlace {
  const root: PlannedPlace = { field: undefined, children: new Map() };
  for (const field of fields) {
    let place = root;
    for (const segment of field.node.segments) {
      let next = place.children.get(segment);
      if (next === undefined) {
        next = { field: undefined, children: new Map() };
        place.children.set(segment, next);
      }
      place = next;
    }
    place.field = field;
  }
  return root;
}

function storageOf(node: FieldNode, hasColumn: boolean): FieldStorage {
  if (node.isScalar) return hasColumn ? 'column' : 'rare';
  return node.isSingle && hasColumn ? 'single' : 'elements';
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const decoder = new TextDecoder('utf-8', { fatal: true });
