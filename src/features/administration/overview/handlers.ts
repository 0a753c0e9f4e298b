import { readSharedAddress } from '../../../http/gates/shared-address.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { type Config, hasProxies } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isDiskFull, measureDisk } from '../../../platform/files/free-space.ts';
import { countStoredJobs, type StoredJobState } from '../../../platform/jobs/stored-jobs.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { cacheFor } from '../common/cache-result.ts';
import type { EngineStates } from '../common/engines.ts';
import type { overviewAdministration } from './contract.ts';
import { countRows, measureStorage } from './numbers.ts';

export interface OverviewDependencies {
  readonly config: Pick<
    Config,
    'quotas' | 'storageQuota' | 'publishBytes' | 'cacheBytes' | 'dataDirectory' | 'trustedProxies'
  >;
  readonly database: Database;
  readonly objects: Objects;
  readonly engines: EngineStates;
  /** Version of the software. */
  readonly version: string;
  /** A newer version, if one is known. */
  readonly findUpdate: () => Promise<{ readonly version: string; readonly notes: string | null } | undefined>;
}

const KEPT_MS = 10_000;

export function overviewAdministrationHandlers(
  dependencies: OverviewDependencies,
): Handlers<typeof overviewAdministration> {
  const { config, database, objects, engines, version, findUpdate } = dependencies;
  const startedAt = Date.now();
  // Counting walks whole tables, and measuring reads a document of each release.
  const measure = cacheFor(KEPT_MS, async () => {
    const [counts, storage] = await Promise.all([countRows(database.db), measureStorage(database.db, objects)]);
    return { counts, storage };
  });
  return {
    adminOverviewRead: async () => {
      const [measured, jobs, update] = await Promise.all([
        measure(),
        countStoredJobs(database.db),
        // While the object store is away, the rest is still worth knowing.
        findUpdate().catch(() => undefined),
      ]);
      const space = measureDisk(config.dataDirectory);
      const disk = space === undefined ? null : { ...space, isFull: isDiskFull(config.dataDirectory) };
      const inState = (state: StoredJobState): number =>
        jobs.reduce((sum, job) => (job.state === state ? sum + job.count : sum), 0);
      return json({
        version,
        update: update ?? null,
        startedAt,
        engines: engines(),
        ...measured,
        disk,
        sharedAddress: hasProxies(config) ? null : (readSharedAddress(config.dataDirectory) ?? null),
        quotas: {
          account: config.quotas ? config.storageQuota : null,
          publication: config.publishBytes,
          cache: config.cacheBytes,
        },
        jobs: { waiting: inState('waiting'), active: inState('active'), failed: inState('failed') },
      });
    },
  };
}
