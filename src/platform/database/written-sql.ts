// Statements that are written as SQL, on the short way to the server: their text is put together here and handed to the
// handle's own connection. Drizzle's way, made for queries that are built of tables and columns, takes longer than many
// of our statements take in PostgreSQL. What runs at every request is put together once for each of its shapes, with
// placeholders for what is bound at each call.
import { type Column, type SQL as DrizzleSQL, Placeholder, SQL, StringChunk, sql } from 'drizzle-orm';
import { BunSQLSession } from 'drizzle-orm/bun-sql/session';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queries, Transaction } from './database.ts';

export interface WrittenSql {
  readonly text: string;
  /** In the order of `$1`, `$2`, …; a `Placeholder` where a value is bound at each call. */
  readonly values: readonly unknown[];
}

const dialect = new PgDialect();

/** The text of a statement with `$1`, `$2`, … in the place of its values. */
export function writeSql(query: DrizzleSQL): WrittenSql {
  const values: unknown[] = [];
  const text = joinChunks(query, values);
  if (text !== undefined) return { text, values };
  const { sql, params } = dialect.sqlToQuery(query);
  return { text: sql, values: params };
}

/** Undefined where there is something that Drizzle alone knows how to write. */
function joinChunks(query: DrizzleSQL, values: unknown[]): string | undefined {
  if (Reflect.get(query, 'shouldInlineParams') === true) return undefined;
  let text = '';
  for (const chunk of query.queryChunks) {
    if (chunk instanceof StringChunk) {
      for (const part of chunk.value) text += part;
    } else if (chunk instanceof SQL) {
      const part = joinChunks(chunk, values);
      if (part === undefined) return undefined;
      text += part;
    } else if (typeof chunk === 'string' || typeof chunk === 'number' || typeof chunk === 'boolean' || chunk === null) {
      text += `$${values.push(chunk)}`;
    } else if (chunk instanceof Placeholder) {
      text += `$${placeOf(chunk, values)}`;
    } else {
      return undefined;
    }
  }
  return text;
}

/** One name is one value, however often the statement names it. */
function placeOf({ name }: Placeholder, values: unknown[]): number {
  const known = values.findIndex((value) => value instanceof Placeholder && value.name === name);
  return known === -1 ? values.push(new Placeholder(name)) : known + 1;
}

/** What the text of a statement depends on. */
export type Shape = Readonly<Record<string, string | number | boolean | undefined>>;

/** Of a statement that is always the same. */
export type NoShape = Readonly<Record<never, never>>;

/** Whether every field has a few named values: a field of any number or any string makes statements without end. */
type IsFinite<S extends Shape> = string extends S[keyof S] ? false : number extends S[keyof S] ? false : true;

/**
 * A statement that is written once for each shape. `write` is a function of the shape alone: everything else that it says
 * is a placeholder. The shape's fields come in one order. Each shape is a prepared statement on each connection, and
 * PostgreSQL keeps its plan as long as the connection lives. A shape that is not finite does not compile.
 */
export function shapeSql<S extends Shape>(
  write: (shape: S) => DrizzleSQL,
  ..._finite: IsFinite<S> extends true ? [] : [never]
): (shape: S) => WrittenSql {
  const written = new Map<string, WrittenSql>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const made = written.get(key) ?? writeSql(write(shape));
    written.set(key, made);
    return made;
  };
}

/** Whether a column is one of these ids. One statement for any number of them, unlike a list of placeholders. */
export const isAnyOf = (column: Column, ids: readonly string[]): DrizzleSQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`;

/** Sends a statement on a handle, inside its transaction if it is one; rows as objects, `T` says what its columns are. */
export const sendSql = <T extends object>(db: Queries | Transaction, query: DrizzleSQL): Promise<readonly T[]> =>
  sendWritten<T>(db, writeSql(query), {});

/** The same with one that is written already, and the values of its placeholders. */
export async function sendWritten<T extends object>(
  db: Queries | Transaction,
  { text, values }: WrittenSql,
  bound: Readonly<Record<string, unknown>>,
): Promise<readonly T[]> {
  const { session } = db._;
  if (!(session instanceof BunSQLSession)) throw new Error('the handle is none of the database');
  const given = values.map((value) => (value instanceof Placeholder ? requireBound(bound, value.name) : value));
  // Nobody knows the columns of written SQL: the one place where our word is taken for it.
  return (await session.queryObjects(text, given)) as readonly T[];
}

function requireBound(bound: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = bound[name];
  if (value === undefined) throw new Error(`nothing is bound to ${name}`);
  return value;
}
