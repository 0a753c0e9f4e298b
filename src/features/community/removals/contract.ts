import { z } from 'zod';
import { RESTRICTIONS } from '../../../http/gates/guard.ts';
import { defineContract, type Wire } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import {
  base,
  body,
  cursor,
  idParameter,
  limit,
  message,
  nextCursor,
  reasonCode,
  uidParameter,
} from '../../moderation/common/shapes.ts';

export const CONTENT_KINDS = ['post', 'comment', 'attachment', 'list'] as const;
export const CONTENT_STATES = ['public', 'waiting', 'hidden', 'rejected'] as const;
const REMOVAL_SCOPES = ['day', 'week', 'all'] as const;
/** Entries that an answer names. */
export const NAMED_MAX = 500;

const uid = uidParameter('user_not_found');
const id = idParameter('Act', 'removal_not_found');

export const contentItem = z
  .object({
    kind: z.enum(CONTENT_KINDS),
    id: z.string(),
    state: z.enum(CONTENT_STATES).describe('`public`: as far as its own visibility allows'),
    title: z.string().describe('Of a post or list; empty: it has none'),
    excerpt: z.string().describe('The beginning of the text; of a file its name'),
    postId: z.string().nullable().describe('The post around a comment, or with a file'),
    caseId: z.string().nullable().describe('The case that waits about it'),
    reports: z.int().describe('Open ones'),
    version: z.int().nullable().describe('Of a post, comment or list'),
    eraseAt: milliseconds.nullable().describe('When it is erased, if staff has deleted it'),
    createdAt: milliseconds,
  })
  .meta({ id: 'ModerationContentItem' });
export type ContentItem = Wire<z.output<typeof contentItem>>;

const named = z.object({
  id: z.string(),
  kind: z.enum(['post', 'comment', 'list', 'case']),
  reason: z.string().describe('`changed`, `gone`, `decided`, `hidden`, or the code of a refusal'),
});
const removalView = z
  .object({
    id: z.string(),
    uid: z.int().describe('Whose content it is'),
    scope: z.enum(REMOVAL_SCOPES),
    reasonCode: z.string(),
    message: z.string().nullable(),
    state: z.enum(['running', 'done', 'undoing', 'undone']),
    total: z.int(),
    waiting: z.int().describe('Still to be done'),
    removed: z.int().describe('Hidden or rejected, and not restored'),
    restored: z.int(),
    skipped: z.array(named).describe(`Left out, or not restored; at most ${NAMED_MAX}`),
    restrictionId: z.string().nullable(),
    byUid: z.int().nullable(),
    createdAt: milliseconds,
    finishedAt: milliseconds.nullable(),
    undoableUntil: milliseconds,
    undoneByUid: z.int().nullable(),
    undoneAt: milliseconds.nullable(),
  })
  .meta({ id: 'ModerationRemoval' });
export type RemovalView = Wire<z.output<typeof removalView>>;
const removal = z.object({ removal: removalView });
const restored = removal.extend({ restored: z.int(), skipped: z.array(named) });

export const removalsContract = defineContract({
  userContentList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/users/{uid}/content',
    summary: 'What a person wrote and sent, newest first',
    description:
      'Posts, comments, files and public lists with their state. Private posts, and what stands below them, are left out.',
    params: { uid },
    query: {
      kind: { schema: z.enum(CONTENT_KINDS), refusal: 'invalid_query' },
      state: { schema: z.enum(CONTENT_STATES), refusal: 'invalid_query' },
      limit,
      cursor,
    },
    answers: ok('A page', { items: z.array(contentItem), nextCursor }),
  },
  userRemovalList: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/users/{uid}/removals',
    summary: 'The last 20 acts that hid what a person wrote, newest first',
    params: { uid },
    answers: ok('The acts', { removals: z.array(removalView) }),
  },
  removalCreate: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/users/{uid}/removals',
    summary: 'Hide what a person wrote in the last day, in the last week, or ever',
    description:
      'Posts, comments and public lists are hidden, and what waits about the person is rejected: each is a decision that the person can ' +
      'appeal. A job does the work, 200 entries at a time. Content of staff, and one’s own, cannot be removed so (403). More ' +
      'than 500 entries are for administrators. With `restriction` the person is restricted in the same transaction. Private ' +
      'posts and lists stay.',
    params: { uid },
    body: body(
      z.strictObject({
        scope: z.enum(REMOVAL_SCOPES),
        reasonCode,
        message,
        restriction: z
          .strictObject({
            kind: z.enum(RESTRICTIONS),
            until: milliseconds.nullable().describe('At most 366 days ahead; null: without an end'),
          })
          .optional(),
      }),
      'invalid_removal',
    ),
    answers: { 202: { description: 'The act, which has begun', schema: removal } },
    refusals: [
      'forbidden',
      'self_modification_forbidden',
      'removal_too_large',
      'removal_in_progress',
      'restriction_already_active',
      'invalid_restriction',
    ],
  },
  removalRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/removals/{id}',
    summary: 'An act, its progress, and what was left out',
    params: { id },
    answers: ok('The act', removal),
  },
  removalUndo: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/removals/{id}/undo',
    summary: 'Undo an act within a day',
    description:
      'Restores everything whose version is still that of the act, and ends the restriction that it issued. Mails that were ' +
      'sent, and what its author deleted or changed meanwhile, do not come back. The answer is 202 while a long undo goes on; ' +
      'the act then says how far it is.',
    params: { id },
    answers: {
      200: { description: 'What was restored', schema: restored },
      202: { description: 'It goes on', schema: restored },
    },
    refusals: ['forbidden', 'already_undone', 'removal_in_progress', 'removal_expired'],
  },
});
