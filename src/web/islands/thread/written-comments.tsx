/** @jsxImportSource preact */
// Puts comments into the thread as they are written, without loading the page anew, and keeps its count right.
import { type ComponentProps, render, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { showToast } from '../../client/toast.ts';
import type { Spoken } from '../../messages/say.ts';
import { type Comment, hearComments } from '../community-parts/written.ts';
import { LiveComment, type LiveCommentProps, type LiveCommentWords } from '../thread-parts/live-comment.tsx';

export interface WrittenCommentsProps extends LiveCommentProps {
  /** How many comments the post has. */
  readonly count: number;
  /** `oldest`: the replies of one comment. */
  readonly sort: 'hot' | 'latest' | 'oldest';
}

export type WrittenCommentsWords = 'comments' | 'written' | 'showWritten' | LiveCommentWords;

export function WrittenComments(props: WrittenCommentsProps & Spoken<WrittenCommentsWords>): VNode {
  const { count: first, sort, words, say } = props;
  const [said, setSaid] = useState('');
  const count = useRef(first);
  useEffect(
    () =>
      hearComments((told) => {
        const known = told && document.getElementById(`comment-${told.id}`);
        if (told !== undefined) placeComment(props, told, known, sort);
        if (known) return;
        // Others do not count it while it waits.
        if (told === undefined) count.current -= 1;
        else if (told.moderationStatus === 'allow') count.current += 1;
        const title = document.getElementById('comments-title');
        if (title !== null) title.textContent = say(words.comments, { count: count.current });
        if (told === undefined) return;
        const link = { href: `#comment-${told.id}`, text: say(words.showWritten) };
        if (isInView(told)) setSaid(say(words.written));
        else showToast(say(words.written), { link });
      }),
    [],
  );
  return (
    <p class="unseen" role="status">
      {said}
    </p>
  );
}

type LiveProps = Omit<ComponentProps<typeof LiveComment>, 'first'>;

/** Shows a comment where the page would have it, and keeps what one is at in its place on the screen. */
function placeComment(props: LiveProps, first: Comment, known: HTMLElement | null | undefined, sort: string): void {
  const holder = document.createElement(known ? 'div' : 'li');
  render(<LiveComment {...props} first={first} />, holder);
  const { activeElement: anchor } = document;
  const before = anchor?.getBoundingClientRect().top ?? 0;
  if (known) {
    holder.className = 'island';
    known.replaceWith(holder);
  } else {
    holder.className = 'comment-written';
    holder.dataset.likes = '0';
    insert(holder, first, sort);
  }
  if (anchor?.closest('#comments')) {
    scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: 'instant' });
  }
}

function insert(item: HTMLElement, { rootId, parentId }: Comment, sort: string): void {
  const thread = document.getElementById(`comment-${rootId ?? parentId}`)?.closest('li');
  if (thread) {
    const last = thread.lastElementChild;
    const list = last instanceof HTMLOListElement ? last : document.createElement('ol');
    list.className = 'comments';
    list.append(item);
    if (list !== last) thread.append(list);
    return;
  }
  const list = document.getElementById('comment-list');
  document.getElementById('no-comments')?.remove();
  // The newest first, among those with as many likes.
  const next = [...(list?.children ?? [])].find(
    (other) => sort === 'latest' || (sort === 'hot' && other instanceof HTMLElement && other.dataset.likes === '0'),
  );
  list?.insertBefore(item, next ?? null);
}

function isInView({ id }: Comment): boolean {
  const box = document.getElementById(`comment-${id}`)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}
