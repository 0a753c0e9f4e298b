// The job that erases what staff deleted, when the time for appeals is over or the appeal was denied. Idempotent: each deletion is
// erased in a transaction of its own, which first looks whether it is still to be erased.
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob } from '../../../platform/jobs/jobs.ts';
import { endDeletion, listDueDeletions, lockDueDeletion } from '../../moderation/cases/deletions.ts';
import { type ErasureDependencies, eraseContent, lockSubject } from './erasure.ts';

const BATCH = 100;

const kind = declareJob({ kind: 'community.deletions', payload: z.object({}), singleton: () => 'sweep' });

export interface SweepDependencies extends ErasureDependencies {
  readonly database: Database;
}

export const bindDeletionSweep = (dependencies: SweepDependencies): BoundJob =>
  bindJob(kind, (_, { signal }) => eraseDue(dependencies, signal), '7 * * * *');

async function eraseDue(dependencies: SweepDependencies, signal: AbortSignal): Promise<void> {
  const { database } = dependencies;
  for (let count = BATCH; count === BATCH; ) {
    const due = await listDueDeletions(database.db, BATCH);
    for (const deletion of due) {
      signal.throwIfAborted();
      await database.transaction(async (tx) => {
        const { kind: what, subjectId: id } = deletion;
        await lockSubject(tx, what, id);
        if (!(await lockDueDeletion(tx, deletion))) return;
        // Its author may have deleted a list for good meanwhile.
        const isErased = await eraseContent(tx, dependencies, { kind: what, id, by: undefined });
        if (!isErased) await endDeletion(tx, what, id);
      });
    }
    count = due.length;
  }
}
