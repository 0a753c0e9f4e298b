/** @jsxImportSource preact */
// The directory of tags.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { COMMUNITY_MESSAGES } from '../messages/community.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
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
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { tags, nextCursor: cursor } = found;
  return {
    title: say('tags'),
    section: 'community',
    styles: ['community'],
    noindex: q !== '',
    content: (
      <div class="stack tag-parts">
        <h1>{say('tags')}</h1>
        <FindForm
          action={`${page.basePath}/community/tags`}
          id="find-tags"
          label={say('findTags')}
          text={q}
          submitLabel={say('find')}
          maxLength={64}
          hidden={{ lang: page.forcedLocale }}
        />
        <Preferred page={page} kind="follow" preferences={preferences} />
        <Preferred page={page} kind="mute" preferences={preferences} />
        {preferences.length > 0 && <h2>{say('allTags')}</h2>}
        {tags.length === 0 ? (
          <EmptyState icon={iconTag} text={say('emptyTags')} />
        ) : (
          <ul class="tag-directory">
            {tags.map((tag) => (
              <li key={tag.id}>
                <a href={tagPath(page, tag.normalizedName)} dir="auto">{`#${tag.displayName}`}</a>
                <span class="meta">{say('posts', { count: tag.postCount })}</span>
              </li>
            ))}
          </ul>
        )}
        <OlderLink href={page.older('/community/tags', cursor, { q: q || undefined })}>{say('more')}</OlderLink>
      </div>
    ),
  };
}

interface PreferredProps extends PageProps {
  readonly kind: 'follow' | 'mute';
  readonly preferences: Preferences;
}

/** The reader's tags of a kind; each is changed on its own page. */
function Preferred({ page, kind, preferences }: PreferredProps): VNode | null {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const own = preferences.filter((preference) => preference.kind === kind);
  if (own.length === 0) return null;
  return (
    <section class="stack" aria-labelledby={`tags-${kind}`}>
      <h2 id={`tags-${kind}`}>{say(kind === 'follow' ? 'followedTags' : 'mutedTags')}</h2>
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
