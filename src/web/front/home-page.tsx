/** @jsxImportSource preact */
// The home page: picture, sentence and search of the instance, what runs now, the newest entries, the best posts, and who is here.
import type { VNode } from 'preact';
import { Command } from '../islands/island.tsx';
import { FRONT_MESSAGES } from '../messages/shell.ts';
import { cardImage } from '../share/cards.ts';
import { describeSite } from '../share/structured.ts';
import type { Page } from '../shell/page.ts';
import { chooseText, type PageContext, type PageProps, pictureAddress } from '../shell/page-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconMessageCircle } from '../ui/icons.ts';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import { FirstSteps } from './first-steps.tsx';
import type { HomeData, HomePost } from './home-data.ts';

const SAMPLE = 'examples/sample';
const PUBLISH = 'npx livehouse publish path/to/snapshot';

/** The home page. */
export function homePage(page: PageContext, { steps, shelves, posts, people }: HomeData): Page {
  const say = page.sayFrom(FRONT_MESSAGES);
  const own = chooseText(page, page.instance.heroText);
  const sentence = own?.text ?? page.instance.description ?? say('sentence');
  const { heroUrl, home, name } = page.instance;
  const hasCommunity = page.hasPage('/community');
  const parts = {
    now: shelves.now,
    new: shelves.newest,
    posts: hasCommunity && <Posts page={page} posts={posts} />,
    people: hasCommunity && people.length > 1 && <People page={page} people={people} />,
  };
  return {
    title: undefined,
    structured: [describeSite(page)],
    image: cardImage(page, 'instance', sentence, name),
    description: sentence,
    section: 'home',
    styles: ['front', 'catalog'],
    isPartial: posts === undefined || shelves.isPartial,
    feeds: shelves.servers.map(({ id, displayName }) => ({
      path: `/api/v1/servers/${id}/release/feed.atom`,
      title: displayName,
    })),
    content: (
      <>
        <div class={heroUrl === null ? 'hero' : 'hero hero-pictured'}>
          {heroUrl !== null && (
            <img class="hero-picture" src={`${page.basePath}${heroUrl}`} alt="" fetchpriority="high" />
          )}
          <div class="hero-words">
            <h1 dir="auto">{name}</h1>
            <p class="lead" dir="auto" lang={own?.lang}>
              {sentence}
            </p>
            {shelves.find}
          </div>
        </div>
        <div class="stack stack-loose">
          {steps !== undefined && <FirstSteps page={page} steps={steps} />}
          {shelves.servers.length === 0 && <Empty page={page} />}
          {home.map((part) => parts[part])}
        </div>
      </>
    ),
  };
}

function Empty({ page }: PageProps): VNode {
  const say = page.sayFrom(FRONT_MESSAGES);
  return (
    <TitledSection titleId="releases" title={say('empty')}>
      <p>{say('emptyLead')}</p>
      <Command text={PUBLISH} />
      <p class="meta">{say('emptySample', { path: SAMPLE })}</p>
    </TitledSection>
  );
}

/** Posts with their first picture, and a way to the others. */
function Posts({ page, posts }: PageProps & { readonly posts: HomeData['posts'] }): VNode {
  const say = page.sayFrom(FRONT_MESSAGES);
  return (
    <section class="stack" aria-labelledby="latest">
      <div class="row shelf-head">
        <h2 id="latest">{say('community')}</h2>
        {posts !== undefined && posts.length > 0 && <a href={page.path('/community')}>{say('morePosts')}</a>}
      </div>
      {posts === undefined && <Notice tone="warning">{say('communityAway')}</Notice>}
      {posts?.length === 0 && (
        <EmptyState icon={iconMessageCircle} text={say('noPosts')}>
          {page.hasPage('/compose') && <LinkButton href={page.path('/compose')}>{say('write')}</LinkButton>}
        </EmptyState>
      )}
      {posts !== undefined && posts.length > 0 && (
        <ol class="plain-list home-posts">
          {posts.map((post) => (
            <li key={post.id}>
              <PostPart page={page} post={post} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function PostPart({ page, post }: PageProps & { readonly post: HomePost }): VNode {
  const say = page.sayFrom(FRONT_MESSAGES);
  const [file] = post.spoiler ? [] : post.attachments;
  const path = file?.thumbnailUrl ?? file?.posterUrl ?? null;
  return (
    <article class="home-post card">
      {path !== null && <img class="home-post-picture" src={`${page.basePath}${path}`} alt="" loading="lazy" />}
      <div class="home-post-words">
        <a class="entity-link" href={page.path(`/community/posts/${post.id}`)} dir="auto">
          {post.spoiler && post.title === '' ? say('spoiler') : post.title || post.excerpt}
        </a>
        <p class="meta row row-tight">
          <span dir="auto">{post.authorName}</span>
          <Time at={post.createdAt} text={page.date(post.createdAt)} form="ago" />
        </p>
      </div>
    </article>
  );
}

/** Who wrote last. */
function People({ page, people }: PageProps & { readonly people: readonly HomePost[] }): VNode {
  const say = page.sayFrom(FRONT_MESSAGES);
  return (
    <TitledSection titleId="people" title={say('people')}>
      <ul class="plain-list home-people">
        {people.map(({ authorUid, authorHandle, authorName, authorImage, avatarSeed }) => (
          <li key={authorUid}>
            <a
              class="home-person"
              href={page.path(authorHandle === null ? `/users/${authorUid}` : `/@${encodeURIComponent(authorHandle)}`)}
            >
              <Avatar url={pictureAddress(page, authorImage)} seed={avatarSeed} size={48} />
              <span dir="auto">{authorName}</span>
            </a>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
