// The kinds of work on files that are promised in transactions. Each is idempotent: it looks at the row first and at the
// lease of whoever works on it, and a second run finds nothing to do.
import { z } from 'zod';
import { declareJob } from '../../../platform/jobs/jobs.ts';

const one = z.object({ id: z.uuid() });

/** Files of one account that are examined at a time. */
export const PICTURES_OF_ACCOUNT = 2;
export const FILMS_OF_ACCOUNT = 1;
/** Tries of a job after its first. */
export const SCAN_RETRIES = 2;

// A run that fails is begun again by its own count of attempts.
const scanPlan = { retries: SCAN_RETRIES, retrySeconds: 2, retryMaxSeconds: 30 } as const;

/** Looks at a whole picture and makes what others see of it (scan.ts). One slot is left for other accounts. */
export const scanJob = declareJob({
  kind: 'attachment.scan',
  payload: one,
  plan: { ...scanPlan, expireSeconds: 600, concurrency: 3, groupConcurrency: PICTURES_OF_ACCOUNT },
});

/** The same for a video; the deadline covers one of ten minutes. */
export const filmJob = declareJob({
  kind: 'attachment.film',
  payload: one,
  plan: { ...scanPlan, expireSeconds: 1800, concurrency: 2, groupConcurrency: FILMS_OF_ACCOUNT },
});

/** Joins parts where a process died while it did. */
export const finishJob = declareJob({ kind: 'attachment.finish', payload: one, singleton: ({ id }) => id });

/** Removes the bytes of a file that is deleted or rejected. */
export const eraseJob = declareJob({ kind: 'attachment.erase', payload: one, singleton: ({ id }) => id });

/** Finds what dead processes left and what is over (clean-up.ts). */
export const sweepJob = declareJob({ kind: 'uploads.sweep', payload: z.object({}), singleton: () => '' });
export const removalJob = declareJob({ kind: 'uploads.removal', payload: z.object({}), singleton: () => '' });
export const orphanJob = declareJob({ kind: 'uploads.orphans', payload: z.object({}), singleton: () => '' });
