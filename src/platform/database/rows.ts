// Rows of raw SQL. Neither the client nor Drizzle knows the columns of a written statement, so each one declares the schema
// of its rows, from which their type follows. A row that differs from it is an error of ours.
import type { SQL as Connection } from 'bun';
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type RefusalCode, requireFirst } from '../../kernel/refusal.ts';

/** A handle of Drizzle, inside or outside a transaction. */
interface Runs {
  execute(query: SQL): PromiseLike<readonly unknown[]>;
}

export const idRow = z.object({ id: z.string() });
export const nameRow = z.object({ name: z.string() });
export const thereRow = z.object({ there: z.boolean() });
export const countRow = z.object({ count: z.number() });

export const decodeRows = <Row>(row: z.ZodType<Row>, rows: readonly unknown[]): readonly Row[] =>
  Array.from(rows, (found) => row.parse(found));

/** What a template of SQL becomes: its values are bound, and `sql` pieces in it are inserted. */
type Statement<Result> = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Result>;

/** The rows of a statement: ``await listRows(db, idRow)`select id from post` ``. */
export const listRows =
  <Row>(db: Runs, row: z.ZodType<Row>): Statement<readonly Row[]> =>
  async (strings, ...values) =>
    decodeRows(row, await db.execute(sql(strings, ...values)));

/** The first row of a statement. */
export const readRow =
  <Row>(db: Runs, row: z.ZodType<Row>): Statement<Row | undefined> =>
  async (...statement) =>
    (await listRows(db, row)(...statement))[0];

/** The first row of a statement, or a refusal with this code where it has none. */
export const requireRow =
  <Row>(db: Runs, row: z.ZodType<Row>, code: RefusalCode): Statement<Row> =>
  async (...statement) =>
    requireFirst(await listRows(db, row)(...statement), code);

/** Whether a statement has any rows. */
export const hasRow =
  (db: Runs): Statement<boolean> =>
  async (strings, ...values) =>
    (await db.execute(sql(strings, ...values))).length > 0;

/** Rows of a statement that is sent on a connection itself. */
export async function askRows<Row>(
  sql: Pick<Connection, 'unsafe'>,
  row: z.ZodType<Row>,
  text: string,
  values?: unknown[],
): Promise<readonly Row[]> {
  return decodeRows(row, await sql.unsafe(text, values));
}

const KINDS: Readonly<Record<string, z.ZodType>> = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  date: z.date(),
};

function schemaOf({ name, notNull, dataType, enumValues }: Column): z.ZodType {
  const value = enumValues?.length ? z.enum(enumValues) : KINDS[dataType];
  if (value === undefined) throw new Error(`the rows of a table with the column ${name} are not read whole`);
  return notNull ? value : value.nullable();
}

/** The schema of a row with all columns of a table, as the table declares them. */
export function rowOf<T extends PgTable>(table: T): z.ZodType<T['$inferSelect']> {
  const columns = Object.entries(getTableColumns(table)).map(([field, column]) => [field, schemaOf(column)]);
  const row = z.object(Object.fromEntries(columns));
  return z.custom<T['$inferSelect']>((found) => row.safeParse(found).success);
}
