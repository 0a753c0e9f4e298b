// Opens the store of requests with an `Idempotency-Key`, and the job that removes its old rows.
import { z } from 'zod';
import type { CreationStore } from '../../http/dispatch/creations.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob } from '../../platform/jobs/jobs.ts';
import { forgetCreated, forgetCreations, openCreationStore, sweepCreations } from './creations.ts';

export interface Idempotency {
  readonly store: CreationStore;
  readonly jobs: readonly BoundJob[];
  /** Removes the rows of what was created and is erased. */
  forget(tx: Transaction, createdId: string): Promise<void>;
  /** Removes the rows of a deleted account. Its export leaves them out: they are digests, for a day. */
  accountDeleted(accountId: string): Promise<void>;
}

/** Idempotent, since it only removes expired rows. */
const sweep = declareJob({ kind: 'idempotency.sweep', payload: z.object({}) });

/** Opens the feature. The database may still be starting. */
export const openIdempotency = (database: Database): Idempotency => ({
  store: openCreationStore(database.db),
  jobs: [bindJob(sweep, () => sweepCreations(database.db), '41 * * * *')],
  forget: forgetCreated,
  accountDeleted: (accountId) => forgetCreations(database.db, accountId),
});
