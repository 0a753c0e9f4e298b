/** @jsxImportSource preact */
// One's own lists, and a form for a new one.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import { settingsPage } from '../settings/common/frame.tsx';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { LinkButton, SubmitButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconList } from '../ui/icons.ts';
import { OlderLink } from '../ui/pager.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import { type CollectionNames, type EntityList, listAddress, listName } from './list-names.ts';
import { type ListTexts, TextFields } from './text-fields.tsx';

export interface OwnListsData {
  readonly found: AnswerBody<'GET /api/v1/me/lists'>;
  readonly names: CollectionNames;
  readonly done?: string | undefined;
  /** Code of a refused form, and what was typed. */
  readonly fault?: string | undefined;
  readonly typed?: ListTexts | undefined;
}

const NEW: ListTexts = { title: '', description: '', visibility: 'private' };

/** The page of the reader’s own lists. */
export function ownListsPage(page: PageContext, { found, names, done, fault, typed = NEW }: OwnListsData): Page {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { lists, nextCursor } = found;
  return settingsPage(page, {
    section: 'lists',
    done: done === 'deleted' ? say('done_deleted') : undefined,
    faults: fault === undefined ? [] : [{ field: 'title', text: say('failed', { code: fault }) }],
    children: (
      <>
        <p class="meta">{say('lead')}</p>
        {lists.length === 0 ? (
          <EmptyState icon={iconList} text={say('none')} />
        ) : (
          <ul class="plain-list settings-items">
            {lists.map((list) => (
              <OwnList key={list.id} page={page} list={list} names={names} />
            ))}
          </ul>
        )}
        <OlderLink href={page.older('/settings/lists', nextCursor)}>{say('older')}</OlderLink>
        {lists.length > 1 && (
          <p>
            <LinkButton href={page.path('/lists/compare')}>{say('compareTitle')}</LinkButton>
          </p>
        )}
        <TitledSection titleId="new-list" title={say('new')}>
          <form class="stack" method="post" action={page.path('/settings/lists')}>
            <TextFields page={page} texts={typed} />
            <SubmitButton variant="main">{say('create')}</SubmitButton>
          </form>
        </TitledSection>
      </>
    ),
  });
}

interface OwnListProps extends PageProps {
  readonly list: EntityList;
  readonly names: CollectionNames;
}

function OwnList({ page, list, names }: OwnListProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  return (
    <li>
      <div>
        <a href={listAddress(page, list)} dir="auto">
          {listName(page, list, names)}
        </a>
        <p class="meta">{say('entries', { count: list.entries })}</p>
      </div>
      <Chip>{say(list.visibility)}</Chip>
    </li>
  );
}
