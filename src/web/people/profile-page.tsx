/** @jsxImportSource preact */
// A person: who they are, how one stands to them, and what they wrote and made.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { Island } from '../islands/island.tsx';
import { readTreeText } from '../markdown/tree.ts';
import { MarkdownView } from '../markdown/view.tsx';
import { PEOPLE_MESSAGES } from '../messages/community.ts';
import { cardImage } from '../share/cards.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconArchive, iconBan, iconImage, iconMessageCircle, iconPencil, iconSmartphone } from '../ui/icons.ts';
import { OlderLink } from '../ui/pager.tsx';
import { Picture } from '../ui/picture.tsx';
import { PostCard } from '../ui/posts/post-card.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';

export const VIEWS = ['posts', 'works', 'gameAccounts'] as const;
type ProfileView = (typeof VIEWS)[number];

export interface ProfileData {
  readonly person: AnswerBody<'GET /api/v1/community/users/{uid}'>;
  readonly view: ProfileView;
  /** Whether the reader blocks the person; known to the reader alone. */
  readonly blocking: boolean;
}

const AVATAR_SIZE = 96;
const DESCRIPTION_LETTERS = 160;
const COVER_SIDE = 512;

/** Path of a person's page: by handle, or by number where there is none. */
export const profilePath = (
  page: PageContext,
  { handle, uid }: { readonly handle: string | null; readonly uid: number },
  below = '',
  query: Readonly<Record<string, string>> = {},
): string => page.path(`/@${handle ?? uid}${below}`, query);

export function profilePage(page: PageContext, data: ProfileData): Page {
  const { profile } = data.person;
  const name = profile.displayName;
  return {
    title: profile.handle === null ? name : `${name} (@${profile.handle})`,
    description: readTreeText(profile.bioTree ?? [], DESCRIPTION_LETTERS) || undefined,
    section: profile.owner ? 'me' : 'community',
    styles: ['community'],
    kind: 'profile',
    image:
      profile.avatarUrl === null
        ? cardImage(page, `people/${profile.uid}`, [name, profile.bio, profile.handle], name)
        : { path: profile.avatarUrl, mediaType: 'image/webp', alt: name, isSmall: true },
    canonical: `/@${profile.handle ?? profile.uid}`,
    structured: [
      {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        mainEntity: { '@type': 'Person', name, url: `${page.address}/@${profile.handle ?? profile.uid}` },
      },
    ],
    feeds: [{ path: `/api/v1/community/users/${profile.uid}/feed.atom`, title: name }],
    content: (
      <div class="community-columns profile-columns">
        <Head page={page} data={data} />
        <Shown page={page} data={data} />
      </div>
    ),
  };
}

interface PartProps {
  readonly page: PageContext;
  readonly data: ProfileData;
}

function Head({ page, data }: PartProps): VNode {
  const words = page.words(PEOPLE_MESSAGES);
  const { say } = page;
  const { profile, viewer } = data.person;
  const { stats, bioTree } = profile;
  const figures = [
    ['followers', stats.followers],
    ['following', stats.following],
  ] as const;
  return (
    <header class="profile-head">
      <Avatar
        url={profile.avatarUrl === null ? null : `${page.basePath}${profile.avatarUrl}`}
        seed={profile.avatarSeed}
        size={AVATAR_SIZE}
      />
      <div>
        <h1 dir="auto">{profile.displayName}</h1>
        <p class="meta row row-tight">
          {profile.handle !== null && <span dir="ltr">{`@${profile.handle}`}</span>}
          {profile.role !== 'member' && <Chip tone="special">{say(words[profile.role])}</Chip>}
          {viewer.followedBy && <Chip>{say(words.followsYou)}</Chip>}
        </p>
      </div>
      {bioTree !== undefined && bioTree !== null && (
        <MarkdownView
          tree={bioTree}
          links={{
            mention: (handle) => page.path(`/@${handle}`),
            tag: (tag) => page.path(`/community/tags/${encodeURIComponent(tag)}`),
          }}
        />
      )}
      <p class="meta">{say(words.joined, { date: page.date(profile.joinedAt) })}</p>
      <nav class="profile-figures" aria-label={say(words.figures)}>
        {figures.map(([name, count]) => (
          <a key={name} href={profilePath(page, profile, `/${name}`)}>
            <strong>{page.numbers.format(count)}</strong>
            {say(words[name])}
          </a>
        ))}
      </nav>
      {profile.owner ? (
        <div class="row">
          {page.hasPage('/settings/profile') && (
            <LinkButton icon={iconPencil} href={page.path('/settings/profile')}>
              {say(words.edit)}
            </LinkButton>
          )}
          <LinkButton icon={iconArchive} href={page.path('/community', { scope: 'mine', state: 'archived' })}>
            {say(words.archived)}
          </LinkButton>
        </div>
      ) : (
        <Island
          name="person-actions"
          when="load"
          props={{
            uid: profile.uid,
            name: profile.displayName,
            following: viewer.following,
            muted: viewer.muted,
            blocking: data.blocking,
            canInteract: viewer.canInteract,
            isMember: page.viewer !== undefined,
            signIn: page.path('/sign-in', { then: page.own }),
          }}
        />
      )}
    </header>
  );
}

