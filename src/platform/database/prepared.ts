// Prepared statements: the second way to PostgreSQL, beside Drizzle. The SQL text of a prepared statement is built once
// per shape and sent on the handle's own connection. Drizzle needs 25 µs to build the SQL of a page, and 50 to 90 µs
// for a query of its query builder, which is as much as PostgreSQL needs to run many of them; sending a prepared
// statement takes less than 1 µs. It is for statements that run on every request of a hot route; each declaration says
// why. Everything else goes through Drizzle (`db.select()`, `db.execute()`).
import { getTableColumns, Placeholder, type SQL, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Queries, Transaction } from './database.ts';
import { decodeRows } from './rows.ts';

interface WrittenSql {
  readonly text: string;
  /** In the order of `$1`, `$2`, …. A `Placeholder` marks a value that is bound on each call. */
  readonly values: readonly unknown[];
}

const dialect = new PgDialect();
const casing = new CasingCache();

/** The text of a statement as Drizzle writes it, except that all occurrences of a placeholder share one number. */
export function writeSql(query: SQL): WrittenSql {
  const values: unknown[] = [];
  const escapeParam = (_: number, value: unknown): string => {
    const known = value instanceof Placeholder ? findPlaceholder(values, value.name) : -1;
    return `$${known === -1 ? values.push(value) : known + 1}`;
  };
  const { escapeName, escapeString } = dialect;
  const written = query.toQuery({ casing, escapeName, escapeParam, escapeString });
  return { text: written.sql, values };
}

const findPlaceholder = (values: readonly unknown[], name: unknown): number =>
  values.findIndex((value) => value instanceof Placeholder && value.name === name);

/** The variable parts that determine the text of a statement. */
type Shape = Readonly<Record<string, string | number | boolean | undefined>>;

/** Of a statement with a single text. */
type NoShape = Readonly<Record<never, never>>;

/**
 * Whether every field has a finite set of values. A plain `number` or `string` field would create unboundedly many
 * statements.
 */
type IsFinite<S extends Shape> = string extends S[keyof S] ? false : number extends S[keyof S] ? false : true;

/** Values of placeholders, by name. */
type Bound = Readonly<Record<string, unknown>>;

/** A prepared statement with one text per shape. */
class PreparedStatement<S extends Shape, Row> {
  readonly #row: z.ZodType<Row>;
  readonly #write: (shape: S) => SQL;
  readonly #written = new Map<string, WrittenSql>();

  constructor(row: z.ZodType<Row>, write: (shape: S) => SQL) {
    this.#row = row;
    this.#write = write;
  }

  /** The text for a shape. Callers must list the fields of a shape in one order. */
  write(shape: S): WrittenSql {
    const key = JSON.stringify(shape);
    const written = this.#written.get(key) ?? writeSql(this.#write(shape));
    this.#written.set(key, written);
    return written;
  }

  /** All rows. Runs inside the transaction if the handle has one. */
  async list(db: Queries | Transaction, shape: S, bound: Bound): Promise<readonly Row[]> {
    const { text, values } = this.write(shape);
    const given = values.map((value) => (value instanceof Placeholder ? requireBound(bound, value.name) : value));
    return decodeRows(this.#row, await db.$client.unsafe(text, given));
  }

  /** The first row. */
  async first(db: Queries | Transaction, shape: S, bound: Bound): Promise<Row | undefined> {
    return (await this.list(db, shape, bound))[0];
  }
}

/**
 * Declares a prepared statement. `write` must depend on the shape alone; every value that differs between calls is a
 * placeholder. PostgreSQL keeps the plan of each text until the connection ends, so the number of shapes must be small:
 * a shape with unbounded values does not compile.
 *
 * @example
 *   const byTag = prepareSql(
 *     tagRow,
 *     ({ isSigned }: { readonly isSigned: boolean }) => sql`select … where tag = ${sql.placeholder('tag')} and ${listsPost(isSigned ? ME : undefined)}`,
 *   );
 *   const rows = await byTag.list(db, { isSigned: true }, { tag, me: viewer.accountId });
 */
export const prepareSql = <Row, S extends Shape = NoShape>(
  row: z.ZodType<Row>,
  write: (shape: S) => SQL,
  ..._finite: IsFinite<S> extends true ? [] : [never]
): PreparedStatement<S, Row> => new PreparedStatement(row, write);

const ANY_ROW = z.unknown();

/** Like `prepareSql`, for a statement of which at most the number of rows is read. */
export const prepareWrite = <S extends Shape = NoShape>(
  write: (shape: S) => SQL,
  ..._finite: IsFinite<S> extends true ? [] : [never]
): PreparedStatement<S, unknown> => new PreparedStatement(ANY_ROW, write);

/** All columns of a table, named after its fields, so that a row has the type `$inferSelect`. */
export const columnsOf = (table: PgTable): SQL =>
  sql.join(
    Object.entries(getTableColumns(table)).map(([field, column]) => {
      // The client returns a bigint as text. All our numbers fit into a double.
      const value = column.getSQLType() === 'bigint' ? sql`${column}::float8` : sql`${column}`;
      return sql`${value} as ${sql.identifier(field)}`;
    }),
    sql`, `,
  );

function requireBound(bound: Bound, name: string): unknown {
  const value = bound[name];
  if (value === undefined) throw new Error(`nothing is bound to ${name}`);
  return value;
}
