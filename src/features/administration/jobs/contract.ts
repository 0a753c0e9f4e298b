import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, milliseconds, ok, uuid } from '../../../http/routing/declarations.ts';
import { STORED_JOB_STATES } from '../../../platform/jobs/stored-jobs.ts';
import { cursor, limit, nextCursor } from '../../moderation/common/shapes.ts';

const id = { schema: uuid.describe('Job'), refusal: 'job_not_found' } as const;

const jobView = z
  .object({
    id: z.string(),
    kind: z.string().describe('What it does, as `post.screen`'),
    state: z.enum(STORED_JOB_STATES).describe('`failed`: for good, all attempts are used up'),
    attempts: z.int().describe('Runs that began'),
    createdAt: milliseconds,
    dueAt: milliseconds.nullable().describe('When a waiting job begins'),
    startedAt: milliseconds.nullable().describe('When its last run began'),
    error: z.string().nullable().describe('Name of the last error'),
  })
  .meta({ id: 'AdministeredJob' });

export const jobsAdministration = defineContract({
  adminJobList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/jobs',
    summary: 'Jobs that wait, run, or failed for good, newest first',
    description: 'Payloads are never shown. `counts` has all kinds, whatever the filters are.',
    query: {
      state: { schema: z.enum(STORED_JOB_STATES), refusal: 'invalid_query' },
      kind: { schema: z.string().regex(/^[a-z][a-z.-]{0,63}$/), refusal: 'invalid_query' },
      limit,
      cursor,
    },
    answers: ok('A page', {
      jobs: z.array(jobView),
      counts: z.array(z.object({ kind: z.string(), state: z.enum(STORED_JOB_STATES), count: z.int() })),
      nextCursor,
    }),
  },
  adminJobRetry: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/jobs/{id}/retry',
    summary: 'Start a job now',
    description:
      'A waiting job begins within seconds. One that failed for good waits again, as a new job with a new id.',
    params: { id },
    answers: { 204: { description: 'It starts' } },
    refusals: ['job_running', 'job_not_retryable'],
  },
  adminJobDelete: {
    ...administratorRoute,
    method: 'DELETE',
    path: '/api/v1/admin/jobs/{id}',
    summary: 'Delete a job that does not run',
    description: 'What it should have done is not done. Reconcilers may enqueue it again.',
    params: { id },
    answers: { 204: { description: 'Deleted' } },
    refusals: ['job_running'],
  },
});
