// Statements that are written as SQL, on the short way to the server: their text is put together here and handed to the
// handle's own connection. Drizzle's way, made for queries that are built of tables and columns, takes longer than many
// of our statements take in PostgreSQL.
import { type SQL as DrizzleSQL, SQL, StringChunk } from 'drizzle-orm';
import { BunSQLSession } from 'drizzle-orm/bun-sql/session';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queries, Transaction } from './database.ts';

export interface WrittenSql {
  readonly text: string;
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
    } else {
      return undefined;
    }
  }
  return text;
}

/** Sends a statement on a handle, inside its transaction if it is one; rows as objects. */
export async function sendSql(db: Queries | Transaction, query: DrizzleSQL): Promise<readonly unknown[]> {
  const { session } = db._;
  if (!(session instanceof BunSQLSession)) throw new Error('the handle is none of the database');
  const { text, values } = writeSql(query);
  return session.queryObjects(text, [...values]);
}
