// Statements that are built once. Putting the text of a query together costs more than the way to the database and back, so
// what runs at every request is prepared, once for each handle of a database.
import type { Queries } from './database.ts';

/** What `build` makes of a handle, made at its first use. Not for transactions: theirs is a handle that lives briefly. */
export function prepareOnce<Statement>(build: (db: Queries) => Statement): (db: Queries) => Statement {
  const built = new WeakMap<Queries, Statement>();
  return (db) => {
    const statement = built.get(db) ?? build(db);
    built.set(db, statement);
    return statement;
  };
}
