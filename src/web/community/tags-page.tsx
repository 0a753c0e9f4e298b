/** @jsxImportSource preact */
// The directory of tags.
import type { AnswerBody } from '../client/endpoints.ts';
import { COMMUNITY_MESSAGES } from '../messages/community.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconSearch, iconTag } from '../ui/icons.ts';
import { OlderLink } from '../ui/pager.tsx';
import { tagPath } from './common/post-parts.tsx';

/** All tags, or those whose name contains `q`. */
export function tagsPage(page: PageContext, q: string, data: AnswerBody<'GET /api/v1/community/tags'>): Page {
  const words = page.words(COMMUNITY_MESSAGES);
  const { say } = page;
  const { tags, nextCursor: cursor } = data;
  return {
    title: say(words.tags),
    place: 'community',
    styles: ['community'],
    noindex: q !== '',
    content: (
      <div class="stack">
        <h1>{say(words.tags)}</h1>
        <search>
          <form class="find-form" action={page.path('/community/tags')}>
            <label class="unseen" for="find-tags">
              {say(words.findTags)}
            </label>
            <input
              class="input"
              id="find-tags"
              type="search"
              name="q"
              value={q}
              maxLength={64}
              placeholder={say(words.findTags)}
              dir="auto"
            />
            <Button icon={iconSearch} aria-label={say(words.find)} />
          </form>
        </search>
        {tags.length === 0 ? (
          <EmptyState icon={iconTag} text={say(words.emptyTags)} />
        ) : (
          <ul class="tag-directory">
            {tags.map((tag) => (
              <li key={tag.id}>
                <a href={tagPath(page, tag.normalizedName)} dir="auto">{`#${tag.displayName}`}</a>
                <span class="meta">{say(words.posts, { count: tag.postCount })}</span>
              </li>
            ))}
          </ul>
        )}
        <OlderLink
          href={cursor === null ? undefined : page.path('/community/tags', { ...(q === '' ? {} : { q }), cursor })}
        >
          {say(words.more)}
        </OlderLink>
      </div>
    ),
  };
}
