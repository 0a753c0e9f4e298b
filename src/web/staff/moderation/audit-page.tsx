/** @jsxImportSource preact */
// The audit trail, by what was done, by whom, and to what.
import type { VNode } from 'preact';
import { isReasonChosen } from '../../../features/moderation/common/texts.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { MODERATION_ACTIONS, PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { iconScrollText } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { AuditSubjectLink, Changes, PersonLink, sayAction, saySubject } from '../common/audit.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';

const PATH = '/moderation/audit';
const PEOPLE = '/moderation/people';
/** Kinds of things that moderation is about. */
const KINDS = [
  'post',
  'comment',
  'list',
  'attachment',
  'profile-name',
  'profile-links',
  'avatar',
  'user',
  'report',
  'restriction',
] as const;

/** Actions of the filter: those of moderation, and the one that is chosen. */
function actionsFor(chosen: string): readonly string[] {
  const known = Object.keys(MODERATION_ACTIONS.en);
  return chosen === '' || known.includes(chosen) ? known : [...known, chosen];
}

type Audit = AnswerBody<'GET /api/v1/moderation/audit'>;

export interface AuditFilter {
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly action: string;
  readonly actorUid: string;
}

export function auditPage(page: PageContext, { events, nextCursor }: Audit, filter: AuditFilter): Page {
  const say = page.sayFrom(PAGES_MESSAGES);
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return moderationPage(page, {
    section: 'moderationAudit',
    styles: ['moderation'],
    children: (
      <div class="stack stack-loose">
        <form class="mod-filter" method="get" action={page.path(PATH)}>
          <HiddenFields values={{ lang: page.forcedLocale }} />
          <SelectField
            id="action"
            label={say('action')}
            value={filter.action}
            choices={[
              { value: '', label: say('anything') },
              ...actionsFor(filter.action).map((value) => ({ value, label: sayAction(page, value) })),
            ]}
          />
          <TextField
            id="actorUid"
            label={say('actor')}
            value={filter.actorUid}
            autocomplete="off"
            maxLength={33}
            dir="ltr"
          />
          <SelectField
            id="subjectKind"
            label={say('thing')}
            value={filter.subjectKind}
            choices={[
              { value: '', label: say('anything') },
              ...KINDS.map((value) => ({ value, label: saySubject(page, value) })),
            ]}
          />
          <TextField id="subjectId" label={say('thingId')} value={filter.subjectId} maxLength={64} dir="ltr" />
          <Button>{say('filter')}</Button>
        </form>
        {events.length === 0 && <EmptyState icon={iconScrollText} text={say('noEvents')} />}
        <ol class="plain-list mod-lines">
          {events.map((event) => (
            <li key={event.id}>
              <EventView page={page} event={event} />
            </li>
          ))}
        </ol>
        <OlderLink href={page.older(PATH, nextCursor, given)}>{say('older')}</OlderLink>
      </div>
    ),
  });
}

/** What an event did, as decisions name it: its verdict, else the last part of the action. */
function actOf({ action, after }: Audit['events'][number]): string | undefined {
  const isRecord = typeof after === 'object' && after !== null;
  if (isRecord && 'verdict' in after && typeof after.verdict === 'string') return after.verdict;
  if (isRecord && 'status' in after && typeof after.status === 'string') return after.status;
  return action.split('.').at(-1);
}

function EventView({ page, event }: PageProps & { readonly event: Audit['events'][number] }): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { actor, before, after, reasonCode, note } = event;
  return (
    <>
      <p class="row">
        <strong>{sayAction(page, event.action)}</strong>
        {actor === null ? (
          <span class="meta">{say('service')}</span>
        ) : (
          <PersonLink page={page} person={actor} below={PEOPLE} />
        )}
        <span class="meta">
          <Time at={event.at} text={page.ago(event.at)} form="ago" />
        </span>
      </p>
      <p class="meta mod-ids">
        <AuditSubjectLink page={page} event={event} below={PEOPLE} />
        {reasonCode !== null && isReasonChosen(actOf(event), reasonCode) && ` · ${sayReason(page, reasonCode)}`}
      </p>
      {note !== null && (
        <p class="mod-text" dir="auto">
          {note}
        </p>
      )}
      {(before !== null || after !== null) && (
        <details>
          <summary>{say('change')}</summary>
          <Changes page={page} event={event} />
        </details>
      )}
    </>
  );
}
