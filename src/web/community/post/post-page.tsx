/** @jsxImportSource preact */
// A post with its files, what can be done with it, and its comments.
import type { VNode } from 'preact';
import { isDerivedTitle } from '../../../features/community/common/text.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { commentDraftPlace } from '../../islands/composer-parts/draft/names.ts';
import { Island } from '../../islands/island.tsx';
import { readTreeText } from '../../markdown/tree.ts';
import { MarkdownView } from '../../markdown/view.tsx';
import { COMMUNITY_MESSAGES } from '../../messages/community.ts';
import { DRAFT_CONFLICT_MESSAGES } from '../../messages/compose.ts';
import { cardImage, pictureOf } from '../../share/cards.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { iconPencil } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { AuthorLine } from '../../ui/posts/author-line.tsx';
import { Time } from '../../ui/time.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import {
  authorOf,
  galleryOf,
  personPath,
  postPath,
  signInPath,
  TagChips,
  tagPath,
  titleOf,
} from '../common/post-parts.tsx';
import { bodyBytes, cutTree, weighTree } from './collapse.ts';
import { CommentThread, liveOf } from './comment-thread.tsx';
import { AuthorMenu, type Post, type PostViewer, StaffMenu } from './post-acts.tsx';
import { Bands } from './post-bands.tsx';
import { PostSide, type PostSideData } from './post-side.tsx';

type Answer = AnswerBody<'GET /api/v1/community/posts/{postId}'>;

export interface PostData extends PostSideData {
  readonly post: Post;
  readonly viewer: PostViewer;
  readonly comments: Answer['comments'];
  readonly nextCursor: string | null;
  readonly sort: 'hot' | 'latest';
  /** The comment that the address names. */
  readonly focus: string | undefined;
  /** The comment whose replies alone are shown. */
  readonly root: string | undefined;
  /** The highest number of a comment; undefined where comments that come have no place. */
  readonly lastFloor: number | undefined;
  /** The whole text of the post, without comments. */
  readonly isAlone: boolean;
  /** Whether the reader has begun a comment. */
  readonly hasDraft: boolean;
  /** Code of an act that was refused. */
  readonly refused?: string | undefined;
}

const DESCRIPTION_LETTERS = 160;
const STRUCTURED_LETTERS = 500;

