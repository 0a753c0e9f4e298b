/** @jsxImportSource preact */
// The home page: the name of the instance, what is published, and where to begin.
import type { VNode } from 'preact';
import { INTERFACE_VERSION } from '../../kernel/names.ts';
import { Command } from '../islands/island.tsx';
import { FRONT_MESSAGES } from '../messages/shell.ts';
import { cardImage } from '../share/cards.ts';
import { describeSite } from '../share/structured.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconMessageCircle } from '../ui/icons.ts';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import type { HomeData, ReleaseFacts } from './home-data.ts';

/** A real address of a release, and what a reader finds there. */
interface PartProps {
  readonly page: PageContext;
  readonly releases: readonly ReleaseFacts[];
}

const SAMPLE = 'examples/sample';
const PUBLISH = 'npx livehouse publish path/to/snapshot';

/** The home page. */
export function homePage(page: PageContext, { releases, shelves, posts }: HomeData): Page {
  const words = page.words(FRONT_MESSAGES);
  const sentence = page.instance.description ?? page.say(words.sentence);
  return {
    title: undefined,
    structured: [describeSite(page)],
    image: cardImage(page, 'instance', page.instance.description, page.instance.name),
    description: sentence,
    section: 'home',
    styles: ['front', 'catalog'],
    isPartial: posts === undefined || shelves.isPartial,
    feeds: releases.map(({ id, displayName }) => ({
      path: `/api/v1/servers/${id}/release/feed.atom`,
      title: displayName,
    })),
    content: (
      <>
        <div class="hero">
          <h1 dir="auto">{page.instance.name}</h1>
          <p class="lead" dir="auto">
            {sentence}
          </p>
          <Stage />
        </div>
        <div class="home-columns">
          <div class="stack stack-loose">
            {releases.length === 0 ? <Empty page={page} /> : shelves.content}
            {page.hasPage('/community') && <Latest page={page} posts={posts} />}
          </div>
          <div class="stack stack-loose">
            {releases.length > 0 && <Releases page={page} releases={releases} />}
            <Begin page={page} releases={releases} />
          </div>
        </div>
      </>
    ),
  };
}

/** The floor of a small hall: bars of sound under a lamp. */
function Stage(): VNode {
  const heights = [10, 18, 30, 22, 40, 54, 36, 60, 44, 26, 48, 34, 20, 28, 14, 8];
  return (
    <svg class="stage" viewBox="0 0 252 72" aria-hidden="true">
      {heights.map((height, index) => (
        <rect key={index} x={index * 16} y={68 - height} width="8" height={height} rx="4" />
      ))}
    </svg>
  );
}

function Empty({ page }: Pick<PartProps, 'page'>): VNode {
  const words = page.words(FRONT_MESSAGES);
  return (
    <section class="stack" aria-labelledby="releases">
      <h2 id="releases">{page.say(words.empty)}</h2>
      <p>{page.say(words.emptyLead)}</p>
      <Command text={PUBLISH} />
      <p class="meta">{page.say(words.emptySample, { path: SAMPLE })}</p>
    </section>
  );
}

function Releases({ page, releases }: PartProps): VNode {
  const words = page.words(FRONT_MESSAGES);
  return (
    <section class="stack" aria-labelledby="releases">
      <h2 id="releases">{page.say(words.servers)}</h2>
      {releases.map((release) => (
        <article key={release.id} class="card stack">
          <h3 class="row">
            <a href={page.path(`/catalog/${release.id}`)} dir="auto">
              {release.displayName}
            </a>
            <Chip ticket>{release.region}</Chip>
          </h3>
          <dl class="release-facts">
            <dt>{page.say(words.release)}</dt>
            <dd>
              <a href={page.path(`/catalog/${release.id}/releases`)}>
                <code>{release.releaseId}</code>
              </a>
            </dd>
            <dt>{page.say(words.source)}</dt>
            <dd>
              <code>{release.sourceId}</code>
            </dd>
          </dl>
          <details>
            <summary>{page.say(words.addresses)}</summary>
            <ul class="plain-list address-list">
              {release.links.map(({ path, label }) => (
                <li key={path}>
                  <span lang="en">{label}</span>
                  <a href={`${page.basePath}${path}`}>{readable(path)}</a>
                </li>
              ))}
            </ul>
          </details>
        </article>
      ))}
    </section>
  );
}

/** Three posts, with a way to the others. */
function Latest({ page, posts }: { readonly page: PageContext; readonly posts: HomeData['posts'] }): VNode {
  const words = page.words(FRONT_MESSAGES);
  return (
    <section class="stack" aria-labelledby="latest">
      <h2 id="latest">{page.say(words.community)}</h2>
      {posts === undefined && <Notice tone="warning">{page.say(words.communityAway)}</Notice>}
      {posts?.length === 0 && (
        <EmptyState icon={iconMessageCircle} text={page.say(words.noPosts)}>
          {page.hasPage('/compose') && <LinkButton href={page.path('/compose')}>{page.say(words.write)}</LinkButton>}
        </EmptyState>
      )}
      {posts !== undefined && posts.length > 0 && (
        <>
          <ol class="plain-list post-lines">
            {posts.map((post) => (
              <li key={post.id}>
                <a href={page.path(`/community/posts/${post.id}`)} dir="auto">
                  {post.spoiler && post.title === '' ? page.say(words.spoiler) : post.title || post.excerpt}
                </a>
                <p class="meta row">
                  <span dir="auto">{post.authorName}</span>
                  <Time at={post.createdAt} text={page.date(post.createdAt)} form="ago" />
                </p>
              </li>
            ))}
          </ol>
          <p>
            <a href={page.path('/community')}>{page.say(words.morePosts)}</a>
          </p>
        </>
      )}
    </section>
  );
}

function Begin({ page, releases }: PartProps): VNode {
  const words = page.words(FRONT_MESSAGES);
  const [first] = releases;
  const sample = first?.links.find(({ path }) => path.endsWith('/summary'))?.path ?? '/api/v1/releases';
  return (
    <section class="stack" aria-labelledby="begin">
      <h2 id="begin">{page.say(words.read)}</h2>
      <p>{page.say(words.readLead)}</p>
      <ul class="plain-list link-list">
        <li>
          <a href={`${page.basePath}/docs`}>{page.say(words.docs)}</a>
        </li>
        <li>
          <a href={`${page.basePath}/api/v1/releases`}>{page.say(words.registry)}</a>
        </li>
      </ul>
      {first !== undefined && (
        <>
          <h3>{page.say(words.terminal)}</h3>
          <Command text={`curl -s --compressed '${page.address}${sample}'`} />
          <p class="meta">{page.say(words.terminalHint, { query: `?release=${first.releaseId}` })}</p>
        </>
      )}
      <p class="meta">{page.say(words.version, { version: INTERFACE_VERSION })}</p>
    </section>
  );
}

/** A path as people read it: its escapes undone where that is safe to show. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
