// Writes the values outside of columns, in the order of their table, where rows at its end cost least.
import type { Database, Statement } from 'bun:sqlite';
import type { SqlValue } from '../common/file-tables.ts';

const PENDING_VALUES_MAX = 500_000;
/** Rows of one statement: a call for each row costs twice as much. */
const ROWS_TOGETHER = 32;
const ROW = '(?, ?, ?, ?)';
const ROW_VALUES = 4;

export class ValueTable {
  readonly #insertOne: Statement<never, SqlValue[]>;
  readonly #insertMany: Statement<never, SqlValue[]>;
  /** By field: position, slot and value of each row. */
  readonly #pending = new Map<number, SqlValue[]>();
  #count = 0;

  constructor(db: Database) {
    this.#insertOne = db.prepare(`insert into _value values ${ROW}`);
    this.#insertMany = db.prepare(`insert into _value values ${Array(ROWS_TOGETHER).fill(ROW).join(', ')}`);
  }

  /** The positions of a field ascend. */
  add(field: number, position: number, slot: number, value: SqlValue): void {
    const pending = this.#pending.get(field);
    if (pending === undefined) this.#pending.set(field, [position, slot, value]);
    else pending.push(position, slot, value);
    this.#count++;
    if (this.#count === PENDING_VALUES_MAX) this.flush();
  }

  flush(): void {
    const rows: SqlValue[] = [];
    for (const field of [...this.#pending.keys()].sort((a, b) => a - b)) {
      const pending = this.#pending.get(field) ?? [];
      for (let at = 0; at < pending.length; at += ROW_VALUES - 1) {
        rows.push(field, pending[at] ?? null, pending[at + 1] ?? null, pending[at + 2] ?? null);
        if (rows.length < ROWS_TOGETHER * ROW_VALUES) continue;
        this.#insertMany.run(...rows);
        rows.length = 0;
      }
    }
    for (let at = 0; at < rows.length; at += ROW_VALUES) this.#insertOne.run(...rows.slice(at, at + ROW_VALUES));
    this.#pending.clear();
    this.#count = 0;
  }

  close(): void {
    this.#insertOne.finalize();
    this.#insertMany.finalize();
  }
}
