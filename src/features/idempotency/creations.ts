// What requests with an `Idempotency-Key` have created: a row for each, for 24 hours. A row has digests and an id, and never an
// answer.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { CreationName, CreationStore, StoredCreation } from '../../http/dispatch/creations.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { RETENTION } from '../../kernel/retention.ts';
import type { Queries, Transaction } from '../../platform/database/database.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { isLockTimeout } from '../../platform/database/errors.ts';
import { idempotencyKey } from '../../platform/database/schema/idempotency.ts';

const KEPT_HOURS = RETENTION.idempotencyKey.amount;

const isOver: SQL = sql`${idempotencyKey.createdAt} <= now() - make_interval(hours => ${KEPT_HOURS})`;

/** The store of the dispatcher. The database may still be starting. */
export const openCreationStore = (db: Queries): CreationStore => ({
  find: (name) => findCreation(db, name),
  store: storeCreation,
});

async function findCreation(
  db: Queries,
  { accountId, route, keyDigest }: CreationName,
): Promise<StoredCreation | undefined> {
  const [found] = await db
    .select({
      requestDigest: idempotencyKey.requestDigest,
      status: idempotencyKey.status,
      createdId: idempotencyKey.createdId,
    })
    .from(idempotencyKey)
    .where(
      and(
        eq(idempotencyKey.accountId, accountId),
        eq(idempotencyKey.route, route),
        eq(idempotencyKey.keyDigest, keyDigest),
        sql`not ${isOver}`,
      ),
    );
  return found;
}

/** Waits for another transaction that stores the same name, for at most the lock timeout. */
async function storeCreation(tx: Transaction, name: CreationName, creation: StoredCreation): Promise<boolean> {
  const { accountId, route, keyDigest } = idempotencyKey;
  const stored = await tx
    .insert(idempotencyKey)
    .values({ ...name, ...creation })
    .onConflictDoUpdate({
      target: [accountId, route, keyDigest],
      set: { ...creation, createdAt: sql`now()` },
      setWhere: isOver,
    })
    .returning({ route })
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? new Refusal('idempotency_in_progress', { cause: error }) : error;
    });
  return stored.length > 0;
}

/** Removes expired rows. */
export const sweepCreations = (db: Queries): Promise<void> =>
  deleteInBatches(db, idempotencyKey, isOver, { oldestBy: idempotencyKey.createdAt });

/** Removes the rows of what was created and is erased. */
export async function forgetCreated(tx: Transaction, createdId: string): Promise<void> {
  await tx.delete(idempotencyKey).where(eq(idempotencyKey.createdId, createdId));
}

/** Removes the rows of a deleted account. Idempotent. */
export async function forgetCreations(db: Queries, accountId: string): Promise<void> {
  await db.delete(idempotencyKey).where(eq(idempotencyKey.accountId, accountId));
}
