/** @jsxImportSource preact */
// What people do with an entity: posts about it, the way to write one, and the bookmark. The community may be away; then the
// rest of the page stays.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { Island } from '../../islands/island.tsx';
import { COMPARE_MESSAGES, TALK_MESSAGES } from '../../messages/catalog.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { iconPencil } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { type Catalog, type CatalogProps, type EntitySummary, entityPath, listPath } from './reads.ts';

export type TalkPost = AnswerBody<'GET /api/v1/community/posts'>['posts'][number];

export interface Talk {
  /** Undefined while they cannot be read. */
  readonly posts: readonly TalkPost[] | undefined;
  /** Where older posts begin. */
  readonly nextCursor: string | null;
  /** Of the reader; false for strangers. */
  readonly bookmarked: boolean;
}

const POSTS = 10;
/** Name of the cursor in the address of the entity. */
const CURSOR = 'posts';

/** Reads the newest posts about an entity, and whether the reader keeps it. */
export async function readTalk({ page, server }: Catalog, resource: string, id: string): Promise<Talk> {
  const cursor = new URLSearchParams(page.request.search).get(CURSOR) ?? undefined;
  const subject = `${server.id}/${resource}/${id}`;
  const [posts, kept] = await Promise.all([
    page.ask('GET /api/v1/community/posts', { query: { scope: 'latest', subject, cursor, limit: POSTS } }),
    page.actor === undefined ? undefined : page.ask('GET /api/v1/me/entities', { query: { subject, limit: 1 } }),
  ]);
  return {
    posts: posts.ok ? posts.body.posts : undefined,
    nextCursor: posts.ok ? posts.body.nextCursor : null,
    bookmarked: kept?.ok === true && kept.body.entities.length > 0,
  };
}

export interface TalkProps extends CatalogProps {
  readonly summary: EntitySummary;
  readonly talk: Talk;
}

/** The acts beside the title: bookmark and write. */
export function TalkActs({ catalog, summary, talk }: TalkProps): VNode {
  const { page, server } = catalog;
  const { resource, id, title } = summary;
  return (
    <div class="row">
      <Island
        name="entity-bookmark"
        props={{
          server: server.id,
          resource,
          id,
          title: title.text,
          bookmarked: talk.bookmarked,
          isMember: page.viewer !== undefined,
          signIn: page.path('/sign-in', { then: page.own }),
        }}
      />
      {page.hasPage('/compose') && (
        <LinkButton icon={iconPencil} href={page.path('/compose', { subject: `${server.id}/${resource}/${id}` })}>
          {page.sayFrom(TALK_MESSAGES)('write')}
        </LinkButton>
      )}
      <LinkButton href={listPath(catalog, resource, { compare: id })}>
        {page.sayFrom(COMPARE_MESSAGES)('compare')}
      </LinkButton>
    </div>
  );
}

/** The newest posts about an entity. */
export function TalkPart({ catalog, summary, talk: { posts, nextCursor } }: TalkProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(TALK_MESSAGES);
  return (
    <section class="stack" aria-labelledby="talk">
      <h2 id="talk">{say('title')}</h2>
      {posts === undefined && <Notice tone="warning">{say('away')}</Notice>}
      {posts?.length === 0 && <p class="meta">{say('empty')}</p>}
      {posts !== undefined && posts.length > 0 && <PostLines page={page} posts={posts} />}
      <OlderLink
        href={
          nextCursor === null ? undefined : entityPath(catalog, summary.resource, summary.id, { [CURSOR]: nextCursor })
        }
      >
        {say('older')}
      </OlderLink>
    </section>
  );
}

/** Posts by title, author and time. */
export function PostLines({ page, posts }: PageProps & { readonly posts: readonly TalkPost[] }): VNode {
  const say = page.sayFrom(TALK_MESSAGES);
  return (
    <ol class="plain-list talk-lines">
      {posts.map((post) => (
        <li key={post.id}>
          <a href={page.path(`/community/posts/${post.id}`)} dir="auto">
            {post.spoiler ? post.title || say('spoiler') : post.title || post.excerpt}
          </a>
          <p class="meta row">
            <span dir="auto">{post.authorName}</span>
            <Time at={post.createdAt} text={page.date(post.createdAt)} form="ago" />
            {post.commentCount > 0 && <span>{say('comments', { count: post.commentCount })}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}
