// Detects whether any transaction committed between two moments. A stamp is PostgreSQL's current snapshot as text.
// Equal stamps see the same rows of every table, because every writing transaction has an id and its end changes the
// snapshot (`pg_current_snapshot` in the PostgreSQL manual). So a result that was read between two equal stamps is
// still current.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { SharedFlights } from '../../kernel/concurrency/shared-flights.ts';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import type { Database } from './database.ts';
import { prepareSql } from './prepared.ts';

// The stamp includes the server's start time. A different server, for example behind a pooler after a failover, may
// reuse transaction ids. Prepared, since it runs before every cached response.
// NOTE: the statement has a bind parameter, because a statement without one is planned on every call.
const stampStatement = prepareSql(
  z.object({ stamp: z.string() }),
  () => sql`select extract(epoch from pg_postmaster_start_time())::text || ${' '}::text
    || pg_current_snapshot()::text as stamp`,
);
/**
 * Timeout for a stamp. Concurrent reads share one stamp query, so a dropped TCP connection must not block them all.
 * Without a stamp, a request runs its own read.
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

  /** The most recent stamp, of any age; undefined before the first. */
  get last(): string | undefined {
    return this.#last;
  }

  /** The current stamp, read after this call; undefined on timeout. Concurrent callers share the query. */
  read(): Promise<string | undefined> {
    return this.#reads.share('', async () => {
      const stamp = await withinTime(this.#ask(), STAMP_MS, () => undefined);
      if (stamp !== undefined) this.#last = stamp;
      return stamp;
    });
  }

  /** The stamp of the request `asker`: read at its first call, and reused for its further calls. */
  readFor(asker: object): Promise<string | undefined> {
    const known = this.#asked.get(asker);
    if (known !== undefined) return known;
    const stamp = this.read();
    this.#asked.set(asker, stamp);
    return stamp;
  }

  async #ask(): Promise<string> {
    // After a reconnect the server may be a different one, which may reuse transaction ids.
    const ended = this.#database.endedConnections;
    const row = await stampStatement.first(this.#database.db, {}, {});
    if (row === undefined) throw new Error('no stamp was given');
    return `${ended} ${row.stamp}`;
  }
}
