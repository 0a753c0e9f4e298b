/** @jsxImportSource preact */
// The search field of the header: a form without script; with script it has suggestions (client/search).
import type { VNode } from 'preact';
import { SEARCH_MESSAGES } from '../messages/search.ts';
import { HiddenFields } from '../ui/hidden-fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { iconSearch } from '../ui/icons.ts';
import type { PageContext } from './page-context.ts';

/** The search field of the header; null where the search is off. */
export function SearchField({ context }: { readonly context: PageContext }): VNode | null {
  if (!context.hasPage('/search')) return null;
  const say = context.sayFrom(SEARCH_MESSAGES);
  const { catalog, posts, people, tags, showAll, count } = SEARCH_MESSAGES[context.locale];
  const words = { entities: catalog, posts, people, tags, showAll, count };
  return (
    <search class="site-search">
      <form action={`${context.basePath}/search`} data-search={JSON.stringify(words)}>
        <HiddenFields values={{ lang: context.forcedLocale }} />
        <Icon shape={iconSearch} />
        <input
          class="input"
          type="search"
          name="q"
          aria-label={say('search')}
          placeholder={say('search')}
          maxLength={100}
          autocomplete="off"
          dir="auto"
        />
      </form>
    </search>
  );
}
