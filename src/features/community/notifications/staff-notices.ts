// Notifies staff of what comes in: cases that wait, reports, appeals, registrations. A job, because the transaction that causes it notifies
// others too, and the recipients are locked in one order. Idempotent: each person has one notification of each thing.
import { z } from 'zod';
import type { Transaction } from '../../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import { ARRIVALS, type Arrival, listDeciders } from '../../moderation/deciders.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { announceToStaff } from './notifications.ts';

const staffNotice = declareJob({
  kind: 'community.staff-notice',
  payload: z.object({ kind: z.enum(ARRIVALS), id: z.uuid() }),
});

/** Notifies who may decide it, after the transaction. */
export const enqueueStaffNotice = (
  enqueue: Jobs['enqueue'],
  tx: Transaction,
  kind: Arrival,
  id: string,
): Promise<void> => enqueue(tx, staffNotice, { kind, id });

export const bindStaffNotices = ({
  database,
  people,
  wake,
}: Pick<CommunityDependencies, 'database' | 'people' | 'wake'>): BoundJob =>
  bindJob(staffNotice, async ({ kind, id }) => {
    const notified = await database.transaction(async (tx) => {
      const deciders = await listDeciders(tx, people, kind, id);
      const subjectId = kind === 'registration' ? await readUid(tx, people, id) : id;
      return announceToStaff(tx, deciders, { kind: `staff_${kind}`, subjectKind: kind, subjectId });
    });
    wake(notified);
  });

/** The number of an account, whose id is private. */
async function readUid(tx: Transaction, people: CommunityDependencies['people'], accountId: string): Promise<string> {
  const found = (await people.readByIds(tx, [accountId])).get(accountId);
  return found === undefined ? '' : String(found.uid);
}
