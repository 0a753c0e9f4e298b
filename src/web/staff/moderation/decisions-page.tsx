/** @jsxImportSource preact */
// What the reader has decided, newest first, each with its subject, verdict, reason and time.
import type { VNode } from 'preact';
import { isReasonChosen } from '../../../features/moderation/common/texts.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { KIND_MESSAGES, PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconListChecks } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { gapIn } from '../../ui/text/punctuation.ts';
import { Time } from '../../ui/time.tsx';
import { PersonLink, sayAction, saySubject } from '../common/audit.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';

const PATH = '/moderation/decisions';

type Decisions = AnswerBody<'GET /api/v1/moderation/decisions'>;
type Decision = Decisions['decisions'][number];

export function decisionsPage(page: PageContext, { decisions, nextCursor }: Decisions): Page {
  const say = page.sayFrom(PAGES_MESSAGES);
  return moderationPage(page, {
    section: 'decided',
    styles: ['moderation'],
    children: (
      <div class="stack stack-loose">
        <p>
          {say('decisionsLead')}
          {gapIn(page.locale)}
          <a href={page.path('/moderation/audit')}>{say('toLog')}</a>
        </p>
        {decisions.length === 0 && <EmptyState icon={iconListChecks} text={say('noOwnDecisions')} />}
        <ol class="plain-list mod-lines">
          {decisions.map((decision) => (
            <li key={decision.id} class="stack">
              <DecisionView page={page} decision={decision} />
            </li>
          ))}
        </ol>
        <OlderLink href={page.older(PATH, nextCursor)}>{say('older')}</OlderLink>
      </div>
    ),
  });
}

function DecisionView({ page, decision }: PageProps & { readonly decision: Decision }): VNode {
  const { at, action, kind, person, excerpt, verdict, reasonCode, note } = decision;
  const act = verdict ?? action.split('.').at(-1);
  const said = sayVerdict(page, verdict);
  const path = pathOf(decision);
  return (
    <>
      <p class="row">
        <strong>{sayAction(page, action)}</strong>
        {said !== undefined && <Chip>{said}</Chip>}
        <span class="meta">
          <Time at={at} text={page.ago(at)} form="ago" />
        </span>
      </p>
      <p class="row meta">
        {path === undefined ? (
          <span>{saySubject(page, kind)}</span>
        ) : (
          <a href={page.path(path)}>{saySubject(page, kind)}</a>
        )}
        {person !== null && <PersonLink page={page} person={person} below="/moderation/people" />}
        {reasonCode !== null && isReasonChosen(act, reasonCode) && <span>{sayReason(page, reasonCode)}</span>}
      </p>
      {excerpt !== null && excerpt !== '' && (
        <p class="mod-text" dir="auto">
          {excerpt}
        </p>
      )}
      {note !== null && (
        <p class="mod-text meta" dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

/** Where the decision can be read and undone. */
function pathOf({ action, caseId, subjectKind, subjectId, person }: Decision): string | undefined {
  if (caseId !== null) return `/moderation/cases/${caseId}`;
  if (subjectKind === 'report') return `/moderation/reports/${subjectId}`;
  if (action === 'appeal.decide') return '/moderation/appeals';
  if (subjectKind === 'post') return `/community/posts/${subjectId}`;
  if (subjectKind === 'list') return `/lists/${subjectId}`;
  if (action.startsWith('removal.') && person !== null) return `/moderation/people/${person.uid}/content`;
  return person === null ? undefined : `/moderation/people/${person.uid}`;
}

/** The verdict, or the state that it led to, in words; undefined where the action says it. */
const sayVerdict = (page: PageContext, verdict: string | null): string | undefined =>
  verdict === null
    ? undefined
    : (page.sayFrom(KIND_MESSAGES).known(`verdict_${verdict}`) ?? page.sayFrom(PAGES_MESSAGES).known(verdict));
