/** @jsxImportSource preact */
// Appeals by state. Open ones are decided here, by a form.
import type { VNode } from 'preact';
import { NOTE_MAX } from '../../../kernel/reason-code.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextArea } from '../../ui/field.tsx';
import { iconScale } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { PersonLink } from '../common/audit.tsx';
import { MessageField } from '../common/decision-fields.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';

const PATH = '/moderation/appeals';
export const APPEAL_TABS = { open: 'open', granted: 'granted', denied: 'denied', all: undefined } as const;
export type AppealTab = keyof typeof APPEAL_TABS;
const TABS = ['open', 'granted', 'denied', 'all'] as const satisfies readonly AppealTab[];
const TONES = { open: 'warning', granted: 'success', denied: 'danger' } as const satisfies Record<string, Tone>;

type Appeals = AnswerBody<'GET /api/v1/moderation/appeals'>;
type Appeal = Appeals['appeals'][number];

/** Why the reader has no form → sentence. */
const BLOCKS = {
  own: 'blocked_own',
  administrator: 'blocked_administrator',
  reserved: 'blocked_reserved',
  decider: 'ownDecision',
} as const satisfies Record<NonNullable<Appeal['blocked']>, string>;

export const APPEAL_FAULTS = faultsOf(PAGES_MESSAGES, {
  forbidden: 'fault_forbidden',
  version_conflict: 'fault_version',
  appeal_already_decided: 'fault_version',
  invalid_decision: 'fault_text',
});
const sayDone = doneOf(PAGES_MESSAGES, { decided: 'done_appeal' });

/** Why the form of an appeal was refused. */
interface RefusedAppeal {
  readonly id: string;
  readonly fault: string;
  readonly typed: { readonly message: string; readonly note: string };
}

export interface AppealsData extends Appeals {
  readonly tab: AppealTab;
  readonly done?: string | undefined;
  readonly refused?: RefusedAppeal;
}

export function appealsPage(page: PageContext, { appeals, nextCursor, tab, done, refused }: AppealsData): Page {
  const say = page.sayFrom(PAGES_MESSAGES);
  return moderationPage(page, {
    section: 'appeals',
    styles: ['moderation'],
    done: sayDone(page, done),
    children: (
      <div class="stack stack-loose">
        {APPEAL_FAULTS.list(page, refused?.fault).map(({ text }) => (
          <Notice key={text} tone="danger">
            {text}
          </Notice>
        ))}
        <Tabs
          label={say('range')}
          tabs={TABS.map((name) => ({
            href: page.path(PATH, name === 'open' ? {} : { status: name }),
            label: say(name),
            current: name === tab,
          }))}
        />
        {appeals.length === 0 && <EmptyState icon={iconScale} text={say('noAppeals')} />}
        <ul class="plain-list mod-list">
          {appeals.map((appeal) => (
            <li key={appeal.id} class="stack">
              <AppealView page={page} appeal={appeal} refused={refused?.id === appeal.id ? refused : undefined} />
            </li>
          ))}
        </ul>
        <OlderLink href={page.older(PATH, nextCursor, { status: tab })}>{say('older')}</OlderLink>
      </div>
    ),
  });
}

interface AppealViewProps extends PageProps {
  readonly appeal: Appeal;
  readonly refused: RefusedAppeal | undefined;
}

function AppealView({ page, appeal, refused }: AppealViewProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { case: found, restriction } = appeal;
  const what =
    found === null
      ? restriction === null
        ? ''
        : say(`limit_${restriction.kind}`)
      : `${say(`verdict_${found.verdict}`)} · ${say(`kind_${found.kind}`)}`;
  const reasonCode = found?.reasonCode ?? restriction?.reasonCode ?? null;
  const said = found?.message ?? restriction?.message ?? null;
  return (
    <>
      <h2>
        {appeal.person === null ? (
          say('nobody')
        ) : (
          <PersonLink page={page} person={appeal.person} below="/moderation/people" />
        )}
      </h2>
      <p class="row">
        <Chip tone={TONES[appeal.status]}>{say(appeal.status)}</Chip>
        <span>{say('against', { what })}</span>
        {found?.verdict !== 'allow' && <span class="meta">{sayReason(page, reasonCode)}</span>}
        <span class="meta">
          <Time at={appeal.createdAt} text={page.ago(appeal.createdAt)} form="ago" />
        </span>
      </p>
      {found !== null && found.excerpt !== '' && (
        <blockquote class="mod-text" dir="auto">
          {found.excerpt}
        </blockquote>
      )}
      {found !== null && (
        <p>
          <a href={page.path(`/moderation/cases/${found.id}`)}>{say('look')}</a>
        </p>
      )}
      <Said title={say('theyWrite')} text={appeal.message} />
      {said !== null && <Said title={say('staffSaid')} text={said} />}
      {appeal.answer !== null && <Said title={say('answered')} text={appeal.answer} />}
      {appeal.status === 'open' && (
        <>
          {appeal.blocked !== null && <p class="meta">{say(BLOCKS[appeal.blocked])}</p>}
          {/* What was typed before it was refused is not lost. */}
          {(appeal.blocked === null || refused !== undefined) && (
            <AppealForm page={page} appeal={appeal} refused={refused} />
          )}
        </>
      )}
    </>
  );
}

const Said = ({ title, text }: { readonly title: string; readonly text: string }): VNode => (
  <div>
    <p class="meta">{title}</p>
    <p class="mod-text" dir="auto">
      {text}
    </p>
  </div>
);

function AppealForm({ page, appeal, refused }: AppealViewProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  return (
    <details open={refused !== undefined}>
      <summary>{say('decideTitle')}</summary>
      <form class="stack" method="post" action={page.path(`${PATH}/${appeal.id}`)}>
        <input type="hidden" name="version" value={appeal.version} />
        <p class="meta">{say('grantHint')}</p>
        <MessageField id={`message-${appeal.id}`} label={say('message')} value={refused?.typed.message} />
        <TextArea
          id={`note-${appeal.id}`}
          name="note"
          label={say('logNote')}
          rows={2}
          maxLength={NOTE_MAX}
          dir="auto"
          value={refused?.typed.note}
        />
        <div class="row">
          <Button variant="main" name="verdict" value="granted">
            {say('grant')}
          </Button>
          <Button variant="danger" name="verdict" value="denied">
            {say('deny')}
          </Button>
        </div>
      </form>
    </details>
  );
}
