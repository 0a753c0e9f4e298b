// The route for exporting an account. Deleting the account is a route of the profile.
import { defineContract } from '../../../http/routing/contract.ts';

const own = { dialect: 'api', cors: 'credentials', section: 'Own account' } as const;

export const leavingContract = defineContract({
  accountExport: {
    ...own,
    method: 'GET',
    path: '/api/v1/account/export',
    summary: 'Export the account as a zip file; with the cookie only, three a day',
    description: 'Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).',
    access: 'cookie-session-confirmed',
    limit: 'export',
    answers: { 200: { description: 'JSON documents and files, streamed', mediaType: 'application/zip' } },
  },
});
