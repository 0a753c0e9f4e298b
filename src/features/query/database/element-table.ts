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
    const keys = new Map<ElementList, readonly number[]>();
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

  #fillField({ id, node, list, widths }: PlannedElement, keys: readonly number[]): void {
    const { rows, values, isConverted } = node;
    const slots = widths?.[2] ?? 1;
    const objects = list.chain.reduce((product, { width }) => product * width, 1);
    const places = new Map<Scalar | null, number[]>();
    let filled = 0;
    let entity = -1;
    // Equal values often follow one another.
    let last: Scalar | null | undefined;
    let lastPlaces: number[] = [];
    const add = (value: Scalar | null, key: number, slot: number): void => {
      const owner = Math.floor(key / objects);
      if (owner !== entity) filled++;
      entity = owner;
      if (widths === undefined) return;
      if (value !== last) {
        last = value;
        const known = places.get(value);
        lastPlaces = known ?? [];
        if (known === undefined) places.set(value, lastPlaces);
      }
      lastPlaces.push(key * slots + slot);
    };
    for (let at = 0; at < rows.length; at++) {
      const value = values[at] ?? OBJECT;
      const key = keys[rows[at] ?? 0] ?? 0;
      if (!isConverted && isScalar(value)) add(value, key, 0);
      else addScalars(node, value, (slot, own) => add(own, key, slot));
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

  #write(field: number, value: SqlValue, places: readonly number[]): void {
    for (let from = 0; from < places.length; from += PLACES_MAX) {
      const row = (this.#rows.get(field) ?? 0) + 1;
      this.#rows.set(field, row);
      const part = places.length <= PLACES_MAX ? places : places.slice(from, from + PLACES_MAX);
      this.#pending.push(field * ELEMENT_ROWS_MAX + row, value, JSON.stringify(part));
      if (this.#pending.length === ROWS_TOGETHER * ROW_VALUES) this.#insertMany.run(...this.#pending.splice(0));
    }
  }
}

/**
 * The number of the place of each object of a list. A plain array: as long as its numbers are small integers, the engine writes
 * it as JSON several times faster than a typed one.
 */
function keysOf(
  list: ElementList,
  batch: Pick<Batch, 'first' | 'places'>,
  known: Map<ElementList, readonly number[]>,
): readonly number[] {
  const made = known.get(list);
  if (made !== undefined) return made;
  const { owners, indexes, width, outer } = list;
  const above = outer === undefined ? undefined : keysOf(outer, batch, known);
  const keys: number[] = [];
  for (let at = 0; at < owners.length; at++) {
    const owner = owners[at] ?? 0;
    const key = above === undefined ? batch.first + (batch.places[owner] ?? 0) : (above[owner] ?? 0);
    keys.push(key * width + (indexes[at] ?? 0));
  }
  known.set(list, keys);
  return keys;
}
