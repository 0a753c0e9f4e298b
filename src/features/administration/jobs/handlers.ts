import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import {
  countStoredJobs,
  hastenStoredJob,
  listStoredJobs,
  lockStoredJob,
  type StoredJob,
} from '../../../platform/jobs/stored-jobs.ts';
import { recordAudit } from '../../audit/record.ts';
import type { jobsAdministration } from './contract.ts';

export interface JobsAdministrationDependencies {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'revive' | 'remove'>;
}

export function jobsAdministrationHandlers({
  database,
  jobs,
}: JobsAdministrationDependencies): Handlers<typeof jobsAdministration> {
  return {
    adminJobList: async ({ query }) => {
      const { state, kind, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('administered jobs', state, kind);
      const before = timeCursors.read(list, query.cursor);
      const found = await listStoredJobs(database.db, { state, kind, before, limit: limit + 1 });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
      return json({ jobs: rows.map(presentJob), counts: await countStoredJobs(database.db), nextCursor });
    },
    adminJobRetry: async ({ params, actor }) => {
      await database.transaction(async (tx) => {
        const { job, queue } = await requireIdle(tx, params.id);
        if (job.state === 'waiting') await hastenStoredJob(tx, job.id, queue);
        // The transaction takes back the note that the engine leaves on a letter it cannot move.
        else if (!(await jobs.revive(tx, job.id))) throw new Refusal('job_not_retryable');
        await record(tx, actor, 'job.retry', job);
      });
      return { status: 204 };
    },
    adminJobDelete: async ({ params, actor }) => {
      await database.transaction(async (tx) => {
        const { job, queue } = await requireIdle(tx, params.id);
        await jobs.remove(tx, queue, job.id);
        await record(tx, actor, 'job.delete', job);
      });
      return { status: 204 };
    },
  };
}

async function requireIdle(tx: Transaction, id: string) {
  const found = required(await lockStoredJob(tx, id), 'job_not_found');
  if (found.job.state === 'active') throw new Refusal('job_running');
  return found;
}

const record = (tx: Transaction, { accountId }: Actor, action: 'job.retry' | 'job.delete', job: StoredJob) =>
  recordAudit(tx, {
    actorAccountId: accountId,
    action,
    subjectKind: 'job',
    subjectId: job.id,
    before: { kind: job.kind, state: job.state, attempts: job.attempts },
    after: { state: action === 'job.retry' ? 'waiting' : 'deleted' },
  });

const presentJob = ({ id, kind, state, attempts, createdAt, dueAt, startedAt, error }: StoredJob) => ({
  id,
  kind,
  state,
  attempts,
  error,
  createdAt: createdAt.getTime(),
  dueAt: state === 'waiting' ? dueAt.getTime() : null,
  startedAt: startedAt?.getTime() ?? null,
});
