/** @jsxImportSource preact */
// Replies that the page left out, in their place. Without script it is a link to a page of them.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { basePath } from '../../client/page.ts';
import { writeTimes } from '../../client/times.ts';
import { MarkdownView } from '../../markdown/view.tsx';
import type { Spoken } from '../../messages/say.ts';
import { CommentFrame } from '../../ui/posts/comment-frame.tsx';
import { tellRefusal } from '../community-parts/refused.ts';
import { CommentActions, type CommentActionsProps, type CommentWords } from './comment-actions.tsx';

export interface MoreRepliesProps
  extends Pick<CommentActionsProps, 'postId' | 'canReply' | 'isMember' | 'action' | 'page' | 'signIn'> {
  readonly rootId: string;
  readonly cursor: string;
  /** How many are left. */
  readonly left: number;
  /** The page of them. */
  readonly href: string;
  /** Addresses with `{name}`. */
  readonly paths: { readonly person: string; readonly tag: string };
}

export type MoreRepliesWords = 'moreReplies' | 'loading' | 'edited' | 'commentWaiting' | 'floor' | CommentWords;

type Reply = AnswerBody<'GET /api/v1/community/posts/{postId}'>['comments'][number];

export function MoreReplies(props: MoreRepliesProps & Spoken<MoreRepliesWords>): VNode {
  const { postId, rootId, href, signIn, words, say, locale } = props;
  const [replies, setReplies] = useState<readonly Reply[]>([]);
  const [next, setNext] = useState<string | null>(props.cursor);
  const [isBusy, setBusy] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(0);
  const left = props.left - replies.length;

  useEffect(() => {
    if (replies.length === 0 || list.current === null) return;
    writeTimes(locale, list.current);
    // Who reads on by keyboard goes on at the first one that came.
    list.current.querySelectorAll<HTMLElement>('article')[shown.current]?.focus();
    shown.current = replies.length;
  }, [replies, locale]);

  const load = async (event: MouseEvent): Promise<void> => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || next === null) return;
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const query = { commentsOnly: 'true', commentsRoot: rootId, commentsCursor: next, tree: '1' };
    const outcome = await call('GET /api/v1/community/posts/{postId}', { params: { postId }, query });
    setBusy(false);
    if (!outcome.ok) return tellRefusal(props, outcome, signIn);
    // The one that the address names stands on the page already.
    const fresh = outcome.body.comments.filter(({ id }) => document.getElementById(`comment-${id}`) === null);
    setReplies([...replies, ...fresh]);
    setNext(outcome.body.commentsNextCursor);
  };
  return (
    <>
      {replies.length > 0 && (
        <ol class="comments" ref={list}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <ReplyItem {...props} reply={reply} />
            </li>
          ))}
        </ol>
      )}
      {next !== null && left > 0 && (
        <p class="more-replies" aria-busy={isBusy ? 'true' : 'false'}>
          <a href={href} onClick={(event) => void load(event)}>
            {isBusy ? say(words.loading) : say(words.moreReplies, { count: left })}
          </a>
        </p>
      )}
    </>
  );
}

function ReplyItem({ reply, ...props }: MoreRepliesProps & Spoken<MoreRepliesWords> & { readonly reply: Reply }) {
  const { postId, canReply, isMember, action, page, signIn, paths, words, say, locale } = props;
  const personPath = (name: string): string => paths.person.replace('{name}', () => encodeURIComponent(name));
  const { authorHandle: handle, authorImage: image } = reply;
  return (
    <CommentFrame
      id={reply.id}
      label={say(words.floor, { number: reply.floor })}
      isFocus={false}
      author={{
        name: reply.authorName,
        handle,
        avatarUrl: image === null ? null : `${basePath()}${image}`,
        avatarSeed: reply.avatarSeed,
        href: personPath(handle ?? String(reply.authorUid)),
      }}
      createdAt={reply.createdAt}
      written={new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(reply.createdAt)}
      edited={reply.lastEditedAt === null ? undefined : say(words.edited)}
      waiting={reply.moderationStatus === 'allow' ? undefined : say(words.commentWaiting)}
    >
      <MarkdownView
        tree={reply.bodyTree ?? []}
        links={{ mention: personPath, tag: (tag) => paths.tag.replace('{name}', () => encodeURIComponent(tag)) }}
      />
      <CommentActions
        {...{ postId, canReply, isMember, action, page, signIn, words, say, locale }}
        commentId={reply.id}
        version={reply.version}
        liked={reply.viewer.liked}
        likeCount={reply.likeCount}
        canDelete={reply.viewer.canDelete}
        source={reply.viewer.canEdit ? reply.body : null}
      />
    </CommentFrame>
  );
}
