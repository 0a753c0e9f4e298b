/** @jsxImportSource preact */
// One's own notifications by day, newest first.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { Island } from '../islands/island.tsx';
import { COMMUNITY_MESSAGES } from '../messages/community.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { iconBell, iconShield } from '../ui/icons.ts';
import { OlderLink } from '../ui/pager.tsx';
import { Time } from '../ui/time.tsx';
import { personPath, postPath, signInPath } from './common/post-parts.tsx';

type Answer = AnswerBody<'GET /api/v1/community/notifications'>;
type Notification = Answer['notifications'][number];

export function notificationsPage(page: PageContext, data: Answer): Page {
  const words = page.words(COMMUNITY_MESSAGES);
  const { say } = page;
  const days = Map.groupBy(data.notifications, ({ createdAt }) => page.date(createdAt));
  return {
    title: say(words.notifications),
    place: 'me',
    width: 'reading',
    styles: ['community'],
    noindex: true,
    content: (
      <div class="stack">
        <div class="community-head">
          <h1>{say(words.notifications)}</h1>
          {data.unreadCount > 0 && <Island name="read-all" props={{ signIn: signInPath(page) }} />}
        </div>
        {data.notifications.length === 0 && <EmptyState icon={iconBell} text={say(words.quiet)} />}
        {[...days].map(([day, notifications]) => (
          <section key={day} class="stack">
            <h2 class="meta">{day}</h2>
            <ul class="plain-list">
              {notifications.map((notification) => (
                <li key={notification.id}>
                  <Item page={page} notification={notification} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <OlderLink
          href={data.nextCursor === null ? undefined : page.path('/notifications', { cursor: data.nextCursor })}
        >
          {say(words.older)}
        </OlderLink>
      </div>
    ),
  };
}

function Item({ page, notification }: { readonly page: PageContext; readonly notification: Notification }): VNode {
  const words = page.words(COMMUNITY_MESSAGES);
  const { actorName, actorAvatarSeed, actorImage, readAt, createdAt, kind } = notification;
  const name = actorName ?? page.say(words.someone);
  return (
    <a class={readAt === null ? 'notification notification-new' : 'notification'} href={targetOf(page, notification)}>
      {actorAvatarSeed === null ? (
        <Icon shape={iconShield} />
      ) : (
        <Avatar url={actorImage === null ? null : `${page.basePath}${actorImage}`} seed={actorAvatarSeed} />
      )}
      <span>
        <span dir="auto">{page.say(words[`n_${kind}`], { name })}</span>
        <span class="meta row">
          <Time at={createdAt} text={page.date(createdAt)} form="ago" />
        </span>
      </span>
    </a>
  );
}

/** What a notification is about: a decision, the comment, the post, or the person. */
function targetOf(page: PageContext, notification: Notification): string {
  const { postId, commentId, actorUid, actorHandle, caseId } = notification;
  // Decisions are explained there, and appealed against.
  if (caseId != null && page.hasPage('/settings/standing')) return page.path('/settings/standing');
  if (postId !== null && commentId !== null) {
    return `${postPath(page, postId, { comment: commentId })}#comment-${commentId}`;
  }
  if (postId !== null) return postPath(page, postId);
  if (actorUid !== null) return personPath(page, actorHandle, actorUid);
  return page.path(page.hasPage('/settings/standing') ? '/settings/standing' : '/notifications');
}
