// Routes of the page about background jobs. Its forms redirect back to the list.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, id, listed, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const jobsPages = defineContract({
  adminJobsPage: {
    ...adminPage,
    path: '/admin/jobs',
    summary: 'Jobs that wait, run, or failed for good',
    query: { state: text, kind: text, cursor: text, done: text },
    answers: listed,
  },
  adminJobForm: {
    ...adminForm,
    path: '/admin/jobs/{id}',
    summary: 'Starts a job now, or deletes it',
    params: { id: id('job_not_found') },
    body: fields({ act: z.enum(['retry', 'delete']), state: z.string(), kind: z.string() }),
    answers: submits('Done; redirects to the list', { 409: 'it runs, or one like it waits already' }),
  },
});
