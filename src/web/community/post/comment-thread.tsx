/** @jsxImportSource preact */
// Comments as nested lists of two levels, each comment an article headed by its author.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { Island } from '../../islands/island.tsx';
import { MarkdownView } from '../../markdown/view.tsx';
import { COMMUNITY_MESSAGES } from '../../messages/community.ts';
import { isStaff, type PageProps } from '../../shell/page-context.ts';
import { CommentFrame } from '../../ui/posts/comment-frame.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { authorOf, personPath, postPath, signInPath, tagPath } from '../common/post-parts.tsx';
import { StrangersPart } from '../common/strangers-part.tsx';
import { cutTree, planFolds } from './collapse.ts';

type Comment = AnswerBody<'GET /api/v1/community/posts/{postId}'>['comments'][number];

export interface CommentThreadProps extends PageProps {
  readonly postId: string;
  readonly comments: readonly Comment[];
  /** The comment that the address names. */
  readonly focus: string | undefined;
  /** The root whose replies alone are shown. */
  readonly root: string | undefined;
  readonly canComment: boolean;
  /** Bytes of the text of the post. */
  readonly taken: number;
}

export function CommentThread(props: CommentThreadProps): VNode {
  const { page, comments: whole, ...rest } = props;
  const of = { ...rest, isStaff: isStaff(page) };
  return <StrangersPart page={page} name={'comments'} whole={whole} of={of} render={() => <Threads {...props} />} />;
}

function Threads(props: CommentThreadProps): VNode {
  const { page, postId, comments, root, focus, taken } = props;
  const isMember = page.viewer !== undefined;
  const folds = planFolds({ comments, focus, isThread: root !== undefined, isMember, taken });
  const present = new Set(comments.map(({ id }) => id));
  const isRoot = ({ rootId }: Comment): boolean => rootId === null || !present.has(rootId);
  return (
    <ol class="comments" id="comment-list">
      {comments.filter(isRoot).map((comment) => {
        const replies = comments.filter(({ rootId }) => rootId === comment.id);
        const left = comment.replyCount - replies.length;
        return (
          <li key={comment.id} data-likes={String(comment.likeCount)}>
            <CachedComment {...props} comment={comment} most={folds.get(comment.id)} />
            {replies.length > 0 && (
              <ol class="comments">
                {replies.map((reply) => (
                  <li key={reply.id}>
                    <CachedComment {...props} comment={reply} most={folds.get(reply.id)} />
                  </li>
                ))}
              </ol>
            )}
            {root === undefined && left > 0 && comment.replyCursor !== null && (
              <Island
                name="more-replies"
                props={{
                  ...liveOf(props),
                  rootId: comment.id,
                  cursor: comment.replyCursor,
                  left,
                  href: `${postPath(page, postId, { root: comment.id, cursor: comment.replyCursor })}#comments`,
                }}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** What the islands of all comments have in common. */
const commonOf = ({ page, postId, canComment }: Pick<CommentThreadProps, 'page' | 'postId' | 'canComment'>) => ({
  postId,
  canReply: canComment,
  isMember: page.viewer !== undefined,
  action: page.path(`/community/posts/${postId}/comments`),
  signIn: signInPath(page),
});

/** What islands show comments with that come after the page. */
export const liveOf = (of: Pick<CommentThreadProps, 'page' | 'postId' | 'canComment'>) => ({
  ...commonOf(of),
  paths: { person: of.page.path('/@{name}'), tag: of.page.path('/community/tags/{name}') },
});

interface CommentItemProps extends CommentThreadProps {
  readonly comment: Comment;
  /** Bytes of its text that are shown; undefined: all. */
  readonly most: number | undefined;
}

function CachedComment(props: CommentItemProps): VNode {
  const { page, postId, comment, focus, canComment, most } = props;
  const of = [postId, comment.id === focus, canComment, isStaff(page), ...(most === undefined ? [] : [most])];
  return (
    <StrangersPart page={page} name={'comment'} whole={comment} of={of} render={() => <CommentItem {...props} />} />
  );
}

function CommentItem(props: CommentItemProps): VNode {
  const { page, postId, comment, focus, most } = props;
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { id, bodyTree = [], viewer } = comment;
  return (
    <CommentFrame
      id={id}
      label={say('floor', { number: comment.floor })}
      isFocus={id === focus}
      author={authorOf(page, comment)}
      createdAt={comment.createdAt}
      written={page.date(comment.createdAt)}
      edited={comment.lastEditedAt === null ? undefined : say('edited')}
      waiting={comment.moderationStatus === 'allow' ? undefined : say('commentWaiting')}
    >
      <MarkdownView
        tree={most === undefined ? bodyTree : cutTree(bodyTree, most)}
        links={{
          mention: (handle) => personPath(page, handle, 0),
          tag: (tag) => tagPath(page, tag),
        }}
      />
      {most !== undefined && (
        <p>
          <a
            class="comment-rest"
            href={`${postPath(page, postId, { root: comment.rootId ?? id, comment: id })}#comment-${id}`}
            aria-label={`${say('readOn')}${colonIn(page.locale)}${say('floor', { number: comment.floor })}`}
          >
            {say('readOn')}
          </a>
        </p>
      )}
      <Island
        name="comment-actions"
        when="visible"
        props={{
          ...commonOf(props),
          commentId: id,
          authorName: comment.authorName,
          version: comment.version,
          liked: viewer.liked,
          likeCount: comment.likeCount,
          canDelete: viewer.canDelete,
          // It is edited where it is shown in full.
          source: viewer.canEdit && most === undefined ? comment.body : null,
        }}
      />
      {isStaff(page) && !viewer.canDelete && (
        <p>
          <a
            class="meta"
            href={page.path(`/moderation/deletions/comment/${id}`)}
            aria-label={`${say('staffDelete')}${colonIn(page.locale)}${say('floor', { number: comment.floor })}`}
          >
            {say('staffDelete')}
          </a>
        </p>
      )}
    </CommentFrame>
  );
}
