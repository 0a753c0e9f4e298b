// What is in a target during one run, in an SQLite file, so that memory use does not depend on the number of objects: which
// objects are stored, and which backup needs which.
import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { putInBatches } from '../moving/ledger.ts';

const BATCH = 1000;

/** Number of parts into which stored objects are divided. One part is read back each day. */
export const CHECK_PARTS = 30;

export interface StoredObject {
  readonly sha256: string;
  readonly bytes: number;
}

/** An index of the objects in a target. */
export class TargetIndex implements Disposable {
  readonly #database: Database;
  readonly #path: string;

  /** Opens an empty index. */
  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#discard();
    this.#database = new Database(path, { create: true, strict: true });
    this.#database.run('pragma journal_mode = off');
    this.#database.run('pragma synchronous = off');
    this.#database.run(`create table stored (sha256 text primary key, bytes integer not null, part integer not null,
      proven integer not null) without rowid`);
    this.#database.run(
      'create table needed (sha256 text not null, backup text not null, verified integer not null, primary key (sha256, backup)) without rowid',
    );
    this.#database.run('create index needed_backup on needed (backup)');
  }

  /** Records stored objects. */
  async addStored(objects: AsyncIterable<StoredObject>): Promise<void> {
    await putInBatches(this.#database, objects, ({ sha256, bytes }) => this.#put(sha256, bytes, false));
  }

  /** Records an object that was just read back. */
  addProven({ sha256, bytes }: StoredObject): void {
    this.#put(sha256, bytes, true);
  }

  /** Records what a backup needs. */
  async addNeeded(backup: string, isVerified: boolean, digests: AsyncIterable<string>): Promise<void> {
    const put = this.#database.query('insert or ignore into needed values ($sha256, $backup, $verified)');
    const verified = isVerified ? 1 : 0;
    await putInBatches(this.#database, digests, (sha256) => put.run({ sha256, backup, verified }));
  }

  forgetStored(sha256: string): void {
    this.#database.query('delete from stored where sha256 = $sha256').run({ sha256 });
  }

  forgetNeeded(backup: string): void {
    this.#database.query('delete from needed where backup = $backup').run({ backup });
  }

  /** Size of a stored object, and whether it was read back when a backup that needs it was made, or in this run. */
  find(sha256: string): { readonly bytes: number; readonly isProven: boolean } | undefined {
    const row = this.#database
      .query<{ bytes: number; proven: number }, { sha256: string }>(
        `select bytes, proven or exists (select 1 from needed n where n.sha256 = s.sha256 and n.verified = 1) as proven
          from stored s where sha256 = $sha256`,
      )
      .get({ sha256 });
    return row === null ? undefined : { bytes: row.bytes, isProven: row.proven !== 0 };
  }

  /** Needed objects of a part, in batches. */
  *ofPart(part: number): Generator<readonly StoredObject[]> {
    yield* this.#pages(
      `select sha256, bytes from stored s where part = ${Math.trunc(part)} and sha256 > $after
        and exists (select 1 from needed n where n.sha256 = s.sha256) order by sha256 limit ${BATCH}`,
    );
  }

  /** Stored objects that no backup needs, in batches. */
  *surplus(): Generator<readonly StoredObject[]> {
    yield* this.#pages(
      `select sha256, bytes from stored s where sha256 > $after
        and not exists (select 1 from needed n where n.sha256 = s.sha256) order by sha256 limit ${BATCH}`,
    );
  }

  /** Backups that need an object which is not stored. */
  incomplete(): readonly string[] {
    return this.#database
      .query<{ backup: string }, []>(
        'select distinct backup from needed n where not exists (select 1 from stored s where s.sha256 = n.sha256)',
      )
      .all()
      .map(({ backup }) => backup);
  }

  [Symbol.dispose](): void {
    this.#database.close();
    this.#discard();
  }

  #put(sha256: string, bytes: number, isProven: boolean): void {
    const part = Number.parseInt(sha256.slice(0, 8), 16) % CHECK_PARTS;
    this.#database
      .query('insert or replace into stored values ($sha256, $bytes, $part, $proven)')
      .run({ sha256, bytes, part, proven: isProven ? 1 : 0 });
  }

  *#pages(text: string): Generator<readonly StoredObject[]> {
    const query = this.#database.query<StoredObject, { after: string }>(text);
    let after = '';
    for (;;) {
      const page = query.all({ after });
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      after = last.sha256;
    }
  }

  #discard(): void {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${this.#path}${suffix}`, { force: true });
  }
}
