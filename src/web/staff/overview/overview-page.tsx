/** @jsxImportSource preact */
// The first page of the administration: what is left to do, what waits, and how much there is. Each number leads to what it
// means.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { OVERVIEW_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/notice.tsx';
import { fileSize } from '../../ui/text/file-size.ts';
import { gapIn } from '../../ui/text/punctuation.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { Fact } from '../common/fact.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';
import { Checklist, type ChecklistView, isOpen } from './checklist.tsx';
import { MAINTENANCE_FAULTS, type MaintenanceData, MaintenanceSection, sayMaintenance } from './maintenance.tsx';

export type Overview = AnswerBody<'GET /api/v1/admin/overview'>;

interface PartProps extends PageProps {
  readonly overview: Overview;
}

/** A disk with less of it free is nearly full. */
const FREE_LEAST = 0.1;

/** The page. */
export function overviewPage(
  page: PageContext,
  overview: Overview,
  checklist: ChecklistView,
  maintenance: MaintenanceData,
): Page {
  const say = page.sayFrom(OVERVIEW_MESSAGES);
  return adminPage(page, {
    section: 'overview',
    done: sayMaintenance(page, maintenance.done),
    faults: MAINTENANCE_FAULTS.list(page, maintenance.fault),
    styles: ['administration', 'admin-overview'],
    children: (
      <>
        <State page={page} overview={overview} />
        {isOpen(checklist) && <Checklist page={page} checklist={checklist} />}
        <Waiting page={page} overview={overview} />
        <Community page={page} overview={overview} />
        <Storage page={page} overview={overview} />
        <MaintenanceSection page={page} {...maintenance} />
        <TitledSection titleId="software-title" title={say('software')}>
          <dl class="staff-facts">
            <Fact name={say('version')}>{overview.version}</Fact>
            <Fact name={say('started')}>
              <Moment page={page} at={overview.startedAt} />
            </Fact>
            <Fact name={say('registration')}>
              <a href={page.path('/admin/settings')}>{say(page.instance.registration)}</a>
            </Fact>
          </dl>
          {checklist.isDismissed && <ShowAgain page={page} />}
        </TitledSection>
      </>
    ),
  });
}

/** In words first: whether everything works, and what does not. */
function State({ page, overview }: PartProps): VNode {
  const say = page.sayFrom(OVERVIEW_MESSAGES);
  const { engines, jobs, disk, sharedAddress } = overview;
  const away = engines.filter(({ isAvailable }) => !isAvailable).map(({ name }) => say(name));
  const isNearlyFull = disk !== null && disk.freeBytes < disk.totalBytes * FREE_LEAST;
  const free = fileSize(page.locale, disk?.freeBytes ?? 0);
  const health = <a href={page.path('/admin/health')}>{say('toHealth')}</a>;
  return (
    <>
      {away.length > 0 ? (
        <Notice tone="danger">
          {say('away', { names: new Intl.ListFormat(page.locale).format(away) })}
          {gapIn(page.locale)}
          {health}
        </Notice>
      ) : (
        <p class="overview-state">
          <Chip tone="success">{say('well')}</Chip> {health}
        </p>
      )}
      {jobs.failed > 0 && (
        <Notice tone="warning">
          {say('failed', { count: jobs.failed })}
          {gapIn(page.locale)}
          <a href={page.path('/admin/jobs', { state: 'failed' })}>{say('toJobs')}</a>
        </Notice>
      )}
      {sharedAddress !== null && <Notice tone="warning">{say('sharedAddress', { address: sharedAddress })}</Notice>}
      {overview.update !== null && <Update page={page} update={overview.update} version={overview.version} />}
      {disk?.isFull && <Notice tone="danger">{say('full', { free })}</Notice>}
      {isNearlyFull && !disk.isFull && <Notice tone="warning">{say('nearlyFull', { free })}</Notice>}
    </>
  );
}

interface UpdateProps extends PageProps {
  readonly update: NonNullable<Overview['update']>;
  readonly version: string;
}

