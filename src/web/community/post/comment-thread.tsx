/** @jsxImportSource preact */
// Comments as nested lists of two levels, each comment an article headed by its author.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { Island } from '../../islands/island.tsx';
import { MarkdownView } from '../../markdown/view.tsx';
import { COMMUNITY_MESSAGES } from '../../messages/community.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { AuthorLine } from '../../ui/posts/author-line.tsx';
import { Time } from '../../ui/time.tsx';
import { authorOf, personPath, postPath, signInPath, tagPath } from '../common/post-parts.tsx';

type Comment = AnswerBody<'GET /api/v1/community/posts/{postId}'>['comments'][number];

export interface CommentThreadProps {
  readonly page: PageContext;
  readonly postId: string;
  readonly comments: readonly Comment[];
  /** The comment that the address names. */
  readonly focus: string | undefined;
  /** The root whose replies alone are shown. */
  readonly root: string | undefined;
  readonly canComment: boolean;
}

export function CommentThread(props: CommentThreadProps): VNode {
  const { page, postId, comments, root } = props;
  const words = page.words(COMMUNITY_MESSAGES);
  const present = new Set(comments.map(({ id }) => id));
  const isRoot = ({ rootId }: Comment): boolean => rootId === null || !present.has(rootId);
  return (
    <ol class="comments">
      {comments.filter(isRoot).map((comment) => {
        const replies = comments.filter(({ rootId }) => rootId === comment.id);
        const left = comment.replyCount - replies.length;
        return (
          <li key={comment.id}>
            <CommentItem {...props} comment={comment} />
            {replies.length > 0 && (
              <ol class="comments">
                {replies.map((reply) => (
                  <li key={reply.id}>
                    <CommentItem {...props} comment={reply} />
                  </li>
                ))}
              </ol>
            )}
            {root === undefined && left > 0 && comment.replyCursor !== null && (
              <p>
                <a href={`${postPath(page, postId, { root: comment.id, cursor: comment.replyCursor })}#comments`}>
                  {page.say(words.moreReplies, { count: left })}
                </a>
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function CommentItem(props: CommentThreadProps & { readonly comment: Comment }): VNode {
  const { page, postId, comment, focus, canComment } = props;
  const words = page.words(COMMUNITY_MESSAGES);
  const { id, bodyTree = [] } = comment;
  return (
    <article
      class={id === focus ? 'comment comment-focus' : 'comment'}
      id={`comment-${id}`}
      aria-label={page.say(words.floor, { number: comment.floor })}
    >
      <AuthorLine {...authorOf(page, comment)} size={32}>
        <Time at={comment.createdAt} text={page.date(comment.createdAt)} form="ago" />
        {comment.lastEditedAt !== null && <span>{page.say(words.edited)}</span>}
        {comment.moderationStatus !== 'allow' && <Chip tone="warning">{page.say(words.commentWaiting)}</Chip>}
      </AuthorLine>
      <MarkdownView
        tree={bodyTree}
        links={{
          mention: (handle) => personPath(page, handle, 0),
          tag: (tag) => tagPath(page, tag),
        }}
      />
      <Island
        name="comment-actions"
        when="visible"
        props={{
          commentId: id,
          postId,
          version: comment.version,
          liked: comment.viewer.liked,
          likeCount: comment.likeCount,
          canDelete: comment.viewer.canDelete,
          canReply: canComment,
          isMember: page.viewer !== undefined,
          action: page.path(`/community/posts/${postId}/comments`),
          page: postPath(page, postId),
          signIn: signInPath(page),
        }}
      />
    </article>
  );
}
