// Handlers of the overview.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import type { overviewPages } from './contract.ts';
import { overviewPage } from './overview-page.tsx';

export function overviewHandlers(shell: Shell): Handlers<typeof overviewPages> {
  const { open, answer } = openingBy(shell);
  return {
    adminPage: async (call) => {
      const page = await open(call);
      const [overview, checklist] = await Promise.all([
        page.ask('GET /api/v1/admin/overview', {}),
        page.ask('GET /api/v1/admin/checklist', {}),
      ]);
      return answer(page, overviewPage(page, requireAsked(overview), requireAsked(checklist)));
    },
    adminChecklistForm: async (call) => {
      const page = await open(call);
      const isDismissed = call.body.isDismissed === 'true';
      requireAsked(await page.ask('PUT /api/v1/admin/checklist', { body: { isDismissed } }));
      return shell.lead(call.context, '/admin');
    },
  };
}