/** A newer version, with what it says about itself: a link, or a text. */
function Update({ page, update, version }: UpdateProps): VNode {
  const say = page.sayFrom(OVERVIEW_MESSAGES);
  const { notes } = update;
  const isAddress = notes !== null && /^https:\/\/[^\s]+$/.test(notes) && URL.canParse(notes);
  return (
    <Notice>
      {say('update', { version: update.version, current: version })}
      {gapIn(page.locale)}
      {isAddress ? <a href={notes}>{say('updateNotes')}</a> : <span dir="auto">{notes}</span>}
    </Notice>
  );
}

interface FigureProps extends PageProps {
  readonly label: string;
  readonly count: number;
  readonly href?: string | undefined;
  /** What the number is made of. */
  readonly note?: string | undefined;
}

const Figure = ({ page, label, count, href, note }: FigureProps): VNode => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong>
        {href === undefined ? page.numbers.format(count) : <a href={href}>{page.numbers.format(count)}</a>}
      </strong>
      {note !== undefined && <span class="meta">{note}</span>}
    </dd>
  </div>
);

/** What people and queues wait for. */
function Waiting({ page, overview }: PartProps): VNode {
  const say = page.sayFrom(OVERVIEW_MESSAGES);
  const { counts, jobs } = overview;
  return (
    <TitledSection titleId="waiting-title" title={say('waiting')}>
      <dl class="overview-figures">
        <Figure page={page} label={say('cases')} count={counts.openCases} href={page.path('/moderation')} />
        <Figure page={page} label={say('reports')} count={counts.openReports} href={page.path('/moderation/reports')} />
        <Figure page={page} label={say('appeals')} count={counts.openAppeals} href={page.path('/moderation/appeals')} />
        <Figure
          page={page}
          label={say('jobsWaiting')}
          count={jobs.waiting}
          href={page.path('/admin/jobs')}
          note={jobs.active === 0 ? undefined : say('jobsActive', { count: jobs.active })}
        />
        <Figure
          page={page}
          label={say('jobsFailed')}
          count={jobs.failed}
          href={page.path('/admin/jobs', { state: 'failed' })}
        />
      </dl>
    </TitledSection>
  );
}

function Community({ page, overview }: PartProps): VNode {
  const say = page.sayFrom(OVERVIEW_MESSAGES);
  const { accounts, newAccounts, posts, comments } = overview.counts;
  return (
    <TitledSection titleId="community-title" title={say('community')}>
      <dl class="overview-figures">
        <Figure
          page={page}
          label={say('accounts')}
          count={accounts}
          href={page.path('/admin/accounts')}
          note={newAccounts === 0 ? undefined : say('newAccounts', { count: newAccounts })}
        />
        <Figure page={page} label={say('posts')} count={posts} href={page.path('/community')} />
        <Figure page={page} label={say('comments')} count={comments} />
      </dl>
    </TitledSection>
  );
}

function Storage({ page, overview }: PartProps): VNode {
  const say = page.sayFrom(OVERVIEW_MESSAGES);
  const { storage, quotas, disk } = overview;
  const size = (bytes: number): string => fileSize(page.locale, bytes);
  return (
    <div class="stack">
      <h2>{say('storage')}</h2>
      <StaffTable
        caption={say('storage')}
        rows={storage}
        keyOf={({ kind }) => kind}
        columns={[
          { label: say('kind'), cell: ({ kind }) => say(`store_${kind}`) },
          { label: say('items'), cell: ({ items }) => (items === null ? '' : page.numbers.format(items)) },
          { label: say('size'), cell: ({ bytes }) => size(bytes) },
        ]}
      />
      <dl class="staff-facts">
        {disk !== null && (
          <Fact name={say('disk')}>{say('free', { free: size(disk.freeBytes), total: size(disk.totalBytes) })}</Fact>
        )}
        <Fact name={say('quotaAccount')}>{quotas.account === null ? say('noLimit') : size(quotas.account)}</Fact>
        <Fact name={say('quotaPublication')}>{size(quotas.publication)}</Fact>
        <Fact name={say('quotaCache')}>{size(quotas.cache)}</Fact>
      </dl>
    </div>
  );
}

const ShowAgain = ({ page }: Pick<PartProps, 'page'>): VNode => (
  <ButtonForm action={page.path('/admin/checklist')} hidden={{ isDismissed: 'false' }} variant="quiet">
    {page.sayFrom(OVERVIEW_MESSAGES)('showChecklist')}
  </ButtonForm>
);
