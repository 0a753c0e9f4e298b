/** @jsxImportSource preact */
// A feed: tabs, search, posts, and the way to older ones. All choices stand in the address.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { Island } from '../islands/island.tsx';
import { COMMUNITY_MESSAGES, POST_ACTS_MESSAGES } from '../messages/community.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FindForm } from '../ui/find-form.tsx';
import { iconMessageCircle, iconPencil } from '../ui/icons.ts';
import type { LinkedEntity } from '../ui/linked-entity.tsx';
import { Notice } from '../ui/notice.tsx';
import { OlderLink } from '../ui/pager.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import { BookmarkedEntities } from './bookmarked-entities.tsx';
import { entityKey } from './common/entity-links.ts';
import { PostItem, signInPath, TagChips, tagPath } from './common/post-parts.tsx';
import { StrangersPart } from './common/strangers-part.tsx';

/** Feeds in the order of their tabs; those of `OWN_SCOPES` need an account. */
export const SCOPES = ['all', 'latest', 'top', 'recommended', 'following', 'mine'] as const;
export type FeedScope = (typeof SCOPES)[number];
const OWN_SCOPES: ReadonlySet<FeedScope> = new Set(['following', 'mine']);
export const PERIODS = ['day', 'week', 'month', 'year', 'all'] as const;
export type FeedPeriod = (typeof PERIODS)[number];

export interface FeedData {
  readonly scope: FeedScope | 'bookmarked' | 'tag';
  /** Archived ones are listed among one's own alone. */
  readonly state: 'active' | 'archived';
  readonly period: FeedPeriod;
  readonly q: string;
  readonly tag?: {
    readonly name: string;
    readonly preference: 'follow' | 'mute' | null;
    readonly postCount: number | undefined;
  };
  readonly feed: AnswerBody<'GET /api/v1/community/posts'>;
  /** Cards of what posts are about, by `server/resource/id`. */
  readonly subjects: ReadonlyMap<string, LinkedEntity>;
  /** Entries of catalogs that the reader keeps; of bookmarks alone. */
  readonly entities?: AnswerBody<'GET /api/v1/me/entities'>;
  /** Tags to show at the side; undefined while they cannot be read. */
  readonly tags: readonly string[] | undefined;
  /** One of one's own posts was just deleted. */
  readonly isDeleted?: boolean;
}

/** The page of a feed, of bookmarks, or of a tag. */
export function feedPage(page: PageContext, data: FeedData): Page {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { scope, q, tag } = data;
  const isBookmarks = scope === 'bookmarked';
  const title =
    tag !== undefined
      ? say('tagTitle', { tag: tag.name })
      : isBookmarks
        ? say('bookmarks')
        : q === ''
          ? say('title')
          : say('found', { q });
  const isOwn = isBookmarks || (scope !== 'tag' && OWN_SCOPES.has(scope));
  return {
    title,
    section: isBookmarks ? 'me' : 'community',
    styles: ['community'],
    isPartial: data.tags === undefined,
    noindex: isOwn || q !== '' || page.request.search.includes('cursor='),
    canonical: tag && `/community/tags/${encodeURIComponent(tag.name)}`,
    feeds: isOwn ? undefined : [{ path: feedAddress(tag?.name), title }],
    content: (
      <div class="community-columns feed-columns">
        <div class="community-head">
          <h1 dir="auto">{title}</h1>
          <div class="row">
            {tag !== undefined && (
              <Island
                name="tag-follow"
                props={{
                  tag: tag.name,
                  preference: tag.preference,
                  isMember: page.viewer !== undefined,
                  signIn: signInPath(page),
                }}
              />
            )}
            {page.hasPage('/compose') && (
              <LinkButton
                variant="main"
                icon={iconPencil}
                href={page.path('/compose', tag === undefined ? {} : { tag: tag.name })}
              >
                {say('write')}
              </LinkButton>
            )}
          </div>
        </div>
        <Find page={page} q={q} />
        <div class="stack">
          {tag === undefined && <ScopeTabs page={page} data={data} />}
          {data.isDeleted === true && (
            <Notice tone="success">{page.sayFrom(POST_ACTS_MESSAGES)('removed_done')}</Notice>
          )}
          {tag?.preference === 'mute' && <Notice>{say('tagMuted')}</Notice>}
          {scope === 'top' && <Periods page={page} data={data} />}
          {scope === 'mine' && <States page={page} data={data} />}
          <News page={page} data={data} />
          {data.entities !== undefined && (
            <BookmarkedEntities page={page} bookmarked={data.entities} found={data.subjects} />
          )}
          {data.feed.posts.length === 0 ? (
            <Nothing page={page} data={data} />
          ) : (
            data.feed.posts.map((post) => {
              const subject =
                post.subject === null || post.spoiler ? undefined : data.subjects.get(entityKey(post.subject));
              return (
                <StrangersPart
                  key={post.id}
                  page={page}
                  name={'post'}
                  whole={post}
                  of={[subject]}
                  render={() => <PostItem page={page} post={post} subject={subject} />}
                />
              );
            })
          )}
          <OlderLink href={olderPath(page, data)}>{say('older')}</OlderLink>
        </div>
        <Side page={page} data={data} />
      </div>
    ),
  };
}

