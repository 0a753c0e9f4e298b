/** @jsxImportSource preact */
// A list with its entries. Its owner can change it here; others can report it.
import type { VNode } from 'preact';
import { REASON_CODES } from '../../kernel/reason-code.ts';
import type { AnswerBody } from '../client/endpoints.ts';
import { entityKey } from '../community/common/entity-links.ts';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import type { Page } from '../shell/page.ts';
import { isStaff, type PageContext, type PageProps } from '../shell/page-context.ts';
import { Button, LinkButton, SubmitButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { FormErrorSummary } from '../ui/form-error-summary.tsx';
import { HiddenFields } from '../ui/hidden-fields.tsx';
import type { LinkedEntity } from '../ui/linked-entity.tsx';
import { Notice } from '../ui/notice.tsx';
import { OlderLink } from '../ui/pager.tsx';
import { Picture } from '../ui/picture.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import { type CollectionNames, type EntityList, listAddress, listName } from './list-names.ts';
import { TextFields } from './text-fields.tsx';

type Found = AnswerBody<'GET /api/v1/community/lists/{listId}'>;
type Entry = Found['entries'][number];

export interface ListData {
  readonly found: Found;
  /** Entities that current releases have, in the reader's language. */
  readonly cards: ReadonlyMap<string, LinkedEntity>;
  readonly names: CollectionNames;
  /** Whether the list begins on this page. */
  readonly isFirst: boolean;
  readonly done?: string | undefined;
  /** Code of a refused form. */
  readonly fault?: string | undefined;
}

interface PartProps extends PageProps {
  readonly list: EntityList;
}

/** The page of one list. */
export function listPage(page: PageContext, { found, cards, names, isFirst, done, fault }: ListData): Page {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { list, entries, owner, nextCursor } = found;
  const isOwn = page.viewer?.uid === owner.uid;
  const name = listName(page, list, names);
  const faultText =
    fault === undefined ? undefined : fault === 'version_conflict' ? say('stale') : say('failed', { code: fault });
  return {
    title: name,
    section: isOwn ? 'me' : 'community',
    width: 'reading',
    styles: ['settings', 'lists'],
    noindex: true,
    content: (
      <div class="stack stack-loose">
        <div class="stack">
          <h1 dir="auto">{name}</h1>
          <p class="meta row">
            {isOwn ? (
              <span>{say(list.visibility)}</span>
            ) : (
              <a href={page.path(`/@${owner.handle ?? owner.uid}`)} dir="auto">
                {say('by', { name: owner.displayName })}
              </a>
            )}
            <span>{say('entries', { count: list.entries })}</span>
          </p>
          {list.description !== '' && (
            <p class="list-description" dir="auto">
              {list.description}
            </p>
          )}
          <Done page={page} done={done} />
          <State page={page} list={list} />
          <FormErrorSummary title={say('edit')} faults={faultText === undefined ? [] : [{ text: faultText }]} />
          {page.viewer !== undefined && <Ways page={page} list={list} isOwn={isOwn} />}
        </div>
        {entries.length === 0 ? (
          <p class="meta">{say('empty')}</p>
        ) : (
          <ol class="plain-list list-entries">
            {entries.map((entry, index) => (
              <ListEntry
                key={entry.id}
                page={page}
                list={list}
                entry={entry}
                card={cards.get(entityKey(entry.subject))}
                forms={isOwn ? { upAfter: upAfter(entries, index, isFirst) } : undefined}
              />
            ))}
          </ol>
        )}
        <OlderLink href={page.older(`/lists/${list.id}`, nextCursor)}>{say('older')}</OlderLink>
        {isOwn && <OwnForms page={page} list={list} />}
        {!isOwn && page.viewer !== undefined && <ReportForm page={page} list={list} />}
        {!isOwn && isStaff(page) && (
          <p>
            <LinkButton href={page.path(`/moderation/deletions/list/${list.id}`)}>{say('staffDelete')}</LinkButton>
          </p>
        )}
      </div>
    ),
  };
}

/** Id of the entry behind which an entry is placed when it moves up. Null: the beginning; undefined: it is on another page. */
function upAfter(entries: readonly Entry[], index: number, isFirst: boolean): string | null | undefined {
  if (index === 0) return undefined;
  return index === 1 ? (isFirst ? null : undefined) : entries[index - 2]?.id;
}

const DONE = { saved: 'done_saved', created: 'done_created', reported: 'reported' } as const;

function Done({ page, done }: PageProps & { readonly done: string | undefined }): VNode | null {
  const key = Object.entries(DONE).find(([name]) => name === done)?.[1];
  return key === undefined ? null : <Notice tone="success">{page.sayFrom(LISTS_MESSAGES)(key)}</Notice>;
}

/** Why others do not see a public list. */
function State({ page, list: { visibility, moderationStatus, hidden } }: PartProps): VNode | null {
  const say = page.sayFrom(LISTS_MESSAGES);
  if (visibility === 'private' || (moderationStatus === 'allow' && !hidden)) return null;
  const key = hidden ? 'hidden' : moderationStatus === 'rejected' ? 'rejected' : 'waiting';
  return <Notice tone="warning">{say(key)}</Notice>;
}

function Ways({ page, list, isOwn }: PartProps & { readonly isOwn: boolean }): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const files = `${page.basePath}/api/v1/me/lists/${list.id}`;
  return (
    <div class="row">
      {isOwn && (
        <>
          <LinkButton href={`${files}/export.csv`} download>
            {say('exportCsv')}
          </LinkButton>
          <LinkButton href={`${files}/export.json`} download>
            {say('exportJson')}
          </LinkButton>
          <LinkButton href={page.path(`/lists/${list.id}/import`)}>{say('import')}</LinkButton>
        </>
      )}
      <LinkButton href={page.path('/lists/compare', { a: list.id })}>{say('compare')}</LinkButton>
    </div>
  );
}

