// Routes of people, notifications, reports, and of moderation actions by staff on posts and comments.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { REASON_CODES } from '../../moderation/common/vocabulary.ts';
import {
  ACT,
  body,
  cursorParameter,
  idParameter,
  JSON_BODY,
  limitParameter,
  milliseconds,
  notificationView,
  OWN_READ,
  posts,
  READ,
  uidParameter,
  users,
  version,
} from '../common/shapes.ts';
import { COMMENT_ACTIONS, POST_ACTIONS } from '../staff/staff.ts';

export const PROFILE_LIMIT = 24;
const PROFILE_LIMIT_MAX = 50;
export const NOTIFICATION_LIMIT = 20;

const staff = { dialect: 'api', cors: 'credentials', section: 'Moderation' } as const;

const STAFF = [
  'cross_origin_request',
  'authentication_required',
  'insufficient_scope',
  'email_verification_required',
  'account_suspended',
  'account_deleted',
  'account_restricted',
  'staff_required',
  'database_unavailable',
] as const;

const note = z.string().max(2000).optional().describe('For the audit trail alone');
const reasonCode = z.enum(REASON_CODES);

const relationAnswer = z.object({
  user: z.object({ uid: z.int(), name: z.string(), image: z.string().nullable() }),
  relationship: z.object({
    following: z.boolean(),
    followedBy: z.boolean(),
    blocked: z.boolean(),
    blocking: z.boolean(),
    blockedBy: z.boolean(),
    muted: z.boolean(),
    muting: z.boolean(),
    canFollow: z.boolean(),
  }),
  viewer: z.object({
    blocked: z.boolean(),
    followedBy: z.boolean(),
    following: z.boolean(),
    muted: z.boolean(),
    canInteract: z.boolean(),
  }),
});

const relationBody = body(z.object({ active: z.boolean() }), 'invalid_relationship');
const relationRefusals = [
  ...ACT,
  ...JSON_BODY,
  'route_not_found',
  'invalid_relationship',
  'user_not_found',
  'self_relationship_forbidden',
] as const;

