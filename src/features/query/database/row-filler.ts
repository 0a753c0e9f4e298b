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
  /** Fields whose texts are searched, the title first. */
  readonly #searched: readonly PlannedField[];
  readonly #title: string | null;
  readonly #values: ValueTable;
  readonly #insertRow: Statement<never, SqlValue[]>;
  readonly #insertText: Statement<never, [number, string, number]>;

  /** Creates the tables of resource `number`; `title` is the path of its title. */
  constructor(db: Database, number: number, fields: readonly PlannedField[], title: string | null, values: ValueTable) {
    this.#fields = fields;
    this.#values = values;
    this.#title = title;
    const isTitle = ({ node }: PlannedField): boolean => node.path === title;
    const searched = fields.filter(({ isSearched }) => isSearched);
    this.#searched = [...searched.filter(isTitle), ...searched.filter((field) => !isTitle(field))];
    this.#columns = fields
      .filter(({ column }) => column !== undefined)
      .sort((a, b) => (a.column ?? 0) - (b.column ?? 0));
    const width = this.#columns.length;
    const columns = this.#columns.map(({ column }) => `, c${column}`).join('');
    db.run(
      `create table _r${number} (position integer primary key, entity integer not null, id text not null${columns})`,
    );
    db.run(`create table _t${number} (position integer primary key, text text not null, title integer not null)`);
    this.#insertRow = db.prepare(`insert into _r${number} values (?, ?, ?${', ?'.repeat(width)})`);
    this.#insertText = db.prepare(`insert into _t${number} values (?, ?, ?)`);
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
    const titles: (string | undefined)[] = new Array(ids.length).fill(undefined);
    for (const { node } of this.#searched) {
      const { rows, values, path } = node;
      const into = path === this.#title ? titles : texts;
      for (let i = 0; i < rows.length; i++) {
        const at = places[rows[i] ?? 0] ?? 0;
        for (const text of textsOf(values[i] ?? OBJECT)) {
          const earlier = into[at];
          into[at] = earlier === undefined ? text : `${earlier}\n${text}`;
        }
      }
    }
    texts.forEach((text, at) => {
      const title = titles[at];
      if (title === undefined && text === undefined) return;
      const folded = title === undefined ? '' : foldText(title);
      const rest = text === undefined ? '' : `${title === undefined ? '' : '\n'}${foldText(text)}`;
      this.#insertText.run(first + at, `${folded}${rest}`, characterCount(folded));
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

/** Characters as SQLite counts them. */
const characterCount = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
