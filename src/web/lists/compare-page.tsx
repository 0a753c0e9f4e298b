/** @jsxImportSource preact */
// Two lists side by side: what both have, and what only one has. Without two lists, the choice of them.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { entityKey } from '../community/common/entity-links.ts';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { SubmitButton } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import type { LinkedEntity } from '../ui/linked-entity.tsx';
import { OlderLink } from '../ui/pager.tsx';
import { type CollectionNames, type EntityList, listAddress, listName } from './list-names.ts';
import { EntityLink } from './list-page.tsx';

type Found = AnswerBody<'GET /api/v1/me/lists/compare'>;

export interface CompareData {
  /** One's own lists. */
  readonly lists: readonly EntityList[];
  readonly names: CollectionNames;
  /** What the address names. */
  readonly a: string | undefined;
  readonly b: string | undefined;
  readonly compared?: Compared | undefined;
}

interface Compared {
  readonly found: Found;
  /** Entities that current releases have, in the reader's language. */
  readonly cards: ReadonlyMap<string, LinkedEntity>;
}

/** The page that compares two lists. */
export function comparePage(page: PageContext, { lists, names, a, b, compared }: CompareData): Page {
  const say = page.sayFrom(LISTS_MESSAGES);
  const found = compared?.found;
  return {
    title: say('compareTitle'),
    section: 'me',
    width: 'reading',
    styles: ['settings', 'lists'],
    noindex: true,
    content: (
      <div class="stack stack-loose">
        <h1>{say('compareTitle')}</h1>
        <form class="stack" method="get" action={page.path('/lists/compare')}>
          <Choice
            page={page}
            names={names}
            name="a"
            label={say('compare')}
            lists={lists}
            chosen={a}
            foreign={found?.a}
          />
          <Choice
            page={page}
            names={names}
            name="b"
            label={say('compareWith')}
            lists={lists}
            chosen={b}
            foreign={found?.b}
          />
          <SubmitButton variant="main">{say('compare')}</SubmitButton>
        </form>
        {compared !== undefined && <Comparison page={page} names={names} {...compared} />}
      </div>
    ),
  };
}

interface ChoiceProps extends PageProps {
  readonly names: CollectionNames;
  readonly name: 'a' | 'b';
  readonly label: string;
  readonly lists: readonly EntityList[];
  readonly chosen: string | undefined;
  /** A chosen list that may be somebody else's. */
  readonly foreign: EntityList | undefined;
}

function Choice({ page, names, name, label, lists, chosen, foreign }: ChoiceProps): VNode {
  const choices = lists.map((list) => ({ value: list.id, label: listName(page, list, names) }));
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen);
  const other = isListed
    ? []
    : [{ value: chosen, label: foreign === undefined ? chosen : listName(page, foreign, names) }];
  return <SelectField id={name} label={label} value={chosen} choices={[...other, ...choices]} />;
}

interface ComparisonProps extends PageProps, Compared {
  readonly names: CollectionNames;
}

function Comparison({ page, names, found, cards }: ComparisonProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { a, b, both, onlyA, onlyB, nextCursor } = found;
  const parts = [
    { key: 'both', title: say('both'), entries: both },
    { key: 'a', title: say('only', { name: listName(page, a, names) }), entries: onlyA },
    { key: 'b', title: say('only', { name: listName(page, b, names) }), entries: onlyB },
  ];
  return (
    <>
      <p class="row">
        {[a, b].map((list) => (
          <a key={list.id} href={listAddress(page, list)} dir="auto">
            {listName(page, list, names)}
          </a>
        ))}
      </p>
      <div class="list-comparison">
        {parts.map(({ key, title, entries }) => (
          <div key={key} class="stack">
            <h2 dir="auto">
              {title} <span class="meta">{page.numbers.format(entries.length)}</span>
            </h2>
            {entries.length === 0 ? (
              <p class="meta">{say('onThisPage')}</p>
            ) : (
              <ul class="plain-list">
                {entries.map(({ subject }) => {
                  const key = entityKey(subject);
                  const card = cards.get(key);
                  return (
                    <li key={key}>
                      <EntityLink page={page} subject={subject} card={card} />
                    </li>
                  );
                })}
              </ul>
            )}
          </div>
        ))}
      </div>
      <OlderLink href={page.older('/lists/compare', nextCursor, { a: a.id, b: b.id })}>{say('older')}</OlderLink>
    </>
  );
}
