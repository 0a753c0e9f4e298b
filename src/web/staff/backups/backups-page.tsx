/** @jsxImportSource preact */
// Backups: what is wrong first, then how they are made, then those that are there, then the runs.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { ADMIN_BACKUPS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconArchive, iconDownload } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { fileSize } from '../../ui/text/file-size.ts';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { gapIn } from '../../ui/text/punctuation.ts';
import { momentText } from '../../ui/time.tsx';
import { Fact } from '../common/fact.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';

type Backups = AnswerBody<'GET /api/v1/admin/backups'>;
type Backup = Backups['backups'][number];
type Run = Backups['runs'][number];

export const BACKUP_FAULTS = faultsOf(ADMIN_BACKUPS_MESSAGES, { backup_running: 'faultRunning' });
const sayDone = doneOf(ADMIN_BACKUPS_MESSAGES, { started: 'doneStarted' });
const TONES = { verified: 'success', unverified: 'warning', damaged: 'danger' } as const;
const RUN_TONES = { waiting: undefined, running: 'info', done: 'success', failed: 'danger' } as const;

/** The page; undefined where no backups are made. */
export function backupsPage(
  page: PageContext,
  found: Backups | undefined,
  { done, fault }: { readonly done?: string | undefined; readonly fault?: string },
): Page {
  const say = page.sayFrom(ADMIN_BACKUPS_MESSAGES);
  return adminPage(page, {
    section: 'backups',
    styles: ['administration'],
    done: sayDone(page, done),
    faults: BACKUP_FAULTS.list(page, fault),
    children:
      found === undefined ? (
        <EmptyState icon={iconArchive} text={say('off')} />
      ) : (
        <>
          <Verdict page={page} found={found} />
          <Plan page={page} found={found} />
          <form method="post" action={page.path('/admin/backups')}>
            <SubmitButton variant="main" icon={iconArchive}>
              {say('now')}
            </SubmitButton>
          </form>
          <div class="stack">
            <h2>{say('list')}</h2>
            {found.backups.length === 0 ? (
              <EmptyState icon={iconArchive} text={say(found.isReachable ? 'none' : 'unknown')} />
            ) : (
              <BackupList page={page} backups={found.backups} />
            )}
            <p class="meta">{say('downloadLead')}</p>
          </div>
          {found.runs.length > 0 && (
            <div class="stack">
              <h2>{say('runs')}</h2>
              <RunList page={page} runs={found.runs} />
            </div>
          )}
        </>
      ),
  });
}

interface FoundProps extends PageProps {
  readonly found: Backups;
}

function Verdict({ page, found: { isReachable, backups, runs } }: FoundProps): VNode {
  const say = page.sayFrom(ADMIN_BACKUPS_MESSAGES);
  const last = runs.find(({ state }) => state === 'done' || state === 'failed');
  const damaged = backups.filter(({ state }) => state === 'damaged').length;
  const newest = backups.find(({ state }) => state === 'verified');
  return (
    <>
      {!isReachable && <Notice tone="danger">{say('away')}</Notice>}
      {last?.state === 'failed' && (
        <Notice tone="danger">
          {say('lastFailed')}
          {last.message !== null && (
            <>
              {gapIn(page.locale)}
              <span lang="en">{last.message}</span>
            </>
          )}
        </Notice>
      )}
      {damaged > 0 && <Notice tone="warning">{say('haveDamaged', { count: damaged })}</Notice>}
      {isReachable && last?.state !== 'failed' && newest !== undefined && (
        <Notice tone="success">
          {fillElements(say('well'), { time: <Moment page={page} at={newest.startedAt} /> })}
        </Notice>
      )}
    </>
  );
}

