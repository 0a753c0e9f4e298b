// Routes of the page about backups.
import { z } from 'zod';
import { isBackupName } from '../../../features/backups/layout.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, redirects, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const backupsPages = defineContract({
  adminBackupsPage: {
    ...adminPage,
    path: '/admin/backups',
    summary: 'Backups, and the runs that made them',
    query: { done: text },
  },
  adminBackupForm: {
    ...adminForm,
    path: '/admin/backups',
    summary: 'Makes a backup now',
    body: fields({}),
    answers: submits('It begins; redirects to the page', { 409: 'a backup is being made, or waits' }),
    refusals: ['backups_off'],
  },
  adminBackupDownloadForm: {
    ...adminForm,
    path: '/admin/backups/{id}/download',
    summary: 'Redirects to the download, or to the confirmation that it needs',
    params: { id: { schema: z.string().refine(isBackupName), refusal: 'backup_not_found' } },
    body: fields({}),
    answers: redirects('The download, or the confirmation'),
  },
});
