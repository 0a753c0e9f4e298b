// Statements that are written as SQL, on the short way to the server: their text is put together here and handed to the
// handle's own connection. Drizzle's way, made for queries that are built of tables and columns, takes longer than many
// of our statements take in PostgreSQL. What runs at every request is put together once for each of its shapes, with
// placeholders for what is bound at each call.
import { type SQL as DrizzleSQL, Placeholder, SQL, StringChunk } from 'drizzle-orm';
import { BunSQLSession } from 'drizzle-orm/bun-sql/session';
import { PgDialect } from 'drizzle-orm/pg-core';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
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

/** Far more than there are; many would mean that something is in a shape that should be bound. */
const SHAPES_KEPT = 1_000;

/**
 * A statement that is written once for each shape. `write` is a function of the shape alone: everything else that it says
 * is a placeholder. The shape's fields come in one order.
 */
export function shapeSql<S extends Shape>(write: (shape: S) => DrizzleSQL): (shape: S) => WrittenSql {
  const written = new BoundedCache<string, WrittenSql>(SHAPES_KEPT);
  return (shape) => {
    const key = JSON.stringify(shape);
    const known = written.read(key);
    if (known !== undefined) return known;
    const made = writeSql(write(shape));
    written.keep(key, made, 1);
    return made;
  };
}

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
