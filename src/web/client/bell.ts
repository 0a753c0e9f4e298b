// The bell of the header: how many notifications are unread, live. One tab holds the stream and tells the others; where a
// browser has no locks (plain http by address) each tab asks when it gets the focus.
import { call } from './call.ts';
import { basePath } from './page.ts';

const NAME = 'livehouse.bell';
const NEWS = 'livehouse-news';
const SHOWN_MOST = 99;

/** Keeps the count beside the bell right, on pages that have one. */
export function watchBell(): void {
  const bell = document.querySelector<HTMLElement>('[data-bell]');
  const count = bell?.querySelector<HTMLElement>('.bell-count');
  if (!bell || !count) return;
  const tell = (): boolean => document.dispatchEvent(new Event(NEWS));
  let known: number | undefined;
  const show = (unread: number): void => {
    if (known !== undefined && unread > known) tell();
    known = unread;
    count.hidden = unread === 0;
    count.textContent = unread > SHOWN_MOST ? `${SHOWN_MOST}+` : String(unread);
    bell.dataset.unread = String(unread);
  };
  const ask = async (): Promise<void> => {
    const outcome = await call('GET /api/v1/community/notifications', { query: { countOnly: 'true' } });
    if (outcome.ok) show(outcome.body.unreadCount);
  };
  void ask();
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    window.addEventListener('focus', () => void ask());
    return;
  }
  const others = new BroadcastChannel(NAME);
  const hear = (isNews: boolean): void => {
    if (isNews) tell();
    void ask();
  };
  others.addEventListener('message', ({ data }) => hear(data === true));
  // Held until the tab is closed; then the next tab gets it.
  void navigator.locks.request(NAME, () => {
    const stream = new EventSource(`${basePath()}/api/v1/community/notifications/stream`);
    const spread = (isNews: boolean): void => {
      hear(isNews);
      others.postMessage(isNews);
    };
    stream.addEventListener('notification', () => spread(true));
    // A new stream does not send what happened while nobody listened.
    stream.addEventListener('open', () => spread(false));
    return new Promise<never>(() => undefined);
  });
}

/** Calls back at each new notification while the page is open; returns what ends that. */
export function watchUnread(onNews: () => void): () => void {
  document.addEventListener(NEWS, onNews);
  return () => document.removeEventListener(NEWS, onNews);
}
