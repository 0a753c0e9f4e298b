// Handlers of the page about background jobs.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, isStale, requireAsked } from '../../shell/asked.ts';
import { writeQuery } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { jobsPages } from './contract.ts';
import { isJobFault, type JobFilters, jobsPage } from './jobs-page.tsx';

const PATH = '/admin/jobs';

const filtersOf = (state = '', kind = ''): JobFilters => ({
  ...(state === '' ? {} : { state }),
  ...(kind === '' ? {} : { kind }),
});

export function jobsPageHandlers(shell: Shell): Handlers<typeof jobsPages> {
  const { open, answer } = openingBy(shell);
  return {
    adminJobsPage: async (call) => {
      const page = await open(call);
      const { state, kind, cursor, done } = call.query;
      const filters = filtersOf(state, kind);
      const asked = await page.ask('GET /api/v1/admin/jobs', { query: { ...filters, cursor } });
      if (isStale(asked)) return shell.lead(call.context, PATH);
      return answer(page, jobsPage(page, { ...requireAsked(asked), filters, done }));
    },
    adminJobForm: async (call) => {
      const page = await open(call);
      const { act, state, kind } = call.body;
      const filters = filtersOf(state, kind);
      const params = { id: call.params.id };
      const asked =
        act === 'retry'
          ? await page.ask('POST /api/v1/admin/jobs/{id}/retry', { params })
          : await page.ask('DELETE /api/v1/admin/jobs/{id}', { params });
      if (asked.ok) return shell.lead(call.context, `${PATH}${writeQuery({ ...filters, done: act })}`);
      const { code } = asked;
      if (!isJobFault(code)) throw asRefusal(asked);
      const list = requireAsked(await page.ask('GET /api/v1/admin/jobs', { query: { ...filters } }));
      return answer(page, jobsPage(page, { ...list, filters, fault: code }), 409);
    },
  };
}
