// Job kinds for uploaded files. All are idempotent: each checks the row's state and lease first, and a second run finds
// nothing to do.
import { z } from 'zod';
import { declareJob } from '../../../platform/jobs/jobs.ts';

const one = z.object({ id: z.uuid() });

/** Files of one account examined concurrently. */
export const PICTURES_OF_ACCOUNT = 2;
export const FILMS_OF_ACCOUNT = 1;
/** Retries of a job. */
export const SCAN_RETRIES = 2;

// Failed runs are limited by the row's own count of attempts.
const scanPlan = { retries: SCAN_RETRIES, retrySeconds: 2, retryMaxSeconds: 30 } as const;

/** Examines a complete picture and creates its variants (scan.ts). One slot always remains for other accounts. */
export const scanJob = declareJob({
  kind: 'attachment.scan',
  payload: one,
  plan: { ...scanPlan, expireSeconds: 600, concurrency: 3, groupConcurrency: PICTURES_OF_ACCOUNT },
});

/** The same for a video. The time limit covers one of ten minutes. */
export const filmJob = declareJob({
  kind: 'attachment.film',
  payload: one,
  plan: { ...scanPlan, expireSeconds: 1800, concurrency: 2, groupConcurrency: FILMS_OF_ACCOUNT },
});

/** Completes the assembly of parts that a dead process had started. */
export const finishJob = declareJob({ kind: 'attachment.finish', payload: one, singleton: ({ id }) => id });

/** Removes the bytes of a deleted or rejected file. */
export const eraseJob = declareJob({ kind: 'attachment.erase', payload: one, singleton: ({ id }) => id });

/** Finds work of dead processes and expired rows (clean-up.ts). */
export const sweepJob = declareJob({ kind: 'uploads.sweep', payload: z.object({}), singleton: () => '' });
export const removalJob = declareJob({ kind: 'uploads.removal', payload: z.object({}), singleton: () => '' });
export const orphanJob = declareJob({ kind: 'uploads.orphans', payload: z.object({}), singleton: () => '' });
