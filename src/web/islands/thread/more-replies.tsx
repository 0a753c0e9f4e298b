/** @jsxImportSource preact */
// Replies that the page left out, in their place. Without script it is a link to a page of them. What shows a reply is loaded
// with the first ones.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { Spoken } from '../../messages/say.ts';
import { tellRefusal } from '../community-parts/refused.ts';
import type { Comment } from '../community-parts/written.ts';
import type { LiveComment, LiveCommentProps, LiveCommentWords } from '../thread-parts/live-comment.tsx';

export interface MoreRepliesProps extends LiveCommentProps {
  readonly rootId: string;
  readonly cursor: string;
  /** How many are left. */
  readonly left: number;
  /** The page of them. */
  readonly href: string;
}

export type MoreRepliesWords = 'moreReplies' | 'loading' | LiveCommentWords;

export function MoreReplies(props: MoreRepliesProps & Spoken<MoreRepliesWords>): VNode {
  const { postId, rootId, href, say } = props;
  const [replies, setReplies] = useState<readonly Comment[]>([]);
  const [next, setNext] = useState<string | null>(props.cursor);
  const [isBusy, setBusy] = useState(false);
  const [Shown, setShown] = useState<typeof LiveComment | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(0);
  const left = props.left - replies.length;

  useEffect(() => {
    if (replies.length === 0 || list.current === null) return;
    // Who reads on by keyboard goes on at the first one that came.
    list.current.querySelectorAll<HTMLElement>('article')[shown.current]?.focus();
    shown.current = replies.length;
  }, [replies]);

  const load = async (event: MouseEvent): Promise<void> => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || next === null) return;
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const query = { commentsOnly: 'true', commentsRoot: rootId, commentsCursor: next, tree: '1' };
    const [outcome, parts] = await Promise.all([
      call('GET /api/v1/community/posts/{postId}', { params: { postId }, query }),
      import('../thread-parts/live-comment.tsx').catch(() => undefined),
    ]);
    setBusy(false);
    if (!outcome.ok) return tellRefusal(props, outcome);
    if (parts === undefined) return location.assign(href);
    setShown(() => parts.LiveComment);
    // The one that the address names stands on the page already.
    const fresh = outcome.body.comments.filter(({ id }) => document.getElementById(`comment-${id}`) === null);
    setReplies([...replies, ...fresh]);
    setNext(outcome.body.commentsNextCursor);
  };
  return (
    <>
      {Shown !== undefined && replies.length > 0 && (
        <ol class="comments" ref={list}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <Shown {...props} first={reply} />
            </li>
          ))}
        </ol>
      )}
      {next !== null && left > 0 && (
        <p class="more-replies" aria-busy={isBusy ? 'true' : 'false'}>
          <a href={href} onClick={(event) => void load(event)}>
            {isBusy ? say('loading') : say('moreReplies', { count: left })}
          </a>
        </p>
      )}
    </>
  );
}
