/** @jsxImportSource preact */
// Background jobs: health first, then counts that link to what they mean, then the jobs with the act that fits their state.
import type { VNode } from 'preact';
import { STORED_JOB_STATES, type StoredJobState } from '../../../platform/jobs/stored-jobs.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { ADMIN_JOBS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { iconListChecks } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';

type Jobs = AnswerBody<'GET /api/v1/admin/jobs'>;
type Job = Jobs['jobs'][number];

export interface JobFilters {
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
}

export interface JobsData extends Jobs {
  readonly filters: JobFilters;
  readonly done?: string | undefined;
  readonly fault?: string;
}

const PATH = '/admin/jobs';
const TONES = { waiting: undefined, active: 'info', failed: 'danger' } as const;
const sayDone = doneOf(ADMIN_JOBS_MESSAGES, { retry: 'doneRetry', delete: 'doneDelete' });
export const JOB_FAULTS = faultsOf(ADMIN_JOBS_MESSAGES, {
  job_running: 'faultRunning',
  job_not_retryable: 'faultExists',
});

export function jobsPage(page: PageContext, data: JobsData): Page {
  const say = page.sayFrom(ADMIN_JOBS_MESSAGES);
  const { jobs, counts, nextCursor, filters, done, fault } = data;
  const failed = counts.reduce((sum, { state, count }) => sum + (state === 'failed' ? count : 0), 0);
  return adminPage(page, {
    section: 'jobs',
    styles: ['administration'],
    done: sayDone(page, done),
    faults: JOB_FAULTS.list(page, fault),
    children: (
      <>
        {failed === 0 ? (
          <Notice tone="success">{say('allWell')}</Notice>
        ) : (
          <Notice tone="warning">
            <a href={page.path(PATH, { state: 'failed' })}>{say('haveFailed', { count: failed })}</a>
          </Notice>
        )}
        {counts.length > 0 && <Counts page={page} counts={counts} />}
        <div class="stack">
          <h2>{say('list')}</h2>
          <Tabs
            label={say('states')}
            tabs={[undefined, ...STORED_JOB_STATES].map((state) => ({
              href: page.path(PATH, { ...filters, state }),
              label: say(state ?? 'all'),
              current: (filters.state ?? undefined) === state,
            }))}
          />
          {filters.kind !== undefined && (
            <p class="row">
              <code>{filters.kind}</code>
              <a href={page.path(PATH, { state: filters.state })}>{say('everyKind')}</a>
            </p>
          )}
          {jobs.length === 0 ? (
            <EmptyState icon={iconListChecks} text={say('none')} />
          ) : (
            <JobList page={page} jobs={jobs} filters={filters} />
          )}
          <OlderLink href={page.older(PATH, nextCursor, { ...filters })}>{say('older')}</OlderLink>
        </div>
      </>
    ),
  });
}

function Counts({ page, counts }: PageProps & { readonly counts: Jobs['counts'] }): VNode {
  const say = page.sayFrom(ADMIN_JOBS_MESSAGES);
  const kinds = [...Map.groupBy(counts, ({ kind }) => kind)];
  const cell = (kind: string, state: StoredJobState, count: number | undefined) =>
    count !== undefined && (
      <a href={page.path(PATH, { kind, state })} aria-label={say('countOf', { name: kind, state: say(state), count })}>
        {page.numbers.format(count)}
      </a>
    );
  return (
    <div class="stack">
      <h2>{say('kinds')}</h2>
      <StaffTable
        caption={say('kinds')}
        rows={kinds}
        keyOf={([kind]) => kind}
        columns={[
          { label: say('kind'), cell: ([kind]) => <code>{kind}</code> },
          ...STORED_JOB_STATES.map((state) => ({
            label: say(state),
            cell: ([kind, of]: (typeof kinds)[number]) =>
              cell(kind, state, of.find((found) => found.state === state)?.count),
          })),
        ]}
      />
    </div>
  );
}

interface ListProps extends PageProps {
  readonly jobs: readonly Job[];
  readonly filters: JobFilters;
}

function JobList({ page, jobs, filters }: ListProps): VNode {
  const say = page.sayFrom(ADMIN_JOBS_MESSAGES);
  return (
    <StaffTable
      caption={say('list')}
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        { label: say('job'), cell: ({ kind }) => <code>{kind}</code> },
        { label: say('state'), cell: ({ state }) => <Chip tone={TONES[state]}>{say(state)}</Chip> },
        {
          label: say('created'),
          cell: ({ createdAt, dueAt }) => (
            <>
              <Moment page={page} at={createdAt} />
              {dueAt !== null && (
                <p class="meta">{fillElements(say('due'), { time: <Moment page={page} at={dueAt} /> })}</p>
              )}
            </>
          ),
        },
        { label: say('attempts'), cell: ({ attempts }) => page.numbers.format(attempts) },
        { label: say('error'), cell: ({ error }) => error !== null && <code>{error}</code> },
        {
          label: say('act'),
          cell: (job) => job.state !== 'active' && <Acts page={page} job={job} filters={filters} />,
        },
      ]}
    />
  );
}

function Acts({ page, job, filters }: Omit<ListProps, 'jobs'> & { readonly job: Job }): VNode {
  const say = page.sayFrom(ADMIN_JOBS_MESSAGES);
  const action = page.path(`${PATH}/${job.id}`);
  const kept = <HiddenFields values={{ state: filters.state ?? '', kind: filters.kind ?? '' }} />;
  return (
    <>
      <form method="post" action={action}>
        {kept}
        <Button
          name="act"
          value="retry"
          aria-label={say(job.state === 'failed' ? 'againOf' : 'retryOf', { name: job.kind })}
        >
          {say(job.state === 'failed' ? 'again' : 'retry')}
        </Button>
      </form>
      <details class="staff-more">
        <summary aria-label={say('deleteOf', { name: job.kind })}>{say('delete')}</summary>
        <form class="stack" method="post" action={action}>
          {kept}
          <p>{say('deleteLead')}</p>
          <Button variant="danger" name="act" value="delete">
            {say('deleteAct')}
          </Button>
        </form>
      </details>
    </>
  );
}
