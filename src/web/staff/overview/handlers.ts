// Handlers of the overview.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import type { overviewPages } from './contract.ts';
import { overviewPage } from './overview-page.tsx';

export function overviewHandlers(shell: Shell): Handlers<typeof overviewPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminPage: signedIn(async (page) => {
      const [overview, checklist] = await Promise.all([
        page.ask('GET /api/v1/admin/overview', {}),
        page.ask('GET /api/v1/admin/checklist', {}),
      ]);
      return overviewPage(page, requireAsked(overview), requireAsked(checklist));
    }),
    adminChecklistForm: signedIn(async (page, call) => {
      const body = { isDismissed: call.body.isDismissed === 'true' };
      return submit(await page.ask('PUT /api/v1/admin/checklist', { body }), '/admin');
    }),
  };
}
