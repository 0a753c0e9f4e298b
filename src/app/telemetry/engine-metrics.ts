// Metrics of the database, the job queue and the disk, collected on each scrape. An unavailable engine is a metric too: the
// result is returned within two seconds, without the values that only the engine knows.
import { z } from 'zod';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import type { Database } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/errors.ts';
import { countRow, listRows } from '../../platform/database/rows.ts';
import { measureDisk } from '../../platform/files/free-space.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SharedCounters } from '../../platform/shared/counters.ts';
import { family, type MetricFamily } from '../../platform/telemetry/metrics.ts';

/** A scrape must not wait for a slow engine. */
const LONGEST_MS = 2000;

export interface MeasuredDependencies {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly shared: SharedCounters | undefined;
  readonly dataDirectory: string;
  /** Metrics that features have in the database. */
  readonly measureMore: () => Promise<readonly MetricFamily[]>;
}

/** Metrics of the engines of the process with this label. Never throws for an unavailable engine. */
export async function measureEngines(
  { database, jobs, shared, dataDirectory, measureMore }: MeasuredDependencies,
  label: string,
): Promise<readonly MetricFamily[]> {
  const up = family('livehouse_database_up', 'Whether the process reaches its database.', 'gauge', [
    { suffix: '', labels: { process: label }, value: database.state === 'ready' ? 1 : 0 },
  ]);
  const always = [up, ...measureShared(shared, label), ...measureFreeSpace(dataDirectory)];
  if (database.state !== 'ready' || jobs.state !== 'ready') return always;
  return [...always, ...(await withinTime(askEngines(database, jobs, measureMore), LONGEST_MS, () => []))];
}

function measureShared(shared: SharedCounters | undefined, label: string): readonly MetricFamily[] {
  if (shared === undefined) return [];
  return [
    family('livehouse_limits_shared', 'Whether the process counts limits together with the others.', 'gauge', [
      { suffix: '', labels: { process: label }, value: shared.isAvailable ? 1 : 0 },
    ]),
  ];
}

/** Shared by all processes, so the families are not added up. */
function measureFreeSpace(dataDirectory: string): readonly MetricFamily[] {
  const space = measureDisk(dataDirectory);
  if (space === undefined) return [];
  const gauge = (name: string, help: string, value: number): MetricFamily =>
    family(name, help, 'gauge', [{ suffix: '', labels: {}, value }], 'max');
  return [
    gauge('livehouse_disk_free_bytes', 'Free bytes of the disk of the data directory.', space.freeBytes),
    gauge('livehouse_disk_bytes', 'Size of the disk of the data directory.', space.totalBytes),
  ];
}

const stateCount = countRow.extend({ state: z.string() });

async function askEngines(
  database: Database,
  jobs: Jobs,
  measureMore: MeasuredDependencies['measureMore'],
): Promise<readonly MetricFamily[]> {
  try {
    const [connections, queued, dead, more] = await Promise.all([
      // The server's view: connections of all processes.
      listRows(database.db, stateCount)`
        select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
          where application_name = 'livehouse' and datname = current_database() group by 1`,
      jobs.countQueued(),
      jobs.countDeadLetters(),
      measureMore(),
    ]);
    const gauge = (name: string, help: string, label: string, values: Iterable<readonly [string, number]>) =>
      family(
        name,
        help,
        'gauge',
        [...values].map(([key, value]) => ({ suffix: '', labels: { [label]: key }, value })),
        'max',
      );
    return [
      gauge(
        'livehouse_database_connections',
        'Connections of all processes to the database by state.',
        'state',
        [...connections].map(({ state, count }) => [state, count] as const),
      ),
      gauge('livehouse_jobs_queued', 'Jobs that wait or run, by kind.', 'kind', queued),
      gauge('livehouse_dead_letters', 'Jobs that were given up, by kind.', 'kind', dead),
      ...more,
    ];
  } catch (error) {
    if (isDatabaseUnavailable(error)) return [];
    throw error;
  }
}
