// Handlers of people, notifications, reports and moderation actions by staff.

import { answerJson } from '../../../http/answer/json.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, timeCursors } from '../../../kernel/cursor.ts';
import { cutPage } from '../../../kernel/page.ts';
import { profileCursors } from '../common/cursors.ts';
import { type CommunityParts, pageRows } from '../common/parts.ts';
import {
  countUnread,
  listNotifications,
  presentNotification,
  readAllNotifications,
  readNotification,
} from '../notifications/notifications.ts';
import type { Streams } from '../notifications/stream.ts';
import { changeCommentState, changePostState, presentReport, reportContent } from '../staff/staff.ts';
import { NOTIFICATION_LIMIT, PROFILE_LIMIT, type peopleContract } from './contract.ts';
import { type Relation, readPublicProfile, setRelation } from './people.ts';

export interface PeopleParts extends CommunityParts {
  readonly streams: Streams;
}

/** Concurrent queries for an anonymous viewer; a signed-in viewer causes one more. */
const PROFILE_QUERIES = 2;

export function peopleHandlers(parts: PeopleParts): Handlers<typeof peopleContract> {
  const { database, faces, pages, streams } = parts;
  const { db } = database;
  const relate =
    (relation: Relation) =>
    async ({
      context,
      params,
      body,
      actor,
    }: {
      readonly context: RequestContext;
      readonly params: { readonly uid: number };
      readonly body: { readonly active: boolean };
      readonly actor: Actor;
    }): Promise<Response> =>
      answerJson(context, await setRelation(parts, actor, params.uid, relation, body.active));

  return {
    userRead: async ({ context, params, query, actor }) => {
      const list = nameList('profile', String(params.uid));
      const after = profileCursors.read(list, query.cursor);
      const limit = query.limit ?? PROFILE_LIMIT;
      return pages.answer(
        context,
        actor,
        async () => {
          const { next, ...view } = await readPublicProfile(db, faces, actor, params.uid, { limit, after });
          return { ...view, postsNextCursor: profileCursors.write(list, next) };
        },
        PROFILE_QUERIES,
      );
    },
    userFollow: relate('follow'),
    userBlock: relate('block'),
    userMute: relate('mute'),
    reportCreate: async ({ context, body, actor }) => {
      const { report, isNew } = await reportContent(parts, actor, body);
      return answerJson(context, { report: presentReport(report) }, { status: isNew ? 201 : 200 });
    },
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
        'X-Content-Type-Options': 'nosniff',
        'X-Accel-Buffering': 'no',
        'X-Request-Id': context.requestId,
      };
      if (context.isHead) return new Response(null, { headers: answer });
      const body = await streams.open({
        viewer: actor,
        lastEventId: headers['last-event-id'],
        stillStands: async () => (await parts.readActor(context))?.status === 'active',
      });
      return new Response(body, { headers: answer });
    },
    notificationMark: async ({ context, params, actor }) =>
      answerJson(context, await readNotification(db, actor.accountId, params.notificationId)),
    notificationMarkAll: async ({ context, actor }) => answerJson(context, await readAllNotifications(db, actor)),
    postStateChange: async ({ context, params, body, actor }) => {
      const post = await changePostState(parts, actor, params.postId, body);
      const { id, version, hiddenAt, commentsLockedAt } = post;
      return answerJson(context, {
        post: { id, version, hidden: hiddenAt !== null, locked: commentsLockedAt !== null },
      });
    },
    commentStateChange: async ({ context, params, body, actor }) => {
      const { id, version, hiddenAt } = await changeCommentState(parts, actor, params.commentId, body);
      return answerJson(context, { comment: { id, version, hidden: hiddenAt !== null } });
    },
  };
}