function Plan({ page, found: { target, schedule, keep } }: FoundProps): VNode {
  const say = page.sayFrom(ADMIN_BACKUPS_MESSAGES);
  return (
    <dl class="staff-facts">
      <Fact name={say('target')}>
        <code>{target}</code>
      </Fact>
      <Fact name={say('schedule')}>
        {schedule === null ? (
          say('noSchedule')
        ) : (
          <>
            <code>{schedule.cron}</code> {schedule.timeZone}
          </>
        )}
      </Fact>
      {schedule !== null && (
        <Fact name={say('next')}>
          <Moment page={page} at={schedule.nextAt} />
        </Fact>
      )}
      <Fact name={say('keep')}>{say('keepValue', { ...keep })}</Fact>
    </dl>
  );
}

function BackupList({ page, backups }: PageProps & { readonly backups: readonly Backup[] }): VNode {
  const say = page.sayFrom(ADMIN_BACKUPS_MESSAGES);
  const count = (value: number | null): string => (value === null ? '' : page.numbers.format(value));
  return (
    <StaffTable
      caption={say('list')}
      rows={backups}
      keyOf={({ id }) => id}
      columns={[
        { label: say('time'), cell: ({ startedAt }) => <Moment page={page} at={startedAt} /> },
        {
          label: say('state'),
          cell: ({ state, checkedAt }) => (
            <>
              <Chip tone={TONES[state]}>{say(state)}</Chip>
              {state === 'damaged' && checkedAt !== null && (
                <p class="meta">
                  <Moment page={page} at={checkedAt} />
                </p>
              )}
            </>
          ),
        },
        {
          label: say('rows'),
          cell: ({ rows, isEncrypted }) => (
            <>
              {count(rows)}
              {isEncrypted !== null && <p class="meta">{say(isEncrypted ? 'encrypted' : 'plain')}</p>}
            </>
          ),
        },
        {
          label: say('objects'),
          cell: ({ objects, bytes }) => bytes !== null && `${count(objects)} · ${fileSize(page.locale, bytes)}`,
        },
        {
          label: say('act'),
          cell: ({ id, state, startedAt }) =>
            state !== 'damaged' && (
              <ButtonForm
                action={page.path(`/admin/backups/${id}/download`)}
                icon={iconDownload}
                aria-label={say('downloadOf', { time: momentText(page, startedAt) })}
              >
                {say('download')}
              </ButtonForm>
            ),
        },
      ]}
    />
  );
}

function RunList({ page, runs }: PageProps & { readonly runs: readonly Run[] }): VNode {
  const say = page.sayFrom(ADMIN_BACKUPS_MESSAGES);
  return (
    <StaffTable
      caption={say('runs')}
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        { label: say('begun'), cell: ({ startedAt, createdAt }) => <Moment page={page} at={startedAt ?? createdAt} /> },
        { label: say('state'), cell: ({ state }) => <Chip tone={RUN_TONES[state]}>{say(state)}</Chip> },
        { label: say('cause'), cell: ({ cause, by }) => (by === null ? say(cause) : by.displayName) },
        { label: say('result'), cell: (run) => <Result page={page} run={run} /> },
      ]}
    />
  );
}

function Result({ page, run }: PageProps & { readonly run: Run }): VNode | null {
  const say = page.sayFrom(ADMIN_BACKUPS_MESSAGES);
  if (run.state === 'failed') {
    return (
      <>
        {run.failure !== null && <code>{run.failure}</code>}
        {run.message !== null && (
          <p class="meta" lang="en">
            {run.message}
          </p>
        )}
      </>
    );
  }
  const { state, sentObjects, sentBytes, lostObjects, problems } = run;
  if (state !== 'done' || sentObjects === null || sentBytes === null) return null;
  return (
    <>
      {say('sent', { count: sentObjects, size: fileSize(page.locale, sentBytes) })}
      {lostObjects !== null && lostObjects > 0 && <p>{say('lost', { count: lostObjects })}</p>}
      {problems !== null && problems > 0 && <p>{say('problems', { count: problems })}</p>}
    </>
  );
}
