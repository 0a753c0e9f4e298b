// Opens publications from elsewhere: their routes, the job of a commit, and the job that removes unfinished ones.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ExportSource } from '../../kernel/export-file.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { WorkerPool } from '../../platform/files/worker-pool.ts';
import { type BoundJob, bindJob, type Jobs } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { commitJob, runCommit, sweepPublications, sweepPublicationsJob } from './commit.ts';
import { publicationsContract } from './contract.ts';
import { publicationsHandlers } from './handlers.ts';
import type { PlanReply, PlanRequest } from './plan-worker.ts';
import { exportPublications, forgetPublisher } from './publications.ts';
import { createPublicationRunner } from './run-process.ts';
import { openSpool } from './spool.ts';

export interface Publications {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  /** Ends what a deleted account has begun. Idempotent. */
  accountDeleted(accountId: string): Promise<void>;
  /** What an account has begun lately, for its export. */
  readonly exportSource: ExportSource;
  close(): void;
}

export interface PublicationsDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  /** Path of the program of a commit. */
  readonly program: string;
  readonly log: Log;
}

/** Opens the feature. The database may still be starting. */
export function openPublications({ config, program, ...engines }: PublicationsDependencies): Publications {
  const { dataDirectory, publishBytes: bytesMax } = config;
  const planner = new WorkerPool<PlanRequest, PlanReply>(new URL('./plan-worker.ts', import.meta.url));
  const run = createPublicationRunner(program, config);
  const parts = { ...engines, run, planner, dataDirectory, bytesMax, spool: openSpool(dataDirectory) };
  return {
    routes: bindRoutes(publicationsContract, publicationsHandlers(parts)),
    jobs: [
      bindJob(commitJob, ({ id }, run) => runCommit(parts, id, run)),
      bindJob(sweepPublicationsJob, () => sweepPublications(parts), '23 * * * *'),
    ],
    accountDeleted: (accountId) => forgetPublisher(engines.database.db, accountId),
    exportSource: (accountId) => exportPublications(engines.database.db, accountId),
    close: () => planner.close(),
  };
}
