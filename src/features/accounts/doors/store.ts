// The block lists of registration: stored patterns, read again when the last read is older than a second. Writes
// registration_doors.
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { registrationDoors } from '../../../platform/database/schema/accounts.ts';
import type { Reader } from '../common/accounts.ts';
import { type Doors, openDoors, type Patterns } from './patterns.ts';

export interface VersionedPatterns extends Patterns {
  readonly version: number;
}

const ROW = 1;
const FRESH_MS = 1_000;
/** The patterns before any were stored. */
const NONE: VersionedPatterns = { mailDomains: [], networks: [], version: 1 };

/** What is stored. */
export async function readPatterns(db: Reader): Promise<VersionedPatterns> {
  const [row] = await db.select().from(registrationDoors).where(eq(registrationDoors.id, ROW));
  return row ?? NONE;
}

/** Stores patterns; false when somebody else has stored others since. */
export async function storePatterns(tx: Transaction, { version, ...patterns }: VersionedPatterns): Promise<boolean> {
  await tx
    .insert(registrationDoors)
    .values({ id: ROW, mailDomains: [], networks: [], version: 1 })
    .onConflictDoNothing();
  const changed = await tx
    .update(registrationDoors)
    .set({
      mailDomains: [...patterns.mailDomains],
      networks: [...patterns.networks],
      version: version + 1,
      updatedAt: sql`now()`,
    })
    .where(sql`${registrationDoors.id} = ${ROW} and ${registrationDoors.version} = ${version}`)
    .returning({ id: registrationDoors.id });
  return changed.length > 0;
}

/** Reads the stored patterns, cached for a second. */
export class RegistrationDoors {
  readonly #db: Reader;
  #doors: Doors = openDoors(NONE);
  #version = NONE.version;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(db: Reader) {
    this.#db = db;
  }

  /** The patterns, at most a second old. */
  async read(): Promise<Doors> {
    const startedAt = performance.now();
    if (startedAt - this.#readAt < FRESH_MS) return this.#doors;
    const stored = await readPatterns(this.#db);
    this.#readAt = startedAt;
    if (stored.version !== this.#version) {
      this.#doors = openDoors(stored);
      this.#version = stored.version;
    }
    return this.#doors;
  }

  /** Discards the cached patterns after this process has changed them. */
  expire(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }
}
