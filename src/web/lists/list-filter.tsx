/** @jsxImportSource preact */
// The filter of a catalog's list by one's own lists.
import type { VNode } from 'preact';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import type { PageProps } from '../shell/page-context.ts';
import { Menu } from '../ui/menu.tsx';
import { type EntityList, listName } from './list-names.ts';

interface ListChoice {
  readonly list?: string | undefined;
  readonly notlist?: string | undefined;
}

export interface ListFilterProps extends PageProps {
  readonly lists: readonly EntityList[];
  readonly chosen: ListChoice;
  readonly hrefOf: (choice: ListChoice) => string;
}

/** Links that filter a list of the catalog by lists of the reader. */
export function ListFilter({ page, lists, chosen, hrefOf }: ListFilterProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const choices: readonly { readonly text: string; readonly choice: ListChoice }[] = [
    { text: say('everything'), choice: {} },
    { text: say('owned'), choice: { list: 'owned' } },
    { text: say('notOwned'), choice: { notlist: 'owned' } },
    { text: say('wanted'), choice: { list: 'wanted' } },
    ...lists.map((list) => ({ text: listName(page, list), choice: { list: list.id } })),
  ];
  const isChosen = ({ list, notlist }: ListChoice): boolean => list === chosen.list && notlist === chosen.notlist;
  const current = choices.find(({ choice }) => isChosen(choice));
  const isAll = chosen.list === undefined && chosen.notlist === undefined;
  return (
    <Menu summary={isAll || current === undefined ? say('filter') : current.text}>
      <ul class="plain-list sort-links">
        {choices.map(({ text, choice }) => (
          <li key={`${choice.list} ${choice.notlist}`}>
            <a href={hrefOf(choice)} dir="auto" aria-current={isChosen(choice) ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
