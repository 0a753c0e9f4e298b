/** @jsxImportSource preact */
// Reports by state, each with what it is about. Those that wait can be chosen and decided together, by a form.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconFlag } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { Time } from '../../ui/time.tsx';
import { PersonLink } from '../common/audit.tsx';
import { MessageField, ReasonField } from '../common/decision-fields.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';
import { CHOSEN_MAX } from './report-decisions.ts';

const PATH = '/moderation/reports';
/** Tab → what the interface calls it. */
export const REPORT_TABS = { open: 'pending', resolved: 'resolved', dismissed: 'dismissed', all: undefined } as const;
export type ReportTab = keyof typeof REPORT_TABS;
const TABS = ['open', 'resolved', 'dismissed', 'all'] as const satisfies readonly ReportTab[];

type Reports = AnswerBody<'GET /api/v1/moderation/reports'>;

type Report = Reports['reports'][number];

const REPORT_FAULTS = faultsOf(PAGES_MESSAGES, {
  none_chosen: 'fault_noneChosen',
  too_many: [undefined, 'chosenMost', { count: CHOSEN_MAX }],
  message: ['message', 'fault_text'],
  no_reason: ['reasonCode', 'fault_reason'],
  refused: 'fault_someRefused',
});
const sayDone = doneOf(PAGES_MESSAGES, { decided: 'done_reports' });

/** What is shown of the reports, and what was chosen and typed when a decision was refused. */
export interface ReportsState {
  readonly tab: ReportTab;
  readonly isAllChosen?: boolean;
  readonly chosen?: ReadonlySet<string>;
  readonly typed?: { readonly reasonCode: string; readonly message: string };
  readonly fault?: 'none_chosen' | 'too_many' | 'message' | 'no_reason' | 'refused' | undefined;
  readonly done?: string | undefined;
}

export function reportsPage(page: PageContext, { reports, nextCursor }: Reports, state: ReportsState): Page {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { tab, isAllChosen = false, chosen } = state;
  const isOpen = tab === 'open' && reports.length > 0;
  const isChosen = ({ id }: Report): boolean => isAllChosen || chosen?.has(id) === true;
  const list = (
    <ul class="plain-list mod-list">
      {reports.map((report) => (
        <li key={report.id} class={isOpen ? 'mod-choosable' : undefined}>
          {isOpen && <ReportBox page={page} report={report} isChosen={isChosen(report)} />}
          <ReportView page={page} report={report} />
        </li>
      ))}
    </ul>
  );
  return moderationPage(page, {
    section: 'reports',
    styles: ['moderation'],
    done: sayDone(page, state.done),
    faults: REPORT_FAULTS.list(page, state.fault),
    children: (
      <div class="stack stack-loose">
        <Tabs
          label={say('range')}
          tabs={TABS.map((name) => ({
            href: page.path(PATH, name === 'open' ? {} : { status: name }),
            label: say(name),
            current: name === tab,
          }))}
        />
        {reports.length === 0 && <EmptyState icon={iconFlag} text={say('noReports')} />}
        {isOpen ? (
          <form class="stack stack-loose" method="post" action={page.path(PATH)}>
            <p>
              <a href={page.path(PATH, isAllChosen ? {} : { select: 'all' })}>
                {say(isAllChosen ? 'chooseNone' : 'chooseAll')}
              </a>
            </p>
            {list}
            <DecisionFields page={page} state={state} />
          </form>
        ) : (
          list
        )}
        <OlderLink href={page.older(PATH, nextCursor, { status: tab })}>{say('older')}</OlderLink>
      </div>
    ),
  });
}

interface ReportProps extends PageProps {
  readonly report: Report;
}

/** What was reported, and why: `Post · Spam`. */
const nameOfReport = ({ page, report }: ReportProps): string =>
  `${page.sayFrom(PAGES_MESSAGES)(`kind_${report.targetKind}`)} · ${sayReason(page, report.reasonCode)}`;

/** The box that chooses a report. */
const ReportBox = ({ page, report, isChosen }: ReportProps & { readonly isChosen: boolean }): VNode => (
  <label class="desk-choice">
    <input
      type="checkbox"
      name={`report.${report.id}`}
      value={report.version}
      checked={isChosen}
      aria-label={page.sayFrom(PAGES_MESSAGES)('chooseOne', { name: nameOfReport({ page, report }) })}
    />
  </label>
);

function ReportView({ page, report }: ReportProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  return (
    <div class="stack">
      <h2>
        <a href={page.path(`${PATH}/${report.id}`)}>{nameOfReport({ page, report })}</a>
      </h2>
      {report.details !== null && (
        <p class="mod-text" dir="auto">
          {report.details}
        </p>
      )}
      <p class="row meta">
        {(report.status === 'resolved' || report.status === 'dismissed') && <Chip>{say(report.status)}</Chip>}
        <Who page={page} sentence="about" person={report.target} />
        <Who page={page} sentence="by" person={report.reporter} />
        <Time at={report.createdAt} text={page.ago(report.createdAt)} form="ago" />
      </p>
    </div>
  );
}

/** What is decided about the chosen reports. */
function DecisionFields({ page, state }: PageProps & { readonly state: ReportsState }): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { typed, fault } = state;
  return (
    <fieldset class="stack">
      <legend>{say('decideChosen')}</legend>
      <p class="meta">{say('decideChosenHint')}</p>
      <ReasonField
        page={page}
        say={say}
        value={typed?.reasonCode}
        error={REPORT_FAULTS.at(page, fault, 'reasonCode')}
        isRequired={false}
      />
      <MessageField
        label={say('message')}
        rows={2}
        value={typed?.message}
        error={REPORT_FAULTS.at(page, fault, 'message')}
      />
      <div class="row">
        <Button variant="danger" name="verdict" value="hide">
          {say('hideChosen')}
        </Button>
        <Button name="verdict" value="keep">
          {say('keepChosen')}
        </Button>
      </div>
    </fieldset>
  );
}

interface WhoProps extends PageProps {
  /** With the placeholder `{who}`. */
  readonly sentence: 'about' | 'by';
  readonly person: Reports['reports'][number]['target'];
}

/** A sentence with a person in it. */
function Who({ page, sentence, person }: WhoProps): VNode {
  const who =
    person === null ? (
      page.sayFrom(PAGES_MESSAGES)('nobody')
    ) : (
      <PersonLink page={page} person={person} below="/moderation/people" />
    );
  return <span>{fillElements(page.sayFrom(PAGES_MESSAGES)(sentence), { who })}</span>;
}
