// Routes of the page about background jobs. Its forms lead back to the list.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { uuid } from '../../../http/routing/declarations.ts';
import { again, fields, shown, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

const id = { schema: uuid, refusal: 'job_not_found' } as const;

export const jobsPages = defineContract({
  adminJobsPage: {
    ...adminPage,
    path: '/admin/jobs',
    summary: 'Jobs that wait, run, or failed for good',
    query: { state: text, kind: text, cursor: text, done: text },
    answers: { ...shown, 303: { description: 'A filter or cursor does not fit: leads to the whole list' } },
  },
  adminJobForm: {
    ...adminForm,
    path: '/admin/jobs/{id}',
    summary: 'Starts a job now, or deletes it',
    params: { id },
    body: fields({ act: z.enum(['retry', 'delete']), state: z.string(), kind: z.string() }),
    answers: {
      303: { description: 'Done; leads to the list' },
      409: again('it runs, or one like it waits already'),
    },
  },
});
