// Tells whether anything was committed between two moments: PostgreSQL's own snapshot as text. Two equal texts see the same
// rows of every table, since which transactions are visible is all that a snapshot says (PostgreSQL, pg_current_snapshot:
// every transaction that changes something has a number, and the end of each changes the text). So what was read after one
// and before the other is still what would be read now.
import { SharedFlights } from '../kernel/shared-flights.ts';
import type { Database } from './database.ts';
import { sendWritten } from './written-sql.ts';

// NOTE: with a value to bind, since a statement without any is planned anew each time.
const STAMP = { text: 'select pg_current_snapshot()::text || $1::text as stamp', values: [''] };

export class DatabaseStamps {
  readonly #database: Database;
  readonly #reads = new SharedFlights<string>();
  readonly #asked = new WeakMap<object, Promise<string>>();
  #last: string | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The one that was read last, however long ago; undefined when there is none. */
  get last(): string | undefined {
    return this.#last;
  }

  /** The stamp of now: read after this call. Who asks for it meanwhile shares it. */
  read(): Promise<string> {
    return this.#reads.share('', async () => {
      // A server that was lost and came back may count its transactions from an earlier one on.
      const ended = this.#database.endedConnections;
      const [row] = await sendWritten<{ readonly stamp: string }>(this.#database.db, STAMP, {});
      if (row === undefined) throw new Error('no stamp was given');
      this.#last = `${ended} ${row.stamp}`;
      return this.#last;
    });
  }

  /** The stamp that this asker, a request, was given before, or that of now. */
  readFor(asker: object): Promise<string> {
    const known = this.#asked.get(asker);
    if (known !== undefined) return known;
    const stamp = this.read();
    this.#asked.set(asker, stamp);
    return stamp;
  }
}
