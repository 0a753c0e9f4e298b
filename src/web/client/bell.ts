// The bell of the header: how many unread notifications came since the list of them was opened, live. One tab holds the stream
// and tells the others; where a browser has no locks (plain http by address) each tab asks when it gets the focus.
import { call } from './call.ts';
import { basePath } from './page.ts';

/** The channel on which the tabs of a browser share what the stream sends, and ask for the thread that it should follow. */
export const BELL_CHANNEL = 'livehouse.bell';
const NEWS = 'livehouse-news';
const SHOWN_MOST = 99;

/** The thread that this page shows, so that its stream is not opened without it first. */
function ownThread(): string {
  const island = document.querySelector<HTMLElement>('[data-island="live-thread"]');
  if (document.visibilityState !== 'visible') return '';
  const { postId = '' }: { readonly postId?: string } = JSON.parse(island?.dataset.props ?? '{}');
  return postId;
}

/** Where the device keeps how many of the unread ones the list has shown, of this account. */
let seenName = '';

/** Asks anew, in every tab; set while the page has a bell. */
let spread: () => void = () => undefined;

/** The list was opened, or all of it was read: the number begins anew in every tab. */
export function seeNotifications(unread: number): void {
  keepSeen(unread);
  spread();
}

/** How many of the unread ones the list has shown. */
function readSeen(): number {
  try {
    return Number(localStorage.getItem(seenName) ?? 0);
  } catch {
    return 0;
  }
}

function keepSeen(count: number): void {
  try {
    if (count === 0) localStorage.removeItem(seenName);
    else localStorage.setItem(seenName, String(count));
  } catch {
    // Without storage the number goes when the notifications are read.
  }
}

/** Keeps the count beside the bell right, on pages that have one. */
export function watchBell(): void {
  const bell = document.querySelector<HTMLElement>('[data-bell]');
  const count = bell?.querySelector<HTMLElement>('.bell-count');
  if (!bell || !count) return;
  seenName = `livehouse.bell-seen.${bell.dataset.bell}`;
  const tell = (): boolean => document.dispatchEvent(new Event(NEWS));
  let known: number | undefined;
  const show = (unread: number): void => {
    if (known !== undefined && unread > known) tell();
    known = unread;
    // Some of those that were seen have been read since.
    const seen = Math.min(readSeen(), unread);
    keepSeen(seen);
    const fresh = unread - seen;
    count.hidden = fresh === 0;
    count.textContent = fresh > SHOWN_MOST ? `${SHOWN_MOST}+` : String(fresh);
    bell.dataset.unread = String(fresh);
  };
  const ask = async (): Promise<void> => {
    const outcome = await call('GET /api/v1/community/notifications', { query: { countOnly: 'true' } });
    if (outcome.ok) show(outcome.body.unreadCount);
  };
  void ask();
  spread = () => void ask();
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    window.addEventListener('focus', () => void ask());
    return;
  }
  const others = new BroadcastChannel(BELL_CHANNEL);
  const hear = (isNews: boolean): void => {
    if (isNews) tell();
    void ask();
  };
  others.addEventListener('message', ({ data }) => {
    if (typeof data === 'boolean') hear(data);
  });
  const tellAll = (isNews: boolean): void => {
    hear(isNews);
    others.postMessage(isNews);
  };
  spread = () => tellAll(false);
  // Held until the tab is closed; then the next tab gets it.
  void navigator.locks.request(BELL_CHANNEL, () => {
    let thread = '';
    let gone = '';
    /** The last news of the thread, for a page that began to listen after it. */
    let news: string | undefined;
    let stream: EventSource | undefined;
    const open = (wanted: string): void => {
      stream?.close();
      thread = wanted;
      news = undefined;
      const made = new EventSource(
        `${basePath()}/api/v1/community/notifications/stream${wanted && `?thread=${encodeURIComponent(wanted)}`}`,
      );
      stream = made;
      made.addEventListener('notification', () => tellAll(true));
      made.addEventListener('comments', ({ data }) => {
        news = data;
        others.postMessage(data);
      });
      // A new stream does not send what happened while nobody listened.
      made.addEventListener('open', () => tellAll(false));
      made.addEventListener('error', () => {
        // The post is not to be read any more.
        if (made.readyState !== EventSource.CLOSED || wanted === '') return;
        gone = wanted;
        open('');
      });
    };
    open(ownThread());
    others.addEventListener('message', ({ data }) => {
      if (data?.thread && data.thread === thread) {
        if (news !== undefined) others.postMessage(news);
      } else if (data?.thread && data.thread !== gone) open(data.thread);
      else if (data?.left && data.left === thread) open('');
    });
    return new Promise<never>(() => undefined);
  });
}

/** Calls back at each new notification while the page is open; returns what ends that. */
export function watchUnread(onNews: () => void): () => void {
  document.addEventListener(NEWS, onNews);
  return () => document.removeEventListener(NEWS, onNews);
}
