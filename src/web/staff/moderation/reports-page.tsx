/** @jsxImportSource preact */
// Reports by state, each with what it is about.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Text } from '../../messages/say.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconFlag } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { PersonLink } from '../common/audit.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';

const PATH = '/moderation/reports';
/** Tab → what the interface calls it. */
export const REPORT_TABS = { open: 'pending', resolved: 'resolved', dismissed: 'dismissed', all: undefined } as const;
export type ReportTab = keyof typeof REPORT_TABS;
const TABS = ['open', 'resolved', 'dismissed', 'all'] as const satisfies readonly ReportTab[];

type Reports = AnswerBody<'GET /api/v1/moderation/reports'>;

export function reportsPage(page: PageContext, { reports, nextCursor }: Reports, tab: ReportTab): Page {
  const words = page.words(PAGES_MESSAGES);
  const { say } = page;
  return moderationPage(page, {
    section: 'reports',
    styles: ['moderation'],
    children: (
      <div class="stack stack-loose">
        <Tabs
          label={say(words.range)}
          tabs={TABS.map((name) => ({
            href: page.path(PATH, name === 'open' ? {} : { status: name }),
            label: say(words[name]),
            current: name === tab,
          }))}
        />
        {reports.length === 0 && <EmptyState icon={iconFlag} text={say(words.noReports)} />}
        <ul class="plain-list mod-list">
          {reports.map((report) => (
            <li key={report.id} class="stack">
              <h2>
                <a href={page.path(`${PATH}/${report.id}`)}>
                  {say(words[`kind_${report.targetKind}`])} · {sayReason(page, report.reasonCode)}
                </a>
              </h2>
              {report.details !== null && (
                <p class="mod-text" dir="auto">
                  {report.details}
                </p>
              )}
              <p class="row meta">
                {(report.status === 'resolved' || report.status === 'dismissed') && (
                  <Chip>{say(words[report.status])}</Chip>
                )}
                <Who page={page} text={say(words.about)} person={report.target} />
                <Who page={page} text={say(words.by)} person={report.reporter} />
                <Time at={report.createdAt} text={page.ago(report.createdAt)} form="ago" />
              </p>
            </li>
          ))}
        </ul>
        <OlderLink href={nextCursor === null ? undefined : page.path(PATH, { status: tab, cursor: nextCursor })}>
          {say(words.older)}
        </OlderLink>
      </div>
    ),
  });
}

interface WhoProps {
  readonly page: PageContext;
  /** With the placeholder `{who}`. */
  readonly text: Text;
  readonly person: Reports['reports'][number]['target'];
}

/** A sentence with a person in it. */
function Who({ page, text, person }: WhoProps): VNode {
  const [before = '', after = ''] = page.say(text, { who: '\n' }).split('\n');
  return (
    <span>
      {before}
      {person === null ? (
        page.say(page.words(PAGES_MESSAGES).nobody)
      ) : (
        <PersonLink page={page} person={person} below="/moderation/people" />
      )}
      {after}
    </span>
  );
}
