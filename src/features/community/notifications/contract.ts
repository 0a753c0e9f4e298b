// Routes of notifications.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds } from '../../../http/routing/declarations.ts';
import { cursorParameter, idParameter, limitParameter, notificationView, posts } from '../common/shapes.ts';

export const NOTIFICATION_LIMIT = 20;

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
    answers: {
      200: {
        description: 'The page; with `countOnly` no list',
        schema: z.object({
          notifications: z.array(notificationView),
          nextCursor: z.string().nullable(),
          unreadCount: z.int(),
        }),
      },
    },
  },
  notificationStream: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/notifications/stream',
    summary: 'Stream notifications',
    description:
      '`event: notification`, `id:` the notification’s, `data:` the notification as in the list. `Last-Event-ID` replays ' +
      'what was missed; a comment line comes every 15 s; five streams an account; it ends with the session.',
    access: 'session',
    headers: { 'last-event-id': { schema: z.uuid(), refusal: 'invalid_last_event_id' } },
    answers: { 200: { description: 'The stream', mediaType: 'text/event-stream' } },
    refusals: ['invalid_last_event_id', 'too_many_streams'],
  },
  notificationMark: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/notifications/{notificationId}/read',
    summary: 'Mark a notification as read',
    access: 'withdraw',
    limit: 'react',
    params: { notificationId: idParameter },
    answers: {
      200: { description: 'The time when it was read', schema: z.object({ id: z.string(), readAt: milliseconds }) },
    },
    refusals: ['notification_not_found'],
  },
  notificationMarkAll: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/notifications/read-all',
    summary: 'Mark all notifications as read',
    access: 'withdraw',
    limit: 'react',
    answers: {
      200: {
        description: 'The number of removed entries',
        schema: z.object({ readAt: milliseconds, updatedCount: z.int() }),
      },
    },
  },
});
