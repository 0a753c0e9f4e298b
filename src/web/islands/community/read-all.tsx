/** @jsxImportSource preact */
// The notifications of the page: marks them as read, one by opening it or all by a button, and says when there are newer ones.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { seeNotifications, watchUnread } from '../../client/bell.ts';
import { call } from '../../client/call.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { iconCheck, iconRotateCcw } from '../../ui/icons.ts';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';

export interface ReadAllProps {
  /** How many were unread when the page was made. */
  readonly unread: number;
  /** The same page anew. */
  readonly own: string;
  readonly signIn: string;
}

export type ReadAllWords = 'markAll' | 'news' | FaultWords;

export function ReadAll(props: ReadAllProps & Spoken<ReadAllWords>): VNode {
  const { unread, own, say } = props;
  const [isDone, setDone] = useState(false);
  const [hasNews, setNews] = useState(false);
  useEffect(() => {
    seeNotifications(unread);
    const unwatch = watchUnread(() => setNews(true));
    document.addEventListener('click', readOpened);
    return () => {
      unwatch();
      document.removeEventListener('click', readOpened);
    };
  }, []);
  const mark = async (): Promise<void> => {
    const outcome = await call('PUT /api/v1/community/notifications/read-all', {});
    if (!outcome.ok) return tellRefusal(props, outcome);
    setDone(true);
    seeNotifications(0);
    for (const element of document.querySelectorAll('.notification-new')) element.classList.remove('notification-new');
  };
  return (
    <span class="needs-script row">
      <span role="status">
        {hasNews && (
          <LinkButton variant="main" icon={iconRotateCcw} href={own}>
            {say('news')}
          </LinkButton>
        )}
      </span>
      {unread > 0 && (
        <Button type="button" icon={iconCheck} disabled={isDone} onClick={() => void mark()}>
          {say('markAll')}
        </Button>
      )}
    </span>
  );
}

/** Marks what is opened as read, also when the page is left for it. */
function readOpened({ target }: Event): void {
  const opened = target instanceof Element ? target.closest<HTMLElement>('.notification-new') : null;
  const ids = opened?.dataset.unread?.split(' ') ?? [];
  opened?.classList.remove('notification-new');
  for (const notificationId of ids) {
    void call('PUT /api/v1/community/notifications/{notificationId}/read', {
      params: { notificationId },
      keepalive: true,
    });
  }
}
