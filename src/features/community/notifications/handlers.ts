// Handlers of notifications.
import { UNFRAMED } from '../../../http/answer/headers.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, timeCursors } from '../../../kernel/cursor.ts';
import { cutPage } from '../../../kernel/page.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { NOTIFICATION_LIMIT, type notificationsContract } from './contract.ts';
import {
  countUnread,
  listNotifications,
  presentNotification,
  readAllNotifications,
  readNotification,
} from './notifications.ts';
import type { Streams } from './stream.ts';

export interface NotificationDependencies extends CommunityDependencies {
  readonly streams: Streams;
}

export function notificationsHandlers(dependencies: NotificationDependencies): Handlers<typeof notificationsContract> {
  const { database, faces, pages, streams } = dependencies;
  const { db } = database;
  return {
    notificationList: async ({ context, query, actor }) => {
      const list = nameList('notifications', query.unread);
      const before = timeCursors.read(list, query.cursor);
      // Clients poll this frequently.
      return pages.answer(context, actor, async () => {
        const unreadCount = await countUnread(db, actor);
        if (query.countOnly !== undefined) return { notifications: [], nextCursor: null, unreadCount };
        const limit = query.limit ?? NOTIFICATION_LIMIT;
        const unread = query.unread === undefined ? undefined : query.unread === 'true';
        const found = await listNotifications(db, actor, { unread, before, limit: pageRows(limit) });
        const { rows, next } = cutPage(found, limit, ({ createdAt: time, id }) => ({ time, id }));
        return {
          notifications: rows.map((row) => presentNotification(row, faces)),
          nextCursor: timeCursors.write(list, next),
          unreadCount,
        };
      });
    },
    notificationStream: async ({ context, headers, actor }) => {
      const answer = {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        ...UNFRAMED,
        'X-Accel-Buffering': 'no',
        'X-Request-Id': context.requestId,
      };
      if (context.isHead) return new Response(null, { headers: answer });
      const body = await streams.open({
        viewer: actor,
        lastEventId: headers['last-event-id'],
        stillStands: async () => (await dependencies.readActor(context))?.status === 'active',
      });
      return new Response(body, { headers: answer });
    },
    notificationMark: async ({ params, actor }) => ({
      status: 200,
      body: await readNotification(db, actor.accountId, params.notificationId),
    }),
    notificationMarkAll: async ({ actor }) => ({ status: 200, body: await readAllNotifications(db, actor) }),
  };
}
