// The route of the page that checks the installation.
import { defineContract } from '../../../http/routing/contract.ts';
import { adminPage } from '../common/routes.ts';

export const healthPages = defineContract({
  adminHealthPage: {
    ...adminPage,
    path: '/admin/health',
    summary: 'Whether everything this installation uses works',
  },
});