function Shown({ page, data }: PartProps): VNode {
  const words = page.words(PEOPLE_MESSAGES);
  const { say } = page;
  const { view, person } = data;
  const { profile, viewer } = person;
  // Nothing is listed for either of the two, which is not the same as nothing being there.
  if (viewer.blocked) {
    return (
      <div class="stack">
        <EmptyState icon={iconBan} text={say(words.blocked)} />
      </div>
    );
  }
  // A member whom this person blocks sees nothing of it either. How much there is for others is not their business.
  const isParted = page.viewer !== undefined && !profile.owner && !viewer.canInteract;
  const counts = { posts: profile.stats.posts, works: profile.stats.works, gameAccounts: profile.stats.gameAccounts };
  return (
    <div class="stack">
      <Tabs
        label={say(words.views)}
        tabs={VIEWS.map((name) => ({
          href: profilePath(page, profile, '', name === 'posts' ? {} : { view: name }),
          label: isParted ? say(words[name]) : `${say(words[name])} ${page.numbers.format(counts[name])}`,
          current: name === view,
        }))}
      />
      {isParted ? (
        <EmptyState text={say(words.nothing)} />
      ) : (
        <>
          {view === 'posts' && <Posts page={page} data={data} />}
          {view === 'works' && <Works page={page} data={data} />}
          {view === 'gameAccounts' && <GameAccounts page={page} data={data} />}
        </>
      )}
    </div>
  );
}

function Posts({ page, data }: PartProps): VNode {
  const words = page.words(PEOPLE_MESSAGES);
  const { say } = page;
  const { posts, postsNextCursor: cursor, profile } = data.person;
  if (posts.length === 0) return <EmptyState icon={iconMessageCircle} text={say(words.noPosts)} />;
  return (
    <>
      {posts.map((post) => (
        <PostCard
          key={post.id}
          id={post.id}
          href={page.path(`/community/posts/${post.id}`)}
          title={post.title}
          excerpt={post.excerpt}
          time={<Time at={post.createdAt} text={page.date(post.createdAt)} form="ago" />}
          marks={
            <>
              {post.pinnedAt !== null && <Chip tone="accent">{say(words.pinned)}</Chip>}
              <span>{say(words.likes, { count: post.likeCount })}</span>
            </>
          }
          tags={post.tags.map((tag) => ({
            name: tag,
            href: page.path(`/community/tags/${encodeURIComponent(tag)}`),
          }))}
          gallery={
            post.coverUrl === null
              ? []
              : [
                  {
                    id: post.id,
                    isVideo: false,
                    url: `${page.basePath}${post.coverUrl}`,
                    thumbnailUrl: null,
                    posterUrl: null,
                    width: COVER_SIDE,
                    height: COVER_SIDE,
                    alt: post.title,
                    isDescribed: true,
                  },
                ]
          }
          spoiler={post.spoiler ? say(words.spoiler) : undefined}
          comments={{
            count: page.numbers.format(post.commentCount),
            label: say(words.comments, { count: post.commentCount }),
          }}
        />
      ))}
      <OlderLink href={cursor === null ? undefined : profilePath(page, profile, '', { cursor })}>
        {say(words.older)}
      </OlderLink>
    </>
  );
}

function Works({ page, data }: PartProps): VNode {
  const words = page.words(PEOPLE_MESSAGES);
  const { works } = data.person;
  if (works.length === 0) return <EmptyState icon={iconImage} text={page.say(words.noWorks)} />;
  return (
    <ul class="works">
      {works.map((work) => (
        <li key={work.id}>
          <a href={page.path(`/community/posts/${work.id}`)}>
            {work.coverUrl !== null && !work.spoiler && (
              <Picture src={`${page.basePath}${work.coverUrl}`} width={COVER_SIDE} height={COVER_SIDE} alt="" />
            )}
            <span dir="auto">
              {work.title === '' ? <Time at={work.publishedAt} text={page.date(work.publishedAt)} /> : work.title}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function GameAccounts({ page, data }: PartProps): VNode {
  const words = page.words(PEOPLE_MESSAGES);
  const { gameAccounts } = data.person;
  if (gameAccounts.length === 0) return <EmptyState icon={iconSmartphone} text={page.say(words.noAccounts)} />;
  return (
    <ul class="plain-list people-list">
      {gameAccounts.map(({ provider, region, playerUid, displayName }) => (
        <li key={`${provider} ${region} ${playerUid}`}>
          <span dir="auto">{displayName ?? playerUid}</span>
          <span class="meta row row-tight">
            <Chip ticket>{region}</Chip>
            <code>{playerUid}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
