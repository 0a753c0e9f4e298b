// Routes of posts: writing, states, revisions. Pages of posts are in `feeds/`, a post with its comments in `post-page/`.
import { z } from 'zod';
import { defineContract, type Wire } from '../../../http/routing/contract.ts';
import { created, milliseconds, ok } from '../../../http/routing/declarations.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { isPostBody, isPostTitle } from '../common/rules.ts';
import {
  attachmentIds,
  BODY_BYTES,
  body,
  idParameter,
  limitParameter,
  postAnswer,
  posts,
  revisionCursor,
  version,
  versionBody,
  visibility,
  writtenPost,
} from '../common/shapes.ts';
import { subjectName } from '../common/subject.ts';

export const REVISION_LIMIT = 20;
const REVISION_LIMIT_MAX = 50;

const tags = z.array(z.string()).max(10);
// Checked by the schema, so that of several mistakes the body is reported first, then the title.
const bodyText = z.string().refine(isPostBody).describe('1 to 20,000 characters of Markdown');
const title = z.string().refine(isPostTitle);
const subject = subjectName.describe('The entity of a catalog that it is about; the current release must have it');
const spoiler = z.boolean().describe('Whether it contains spoilers');

export const revisionView = z.object({
  revision: z.int().max(VERSION_MAX),
  title: z.string(),
  body: z.string(),
  visibility,
  tags: z.array(z.string()),
  editReason: z.string().nullable(),
  createdAt: milliseconds,
});
export type RevisionView = Wire<z.output<typeof revisionView>>;

export const postsContract = defineContract({
  postCreate: {
    ...posts,
    method: 'POST',
    path: '/api/v1/community/posts',
    summary: 'Create a post',
    description: 'At most 30 an hour and 200 a day, deleted ones included. The body is Markdown source.',
    access: 'community',
    limit: 'write',
    body: body(
      z.object({
        body: bodyText,
        title: title.optional().describe('1 to 120 characters; default: the first line with text'),
        visibility: visibility.optional(),
        tags: tags.optional(),
        attachmentIds: attachmentIds.optional(),
        subject: subject.nullable().optional(),
        spoiler: spoiler.optional(),
      }),
      'invalid_post',
      {
        body: 'invalid_post',
        title: 'invalid_post',
        visibility: 'invalid_visibility',
        attachmentIds: 'invalid_attachment_ids',
        tags: 'invalid_tags',
        subject: 'invalid_subject',
        spoiler: 'invalid_spoiler',
      },
      BODY_BYTES,
    ),
    creates: { gone: 'post_not_found', path: '/api/v1/community/posts/{postId}' },
    answers: created('The post', writtenPost),
    refusals: ['attachment_not_ready', 'post_quota_exceeded'],
  },
  postEdit: {
    ...posts,
    method: 'PATCH',
    path: '/api/v1/community/posts/{postId}',
    summary: 'Edit your post; omitted fields stay',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(
      z.object({
        body: bodyText,
        version,
        title: title.optional().describe('Absent: a title that was given stays, another one follows the text'),
        visibility: visibility.optional(),
        tags: tags.optional(),
        subject: subject.nullable().optional().describe('Null: the subject no longer exists'),
        spoiler: spoiler.optional(),
        editReason: z.string().nullable().optional().describe('At most 500 characters'),
      }),
      'invalid_post',
      {
        body: 'invalid_post',
        version: 'invalid_post',
        title: 'invalid_post',
        visibility: 'invalid_visibility',
        tags: 'invalid_tags',
        subject: 'invalid_subject',
        spoiler: 'invalid_spoiler',
        editReason: 'invalid_edit_reason',
      },
      BODY_BYTES,
    ),
    answers: ok('The changed post', writtenPost),
    refusals: ['post_not_found', 'forbidden', 'version_conflict', 'post_unchanged'],
  },
  postDelete: {
    ...posts,
    method: 'DELETE',
    path: '/api/v1/community/posts/{postId}',
    summary: 'Delete your post',
    access: 'withdraw',
    limit: 'write',
    params: { postId: idParameter },
    body: body(versionBody, 'invalid_post_delete'),
    answers: { 204: { description: 'Deleted' } },
    refusals: ['post_not_found', 'forbidden', 'version_conflict'],
  },
  postPin: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/pin',
    summary: 'Pin a post on the profile or, for staff, in the public feed',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(
      z.object({ active: z.boolean(), version, place: z.enum(['profile', 'feed']).optional() }),
      'invalid_pin',
    ),
    answers: ok('The post', postAnswer),
    refusals: ['post_not_found', 'forbidden', 'version_conflict', 'post_archived', 'post_hidden'],
  },
  postArchive: {
    ...posts,
    method: 'POST',
    path: '/api/v1/community/posts/{postId}/archive',
    summary: 'Archive your post, which removes it from all lists',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(versionBody, 'invalid_archive'),
    answers: ok('The post', postAnswer),
    refusals: ['post_not_found', 'forbidden', 'version_conflict'],
  },
  postRestore: {
    ...posts,
    method: 'POST',
    path: '/api/v1/community/posts/{postId}/restore',
    summary: 'Restore an archived post; an active one is not changed',
    access: 'community',
    limit: 'write',
    params: { postId: idParameter },
    body: body(versionBody, 'invalid_archive'),
    answers: ok('The post', postAnswer),
    refusals: ['post_not_found', 'forbidden', 'version_conflict'],
  },
  postRevisionList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/posts/{postId}/revisions',
    summary: 'Revisions of a post, newest first; for its author and staff',
    access: 'session',
    params: { postId: idParameter },
    query: {
      limit: limitParameter(REVISION_LIMIT_MAX),
      cursor: revisionCursor,
    },
    answers: ok('The revisions', {
      revisions: z.array(revisionView),
      nextCursor: z.string().nullable(),
    }),
    refusals: ['post_not_found'],
  },
});