interface EntryProps extends PartProps {
  readonly entry: Entry;
  readonly card: LinkedEntity | undefined;
  /** Of the owner. */
  readonly forms: { readonly upAfter: string | null | undefined } | undefined;
}

function ListEntry({ page, list, entry, card, forms }: EntryProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { subject, count, note, gone } = entry;
  const name = gone ? subject.title : (card?.title.text ?? subject.title);
  return (
    <li class="list-entry">
      <div class="list-entry-head">
        {card?.picture !== undefined && <Picture {...card.picture} alt="" sizes="56px" />}
        <div>
          {gone ? <span dir="auto">{subject.title}</span> : <EntityLink page={page} subject={subject} card={card} />}
          <p class="meta">{gone ? say('gone') : (card?.meta ?? subject.resource)}</p>
          {forms === undefined && note !== null && <p dir="auto">{note}</p>}
        </div>
        {forms === undefined && count !== null && <span class="list-entry-count">×{page.numbers.format(count)}</span>}
      </div>
      {forms !== undefined && <EntryForms page={page} list={list} entry={entry} name={name} upAfter={forms.upAfter} />}
    </li>
  );
}

interface EntityLinkProps extends PageProps {
  readonly subject: Entry['subject'];
  readonly card: LinkedEntity | undefined;
}

/** The name of an entity, which leads to its page. */
export function EntityLink({ page, subject: { server, resource, id, title }, card }: EntityLinkProps): VNode {
  return (
    <a href={page.path(`/catalog/${server}/${resource}/${encodeURIComponent(id)}`)} dir="auto" lang={card?.title.lang}>
      {card?.title.text ?? title}
    </a>
  );
}

interface EntryFormsProps extends PartProps {
  readonly entry: Entry;
  /** Of the entity, as shown above. */
  readonly name: string;
  readonly upAfter: string | null | undefined;
}

function EntryForms({ page, list, entry, name, upAfter: above }: EntryFormsProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { id, subject, count, note } = entry;
  const moves = [
    ...(above === undefined ? [] : [{ word: 'up', after: above } as const]),
    ...(above === null ? [] : [{ word: 'top', after: null } as const]),
  ];
  return (
    <details class="list-entry-forms">
      <summary>
        {count === null ? '' : `×${page.numbers.format(count)} `}
        <span dir="auto">{note ?? ''}</span> <span aria-hidden="true">{say('editEntry')}</span>
        <span class="unseen">{say('editEntryOf', { name })}</span>
      </summary>
      <form class="stack" method="post" action={page.path(`/lists/${list.id}/entries`)}>
        <HiddenFields values={{ server: subject.server, resource: subject.resource, id: subject.id }} />
        <TextField
          id={`count-${id}`}
          name="count"
          label={say('count')}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,3}"
          value={count === null ? '' : String(count)}
        />
        <TextField id={`note-${id}`} name="note" label={say('note')} maxLength={280} dir="auto" value={note ?? ''} />
        <div class="row">
          <Button name="act" value="save" aria-label={say('saveOf', { name })}>
            {say('save')}
          </Button>
          <Button name="act" value="remove" variant="danger" aria-label={say('removeOf', { name })}>
            {say('remove')}
          </Button>
        </div>
      </form>
      <div class="row">
        {moves.map(({ word, after }) => (
          <ButtonForm
            key={String(after)}
            action={page.path(`/lists/${list.id}/order`)}
            hidden={{ id, after: after ?? '', version: list.version }}
            variant="quiet"
            aria-label={say(`${word}Of`, { name })}
          >
            {say(word)}
          </ButtonForm>
        ))}
      </div>
    </details>
  );
}

function OwnForms({ page, list }: PartProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { kind, title, description, visibility, version } = list;
  const texts = { description, visibility, ...(kind === 'named' ? { title } : {}) };
  return (
    <TitledSection titleId="edit-list" title={say('edit')}>
      <form class="stack" method="post" action={page.path(`/lists/${list.id}/texts`)}>
        <input type="hidden" name="version" value={version} />
        <TextFields page={page} texts={texts} />
        <SubmitButton variant="main">{say('save')}</SubmitButton>
      </form>
      <ButtonForm action={page.path(`/lists/${list.id}/removal`)} variant="danger">
        {say(kind === 'named' ? 'delete' : 'clear')}
      </ButtonForm>
    </TitledSection>
  );
}

function ReportForm({ page, list }: PartProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  return (
    <details>
      <summary>{say('report')}</summary>
      <form class="stack" method="post" action={page.path(`/lists/${list.id}/report`)}>
        <SelectField
          id="reasonCode"
          label={say('reason')}
          choices={REASON_CODES.map((value) => ({ value, label: say(`reason_${value}`) }))}
        />
        <TextArea id="details" label={say('details')} maxLength={2_000} rows={3} dir="auto" />
        <SubmitButton>{say('report')}</SubmitButton>
      </form>
    </details>
  );
}

/** The way back to a list. */
export const BackToList = ({ page, list }: PartProps): VNode => (
  <p>
    <a href={listAddress(page, list)}>{page.sayFrom(LISTS_MESSAGES)('back')}</a>
  </p>
);
