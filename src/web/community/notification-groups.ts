// Notifications of one kind about one thing become one group, in the place of its newest.
import type { AnswerBody } from '../client/endpoints.ts';

export type Notification = AnswerBody<'GET /api/v1/community/notifications'>['notifications'][number];

export interface Group {
  /** The newest. */
  readonly first: Notification;
  /** One notification of each person, newest first. */
  readonly people: readonly Notification[];
  /** Ids of those that were not read. */
  readonly unread: readonly string[];
}

/** Answers, mentions and decisions stand alone, since each is read by itself. */
function keyOf({ id, kind, postId, commentId }: Notification): string {
  if (kind === 'follow') return kind;
  if (kind === 'comment' || kind === 'post_reaction') return `${kind} ${postId}`;
  return kind === 'comment_reaction' ? `${kind} ${commentId}` : id;
}

/** The groups of a list whose newest notification comes first. */
export function groupNotifications(notifications: readonly Notification[]): readonly Group[] {
  return [...Map.groupBy(notifications, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const seen = new Set<number | null>();
    const people = group.filter(({ actorUid }) => !seen.has(actorUid) && seen.add(actorUid));
    return { first, people, unread: group.filter(({ readAt }) => readAt === null).map(({ id }) => id) };
  });
}
