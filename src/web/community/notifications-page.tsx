/** @jsxImportSource preact */
// One's own notifications by day, newest first. Those of one kind about one thing stand together, as one line.
import type { VNode } from 'preact';
import { tellsReason } from '../../features/moderation/common/texts.ts';
import type { AnswerBody } from '../client/endpoints.ts';
import { Island } from '../islands/island.tsx';
import { COMMUNITY_MESSAGES, NOTIFICATION_MESSAGES } from '../messages/community.ts';
import { STANDING_MESSAGES } from '../messages/settings.ts';
import type { Page } from '../shell/page.ts';
import { type PageContext, type PageProps, pictureAddress } from '../shell/page-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { iconBell, iconShield } from '../ui/icons.ts';
import { OlderLink } from '../ui/pager.tsx';
import { Time } from '../ui/time.tsx';
import { personPath, postPath, signInPath } from './common/post-parts.tsx';
import { type Group, groupNotifications, type Notification } from './notification-groups.ts';

type Answer = AnswerBody<'GET /api/v1/community/notifications'>;

const FACES_SHOWN = 3;

export function notificationsPage(page: PageContext, data: Answer): Page {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const days = Map.groupBy(data.notifications, ({ createdAt }) => page.date(createdAt));
  return {
    title: say('notifications'),
    width: 'reading',
    section: 'me',
    styles: ['community'],
    noindex: true,
    content: (
      <div class="stack">
        <div class="community-head">
          <h1>{say('notifications')}</h1>
          <Island
            name="read-all"
            when="load"
            props={{ unread: data.unreadCount, own: page.path('/notifications'), signIn: signInPath(page) }}
          />
        </div>
        {page.hasPage('/settings/notifications') && (
          <p>
            <a href={page.path('/settings/notifications')}>{page.sayFrom(NOTIFICATION_MESSAGES)('settings')}</a>
          </p>
        )}
        {data.notifications.length === 0 && <EmptyState icon={iconBell} text={say('quiet')} />}
        {[...days].map(([day, notifications]) => (
          <section key={day} class="stack">
            <h2 class="meta">{day}</h2>
            <ul class="plain-list">
              {groupNotifications(notifications).map((group) => (
                <li key={group.first.id}>
                  <Item page={page} group={group} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <OlderLink href={page.older('/notifications', data.nextCursor)}>{say('older')}</OlderLink>
      </div>
    ),
  };
}

interface ItemProps extends PageProps {
  readonly group: Group;
}

function Item({ page, group }: ItemProps): VNode {
  const say = page.sayFrom(NOTIFICATION_MESSAGES);
  const { first, unread } = group;
  const isNew = unread.length > 0;
  return (
    <a
      class={isNew ? 'notification notification-new' : 'notification'}
      href={targetOf(page, first)}
      data-unread={isNew ? unread.join(' ') : undefined}
    >
      <Faces page={page} group={group} />
      <span class="notification-words">
        <span dir="auto">{sayGroup(page, group)}</span>
        {first.postTitle !== null && first.postTitle !== '' && (
          <span class="notification-about" dir="auto">
            {first.postTitle}
          </span>
        )}
        {first.kind === 'moderation' && <Decided page={page} of={first} />}
        <span class="meta row row-tight">
          <Time at={first.createdAt} text={page.ago(first.createdAt)} form="ago" />
          {isNew && <span class="notification-mark">{say('unread')}</span>}
        </span>
      </span>
    </a>
  );
}

/** Who did it; of several the first three. */
function Faces({ page, group }: ItemProps): VNode {
  const faces = group.people.filter(({ actorAvatarSeed }) => actorAvatarSeed !== null).slice(0, FACES_SHOWN);
  if (faces.length === 0) return <Icon shape={iconShield} />;
  return (
    <span class="notification-faces">
      {faces.map(({ actorUid, actorImage, actorAvatarSeed }) => (
        <Avatar
          key={actorUid}
          url={pictureAddress(page, actorImage)}
          seed={actorAvatarSeed ?? ''}
          size={faces.length > 1 ? 32 : 40}
        />
      ))}
    </span>
  );
}

function sayGroup(page: PageContext, { first, people }: Group): string {
  const say = page.sayFrom(NOTIFICATION_MESSAGES);
  const { kind, actorName } = first;
  if (kind === 'moderation') return sayDecision(page, first);
  if (isForStaff(kind)) return say(kind, { count: first.count ?? 1 });
  const name = actorName ?? say('someone');
  if (kind === 'thread') {
    const { count = 1 } = first;
    return count > 1 ? say('many_thread', { count }) : say('thread', { name });
  }
  if (kind === 'new_post') return say('new_post', { name });
  if (people.length > 1 && kind !== 'reply' && kind !== 'mention') {
    return say(`many_${kind}`, { name, count: people.length - 1 });
  }
  return say(kind, { name });
}

/** Where staff finds what came in. */
const STAFF_PAGES = {
  staff_case: '/moderation',
  staff_report: '/moderation/reports',
  staff_appeal: '/moderation/appeals',
  staff_registration: '/admin/registrations',
} as const;
const isForStaff = (kind: string): kind is keyof typeof STAFF_PAGES => kind in STAFF_PAGES;

/** What was decided, in a sentence. */
function sayDecision(page: PageContext, { verdict, subjectKind }: Notification): string {
  const say = page.sayFrom(NOTIFICATION_MESSAGES);
  const settled = verdict === 'rejected' ? 'refused' : verdict === 'allow' ? 'allowed' : undefined;
  return (
    say.known(verdict ?? '') ??
    say.known(`${verdict}_${subjectKind}`) ??
    page.sayFrom(STANDING_MESSAGES).known(`${settled}_${subjectKind}`) ??
    say('moderation')
  );
}

/** Why it was decided, in the words of the staff, and where it is appealed against. */
function Decided({ page, of }: PageProps & { readonly of: Notification }): VNode {
  const { reasonCode, message, verdict } = of;
  const say = page.sayFrom(STANDING_MESSAGES);
  const reason = reasonCode == null ? undefined : say.known(`reason_${reasonCode}`);
  return (
    <>
      {reason !== undefined && tellsReason(page.locale, verdict, reasonCode ?? '', reason) && (
        <span>{say('reason', { reason })}</span>
      )}
      {message != null && (
        <span class="notification-message" dir="auto">
          {message}
        </span>
      )}
      {(verdict === 'rejected' || verdict === 'delete' || verdict === 'restrict') && leadsToStanding(page, of) && (
        <span class="notification-way">{page.sayFrom(NOTIFICATION_MESSAGES)('toStanding')}</span>
      )}
    </>
  );
}

/** Whether the settings explain it: decisions of a case, and restrictions. */
const leadsToStanding = (page: PageContext, { caseId, subjectKind }: Notification): boolean =>
  (caseId != null || subjectKind === 'restriction') && page.hasPage('/settings/standing');

/** What a notification is about: a decision, the comment, the post, or the person. */
function targetOf(page: PageContext, notification: Notification): string {
  const { kind, postId, commentId, actorUid, actorHandle } = notification;
  if (isForStaff(kind)) return page.path(STAFF_PAGES[kind]);
  if (leadsToStanding(page, notification)) return page.path('/settings/standing');
  if (postId !== null && commentId !== null) {
    return `${postPath(page, postId, { comment: commentId })}#comment-${commentId}`;
  }
  if (postId !== null) return postPath(page, postId);
  if (actorUid !== null) return personPath(page, actorHandle, actorUid);
  return page.path(page.hasPage('/settings/standing') ? '/settings/standing' : '/notifications');
}
