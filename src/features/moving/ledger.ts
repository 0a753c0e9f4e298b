// The work list of an export or import, in an SQLite file: which objects exist and which are done. It allows resuming a
// killed run, and memory use does not depend on the number of objects. Owns that file. An object recorded as done is
// guaranteed to be in place.
import { constants, Database } from 'bun:sqlite';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** An object as listed. `modifiedAt` is in milliseconds since the epoch; `expected` is its SHA-256, if known. */
export interface ListedEntry {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly expected?: string | null;
}

/** An object that is in place. */
export interface DoneEntry extends ListedEntry {
  readonly sha256: string;
}

/** A listed object with the digest of an earlier copy of the same state, and whether this run made that copy. */
export interface WorkEntry extends ListedEntry {
  readonly sha256: string | null;
  readonly fresh: number;
}

export interface Totals {
  readonly count: number;
  readonly bytes: number;
}

const BATCH = 500;

const SCHEMA = `
  create table if not exists listed (key text primary key, bytes integer not null, modified_at real not null,
    expected text) without rowid;
  create table if not exists done (key text primary key, bytes integer not null, modified_at real not null,
    sha256 text not null, run text not null) without rowid;
  create table if not exists named (key text primary key, sha256 text) without rowid;
  create table if not exists damaged (key text primary key) without rowid;
`;

export class Ledger implements Disposable {
  readonly #database: Database;
  readonly #path: string;
  readonly #run = crypto.randomUUID();
  #closed = false;

  /** Opens the list at a path, and creates it if missing. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#path = path;
    this.#database = new Database(path, { create: true, strict: true });
    this.#database.run('pragma journal_mode = wal');
    this.#database.run('pragma synchronous = normal');
    this.#database.run(SCHEMA);
  }

  /** Discards the listing below a prefix. Records of finished objects stay. */
  beginListing(prefix: string): void {
    const drop = this.#database.query<never, { from: string; to: string }>(
      'delete from listed where key >= $from and key < $to',
    );
    drop.run({ from: prefix, to: `${prefix}\uffff` });
  }

  async list(entries: AsyncIterable<ListedEntry> | Iterable<ListedEntry>): Promise<void> {
    const put = this.#database.prepare('insert or replace into listed values ($key, $bytes, $modifiedAt, $expected)');
    await putInBatches(this.#database, entries, ({ key, bytes, modifiedAt, expected = null }) => {
      put.run({ key, bytes, modifiedAt, expected });
    });
  }

  /** What is listed. */
  totals(): Totals {
    return this.#one('select count(*) as count, coalesce(sum(bytes), 0) as bytes from listed');
  }

  /** What is done. */
  doneTotals(): Totals {
    return this.#one('select count(*) as count, coalesce(sum(bytes), 0) as bytes from done');
  }

  /** Listed objects in key order, in batches. */
  *work(): Generator<readonly WorkEntry[]> {
    const query = this.#database.query<WorkEntry, { after: string; run: string }>(
      `select l.key, l.bytes, l.modified_at as modifiedAt, l.expected, d.sha256, coalesce(d.run = $run, 0) as fresh from listed l
        left join done d on d.key = l.key and d.bytes = l.bytes and d.modified_at = l.modified_at
        where l.key > $after order by l.key limit ${BATCH}`,
    );
    yield* this.#pages((after) => query.all({ after, run: this.#run }));
  }

  /** Finished objects in key order, in batches. */
  *done(): Generator<readonly DoneEntry[]> {
    const query = this.#database.query<DoneEntry, { after: string }>(
      `select key, bytes, modified_at as modifiedAt, sha256 from done where key > $after order by key limit ${BATCH}`,
    );
    yield* this.#pages((after) => query.all({ after }));
  }

  /** Finished objects that no listing contains any more. */
  *surplus(): Generator<readonly DoneEntry[]> {
    const query = this.#database.query<DoneEntry, { after: string }>(
      `select key, bytes, modified_at as modifiedAt, sha256 from done d
        where key > $after and not exists (select 1 from listed l where l.key = d.key) order by key limit ${BATCH}`,
    );
    yield* this.#pages((after) => query.all({ after }));
  }

  /** Records that these objects are in place. */
  finish(entries: readonly DoneEntry[]): void {
    const put = this.#database.prepare('insert or replace into done values ($key, $bytes, $modifiedAt, $sha256, $run)');
    this.#database.transaction(() => {
      for (const { key, bytes, modifiedAt, sha256 } of entries) {
        put.run({ key, bytes, modifiedAt, sha256, run: this.#run });
      }
    })();
  }

  forget(keys: readonly string[]): void {
    const drop = this.#database.prepare('delete from done where key = $key');
    this.#database.transaction(() => {
      for (const key of keys) drop.run({ key });
    })();
  }

  /** Records the objects that rows reference, replacing the previous record. */
  async name(entries: AsyncIterable<{ readonly key: string; readonly sha256: string | null }>): Promise<void> {
    this.#database.run('delete from named');
    const put = this.#database.prepare('insert or ignore into named values ($key, $sha256)');
    await putInBatches(this.#database, entries, ({ key, sha256 }) => {
      put.run({ key, sha256 });
    });
  }

  /** Records content whose bytes do not match its name. */
  markDamaged(keys: readonly string[]): void {
    const put = this.#database.prepare('insert or ignore into damaged values ($key)');
    for (const key of keys) put.run({ key });
  }

  forgetDamage(): void {
    this.#database.run('delete from damaged');
  }

  /** Up to `limit` keys that rows reference and that are missing or have other bytes. */
  problems(limit: number): readonly { readonly key: string; readonly reason: 'missing' | 'damaged' }[] {
    return this.#database
      .query<{ key: string; reason: 'missing' | 'damaged' }, { limit: number }>(
        `select key, 'damaged' as reason from damaged
          union select n.key, case when d.key is null then 'missing' else 'damaged' end from named n
            left join done d on d.key = n.key where d.key is null or (n.sha256 is not null and n.sha256 <> d.sha256)
          order by 1 limit $limit`,
      )
      .all({ limit });
  }

  /** Closes and removes the file after the work is complete. */
  remove(): void {
    this[Symbol.dispose]();
    Ledger.discard(this.#path);
  }

  /** Removes a list that is not open. */
  static discard(path: string): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  }

  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
    this.#database.close();
  }

  *#pages<T extends { readonly key: string }>(read: (after: string) => readonly T[]): Generator<readonly T[]> {
    let after = '';
    for (;;) {
      const page = read(after);
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      after = last.key;
    }
  }

  #one(text: string): Totals {
    return this.#database.query<Totals, []>(text).get() ?? { count: 0, bytes: 0 };
  }
}

/** Writes items in transactions of some hundred each. */
export async function putInBatches<T>(
  database: Database,
  items: AsyncIterable<T> | Iterable<T>,
  put: (item: T) => void,
): Promise<void> {
  const write = database.transaction((batch: readonly T[]) => {
    for (const item of batch) put(item);
  });
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    write(batch);
    batch = [];
  }
  write(batch);
}
