// Handler of the page of tokens with rights of administrators.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import type { tokenPages } from './contract.ts';
import { staffTokensPage } from './tokens-page.tsx';

export function tokenHandlers(shell: Shell): Handlers<typeof tokenPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminTokensPage: signedIn(async (page) =>
      staffTokensPage(page, requireAsked(await page.ask('GET /api/v1/admin/tokens', {})).tokens),
    ),
  };
}
