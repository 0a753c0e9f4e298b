// How many comments a post has, live while the page is visible. Members hear it on the one stream of their browser, which the
// bell holds; strangers have a stream of their own. Where there is none, it is asked for every half a minute.

import { BELL_CHANNEL } from './bell.ts';
import { call } from './call.ts';
import { basePath } from './page.ts';

const ASK_MS = 30_000;

/** Calls back with the number, at first and whenever it may have changed; returns what ends that. */
export function watchThread(postId: string, isMember: boolean, onCount: (count: number) => void): () => void {
  let close = (): void => undefined;
  let want = (): void => undefined;
  let isLive = false;
  const hear = (data: string): void => {
    const news: { readonly postId: string; readonly count: number } = JSON.parse(data);
    // The browser's stream has one thread, which may be that of another tab.
    isLive = news.postId === postId;
    if (isLive) onCount(news.count);
  };
  const ask = async (): Promise<void> => {
    const outcome = await call('GET /api/v1/community/posts/{postId}', {
      params: { postId },
      query: { includeComments: 'false' },
    });
    if (outcome.ok && outcome.body.commentCount !== undefined) onCount(outcome.body.commentCount);
  };
  const openOwn = (path: string): (() => void) => {
    const stream = new EventSource(`${basePath()}${path}`);
    stream.addEventListener('comments', ({ data }) => hear(data));
    stream.addEventListener('error', () => {
      isLive = false;
    });
    return () => stream.close();
  };
  const open = (): (() => void) => {
    if (!isMember) return openOwn(`/api/v1/community/posts/${postId}/comments/news`);
    if (!('locks' in navigator)) return openOwn(`/api/v1/community/notifications/stream?thread=${postId}`);
    const channel = new BroadcastChannel(BELL_CHANNEL);
    const wish = (): void => channel.postMessage({ thread: postId });
    want = wish;
    channel.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') hear(data);
      else if (data === false) {
        // A stream has begun. Where several threads are visible, it has the one that the reader is at.
        isLive = false;
        if (document.hasFocus()) wish();
      }
    });
    addEventListener('focus', wish);
    wish();
    return () => {
      want = () => undefined;
      removeEventListener('focus', wish);
      channel.postMessage({ left: postId });
      channel.close();
    };
  };
  const follow = (): void => {
    close();
    isLive = false;
    close = document.visibilityState === 'visible' ? open() : () => undefined;
  };
  const timer = setInterval(() => {
    if (isLive || document.visibilityState !== 'visible') return;
    want();
    void ask();
  }, ASK_MS);
  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', () => {
    close();
    close = () => undefined;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
  follow();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}
