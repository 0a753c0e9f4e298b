/** @jsxImportSource preact */
// Comments of others appear in the thread as they are written. Nothing that is typed or read moves: a line below the list says
// how many came and leads to the first of them. What shows a comment is loaded when the first one comes.
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { watchThread } from '../../client/live-thread.ts';
import type { Spoken } from '../../messages/say.ts';
import { countShown, holdPlace } from '../community-parts/written.ts';
import type { LiveCommentProps, LiveCommentWords } from '../thread-parts/live-comment.tsx';

export interface LiveThreadProps extends LiveCommentProps {
  /** How many comments the post has, and the highest number of one. */
  readonly count: number;
  readonly lastFloor: number;
  readonly sort: 'hot' | 'latest';
}

export type LiveThreadWords = 'comments' | 'arrived' | 'showArrived' | LiveCommentWords;

/** Comments that one answer has at most. */
const PAGE = 50;
/** Who comes back to a page after more than that loads it anew. */
const PAGES_MOST = 4;

interface Arrived {
  readonly count: number;
  /** The first of them that stands on the page. */
  readonly firstId: string | undefined;
}

export function LiveThread(props: LiveThreadProps & Spoken<LiveThreadWords>): VNode {
  const { postId, isMember, sort, say } = props;
  const [arrived, setArrived] = useState<Arrived>({ count: 0, firstId: undefined });
  const held = useRef<() => void>(undefined);
  useLayoutEffect(() => held.current?.(), [arrived]);
  useEffect(() => {
    let floor = props.lastFloor;
    let known = props.count;
    let isReading = false;
    let isAsked = false;
    const read = async (): Promise<void> => {
      for (let page = 0; page < PAGES_MOST; page++) {
        const query = { commentsOnly: 'true', commentsAfter: floor, tree: '1' };
        const outcome = await call('GET /api/v1/community/posts/{postId}', { params: { postId }, query });
        if (!outcome.ok) return;
        const { comments } = outcome.body;
        const { placeNew } = await import('../thread-parts/place-comment.tsx');
        const fresh = comments.filter((comment) => placeNew(props, comment, sort));
        floor = Math.max(floor, ...comments.map((comment) => comment.floor));
        if (fresh.length > 0) {
          held.current = holdPlace();
          setArrived(({ count, firstId }) => ({ count: count + fresh.length, firstId: firstId ?? fresh[0]?.id }));
        }
        if (comments.length < PAGE) return;
      }
    };
    /** One reading at a time; what comes meanwhile is read after it. */
    const readAgain = async (): Promise<void> => {
      isAsked = true;
      if (isReading) return;
      isReading = true;
      while (isAsked) {
        isAsked = false;
        await read();
      }
      isReading = false;
    };
    return watchThread(postId, isMember, (count) => {
      countShown(count, say('comments', { count }));
      if (count !== known) void readAgain();
      known = count;
    });
  }, []);
  return (
    <p class="row row-tight live-thread" role="status">
      {arrived.count > 0 && (
        <>
          {say('arrived', { count: arrived.count })}
          <a href={`#comment-${arrived.firstId}`} onClick={() => setArrived({ count: 0, firstId: undefined })}>
            {say('showArrived')}
          </a>
        </>
      )}
    </p>
  );
}
