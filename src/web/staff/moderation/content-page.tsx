/** @jsxImportSource preact */
// What one person wrote and sent, with its state, and the form that hides it at once.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { iconInbox } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { Time } from '../../ui/time.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { MessageField, ReasonField } from '../common/decision-fields.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';
import { restrictionChoices } from '../common/restrictions.ts';

type Person = AnswerBody<'GET /api/v1/moderation/users/{uid}'>['user'];
type Content = AnswerBody<'GET /api/v1/moderation/users/{uid}/content'>;
type Item = Content['items'][number];
type Removal = AnswerBody<'GET /api/v1/moderation/removals/{id}'>['removal'];

export const CONTENT_STATES = ['public', 'waiting', 'hidden', 'rejected'] as const;
type ContentState = (typeof CONTENT_STATES)[number];
const SCOPES = ['day', 'week', 'all'] as const;

export const CONTENT_FAULTS = faultsOf(PAGES_MESSAGES, {
  restriction_already_active: 'fault_active',
  last_administrator_required: 'fault_last',
  forbidden: 'fault_forbidden',
  self_modification_forbidden: 'fault_forbidden',
  removal_too_large: 'fault_large',
  removal_in_progress: 'fault_progress',
  removal_expired: 'fault_expired',
  already_undone: 'fault_undone',
  invalid_removal: 'fault_text',
  no_reason: 'fault_reason',
});

const sayDone = doneOf(PAGES_MESSAGES, { removed: 'done_removed', undone: 'done_undone' });

export interface ContentData extends Content {
  readonly person: Person;
  readonly removals: readonly Removal[];
  readonly state: ContentState | undefined;
  readonly done?: string | undefined;
  readonly fault?: string;
  readonly typed?: Readonly<Record<string, string>>;
}

/** The page with everything that a person wrote. */
export function contentPage(page: PageContext, data: ContentData): Page {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { person, items, nextCursor, state, removals, done, fault, typed = {} } = data;
  const path = `/moderation/people/${person.uid}/content`;
  const address = (of: ContentState | undefined, cursor?: string): string =>
    page.path(path, { ...(of && { state: of }), ...(cursor && { cursor }) });
  return moderationPage(page, {
    section: 'people',
    title: `${say('everything')} · ${person.displayName}`,
    styles: ['moderation'],
    done: sayDone(page, done),
    faults: CONTENT_FAULTS.list(page, fault),
    children: (
      <div class="mod-person">
        <div class="stack stack-loose">
          <div class="stack">
            <p>
              <a href={page.path(`/moderation/people/${person.uid}`)}>{person.displayName}</a>
            </p>
            <p class="meta">{say('everythingLead')}</p>
          </div>
          <Tabs
            label={say('range')}
            tabs={[undefined, ...CONTENT_STATES].map((of) => ({
              href: address(of),
              label: say(of === undefined ? 'anyState' : `state_${of}`),
              current: of === state,
            }))}
          />
          {items.length === 0 && <EmptyState icon={iconInbox} text={say('noContent')} />}
          <ul class="plain-list mod-list">
            {items.map((item) => (
              <ContentEntry key={item.id} page={page} item={item} mayDelete={person.blocked === null} />
            ))}
          </ul>
          <OlderLink href={nextCursor === null ? undefined : address(state, nextCursor)}>{say('older')}</OlderLink>
        </div>
        <div class="stack stack-loose">
          <Removals page={page} uid={person.uid} removals={removals} />
          {person.blocked === null && person.role === 'member' && (
            <HideForm page={page} uid={person.uid} typed={typed} />
          )}
        </div>
      </div>
    ),
  });
}

const TONES: Readonly<Record<ContentState, Tone | undefined>> = {
  public: 'success',
  waiting: 'warning',
  hidden: 'danger',
  rejected: 'danger',
};

interface ContentEntryProps extends PageProps {
  readonly item: Item;
  readonly mayDelete: boolean;
}