const feedAddress = (tag: string | undefined): string =>
  `/api/v1/community/feed.atom${tag === undefined ? '' : `?tag=${encodeURIComponent(tag)}`}`;

interface PartProps extends PageProps {
  readonly data: FeedData;
}

function ScopeTabs({ page, data }: PartProps): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const shown = SCOPES.filter((scope) => page.viewer !== undefined || !OWN_SCOPES.has(scope));
  return (
    <Tabs
      label={say('feeds')}
      tabs={[
        ...shown.map((scope) => ({
          href: page.path('/community', scope === 'all' ? {} : { scope }),
          label: say(scope),
          current: scope === data.scope && data.q === '',
        })),
        ...(page.viewer === undefined
          ? []
          : [
              {
                href: page.path('/bookmarks'),
                label: say('bookmarks'),
                current: data.scope === 'bookmarked',
              },
            ]),
      ]}
    />
  );
}

function Periods({ page, data }: PartProps): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  return (
    <nav aria-label={say('period')}>
      <ul class="period-links">
        {PERIODS.map((period) => (
          <li key={period}>
            <a
              href={page.path('/community', { scope: 'top', period })}
              aria-current={period === data.period ? 'page' : undefined}
            >
              {say(period === 'all' ? 'ever' : period)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One's own posts: those that others see, and the archive. */
function States({ page, data }: PartProps): VNode {
  const say = page.sayFrom(POST_ACTS_MESSAGES);
  return (
    <nav aria-label={say('manage')}>
      <ul class="period-links">
        {(['active', 'archived'] as const).map((state) => (
          <li key={state}>
            <a
              href={page.path('/community', { scope: 'mine', state: state === 'active' ? undefined : state })}
              aria-current={state === data.state ? 'page' : undefined}
            >
              {say(state === 'active' ? 'published' : 'archived')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Feeds in which newer posts come first. */
const NEWS_SCOPES: Readonly<Partial<Record<FeedData['scope'], 'latest' | 'following'>>> = {
  all: 'latest',
  latest: 'latest',
  following: 'following',
  tag: 'latest',
};

/** Says when there are newer posts, on the first page of a feed. */
function News({ page, data }: PartProps): VNode | null {
  const scope = NEWS_SCOPES[data.scope];
  if (scope === undefined || data.q !== '' || page.request.search.includes('cursor=')) return null;
  const times = data.feed.posts.map(({ createdAt }) => createdAt);
  const tag = data.tag?.name ?? null;
  const href =
    tag !== null ? tagPath(page, tag) : page.path('/community', data.scope === 'all' ? {} : { scope: data.scope });
  return (
    <Island
      name="feed-news"
      props={{ scope, tag, href, newest: times.length === 0 ? Date.now() : Math.max(...times) }}
    />
  );
}

function Nothing({ page, data }: PartProps): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { scope, q, state } = data;
  const text =
    q !== ''
      ? say('emptyFound')
      : scope === 'bookmarked'
        ? say('emptyBookmarks')
        : scope === 'following'
          ? say('emptyFollowing')
          : scope === 'mine'
            ? state === 'archived'
              ? page.sayFrom(POST_ACTS_MESSAGES)('emptyArchived')
              : say('emptyMine')
            : say('empty');
  return (
    <EmptyState icon={iconMessageCircle} text={text}>
      {q !== '' || scope === 'following' ? (
        <LinkButton href={page.path('/community', { scope: 'latest' })}>{say('allPosts')}</LinkButton>
      ) : (
        page.hasPage('/compose') &&
        scope !== 'bookmarked' && <LinkButton href={page.path('/compose')}>{say('write')}</LinkButton>
      )}
    </EmptyState>
  );
}

function olderPath(page: PageContext, { scope, state, period, q, tag, feed }: FeedData): string | undefined {
  const { nextCursor: cursor, seed } = feed;
  if (cursor === null) return undefined;
  if (tag !== undefined) return page.path(`/community/tags/${encodeURIComponent(tag.name)}`, { cursor });
  if (scope === 'bookmarked') return page.path('/bookmarks', { cursor });
  return page.path('/community', {
    scope: scope === 'all' ? undefined : scope,
    state: state === 'active' ? undefined : state,
    period: scope === 'top' ? period : undefined,
    q: q || undefined,
    seed,
    cursor,
  });
}

function Find({ page, q }: PageProps & { readonly q: string }): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  return (
    <FindForm
      action={`${page.basePath}/community`}
      id="find-posts"
      label={say('findPosts')}
      text={q}
      submitLabel={say('find')}
      hidden={{ lang: page.forcedLocale }}
    />
  );
}

function Side({ page, data }: PartProps): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  return (
    <aside class="stack stack-loose" aria-label={say('tags')}>
      {data.tags !== undefined && data.tags.length > 0 && (
        <TitledSection titleId="side-tags" title={say('tags')}>
          <TagChips page={page} tags={data.tags} />
          <p>
            <a href={page.path('/community/tags')}>{say('allTags')}</a>
          </p>
        </TitledSection>
      )}
      {data.feed.posts.length > 0 && (
        <Island
          name="feed-keys"
          props={{ settings: page.viewer === undefined ? undefined : page.path('/settings/display') }}
        />
      )}
      {page.hasPage('/rules') && (
        <p>
          <a href={page.path('/rules')}>{say('rules')}</a>
        </p>
      )}
    </aside>
  );
}
