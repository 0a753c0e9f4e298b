/** @jsxImportSource preact */
// A person: who they are, how one stands to them, and what they wrote and made.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { Island } from '../islands/island.tsx';
import { type CollectionNames, type EntityList, listAddress, listName } from '../lists/list-names.ts';
import { readTreeText } from '../markdown/tree.ts';
import { MarkdownView } from '../markdown/view.tsx';
import { PEOPLE_MESSAGES } from '../messages/community.ts';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import { cardImage } from '../share/cards.ts';
import type { Page } from '../shell/page.ts';
import { type PageContext, type PageProps, pictureAddress } from '../shell/page-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import {
  iconArchive,
  iconBan,
  iconImage,
  iconLink,
  iconList,
  iconMessageCircle,
  iconPencil,
  iconSmartphone,
} from '../ui/icons.ts';
import { LinkedEntities, type LinkedEntity } from '../ui/linked-entity.tsx';
import { OlderLink } from '../ui/pager.tsx';
import { Picture } from '../ui/picture.tsx';
import { PostCard } from '../ui/posts/post-card.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { fillElements } from '../ui/text/fill-elements.tsx';
import { Time } from '../ui/time.tsx';
import { tintClass } from '../ui/tints.ts';

export const VIEWS = ['posts', 'works', 'lists', 'gameAccounts'] as const;
type ProfileView = (typeof VIEWS)[number];

/** Banner and favourite as the current release has them. */
export interface ProfileAbout {
  readonly banner: LinkedEntity | undefined;
  readonly favourite: LinkedEntity | undefined;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** A page of public lists. */
export interface ProfileLists {
  readonly lists: readonly EntityList[];
  readonly nextCursor: string | null;
  readonly names: CollectionNames;
}

export interface ProfileData {
  readonly about: ProfileAbout;
  /** Undefined: another part of the page is shown. */
  readonly lists: ProfileLists | undefined;
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
  const { banner } = data.about;
  const tint = banner?.tint;
  return {
    title: profile.handle === null ? name : `${name} (@${profile.handle})`,
    description: readTreeText(profile.bioTree ?? [], DESCRIPTION_LETTERS) || undefined,
    section: profile.owner ? 'me' : 'community',
    styles: ['community'],
    tint: data.about.banner?.tint,
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
      <div class={tint === undefined ? 'profile' : `profile ${tintClass(tint)}`}>
        {banner?.picture !== undefined && (
          <div class="profile-banner">
            <Picture {...banner.picture} alt="" sizes="(max-width: 1216px) 100vw, 1216px" first />
          </div>
        )}
        <div class="community-columns profile-columns">
          <Head page={page} data={data} />
          <Shown page={page} data={data} />
        </div>
      </div>
    ),
  };
}

interface PartProps extends PageProps {
  readonly data: ProfileData;
}

function Head({ page, data }: PartProps): VNode {
  const say = page.sayFrom(PEOPLE_MESSAGES);
  const { profile, viewer } = data.person;
  const { stats, bioTree } = profile;
  const figures = [
    ['followers', stats.followers],
    ['following', stats.following],
  ] as const;
  return (
    <header class="profile-head">
      <Avatar url={pictureAddress(page, profile.avatarUrl)} seed={profile.avatarSeed} size={AVATAR_SIZE} />
      <div>
        <h1 dir="auto">{profile.displayName}</h1>
        <p class="meta row row-tight">
          {profile.handle !== null && <span dir="ltr">{`@${profile.handle}`}</span>}
          {profile.role !== 'member' && <Chip tone="special">{say(profile.role)}</Chip>}
          {viewer.followedBy && <Chip>{say('followsYou')}</Chip>}
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
      <Links page={page} data={data} />
      <Favourite page={page} data={data} />
      <p class="meta">{say('joined', { date: page.date(profile.joinedAt) })}</p>
      <nav class="profile-figures" aria-label={say('figures')}>
        {figures.map(([name, count]) => (
          <a key={name} href={profilePath(page, profile, `/${name}`)}>
            <span>
              {fillElements(say(`${name}Count`, { count }), { number: <strong>{page.numbers.format(count)}</strong> })}
            </span>
          </a>
        ))}
      </nav>
      {profile.owner ? (
        <div class="row">
          {page.hasPage('/settings/profile') && (
            <LinkButton icon={iconPencil} href={page.path('/settings/profile')}>
              {say('edit')}
            </LinkButton>
          )}
          <LinkButton icon={iconArchive} href={page.path('/community', { scope: 'mine', state: 'archived' })}>
            {say('archived')}
          </LinkButton>
        </div>
      ) : (
        <div class="row">
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
          {viewer.canInteract && (
            <Island
              name="subscribe-button"
              props={{
                of: { uid: profile.uid },
                isOn: viewer.postsSubscribed,
                action: profilePath(page, profile, '/posts-subscription'),
                signIn: page.path('/sign-in', { then: page.own }),
              }}
            />
          )}
        </div>
      )}
    </header>
  );
}

