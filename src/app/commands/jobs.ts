// `livehouse jobs run KIND`: runs a recurring job once, in this process, beside a service or without one. Services on several
// machines run such a job at the same time too, so each kind tolerates that. What the job enqueues is left to the service.

import { readMaintenance } from '../../features/maintenance/store.ts';
import { operatorError } from '../../features/release/common/operator-error.ts';
import { createOwnAddress } from '../../http/gates/own-address.ts';
import type { Config } from '../../platform/config/config.ts';
import type { BoundJob } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import { type Command, UsageError } from '../command.ts';
import { type CommunityPlane, openCommunityPlane } from '../community-plane.ts';
import { openCommandDatabase } from '../installation/database.ts';
import { openObjects } from '../open-objects.ts';
import { RECURRING_JOBS } from '../recurring-jobs.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { formatDuration, formatTable, type Terminal } from '../terminal.ts';

/** The engine of jobs makes or updates its tables first. */
const READY_MS = 60_000;

export const runJobCommand: Command = async ({ terminal, config, positionals }) => {
  const [kind] = positionals;
  if (kind === undefined) return listKinds(terminal);
  const found = RECURRING_JOBS.find((job) => job.kind === kind);
  if (found === undefined) {
    const kinds = RECURRING_JOBS.map((job) => job.kind).join(', ');
    throw new UsageError(`"${kind}" is no recurring job. Usage: livehouse jobs run KIND, with one of: ${kinds}`);
  }
  const settings = config();
  const { needs } = found;
  if (needs !== undefined && !settings.variables.some(({ name, isSet }) => name === needs && isSet)) {
    throw operatorError('job_off', `${kind} has nothing to do, because ${needs} is not set.`);
  }
  const startedAt = performance.now();
  await withPlane(settings, terminal, async (plane, objects) => {
    const job = plane.recurring.find((one) => one.kind === kind);
    if (job === undefined) throw new Error(`the service has no job ${kind}`);
    if (!job.runsInPause && (await readMaintenance(objects)) !== undefined) {
      throw operatorError('maintenance', 'Jobs wait during maintenance. "livehouse maintenance off" ends it.');
    }
    await perform(job);
  });
  const milliseconds = Math.round(performance.now() - startedAt);
  terminal.result({ ok: true, kind, milliseconds });
  terminal.say(`${kind} ended after ${formatDuration(milliseconds)}`);
  return 0;
};

function listKinds(terminal: Terminal): number {
  terminal.result({ ok: true, kinds: RECURRING_JOBS });
  const lines = RECURRING_JOBS.map(({ kind, summary, needs }) => [
    `  ${kind}`,
    needs === undefined ? summary : `${summary} (only with ${needs})`,
  ]);
  terminal.say('livehouse jobs run KIND runs one of these now:');
  for (const line of formatTable(lines)) terminal.say(line);
  return 0;
}

/** Runs it with the time limit that it has in the service. A signal ends it, and so does the time limit. */
async function perform(job: BoundJob): Promise<void> {
  const { expireSeconds } = job.plan;
  const stop = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (code: string, message: string): void => {
    const error = operatorError(code, message);
    stop.abort(error);
    ended.reject(error);
  };
  const timer = setTimeout(
    () => end('job_expired', `${job.kind} did not end within ${expireSeconds} seconds.`),
    expireSeconds * 1000,
  );
  void stopSignal().then(() => end('interrupted', `${job.kind} was interrupted; it can be run again.`));
  try {
    await Promise.race([job.perform({}, { signal: stop.signal, attempt: 1 }), ended.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens what jobs work with, without workers. */
async function withPlane(
  config: Config,
  terminal: Terminal,
  work: (plane: CommunityPlane, objects: Objects) => Promise<void>,
): Promise<void> {
  const database = await openCommandDatabase(config, terminal);
  const objects = openObjects(config);
  const plane = openCommunityPlane({
    config,
    log: openLog('warn'),
    objects,
    database,
    ownAddress: createOwnAddress({ baseUrl: config.baseUrl, port: () => config.port }),
    work: false,
    // Jobs look up no entities of catalogs, and nobody asks this process how the engines are.
    describeEntity: async () => undefined,
    findThumbnail: async () => undefined,
    isObjectsReachable: () => true,
  });
  try {
    await database.ready(READY_MS);
    await work(plane, objects);
  } finally {
    await plane.close();
    await objects.close();
  }
}
