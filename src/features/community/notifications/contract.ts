import { z } from 'zod';
import { defineContract, type Wire } from '../../../http/routing/contract.ts';
import { milliseconds, ok, uuid } from '../../../http/routing/declarations.ts';
import { isTimeZone } from '../../../kernel/local-days.ts';
import {
  body,
  cursorParameter,
  idParameter,
  limitParameter,
  notificationView,
  posts,
  SWITCHABLE_KINDS,
  version,
} from '../common/shapes.ts';

export const NOTIFICATION_LIMIT = 20;

const ways = { bell: z.boolean(), mail: z.boolean() };
const kind = z.enum(SWITCHABLE_KINDS);
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const quietHours = z
  .strictObject({
    from: timeOfDay.describe('Such as `22:00`'),
    to: timeOfDay.describe('Such as `07:00`'),
    timeZone: z.string().max(64).refine(isTimeZone).describe('Such as `Asia/Tokyo`'),
  })
  .nullable()
  .describe('Nothing is mailed in these hours; what waits is mailed after them');
const digest = z.enum(['never', 'daily', 'weekly']).describe('A mail with the numbers of all unread notifications');
const settingsView = z
  .object({
    kinds: z
      .partialRecord(kind, z.object({ ...ways, push: z.literal(false) }))
      .describe('Those that you can get: the ones for staff are there for staff. `push` is always false'),
    quietHours,
    digest,
    version,
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = Wire<z.output<typeof settingsView>>;
const settingsBody = z.strictObject({
  kinds: z
    .partialRecord(kind, z.strictObject({ ...ways, push: z.literal(false).optional() }))
    .describe('A kind that is left out gets its default'),
  quietHours,
  digest,
  version,
});
export type NotificationSettingsChange = z.output<typeof settingsBody>;

export const notificationsContract = defineContract({
  notificationList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/notifications',
    summary: 'List your notifications, newest first',
    access: 'session',
    query: {
      limit: limitParameter(50),
      cursor: cursorParameter,
      unread: { schema: z.enum(['true', 'false']), refusal: 'invalid_unread' },
      countOnly: { schema: z.literal('true'), refusal: 'invalid_count_only' },
    },
    answers: ok('The page; with `countOnly` no list', {
      notifications: z.array(notificationView),
      nextCursor: z.string().nullable(),
      unreadCount: z.int(),
    }),
  },
  notificationStream: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/notifications/stream',
    summary: 'Stream notifications',
    description:
      '`event: notification`, `id:` the notification’s, `data:` the notification as in the list. `Last-Event-ID` replays ' +
      'what was missed; a comment line comes every 15 s; five streams an account; it ends with the session. With `thread`, ' +
      'also `event: comments`, `data: {"postId", "count"}`: how many comments you may see, at the beginning and whenever that ' +
      'changes; the stream then ends when you may no longer read the post.',
    access: 'session',
    query: { thread: { schema: uuid, refusal: 'post_not_found', description: 'Id of a post' } },
    headers: { 'last-event-id': { schema: z.uuid(), refusal: 'invalid_last_event_id' } },
    answers: { 200: { description: 'The stream', mediaType: 'text/event-stream' } },
    refusals: ['invalid_last_event_id', 'too_many_streams', 'post_not_found'],
  },
  notificationMark: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/notifications/{notificationId}/read',
    summary: 'Mark a notification as read',
    access: 'withdraw',
    limit: 'react',
    params: { notificationId: idParameter },
    answers: ok('The time when it was read', { id: z.string(), readAt: milliseconds }),
    refusals: ['notification_not_found'],
  },
  notificationMarkAll: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/notifications/read-all',
    summary: 'Mark all notifications as read',
    access: 'withdraw',
    limit: 'react',
    answers: ok('The number of removed entries', { readAt: milliseconds, updatedCount: z.int() }),
  },
  notificationSettingsRead: {
    ...posts,
    method: 'GET',
    path: '/api/v1/me/notification-settings',
    summary: 'What you are notified of, and how',
    access: 'cookie-session',
    answers: ok('The settings', settingsView),
  },
  notificationSettingsWrite: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/me/notification-settings',
    summary: 'Choose what you are notified of, and how',
    description:
      'Kinds with `mail` are mailed in numbers, at most one mail every 15 minutes, to a verified address. Decisions about your ' +
      'own content and account always arrive and are no kind of these settings.',
    access: 'cookie-session',
    limit: 'react',
    body: body(settingsBody, 'invalid_notification_settings'),
    answers: ok('The settings', settingsView),
    refusals: ['version_conflict'],
  },
});
