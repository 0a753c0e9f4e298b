// Fills the tables of one resource, batch by batch: a row and a text for each entity, and the values outside of columns.
import type { Database, Statement } from 'bun:sqlite';
import type { SqlValue } from '../common/file-tables.ts';
import { foldText } from '../common/fold.ts';
import { type FieldValue, OBJECT } from './field-facts.ts';
import { addRows, hasRows, inColumn, type PlannedField, textsOf } from './planned-fields.ts';
import type { ValueTable } from './value-table.ts';

/** Entities that follow one another in catalog order. */
export interface Batch {
  /** Position of the first. */
  readonly first: number;
  readonly ids: readonly string[];
  /** Number of the stored body of each. */
  readonly bodies: readonly number[];
  /** Place in the batch of each entity, by the number under which it was recorded. */
  readonly places: Uint32Array;
}

/** Columns before those of fields: position, entity, id. */
const OWN_COLUMNS = 3;

export class RowFiller {
  readonly #fields: readonly PlannedField[];
  readonly #columns: readonly PlannedField[];
  readonly #values: ValueTable;
  readonly #insertRow: Statement<never, SqlValue[]>;
  readonly #insertText: Statement<never, [number, string]>;

  /** Creates the tables of resource `number`. */
  constructor(db: Database, number: number, fields: readonly PlannedField[], values: ValueTable) {
    this.#fields = fields;
    this.#values = values;
    this.#columns = fields
      .filter(({ column }) => column !== undefined)
      .sort((a, b) => (a.column ?? 0) - (b.column ?? 0));
    const width = this.#columns.length;
    const columns = this.#columns.map(({ column }) => `, c${column}`).join('');
    db.run(
      `create table _r${number} (position integer primary key, entity integer not null, id text not null${columns})`,
    );
    db.run(`create table _t${number} (position integer primary key, text text not null)`);
    this.#insertRow = db.prepare(`insert into _r${number} values (?, ?, ?${', ?'.repeat(width)})`);
    this.#insertText = db.prepare(`insert into _t${number} values (?, ?)`);
  }

  /** Writes a batch, whose values the fields have recorded. */
  fill(batch: Batch): void {
    this.#fillRows(batch);
    this.#fillTexts(batch);
    for (const field of this.#fields) {
      if (hasRows(field) && field.node.rows.length > 0) this.#addValues(field, batch);
    }
  }

  finish(): void {
    this.#values.flush();
    this.#insertRow.finalize();
    this.#insertText.finalize();
  }

  #fillRows(batch: Batch): void {
    const columns = this.#columns.map((field) => {
      const { rows, values } = field.node;
      const column: SqlValue[] = new Array(batch.ids.length).fill(null);
      for (let i = 0; i < rows.length; i++) {
        column[batch.places[rows[i] ?? 0] ?? 0] = inColumn(field, values[i] ?? OBJECT);
      }
      return column;
    });
    const row: SqlValue[] = new Array(columns.length + OWN_COLUMNS).fill(null);
    batch.ids.forEach((id, at) => {
      row[0] = batch.first + at;
      row[1] = batch.bodies[at] ?? 0;
      row[2] = id;
      for (let column = 0; column < columns.length; column++) {
        row[column + OWN_COLUMNS] = columns[column]?.[at] ?? null;
      }
      this.#insertRow.run(...row);
    });
  }

  #fillTexts({ first, ids, places }: Batch): void {
    const texts: (string | undefined)[] = new Array(ids.length).fill(undefined);
    for (const { node, isSearched } of this.#fields) {
      if (!isSearched) continue;
      const { rows, values } = node;
      for (let i = 0; i < rows.length; i++) {
        const at = places[rows[i] ?? 0] ?? 0;
        for (const text of textsOf(values[i] ?? OBJECT)) {
          const earlier = texts[at];
          texts[at] = earlier === undefined ? text : `${earlier}\n${text}`;
        }
      }
    }
    texts.forEach((text, at) => {
      if (text !== undefined) this.#insertText.run(first + at, foldText(text));
    });
  }

  /** In the order of entities, as the table is sorted. */
  #addValues(field: PlannedField, { first, ids, places }: Batch): void {
    const { rows, values } = field.node;
    const found: (FieldValue | undefined)[] = new Array(ids.length).fill(undefined);
    for (let i = 0; i < rows.length; i++) found[places[rows[i] ?? 0] ?? 0] = values[i];
    found.forEach((value, at) => {
      if (value === undefined) return;
      addRows(field, value, (slot, element) => this.#values.add(field.id, first + at, slot, element));
    });
  }
}