/** Addresses of the person elsewhere, each with the site it leads to. */
function Links({ page, data }: PartProps): VNode | null {
  const { links } = data.about;
  if (links.length === 0) return null;
  return (
    <ul class="plain-list profile-links" aria-label={page.sayFrom(PEOPLE_MESSAGES)('links')}>
      {links.map(({ label, url }) => (
        <li key={url}>
          <a href={url} rel="nofollow noopener me" title={url}>
            <Icon shape={iconLink} />
            <span dir="auto">{label}</span>
          </a>
          <span class="meta" dir="ltr">
            {new URL(url).host}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Favourite({ page, data }: PartProps): VNode | null {
  const { favourite } = data.about;
  if (favourite === undefined) return null;
  return (
    <section class="profile-favourite" aria-labelledby="favourite">
      <h2 id="favourite" class="side-title">
        {page.sayFrom(PEOPLE_MESSAGES)('favourite')}
      </h2>
      <LinkedEntities entities={[favourite]} />
    </section>
  );
}

function Shown({ page, data }: PartProps): VNode {
  const say = page.sayFrom(PEOPLE_MESSAGES);
  const { view, person } = data;
  const { profile, viewer } = person;
  // Nothing is listed for either of the two, which is not the same as nothing being there.
  if (viewer.blocked) {
    return (
      <div class="stack">
        <EmptyState icon={iconBan} text={say('blocked')} />
      </div>
    );
  }
  // A member whom this person blocks sees nothing of it either. How much there is for others is not their business.
  const isParted = page.viewer !== undefined && !profile.owner && !viewer.canInteract;
  const { posts, works, gameAccounts } = profile.stats;
  const counts = { posts, works, gameAccounts, lists: undefined };
  const labelOf = (name: ProfileView): string => {
    const count = isParted ? undefined : counts[name];
    return count === undefined ? say(name) : `${say(name)} ${page.numbers.format(count)}`;
  };
  const views = VIEWS.filter((name) => name !== 'lists' || page.hasPage('/settings/lists'));
  return (
    <div class="stack">
      <Tabs
        label={say('views')}
        tabs={views.map((name) => ({
          href: profilePath(page, profile, '', name === 'posts' ? {} : { view: name }),
          label: labelOf(name),
          current: name === view,
        }))}
      />
      {isParted ? (
        <EmptyState text={say('nothing')} />
      ) : (
        <>
          {view === 'posts' && <Posts page={page} data={data} />}
          {view === 'works' && <Works page={page} data={data} />}
          {view === 'lists' && <Lists page={page} data={data} />}
          {view === 'gameAccounts' && <GameAccounts page={page} data={data} />}
        </>
      )}
    </div>
  );
}

function Posts({ page, data }: PartProps): VNode {
  const say = page.sayFrom(PEOPLE_MESSAGES);
  const { posts, postsNextCursor: cursor, profile } = data.person;
  if (posts.length === 0) return <EmptyState icon={iconMessageCircle} text={say('noPosts')} />;
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
              {post.pinnedAt !== null && <Chip>{say('pinned')}</Chip>}
              <span>{say('likes', { count: post.likeCount })}</span>
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
          spoiler={post.spoiler ? say('spoiler') : undefined}
          comments={{
            count: page.numbers.format(post.commentCount),
            label: say('comments', { count: post.commentCount }),
          }}
        />
      ))}
      <OlderLink href={cursor === null ? undefined : profilePath(page, profile, '', { cursor })}>
        {say('older')}
      </OlderLink>
    </>
  );
}

function Works({ page, data }: PartProps): VNode {
  const say = page.sayFrom(PEOPLE_MESSAGES);
  const { works } = data.person;
  if (works.length === 0) return <EmptyState icon={iconImage} text={say('noWorks')} />;
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

function Lists({ page, data }: PartProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { lists = [], nextCursor = null, names } = data.lists ?? {};
  if (lists.length === 0) {
    return <EmptyState icon={iconList} text={page.sayFrom(PEOPLE_MESSAGES)('noLists')} />;
  }
  return (
    <>
      <ul class="plain-list people-list">
        {lists.map((list) => (
          <li key={list.id}>
            <a href={listAddress(page, list)} dir="auto">
              {listName(page, list, names)}
            </a>
            <span class="meta">{say('entries', { count: list.entries })}</span>
          </li>
        ))}
      </ul>
      <OlderLink
        href={
          nextCursor === null
            ? undefined
            : profilePath(page, data.person.profile, '', { view: 'lists', cursor: nextCursor })
        }
      >
        {say('older')}
      </OlderLink>
    </>
  );
}

function GameAccounts({ page, data }: PartProps): VNode {
  const say = page.sayFrom(PEOPLE_MESSAGES);
  const { gameAccounts } = data.person;
  if (gameAccounts.length === 0) return <EmptyState icon={iconSmartphone} text={say('noAccounts')} />;
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
