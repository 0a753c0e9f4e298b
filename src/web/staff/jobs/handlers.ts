// Handlers of the page about background jobs.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked, showList } from '../../shell/asked.ts';
import { writeQuery } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { jobsPages } from './contract.ts';
import { JOB_FAULTS, type JobFilters, jobsPage } from './jobs-page.tsx';

const PATH = '/admin/jobs';

const filtersOf = (state = '', kind = ''): JobFilters => ({
  ...(state === '' ? {} : { state }),
  ...(kind === '' ? {} : { kind }),
});

export function jobsPageHandlers(shell: Shell): Handlers<typeof jobsPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminJobsPage: signedIn(async (page, { query: { state, kind, cursor, done } }) => {
      const filters = filtersOf(state, kind);
      const asked = await page.ask('GET /api/v1/admin/jobs', { query: { ...filters, cursor } });
      return showList(asked, PATH, (jobs) => jobsPage(page, { ...jobs, filters, done }));
    }),
    adminJobForm: signedIn(async (page, { params, body: { act, state, kind } }) => {
      const filters = filtersOf(state, kind);
      const asked =
        act === 'retry'
          ? await page.ask('POST /api/v1/admin/jobs/{id}/retry', { params })
          : await page.ask('DELETE /api/v1/admin/jobs/{id}', { params });
      const again = async (fault: string) => {
        const jobs = requireAsked(await page.ask('GET /api/v1/admin/jobs', { query: { ...filters } }));
        return jobsPage(page, { ...jobs, filters, fault });
      };
      return submit(
        asked,
        `${PATH}${writeQuery({ ...filters, done: act })}`,
        ({ code }) => JOB_FAULTS.has(code) && withStatus(409, again(code)),
      );
    }),
  };
}
