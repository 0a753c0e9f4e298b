/** @jsxImportSource preact */
// Says that there are newer posts, as a link that loads them: the list itself never moves under the reader. Asks each minute while
// the page is looked at, and when it is looked at again.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { Spoken } from '../../messages/say.ts';
import { LinkButton } from '../../ui/button.tsx';
import { iconRotateCcw } from '../../ui/icons.ts';

export interface FeedNewsProps {
  readonly scope: 'latest' | 'following';
  readonly tag: string | null;
  /** When the newest post of the list was written; of an empty list, when the page was made. */
  readonly newest: number;
  /** The same feed anew. */
  readonly href: string;
}

export type FeedNewsWords = 'news' | 'manyNews';

const PAUSE_MS = 60_000;
/** More are not counted. */
const COUNTED = 20;

export function FeedNews({ scope, tag, newest, href, say }: FeedNewsProps & Spoken<FeedNewsWords>): VNode {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let askedAt = Date.now();
    const ask = async (): Promise<void> => {
      if (document.hidden || Date.now() - askedAt < PAUSE_MS) return;
      askedAt = Date.now();
      const asked = await call('GET /api/v1/community/posts', {
        query: { scope, tag: tag ?? undefined, limit: COUNTED },
      });
      if (asked.ok) setCount(asked.body.posts.filter(({ createdAt }) => createdAt > newest).length);
    };
    const timer = setInterval(() => void ask(), PAUSE_MS);
    const presentation = (): void => void ask();
    document.addEventListener('visibilitychange', presentation);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', presentation);
    };
  }, []);
  return (
    <div class="feed-news" role="status">
      {count > 0 && (
        <LinkButton variant="main" icon={iconRotateCcw} href={href}>
          {say(count < COUNTED ? 'news' : 'manyNews', { count })}
        </LinkButton>
      )}
    </div>
  );
}