function ContentEntry({ page, item, mayDelete }: ContentEntryProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { id, kind, title, excerpt, postId, caseId, state, reports, createdAt, eraseAt } = item;
  const postPath = (post: string, query = {}): string => page.path(`/community/posts/${post}`, query);
  const href =
    caseId !== null
      ? page.path(`/moderation/cases/${caseId}`)
      : kind === 'post'
        ? postPath(id)
        : kind === 'list'
          ? page.path(`/lists/${id}`)
          : postId === null
            ? undefined
            : postPath(postId, kind === 'comment' ? { comment: id } : {});
  const label = say(`kind_${kind}`);
  return (
    <li class="stack">
      <p class="row">
        {href === undefined ? <strong>{label}</strong> : <a href={href}>{label}</a>}
        <Chip tone={TONES[state]}>{say(`state_${state}`)}</Chip>
        {reports > 0 && <Chip tone="warning">{say('reports', { count: reports })}</Chip>}
        <span class="meta">
          <Time at={createdAt} text={page.ago(createdAt)} form="ago" />
        </span>
      </p>
      {title !== '' && (
        <p dir="auto">
          <strong>{title}</strong>
        </p>
      )}
      <p class="mod-text" dir="auto">
        {excerpt}
      </p>
      <p class="row">
        {eraseAt !== null && (
          <span>{fillElements(say('erasedOn'), { time: <Time at={eraseAt} text={page.date(eraseAt)} /> })}</span>
        )}
        {mayDelete && (
          <a href={page.path(`/moderation/deletions/${kind}/${id}`)}>
            {say(eraseAt === null ? 'deleteOne' : 'deletedOne')}
            <span class="unseen">{`${colonIn(page.locale)}${label}`}</span>
          </a>
        )}
      </p>
    </li>
  );
}

interface RemovalsProps extends PageProps {
  readonly uid: number;
  readonly removals: readonly Removal[];
}

function Removals({ page, uid, removals }: RemovalsProps): VNode | null {
  const say = page.sayFrom(PAGES_MESSAGES);
  if (removals.length === 0) return null;
  const mayUndo = ({ state, undoableUntil }: Removal): boolean => state === 'done' && undoableUntil > Date.now();
  const sayState = ({ state, total, waiting, removed, restored }: Removal): string =>
    state === 'running'
      ? say('removal_running', { done: total - waiting, total })
      : say(`removal_${state}`, { count: state === 'done' ? removed : restored });
  return (
    <TitledSection titleId="removals-title" title={say('removals')}>
      <ul class="plain-list mod-lines">
        {removals.map((one) => (
          <li key={one.id} class="stack">
            <p class="row">
              <Chip>{say(`scope_${one.scope}`)}</Chip>
              <span>{sayReason(page, one.reasonCode)}</span>
              <span class="meta">
                <Time at={one.createdAt} text={page.ago(one.createdAt)} form="ago" />
              </span>
            </p>
            <p>
              {sayState(one)}
              {one.skipped.length > 0 && ` · ${say('leftOut', { count: one.skipped.length })}`}
            </p>
            {mayUndo(one) && (
              <ButtonForm action={page.path(`/moderation/people/${uid}/removals/${one.id}/undo`)}>
                {say('undoAll')}
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

interface HideFormProps extends PageProps {
  readonly uid: number;
  readonly typed: Readonly<Record<string, string>>;
}

function HideForm({ page, uid, typed }: HideFormProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  return (
    <TitledSection titleId="hide-title" title={say('hideAll')}>
      <p>{say('hideAllLead')}</p>
      <form class="stack" method="post" action={page.path(`/moderation/people/${uid}/removals`)}>
        <SelectField
          id="scope"
          label={say('scope')}
          value={typed.scope ?? 'day'}
          choices={SCOPES.map((value) => ({ value, label: say(`scope_${value}`) }))}
        />
        <ReasonField page={page} say={say} value={typed.reasonCode} />
        <SelectField
          id="restriction"
          label={say('andRestrict')}
          value={typed.restriction ?? ''}
          choices={[{ value: '', label: say('noLimit') }, ...restrictionChoices(page)]}
        />
        <MessageField label={say('message')} value={typed.message} />
        <SubmitButton variant="danger">{say('hideAll')}</SubmitButton>
      </form>
    </TitledSection>
  );
}
