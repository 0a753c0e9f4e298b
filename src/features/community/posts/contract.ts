// Routes of posts: feed, reading, writing, states, revisions. Routes of reactions and files are in
// reactions/contract.ts.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { COMMENT_SORTS } from '../comments/rows.ts';
import { isPostBody, isPostTitle, VERSION_MAX } from '../common/rules.ts';
import {
  ACT,
  attachmentIds,
  BODY_BYTES,
  body,
  commentView,
  cursorParameter,
  GONE,
  idParameter,
  JSON_BODY,
  limitParameter,
  listedPost,
  milliseconds,
  OWN_READ,
  postAnswer,
  posts,
  postView,
  READ,
  revisionCursor,
  uuid,
  version,
  visibility,
  WRITE,
  writtenPost,
} from '../common/shapes.ts';
import { SCOPES, STATES } from '../feeds/feed.ts';

export const FEED_LIMIT = 20;
export const FEED_LIMIT_MAX = 50;
export const SEED_MAX = 2_147_483_647;

const tags = z.array(z.string()).max(10);
// Checked by the schema, so that of several mistakes the body is reported first, then the title.
const bodyText = z.string().refine(isPostBody).describe('1 to 20,000 characters of Markdown');
const title = z.string().refine(isPostTitle);

export const postsContract = defineContract({
  postList: {
    ...posts,
    id: 'postList',
    method: 'GET',
    path: '/api/v1/community/posts',
    summary: 'A page of a feed',
    description:
      'Cursors belong to the scope, state, search and tag that they were given for. `all` shows featured posts first; ' +
      '`recommended` answers a `seed` that must be sent with its cursor. `q` is one substring of title or body, in any ' +
      'script; width and case are equal.',
    access: 'viewer',
    query: {
      limit: limitParameter(FEED_LIMIT_MAX),
      cursor: cursorParameter,
      q: { schema: z.string().max(400), refusal: 'invalid_query', description: '1 to 100 characters' },
      tag: { schema: z.string().max(200), refusal: 'invalid_tag', description: 'A normalised tag' },
      scope: { schema: z.enum(SCOPES), refusal: 'invalid_scope', description: 'Default `all`' },
      state: { schema: z.enum(STATES), refusal: 'invalid_state', description: 'Other than `active` with `mine` alone' },
      seed: {
        schema: z
          .string()
          .regex(/^\d{1,10}$/)
          .transform(Number)
          .pipe(z.int().max(SEED_MAX)),
        refusal: 'invalid_seed',
        description: `0 to ${SEED_MAX}`,
      },
      refresh: { schema: z.literal('1'), refusal: 'invalid_refresh', description: 'Forgets what was shown before' },
    },
    answers: {
      200: {
        description: 'The page',
        schema: z.object({
          posts: z.array(listedPost),
          nextCursor: z.string().nullable(),
          seed: z.int().optional().describe('With `scope=recommended`'),
        }),
      },
    },
    refusals: [
      ...READ,
      'invalid_limit',
      'invalid_cursor',
      'invalid_query',
      'invalid_tag',
      'invalid_scope',
      'invalid_state',
      'invalid_seed',
      'invalid_refresh',
      'invalid_refresh_cursor',
      'authentication_required',
      'insufficient_scope',
      'invalid_state_scope',
      'recommendation_seed_required',
      'recommendation_seed_mismatch',
    ],
  },
  postCreate: {
    ...posts,
    id: 'postCreate',
    method: 'POST',
    path: '/api/v1/community/posts',
    summary: 'Writes a post',
    description: 'At most 30 an hour and 200 a day, deleted ones included. The body is Markdown source.',
    access: 'community',
    limit: 'write',
    body: body(
      z.object({
        body: bodyText,
        title: title.optional().describe('1 to 120 characters; default: the first line that says something'),
        visibility: visibility.optional(),
        tags: tags.optional(),
        attachmentIds: attachmentIds.optional(),
      }),
      'invalid_post',
      {
        body: 'invalid_post',
        title: 'invalid_post',
        visibility: 'invalid_visibility',
        attachmentIds: 'invalid_attachment_ids',
        tags: 'invalid_tags',
      },
      BODY_BYTES,
    ),
    answers: { 201: { description: 'The post', schema: writtenPost } },
    refusals: [
      ...WRITE,
      ...JSON_BODY,
      'invalid_post',
      'invalid_visibility',
      'invalid_attachment_ids',
      'invalid_tags',
      'attachment_not_ready',
      'post_quota_exceeded',
    ],
  },
  postRead: {
    ...posts,
    id: 'postRead',
    method: 'GET',
    path: '/api/v1/community/posts/{postId}',
    summary: 'A post with a page of its comments',
    description:
      'A page is 50 threads, each root followed by its first two answers; `commentsRoot` pages the answers of one by 20. ' +
      '`commentId` adds a visible comment that is not on the page.',
    access: 'viewer',
    params: { postId: idParameter },
    query: {
      includeComments: { schema: z.literal('false'), refusal: 'invalid_include_comments' },
      commentsOnly: { schema: z.literal('true'), refusal: 'invalid_comments_only' },
      commentsSort: { schema: z.enum(COMMENT_SORTS), refusal: 'invalid_comment_sort', description: 'Default `hot`' },
      commentsCursor: cursorParameter,
      commentsRoot: { schema: uuid, refusal: 'invalid_comments_root' },
      commentId: { schema: uuid, refusal: 'invalid_comment_id' },
    },
    answers: {
      200: {
        description: 'The post, its comments, or both',
        schema: z.object({
          post: postView.optional().describe('Absent with `commentsOnly`'),
          comments: z.array(commentView),
          commentsNextCursor: z.string().nullable(),
          commentsSort: z.enum(COMMENT_SORTS),
          commentCount: z.int().optional().describe('That of the post; absent with `commentsOnly`'),
          viewer: z
            .object({
              liked: z.boolean(),
              bookmarked: z.boolean(),
              following: z.boolean(),
              canEdit: z.boolean(),
              canDelete: z.boolean(),
              canComment: z.boolean(),
              canPin: z.boolean(),
              canLock: z.boolean(),
            })
            .optional()
            .describe('Absent with `commentsOnly`'),
        }),
      },
    },
    refusals: [
      ...READ,
      ...GONE,
      'invalid_include_comments',
      'invalid_comments_only',
      'conflicting_post_query',
      'invalid_comment_sort',
      'invalid_cursor',
      'invalid_comments_root',
      'invalid_comment_id',
    ],
  },
  postEdit: {
    ...posts,
    id: 'postEdit',
    method: 'PATCH',
    path: '/api/v1/community/posts/{postId}',
    summary: 'Changes one’s own post; what is left out stays',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(
      z.object({
        body: bodyText,
        version,
        title: title.optional(),
        visibility: visibility.optional(),
        tags: tags.optional(),
        editReason: z.string().nullable().optional().describe('At most 500 characters'),
      }),
      'invalid_post',
      {
        body: 'invalid_post',
        version: 'invalid_post',
        title: 'invalid_post',
        visibility: 'invalid_visibility',
        tags: 'invalid_tags',
        editReason: 'invalid_edit_reason',
      },
      BODY_BYTES,
    ),
    answers: { 200: { description: 'The changed post', schema: writtenPost } },
    refusals: [
      ...WRITE,
      ...JSON_BODY,
      ...GONE,
      'invalid_post',
      'invalid_visibility',
      'invalid_tags',
      'invalid_edit_reason',
      'forbidden',
      'version_conflict',
      'post_unchanged',
    ],
  },
  postDelete: {
    ...posts,
    id: 'postDelete',
    method: 'DELETE',
    path: '/api/v1/community/posts/{postId}',
    summary: 'Deletes one’s own post',
    access: 'withdraw',
    limit: 'write',
    params: { postId: idParameter },
    body: body(z.object({ version }), 'invalid_post_delete'),
    answers: { 204: { description: 'It is gone' } },
    refusals: [...ACT, ...JSON_BODY, ...GONE, 'invalid_post_delete', 'forbidden', 'version_conflict'],
  },
  postPin: {
    ...posts,
    id: 'postPin',
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/pin',
    summary: 'Puts a post first on the profile, or (staff) in the feed of all',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(
      z.object({ active: z.boolean(), version, place: z.enum(['profile', 'feed']).optional() }),
      'invalid_pin',
    ),
    answers: { 200: { description: 'The post', schema: postAnswer } },
    refusals: [
      ...WRITE,
      ...JSON_BODY,
      ...GONE,
      'invalid_pin',
      'forbidden',
      'version_conflict',
      'post_archived',
      'post_hidden',
    ],
  },
  postArchive: {
    ...posts,
    id: 'postArchive',
    method: 'POST',
    path: '/api/v1/community/posts/{postId}/archive',
    summary: 'Takes one’s own post out of every list',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(z.object({ version }), 'invalid_archive'),
    answers: { 200: { description: 'The post', schema: postAnswer } },
    refusals: [...WRITE, ...JSON_BODY, ...GONE, 'invalid_archive', 'forbidden', 'version_conflict'],
  },
  postRestore: {
    ...posts,
    id: 'postRestore',
    method: 'POST',
    path: '/api/v1/community/posts/{postId}/restore',
    summary: 'Brings an archived post back; an active one stays as it is',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(z.object({ version }), 'invalid_archive'),
    answers: { 200: { description: 'The post', schema: postAnswer } },
    refusals: [...WRITE, ...JSON_BODY, ...GONE, 'invalid_archive', 'forbidden', 'version_conflict'],
  },
  postRevisionList: {
    ...posts,
    id: 'postRevisionList',
    method: 'GET',
    path: '/api/v1/community/posts/{postId}/revisions',
    summary: 'Revisions of a post, newest first; for its author and staff',
    access: 'session',
    params: { postId: idParameter },
    query: {
      limit: limitParameter(FEED_LIMIT_MAX),
      cursor: revisionCursor,
    },
    answers: {
      200: {
        description: 'The revisions',
        schema: z.object({
          revisions: z.array(
            z.object({
              revision: z.int().max(VERSION_MAX),
              title: z.string(),
              body: z.string(),
              visibility,
              tags: z.array(z.string()),
              editReason: z.string().nullable(),
              createdAt: milliseconds,
            }),
          ),
          nextCursor: z.string().nullable(),
        }),
      },
    },
    refusals: [...OWN_READ, ...GONE, 'duplicate_query_parameter', 'invalid_limit', 'invalid_cursor'],
  },
});
