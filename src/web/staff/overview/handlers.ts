// Handlers of the overview.
import type { Handlers } from '../../../http/routing/contract.ts';
import { optional } from '../../forms/lines.ts';
import { openingBy, submit } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import { type PageContext, writeQuery } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { overviewPages } from './contract.ts';
import { type MaintenanceForm, maintenanceOf } from './maintenance.tsx';
import { overviewPage } from './overview-page.tsx';

export function overviewHandlers(shell: Shell): Handlers<typeof overviewPages> {
  const { signedIn } = openingBy(shell);
  const show = async (page: PageContext, form: MaintenanceForm) => {
    const [overview, checklist, maintenance] = await Promise.all([
      page.ask('GET /api/v1/admin/overview', {}),
      page.ask('GET /api/v1/admin/checklist', {}),
      page.ask('GET /api/v1/admin/maintenance', {}),
    ]);
    return overviewPage(page, requireAsked(overview), requireAsked(checklist), {
      ...form,
      // While the object store is away, what this process knows.
      state: maintenance.ok ? maintenance.body : maintenanceOf(page),
    });
  };
  return {
    adminPage: signedIn((page, { query: { done } }) => show(page, { done })),
    adminChecklistForm: signedIn(async (page, call) => {
      const body = { isDismissed: call.body.isDismissed === 'true' };
      return submit(await page.ask('PUT /api/v1/admin/checklist', { body }), '/admin');
    }),
    adminMaintenanceForm: signedIn(async (page, call) => {
      const active = call.body.active === 'true';
      const message = optional(call.body.message ?? '');
      const body = { active, ...(message === undefined ? {} : { message }) };
      return submit(
        await page.ask('PUT /api/v1/admin/maintenance', { body }),
        `/admin${writeQuery({ done: active ? 'began' : 'ended' })}`,
        ({ code }) => code === 'invalid_body' && show(page, { fault: code, message }),
      );
    }),
  };
}
