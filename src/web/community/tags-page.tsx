/** @jsxImportSource preact */
// The directory of tags.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { COMMUNITY_MESSAGES } from '../messages/community.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FindForm } from '../ui/find-form.tsx';
import { iconTag } from '../ui/icons.ts';
import { OlderLink } from '../ui/pager.tsx';
import { tagPath } from './common/post-parts.tsx';

type Preferences = AnswerBody<'GET /api/v1/community/tags/preferences'>['preferences'];

export interface TagsData {
  readonly q: string;
  readonly found: AnswerBody<'GET /api/v1/community/tags'>;
  /** Tags that the reader follows or mutes. */
  readonly preferences: Preferences;
}

/** All tags, or those whose name contains `q`. */
export function tagsPage(page: PageContext, { q, found, preferences }: TagsData): Page {
  const words = page.words(COMMUNITY_MESSAGES);
  const { say } = page;
  const { tags, nextCursor: cursor } = found;
  return {
    title: say(words.tags),
    section: 'community',
    styles: ['community'],
    noindex: q !== '',
    content: (
      <div class="stack tag-parts">
        <h1>{say(words.tags)}</h1>
        <FindForm
          action={`${page.basePath}/community/tags`}
          id="find-tags"
          label={say(words.findTags)}
          text={q}
          submitLabel={say(words.find)}
          maxLength={64}
          hidden={[['lang', page.forcedLocale]]}
        />
        <Preferred page={page} kind="follow" preferences={preferences} />
        <Preferred page={page} kind="mute" preferences={preferences} />
        {preferences.length > 0 && <h2>{say(words.allTags)}</h2>}
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

interface PreferredProps {
  readonly page: PageContext;
  readonly kind: 'follow' | 'mute';
  readonly preferences: Preferences;
}

/** The reader's tags of a kind; each is changed on its own page. */
function Preferred({ page, kind, preferences }: PreferredProps): VNode | null {
  const words = page.words(COMMUNITY_MESSAGES);
  const own = preferences.filter((preference) => preference.kind === kind);
  if (own.length === 0) return null;
  return (
    <section class="stack" aria-labelledby={`tags-${kind}`}>
      <h2 id={`tags-${kind}`}>{page.say(kind === 'follow' ? words.followedTags : words.mutedTags)}</h2>
      <ul class="plain-list row row-tight">
        {own.map(({ tag }) => (
          <li key={tag.id}>
            <Chip href={tagPath(page, tag.normalizedName)}>{`#${tag.displayName}`}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
