// Route of the page of tokens with rights of administrators.
import { defineContract } from '../../../http/routing/contract.ts';
import { adminPage } from '../common/routes.ts';

export const tokenPages = defineContract({
  adminTokensPage: { ...adminPage, path: '/admin/tokens', summary: 'API tokens with rights of administrators' },
});
