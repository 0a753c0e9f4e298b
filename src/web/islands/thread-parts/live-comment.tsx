/** @jsxImportSource preact */
// A comment that came after the page: one of more replies, or one that was just written.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { basePath } from '../../client/page.ts';
import { writeTimes } from '../../client/times.ts';
import { MarkdownView } from '../../markdown/view.tsx';
import type { Spoken } from '../../messages/say.ts';
import { CommentFrame } from '../../ui/posts/comment-frame.tsx';
import { CommentActions, type CommentActionsProps, type CommentWords } from '../community/comment-actions.tsx';
import { type Comment, keepLiving } from '../community-parts/written.ts';

/** What the comments of a page have in common. */
export interface LiveCommentProps
  extends Pick<CommentActionsProps, 'postId' | 'canReply' | 'isMember' | 'action' | 'signIn'> {
  /** Addresses with `{name}`. */
  readonly paths: { readonly person: string; readonly tag: string };
}

export type LiveCommentWords = 'edited' | 'commentWaiting' | 'floor' | CommentWords;

export function LiveComment(props: LiveCommentProps & Spoken<LiveCommentWords> & { readonly first: Comment }): VNode {
  const { postId, canReply, isMember, action, signIn, paths, say, locale } = props;
  const [comment, setComment] = useState(props.first);
  useEffect(() => keepLiving(comment.id, setComment), [comment.id]);
  useEffect(() => {
    const article = document.getElementById(`comment-${comment.id}`);
    if (article !== null) writeTimes(locale, article);
  }, [comment, locale]);
  const personPath = (name: string): string => paths.person.replace('{name}', () => encodeURIComponent(name));
  const { authorHandle: handle, authorImage: image } = comment;
  return (
    <CommentFrame
      id={comment.id}
      label={say('floor', { number: comment.floor })}
      isFocus={false}
      author={{
        name: comment.authorName,
        handle,
        avatarUrl: image === null ? null : `${basePath()}${image}`,
        avatarSeed: comment.avatarSeed,
        href: personPath(handle ?? String(comment.authorUid)),
      }}
      createdAt={comment.createdAt}
      written={new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(comment.createdAt)}
      edited={comment.lastEditedAt === null ? undefined : say('edited')}
      waiting={comment.moderationStatus === 'allow' ? undefined : say('commentWaiting')}
    >
      <MarkdownView
        tree={comment.bodyTree ?? []}
        links={{ mention: personPath, tag: (tag) => paths.tag.replace('{name}', () => encodeURIComponent(tag)) }}
      />
      <CommentActions
        postId={postId}
        canReply={canReply}
        isMember={isMember}
        action={action}
        signIn={signIn}
        say={say}
        locale={locale}
        commentId={comment.id}
        authorName={comment.authorName}
        version={comment.version}
        liked={comment.viewer.liked}
        likeCount={comment.likeCount}
        canDelete={comment.viewer.canDelete}
        source={comment.viewer.canEdit ? comment.body : null}
      />
    </CommentFrame>
  );
}
