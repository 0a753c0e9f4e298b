/** @jsxImportSource preact */
// Puts comments into the thread as they are written, without loading the page anew, and keeps its count right. What shows a
// comment is loaded when the first one was written.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { showToast } from '../../client/toast.ts';
import type { Spoken } from '../../messages/say.ts';
import { type Comment, countShown, hearComments, shownCount } from '../community-parts/written.ts';
import type { LiveCommentProps, LiveCommentWords } from '../thread-parts/live-comment.tsx';

export interface WrittenCommentsProps extends LiveCommentProps {
  /** How many comments the post has. */
  readonly count: number;
  /** `oldest`: the replies of one comment. */
  readonly sort: 'hot' | 'latest' | 'oldest';
}

export type WrittenCommentsWords = 'comments' | 'written' | 'showWritten' | LiveCommentWords;

export function WrittenComments(props: WrittenCommentsProps & Spoken<WrittenCommentsWords>): VNode {
  const { count: first, sort, say } = props;
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      hearComments(async (told) => {
        const parts = told && (await import('../thread-parts/place-comment.tsx').catch(() => undefined));
        // The comment is stored, and the page that is loaded anew has it.
        if (told !== undefined && parts === undefined) return location.reload();
        const known = told && document.getElementById(`comment-${told.id}`);
        if (told !== undefined) parts?.placeComment(props, told, known, sort);
        if (known) return;
        // Others do not count it while it waits.
        const step = told === undefined ? -1 : told.moderationStatus === 'allow' ? 1 : 0;
        const count = shownCount(first) + step;
        countShown(count, say('comments', { count }));
        if (told === undefined) return;
        const link = { href: `#comment-${told.id}`, text: say('showWritten') };
        if (isInView(told)) setSaid(say('written'));
        else showToast(say('written'), { link });
      }),
    [],
  );
  return (
    <p class="unseen" role="status">
      {said}
    </p>
  );
}

function isInView({ id }: Comment): boolean {
  const box = document.getElementById(`comment-${id}`)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}
