// Routes of the overview.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, redirects, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const overviewPages = defineContract({
  adminPage: {
    ...adminPage,
    path: '/admin',
    query: { done: text },
    summary: 'How this instance is doing, and what is left to do after the first run',
  },
  adminChecklistForm: {
    ...adminForm,
    path: '/admin/checklist',
    summary: 'Hides the checklist, or shows it again',
    body: fields({ isDismissed: z.enum(['true', 'false']) }),
    answers: redirects('Done; redirects to the overview'),
  },
  adminMaintenanceForm: {
    ...adminForm,
    servedInMaintenance: true,
    path: '/admin/maintenance',
    summary: 'Begins or ends maintenance',
    body: fields({ active: z.enum(['true', 'false']), message: z.string().optional() }),
    answers: submits('Done; redirects to the overview', { 422: 'the message does not fit' }),
  },
});
