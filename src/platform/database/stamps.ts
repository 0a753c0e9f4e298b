// Tells whether anything was committed between two moments: PostgreSQL's own snapshot as text. Two equal texts see the same
// rows of every table, since which transactions are visible is all that a snapshot says (PostgreSQL, pg_current_snapshot:
// every transaction that changes something has a number, and the end of each changes the text). So what was read after one
// and before the other is still what would be read now.
import { sql } from 'drizzle-orm';
import { SharedFlights } from '../../kernel/shared-flights.ts';
import { withinTime } from '../../kernel/within-time.ts';
import type { Database } from './database.ts';
import { type NoShape, prepareSql } from './prepared.ts';

// The start of the server is in it too: one that took the place of another, behind a pooler or an address that moved, may
// count its transactions from an earlier one on.
// Prepared: asked before every cached answer.
// NOTE: with a value to bind, since a statement without any is planned anew each time.
const stampStatement = prepareSql<NoShape, { readonly stamp: string }>(
  () => sql`select extract(epoch from pg_postmaster_start_time())::text || ${' '}::text
    || pg_current_snapshot()::text as stamp`,
);
/**
 * Everybody waits for it: a connection that died without a word, as firewalls let them die, must not hold them all. Who
 * gets no stamp in this time reads for themselves.
 */
const STAMP_MS = 1_000;

export class DatabaseStamps {
  readonly #database: Database;
  readonly #reads = new SharedFlights<string | undefined>();
  readonly #asked = new WeakMap<object, Promise<string | undefined>>();
  #last: string | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The one that was read last, however long ago; undefined when there is none. */
  get last(): string | undefined {
    return this.#last;
  }

  /** The stamp of now: read after this call; undefined when there was no word in time. Who asks meanwhile shares it. */
  read(): Promise<string | undefined> {
    return this.#reads.share('', async () => {
      const stamp = await withinTime(this.#ask(), STAMP_MS, () => undefined);
      if (stamp !== undefined) this.#last = stamp;
      return stamp;
    });
  }

  /** The stamp that this asker, a request, was given before, or that of now. */
  readFor(asker: object): Promise<string | undefined> {
    const known = this.#asked.get(asker);
    if (known !== undefined) return known;
    const stamp = this.read();
    this.#asked.set(asker, stamp);
    return stamp;
  }

  async #ask(): Promise<string> {
    // A server that was lost and came back may count its transactions from an earlier one on.
    const ended = this.#database.endedConnections;
    const row = await stampStatement.first(this.#database.db, {}, {});
    if (row === undefined) throw new Error('no stamp was given');
    return `${ended} ${row.stamp}`;
  }
}