export const peopleContract = defineContract({
  userRead: {
    ...users,
    id: 'userRead',
    method: 'GET',
    path: '/api/v1/community/users/{uid}',
    summary: 'A public profile with its posts, works and game accounts',
    description: 'Across a block, in either direction, posts, works and game accounts are empty.',
    access: 'viewer',
    params: { uid: uidParameter },
    query: { limit: limitParameter(PROFILE_LIMIT_MAX), cursor: cursorParameter },
    answers: {
      200: {
        description: 'The profile',
        schema: z.object({
          profile: z.object({
            uid: z.int(),
            displayName: z.string(),
            handle: z.string().nullable(),
            bio: z.string().nullable(),
            avatarSeed: z.string(),
            avatarUrl: z.string().nullable(),
            joinedAt: milliseconds,
            owner: z.boolean(),
            role: z.enum(['member', 'moderator', 'administrator']),
            stats: z.object({
              followers: z.int(),
              following: z.int(),
              gameAccounts: z.int(),
              posts: z.int(),
              works: z.int(),
            }),
          }),
          viewer: relationAnswer.shape.viewer,
          posts: z.array(
            z.object({
              id: z.string(),
              title: z.string(),
              excerpt: z.string(),
              tags: z.array(z.string()),
              likeCount: z.int(),
              commentCount: z.int(),
              createdAt: milliseconds,
              updatedAt: milliseconds,
              pinnedAt: milliseconds.nullable(),
              coverUrl: z.string().nullable(),
            }),
          ),
          postsNextCursor: z.string().nullable(),
          works: z.array(
            z.object({
              id: z.string(),
              kind: z.enum(['image', 'video']),
              title: z.string(),
              summary: z.string().nullable(),
              updatedAt: milliseconds,
              publishedAt: milliseconds,
              coverUrl: z.string().nullable(),
            }),
          ),
          gameAccounts: z.array(
            z.object({
              provider: z.string(),
              region: z.string(),
              playerUid: z.string(),
              displayName: z.string().nullable(),
              verificationStatus: z.literal('unverified'),
              lastSyncedAt: z.null(),
              updatedAt: milliseconds,
              latestSnapshot: z.null(),
            }),
          ),
        }),
      },
    },
    refusals: [...READ, 'route_not_found', 'invalid_limit', 'invalid_cursor', 'profile_not_found'],
  },
  userFollow: {
    ...users,
    id: 'userFollow',
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/follow',
    summary: 'Follows a person, or no longer',
    access: 'social',
    limit: 'react',
    params: { uid: uidParameter },
    body: relationBody,
    answers: { 200: { description: 'How the two stand', schema: relationAnswer } },
    refusals: [...relationRefusals, 'relationship_blocked'],
  },
  userBlock: {
    ...users,
    id: 'userBlock',
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/block',
    summary: 'Parts two people both ways, or no longer',
    description: 'A block ends follows in both directions; they do not come back with its end.',
    access: 'withdraw',
    limit: 'react',
    params: { uid: uidParameter },
    body: relationBody,
    answers: { 200: { description: 'How the two stand', schema: relationAnswer } },
    refusals: relationRefusals,
  },
  userMute: {
    ...users,
    id: 'userMute',
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/mute',
    summary: 'Hears no more of a person, or does again',
    access: 'withdraw',
    limit: 'react',
    params: { uid: uidParameter },
    body: relationBody,
    answers: { 200: { description: 'How the two stand', schema: relationAnswer } },
    refusals: relationRefusals,
  },
  reportCreate: {
    ...posts,
    id: 'reportCreate',
    method: 'POST',
    path: '/api/v1/community/reports',
    summary: 'Reports a post, a comment or a person to the staff',
    access: 'withdraw',
    limit: 'report',
    body: body(
      z.object({
        targetKind: z.enum(['post', 'comment', 'user']),
        targetId: z.string().max(64).describe('Id, or for a user the decimal UID'),
        reasonCode,
        details: z.string().nullable().optional().describe('At most 2,000 characters; needed for `other`'),
      }),
      'invalid_body',
      {
        targetKind: 'invalid_report_target',
        targetId: 'invalid_report_target',
        reasonCode: 'invalid_report_reason',
        details: 'invalid_report_detail',
      },
    ),
    answers: {
      200: { description: 'The report that stands already', schema: reportAnswer() },
      201: { description: 'The report', schema: reportAnswer() },
    },
    refusals: [
      ...ACT,
      ...JSON_BODY,
      'invalid_report_target',
      'invalid_report_reason',
      'invalid_report_detail',
      'report_target_not_found',
    ],
  },
  notificationList: {
    ...posts,
    id: 'notificationList',
    method: 'GET',
    path: '/api/v1/community/notifications',
    summary: 'One’s own notifications, newest first',
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
    refusals: [
      ...OWN_READ,
      'duplicate_query_parameter',
      'invalid_limit',
      'invalid_cursor',
      'invalid_unread',
      'invalid_count_only',
    ],
  },
  notificationStream: {
    ...posts,
    id: 'notificationStream',
    method: 'GET',
    path: '/api/v1/community/notifications/stream',
    summary: 'Notifications as they come',
    description:
      '`event: notification`, `id:` the notification’s, `data:` the notification as in the list. `Last-Event-ID` replays ' +
      'what was missed; a comment line comes every 15 s; five streams an account; it ends with the session.',
    access: 'session',
    headers: { 'last-event-id': { schema: z.uuid(), refusal: 'invalid_last_event_id' } },
    answers: { 200: { description: 'The stream', mediaType: 'text/event-stream' } },
    refusals: [...OWN_READ, 'invalid_last_event_id', 'too_many_streams'],
  },
  notificationMark: {
    ...posts,
    id: 'notificationMark',
    method: 'PUT',
    path: '/api/v1/community/notifications/{notificationId}/read',
    summary: 'Marks a notification as read',
    access: 'withdraw',
    limit: 'react',
    params: { notificationId: idParameter },
    answers: { 200: { description: 'When it was read', schema: z.object({ id: z.string(), readAt: milliseconds }) } },
    refusals: [...ACT, 'route_not_found', 'notification_not_found'],
  },
  notificationMarkAll: {
    ...posts,
    id: 'notificationMarkAll',
    method: 'PUT',
    path: '/api/v1/community/notifications/read-all',
    summary: 'Marks all notifications as read',
    access: 'withdraw',
    limit: 'react',
    answers: {
      200: { description: 'How many there were', schema: z.object({ readAt: milliseconds, updatedCount: z.int() }) },
    },
    refusals: ACT,
  },
  postStateChange: {
    ...staff,
    id: 'postStateChange',
    method: 'POST',
    path: '/api/v1/moderation/posts/{postId}/state',
    summary: 'Hides, shows, locks or unlocks a post',
    access: 'staff',
    params: { postId: idParameter },
    body: body(z.object({ action: z.enum(POST_ACTIONS), reasonCode, note, version }), 'invalid_state_change'),
    answers: { 200: { description: 'The post’s state', schema: stateAnswer('post') } },
    refusals: [
      ...STAFF,
      ...JSON_BODY,
      'route_not_found',
      'post_not_found',
      'invalid_state_change',
      'forbidden',
      'version_conflict',
      'post_state_unchanged',
    ],
  },
  commentStateChange: {
    ...staff,
    id: 'commentStateChange',
    method: 'POST',
    path: '/api/v1/moderation/comments/{commentId}/state',
    summary: 'Hides a comment or shows it again',
    access: 'staff',
    params: { commentId: idParameter },
    body: body(z.object({ action: z.enum(COMMENT_ACTIONS), reasonCode, note, version }), 'invalid_state_change'),
    answers: { 200: { description: 'The comment’s state', schema: stateAnswer('comment') } },
    refusals: [
      ...STAFF,
      ...JSON_BODY,
      'route_not_found',
      'comment_not_found',
      'invalid_state_change',
      'forbidden',
      'version_conflict',
      'comment_state_unchanged',
    ],
  },
});

function reportAnswer() {
  return z.object({
    report: z.object({
      id: z.string(),
      targetKind: z.enum(['post', 'comment', 'user']),
      targetId: z.string(),
      status: z.enum(['pending', 'reviewing', 'resolved', 'dismissed']),
      version: z.int(),
      createdAt: milliseconds,
    }),
  });
}

function stateAnswer(what: 'post' | 'comment') {
  const state = z.object({
    id: z.string(),
    version: z.int(),
    hidden: z.boolean(),
    locked: z.boolean().optional().describe('Posts alone'),
  });
  return z.object({ [what]: state });
}