export function postPage(page: PageContext, data: PostData): Page {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { post, viewer } = data;
  const isGiven = !isDerivedTitle(post.title, post.body);
  const unnamed = say('untitled', { name: post.authorName });
  // The beginning of a folded text gives away what is folded.
  const title = isGiven || !post.spoiler ? titleOf(page, post) : unnamed;
  const isMember = page.viewer !== undefined;
  const isPublic = post.visibility === 'public' && post.moderationStatus === 'allow' && post.status === 'published';
  return {
    title,
    description: post.spoiler ? say('spoiler') : readTreeText(post.bodyTree ?? [], DESCRIPTION_LETTERS) || undefined,
    section: 'community',
    styles: ['community', 'lightbox'],
    kind: 'article',
    canonical: `/community/posts/${post.id}`,
    canBeQuoted: isPublic,
    image: isPublic
      ? ((post.spoiler ? undefined : pictureOf(post.attachments, title)) ??
        cardImage(page, `posts/${post.id}`, [title, post.body, post.spoiler, post.authorName], title))
      : undefined,
    noindex: !isPublic || data.root !== undefined,
    structured: isPublic ? [discussionOf(page, post, title)] : undefined,
    content: (
      <div class="post-columns">
        <article class="stack post-whole">
          {isGiven ? <h1 dir="auto">{title}</h1> : <h1 class="unseen">{unnamed}</h1>}
          <Bands
            page={page}
            post={post}
            isOwn={viewer.canEdit}
            reasons={viewer.moderationReasons}
            refused={data.refused}
          />
          <AuthorLine {...authorOf(page, post)}>
            <Time at={post.createdAt} text={page.date(post.createdAt)} form="ago" />
            {post.lastEditedAt !== null && <span>{say('edited')}</span>}
            {post.pinnedAt !== null && <Chip>{say('pinned')}</Chip>}
            {post.featuredAt !== null && <Chip tone="special">{say('featured')}</Chip>}
          </AuthorLine>
          {post.subject !== null && !isShown(data, post.subject) && <Subject page={page} subject={post.subject} />}
          {post.spoiler ? (
            <details class="spoiler">
              <summary>{say('spoiler')}</summary>
              <Body page={page} data={data} />
            </details>
          ) : (
            <Body page={page} data={data} />
          )}
          {post.tags.length > 0 && <TagChips page={page} tags={post.tags} />}
          <div class="post-actions">
            <Island
              name="post-actions"
              when="load"
              props={{
                postId: post.id,
                liked: viewer.liked,
                likeCount: post.likeCount,
                bookmarked: viewer.bookmarked,
                author: { uid: post.authorUid, name: post.authorName },
                isOwn: viewer.canEdit,
                canPutAway: false,
                isMember,
                signIn: signInPath(page),
              }}
            />
            {viewer.canEdit && page.hasPage('/compose') && (
              <LinkButton variant="quiet" icon={iconPencil} href={page.path('/compose', { post: post.id })}>
                {say('edit')}
              </LinkButton>
            )}
            {isMember && (
              <Island
                name="subscribe-button"
                props={{
                  of: { postId: post.id },
                  isOn: viewer.subscribed,
                  action: postPath(page, post.id, {}, '/subscription'),
                  signIn: signInPath(page),
                }}
              />
            )}
            <AuthorMenu page={page} post={post} viewer={viewer} />
            <StaffMenu page={page} post={post} viewer={viewer} />
          </div>
        </article>
        <PostSide page={page} data={data} />
        <Comments page={page} data={data} />
      </div>
    ),
  };
}

/** Whether what the post is about stands among the cards. */
const isShown = ({ entities }: PostData, { server, resource, id }: NonNullable<Post['subject']>): boolean =>
  entities.some(({ href }) => href.includes(`/catalog/${server}/${resource}/${encodeURIComponent(id)}`));

/** Bytes of the text that a page with comments shows at most. */
const bodyMost = (page: PageContext, { comments, isAlone }: PostData): number =>
  isAlone ? Number.POSITIVE_INFINITY : bodyBytes(comments, page.viewer !== undefined);

function Body({ page, data }: PageProps & { readonly data: PostData }): VNode {
  const { post } = data;
  const { bodyTree = [] } = post;
  const most = bodyMost(page, data);
  const isCut = weighTree(bodyTree) > most;
  return (
    <div class="stack">
      <MarkdownView
        tree={isCut ? cutTree(bodyTree, most) : bodyTree}
        top={2}
        links={{ mention: (handle) => personPath(page, handle, 0), tag: (tag) => tagPath(page, tag) }}
      />
      {isCut && (
        <p>
          <a href={postPath(page, post.id, { text: 'whole' })}>{page.sayFrom(COMMUNITY_MESSAGES)('readOn')}</a>
        </p>
      )}
      {post.attachments.length > 0 && (
        <Island name="post-gallery" when="load" props={{ items: galleryOf(page, post.attachments) }} />
      )}
    </div>
  );
}

/** The entity of a catalog that the post is about: a link where its page exists. */
function Subject({ page, subject }: PageProps & { readonly subject: NonNullable<Post['subject']> }): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { server, resource, id, title } = subject;
  const text = title ?? `${resource}/${id}`;
  return (
    <p class="row row-tight">
      <span class="meta">{say('about')}</span>
      {page.hasPage('/catalog/{server}/{resource}/{id}') ? (
        <Chip href={page.path(`/catalog/${server}/${resource}/${encodeURIComponent(id)}`)}>{text}</Chip>
      ) : (
        <Chip>{text}</Chip>
      )}
    </p>
  );
}

