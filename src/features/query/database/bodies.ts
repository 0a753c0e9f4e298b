// The entities as JSON. Resources often have entities in common, such as all items and the weapons among them: equal ones
// are stored once.
import type { Database, Statement } from 'bun:sqlite';

/** Number of entities that are remembered for later resources. */
const REMEMBERED_MAX = 250_000;

export class BodyTable {
  readonly #insert: Statement<never, [number, Uint8Array]>;
  readonly #read: Statement<{ readonly json: string }, [number]>;
  readonly #readBytes: Statement<{ readonly json: Uint8Array }, [number]>;
  /** Numbers of entities by length and id. */
  readonly #known = new Map<string, number>();
  #count: number;

  /** Numbers begin after `offset`. */
  constructor(db: Database, offset: number) {
    this.#count = offset;
    this.#insert = db.prepare('insert into _body values (?, cast(? as text))');
    this.#read = db.prepare('select json from _body where entity = ?');
    this.#readBytes = db.prepare('select cast(json as blob) as json from _body where entity = ?');
  }

  /** Stores an entity unless an equal one with this id is stored; returns its number. */
  add(id: string, json: Uint8Array): number {
    const key = `${json.byteLength} ${id}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      const stored = this.#readBytes.get(known);
      if (stored !== null && Buffer.compare(stored.json, json) === 0) return known;
    }
    this.#count++;
    // The stored text, which is not serialised again.
    this.#insert.run(this.#count, json);
    if (known === undefined && this.#known.size < REMEMBERED_MAX) this.#known.set(key, this.#count);
    return this.#count;
  }

  read(entity: number): unknown {
    return JSON.parse(this.#read.get(entity)?.json ?? 'null');
  }

  close(): void {
    for (const statement of [this.#insert, this.#read, this.#readBytes]) statement.finalize();
  }
}
