// The look for a newer version: a daily job, and what it found last. Off while UPDATE_CHECK is not set.
import { z } from 'zod';
import { type Config, readSoftwareVersion } from '../../platform/config/config.ts';
import { type BoundJob, bindJob, declareJob } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { operatorError } from '../release/common/operator-error.ts';
import { lookForUpdate } from './check.ts';
import { isNewer, readUpdateState, writeUpdateState } from './state.ts';

/** Idempotent: it replaces what the last look found. */
const job = declareJob({
  kind: 'update.check',
  payload: z.object({}),
  plan: { retries: 2, retrySeconds: 600, retryMaxSeconds: 3600, expireSeconds: 60 },
  singleton: () => 'update',
});

/** Not at a full hour, at which everybody looks. */
const SCHEDULE = '47 5 * * *';

export interface UpdatesDependencies {
  readonly config: Pick<Config, 'updateCheck' | 'webhookPrivate'>;
  readonly objects: Objects;
  readonly log: Log;
}

export interface Update {
  readonly version: string;
  readonly notes: string | null;
}

/** A newer version than this one, if one is known. */
export async function findUpdate({
  config,
  objects,
}: Pick<UpdatesDependencies, 'config' | 'objects'>): Promise<Update | undefined> {
  if (config.updateCheck === undefined) return undefined;
  const state = await readUpdateState(objects);
  const version = state?.version ?? undefined;
  if (version === undefined || !isNewer(version, readSoftwareVersion())) return undefined;
  return { version, notes: state?.notes ?? null };
}

export function bindUpdateJob({ config, objects, log }: UpdatesDependencies): BoundJob {
  const { updateCheck, webhookPrivate } = config;
  return bindJob(
    job,
    async (_, { signal }) => {
      if (updateCheck === undefined) return;
      const found = await lookForUpdate(updateCheck, webhookPrivate, signal);
      const checkedAt = Date.now();
      if ('failure' in found) {
        const { failure } = found;
        const before = await readUpdateState(objects);
        await writeUpdateState(objects, { version: null, notes: null, ...before, checkedAt, failure });
        throw operatorError('update_unknown', `UPDATE_CHECK could not be read: ${failure}.`);
      }
      await writeUpdateState(objects, { checkedAt, ...found, failure: null });
      if (isNewer(found.version, readSoftwareVersion())) {
        log.info('a newer version is available', { version: found.version });
      }
    },
    updateCheck === undefined ? undefined : SCHEDULE,
  );
}