function Comments({ page, data }: PageProps & { readonly data: PostData }): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { post, viewer, comments, sort, root, nextCursor } = data;
  const isMember = page.viewer !== undefined;
  if (data.isAlone) {
    return (
      <p class="post-comments">
        <a href={`${postPath(page, post.id)}#comments`}>{say('comments', { count: post.commentCount })}</a>
      </p>
    );
  }
  return (
    <TitledSection
      titleId="comments-title"
      title={say('comments', { count: post.commentCount })}
      id="comments"
      class="stack post-comments"
    >
      {root === undefined ? (
        post.commentCount > 1 && (
          <nav class="comment-sort" aria-label={say('sort')}>
            {(['hot', 'latest'] as const).map((order) => (
              <a
                key={order}
                href={`${postPath(page, post.id, order === 'hot' ? {} : { sort: order })}#comments`}
                aria-current={order === sort ? 'page' : undefined}
              >
                {say(order === 'hot' ? 'hot' : 'newest')}
              </a>
            ))}
          </nav>
        )
      ) : (
        <p>
          <a href={`${postPath(page, post.id)}#comments`}>{say('thread')}</a>
        </p>
      )}
      {comments.length === 0 ? (
        <>
          <p class="meta" id="no-comments">
            {say('noComments')}
          </p>
          <ol class="comments" id="comment-list" />
        </>
      ) : (
        <CommentThread
          page={page}
          comments={comments}
          root={root}
          postId={post.id}
          focus={data.focus}
          canComment={viewer.canComment}
          taken={Math.min(bodyMost(page, data), weighTree(post.bodyTree ?? []))}
        />
      )}
      <OlderLink
        href={
          nextCursor === null
            ? undefined
            : `${postPath(page, post.id, { cursor: nextCursor, ...(root === undefined ? { sort } : { root }) })}#comments`
        }
      >
        {say('moreComments')}
      </OlderLink>
      {data.lastFloor !== undefined && (
        <Island
          name="live-thread"
          props={{
            ...liveOf({ page, postId: post.id, canComment: viewer.canComment }),
            count: post.commentCount,
            lastFloor: data.lastFloor,
            sort,
          }}
        />
      )}
      {viewer.canComment && (
        <>
          <Island
            name="comment-form"
            when="visible"
            props={{
              postId: post.id,
              parentId: null,
              action: page.path(`/community/posts/${post.id}/comments`),
              signIn: signInPath(page),
              ...(page.actor === undefined
                ? {}
                : {
                    draft: {
                      account: String(page.actor.uid),
                      place: commentDraftPlace(String(page.actor.uid), post.id),
                      isStored: data.hasDraft,
                      words: DRAFT_CONFLICT_MESSAGES[page.locale],
                    },
                  }),
            }}
          />
          <Island
            name="written-comments"
            props={{
              ...liveOf({ page, postId: post.id, canComment: true }),
              count: post.commentCount,
              sort: root === undefined ? sort : 'oldest',
            }}
          />
        </>
      )}
      {!isMember && post.commentsLockedAt === null && page.hasPage('/sign-in') && (
        <p>
          <a href={signInPath(page)}>{say('signInToComment')}</a>
        </p>
      )}
    </TitledSection>
  );
}

/** JSON-LD of what the page shows. */
const discussionOf = (page: PageContext, post: Post, title: string): Readonly<Record<string, unknown>> => ({
  '@context': 'https://schema.org',
  '@type': 'DiscussionForumPosting',
  headline: title,
  ...(post.spoiler ? {} : { text: readTreeText(post.bodyTree ?? [], STRUCTURED_LETTERS) }),
  datePublished: new Date(post.createdAt).toISOString(),
  author: { '@type': 'Person', name: post.authorName },
  url: `${page.address}/community/posts/${post.id}`,
  interactionStatistic: {
    '@type': 'InteractionCounter',
    interactionType: 'https://schema.org/LikeAction',
    userInteractionCount: post.likeCount,
  },
  commentCount: post.commentCount,
});
