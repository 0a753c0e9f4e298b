// Writes the values of fields of objects in lists. Each value is written once with its places, since such values repeat, and
// a row for each place would cost more than the rest of the file.
import type { Database, Statement } from 'bun:sqlite';
import { ELEMENT_ROWS_MAX, type SqlValue } from '../common/file-tables.ts';
import { type ElementList, isScalar, OBJECT, type Scalar } from './field-facts.ts';
import { addScalars, type PlannedElement, type PlannedElements, storedScalar } from './planned-elements.ts';
import type { Batch } from './row-filler.ts';

/** Places of one row. */
const PLACES_MAX = 50_000;
/** Rows of one statement: a call for each row costs twice as much. */
const ROWS_TOGETHER = 32;
const ROW = '(?, ?, ?)';
const ROW_VALUES = 3;

/** What the written values of a field have in common. */
interface WrittenFacts {
  /** Entities with a value. */
  filled: number;
  /** Undefined: the values of several batches may be equal. */
  distinct: number | undefined;
  least: string | undefined;
  greatest: string | undefined;
}

export class ElementTable {
  readonly #planned: PlannedElements;
  readonly #insertOne: Statement<never, SqlValue[]>;
  readonly #insertMany: Statement<never, SqlValue[]>;
  readonly #pending: SqlValue[] = [];
  /** Number of the last row of each field. */
  readonly #rows = new Map<number, number>();
  /** By field. */
  readonly facts = new Map<number, WrittenFacts>();

  constructor(db: Database, planned: PlannedElements) {
    this.#planned = planned;
    this.#insertOne = db.prepare(`insert into _element values ${ROW}`);
    this.#insertMany = db.prepare(`insert into _element values ${Array(ROWS_TOGETHER).fill(ROW).join(', ')}`);
  }

  /** Writes a batch, whose values the fields have recorded. */
  fill(batch: Pick<Batch, 'first' | 'places'>): void {
    const keys = new Map<ElementList, Float64Array>();
    for (const field of this.#planned.fields) {
      if (field.node.rows.length > 0) this.#fillField(field, keysOf(field.list, batch, keys));
    }
    for (const { id, list } of this.#planned.items) this.#write(id, null, keysOf(list, batch, keys));
  }

  finish(): void {
    const pending = this.#pending;
    for (let at = 0; at < pending.length; at += ROW_VALUES) this.#insertOne.run(...pending.slice(at, at + ROW_VALUES));
    this.#insertOne.finalize();
    this.#insertMany.finalize();
  }

  #fillField({ id, node, list, widths }: PlannedElement, keys: Float64Array): void {
    const { rows, values, isConverted } = node;
    const slots = widths?.[2] ?? 1;
    const places = new Map<Scalar | null, number[]>();
    let filled = 0;
    let last = -1;
    const add = (value: Scalar | null, row: number, slot: number): void => {
      const entity = entityOf(list, row);
      if (entity !== last) filled++;
      last = entity;
      if (widths === undefined) return;
      const place = (keys[row] ?? 0) * slots + slot;
      const known = places.get(value);
      if (known === undefined) places.set(value, [place]);
      else known.push(place);
    };
    for (let at = 0; at < rows.length; at++) {
      const value = values[at] ?? OBJECT;
      const row = rows[at] ?? 0;
      if (!isConverted && isScalar(value)) add(value, row, 0);
      else addScalars(node, value, (slot, own) => add(own, row, slot));
    }
    this.#learn(id, places, filled);
    for (const [value, all] of places) this.#write(id, storedScalar(value), all);
  }

  #learn(id: number, places: ReadonlyMap<Scalar | null, unknown>, filled: number): void {
    const known = this.facts.get(id);
    const distinct = places.size - (places.has(null) ? 1 : 0);
    const facts = known ?? { filled: 0, distinct, least: undefined, greatest: undefined };
    if (known !== undefined) facts.distinct = undefined;
    facts.filled += filled;
    for (const value of places.keys()) {
      if (typeof value !== 'string') continue;
      if (facts.least === undefined || value < facts.least) facts.least = value;
      if (facts.greatest === undefined || value > facts.greatest) facts.greatest = value;
    }
    this.facts.set(id, facts);
  }

  #write(field: number, value: SqlValue, places: Float64Array | readonly number[]): void {
    for (let from = 0; from < places.length; from += PLACES_MAX) {
      const row = (this.#rows.get(field) ?? 0) + 1;
      this.#rows.set(field, row);
      const part = places.length <= PLACES_MAX ? places : places.slice(from, from + PLACES_MAX);
      this.#pending.push(field * ELEMENT_ROWS_MAX + row, value, `[${part.join(',')}]`);
      if (this.#pending.length === ROWS_TOGETHER * ROW_VALUES) this.#insertMany.run(...this.#pending.splice(0));
    }
  }
}

/** The number of the place of each object of a list. */
function keysOf(
  list: ElementList,
  batch: Pick<Batch, 'first' | 'places'>,
  known: Map<ElementList, Float64Array>,
): Float64Array {
  const made = known.get(list);
  if (made !== undefined) return made;
  const { owners, indexes, width, outer } = list;
  const above = outer === undefined ? undefined : keysOf(outer, batch, known);
  const keys = new Float64Array(owners.length);
  for (let at = 0; at < keys.length; at++) {
    const owner = owners[at] ?? 0;
    const key = above === undefined ? batch.first + (batch.places[owner] ?? 0) : (above[owner] ?? 0);
    keys[at] = key * width + (indexes[at] ?? 0);
  }
  known.set(list, keys);
  return keys;
}

/** The entity of an object, by number. */
function entityOf({ owners, outer }: ElementList, row: number): number {
  const owner = owners[row] ?? 0;
  return outer === undefined ? owner : entityOf(outer, owner);
}
