import { signalOf } from '../../../http/gates/context.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { eventStream } from '../live/events.ts';
import { NOTIFICATION_LIMIT, type notificationsContract } from './contract.ts';
import {
  countUnread,
  listNotifications,
  presentNotification,
  readAllNotifications,
  readNotification,
} from './notifications.ts';
import { presentSettings, readSettingsRow, writeSettings } from './settings.ts';
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
        const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
        return { notifications: rows.map((row) => presentNotification(row, faces)), nextCursor, unreadCount };
      });
    },
    notificationStream: ({ context, query, headers, actor }) =>
      eventStream(context, () =>
        streams.open({
          viewer: actor,
          lastEventId: headers['last-event-id'],
          thread: query.thread,
          signal: signalOf(context),
          stillStands: async () => {
            const now = await dependencies.readActor(context);
            // What may be read depends on the role. A stream that is opened again has the new one.
            return now?.status === 'active' && now.role === actor.role;
          },
        }),
      ),
    notificationMark: async ({ params, actor }) =>
      json(await readNotification(db, actor.accountId, params.notificationId)),
    notificationMarkAll: async ({ actor }) => json(await readAllNotifications(db, actor)),
    notificationSettingsRead: async ({ actor }) =>
      json(presentSettings(await readSettingsRow(db, actor.accountId), actor.role)),
    notificationSettingsWrite: async ({ actor, body }) =>
      json(presentSettings(await writeSettings(db, actor.accountId, body), actor.role)),
  };
}
