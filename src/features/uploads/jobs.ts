// The kinds of work on files that are promised in transactions. Each is idempotent: it looks at the row first and at the
// lease of whoever works on it, and a second run finds nothing to do.
import { z } from 'zod';
import { declareJob } from '../../platform/jobs.ts';

const one = z.object({ id: z.uuid() });

/** Looks at a whole file and makes what others see of it (scan.ts). */
export const scanJob = declareJob({
  kind: 'attachment.scan',
  payload: one,
  // A run that fails is begun again by its own count of attempts; the deadline covers a video of ten minutes.
  plan: { retries: 2, retrySeconds: 2, retryMaxSeconds: 30, expireSeconds: 1800, concurrency: 2 },
});

/** Joins parts where a process died while it did. */
export const finishJob = declareJob({ kind: 'attachment.finish', payload: one, singleton: ({ id }) => id });

/** Removes the bytes of a file that is deleted or rejected. */
export const eraseJob = declareJob({ kind: 'attachment.erase', payload: one, singleton: ({ id }) => id });

/** Finds what dead processes left and what is over (clean-up.ts). */
export const sweepJob = declareJob({ kind: 'uploads.sweep', payload: z.object({}), singleton: () => '' });
export const removalJob = declareJob({ kind: 'uploads.removal', payload: z.object({}), singleton: () => '' });
export const orphanJob = declareJob({ kind: 'uploads.orphans', payload: z.object({}), singleton: () => '' });
