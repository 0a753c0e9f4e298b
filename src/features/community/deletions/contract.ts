// Routes of deletion by staff, which hides at once and erases later, and of erasing at once by administrators.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, milliseconds, ok } from '../../../http/routing/declarations.ts';
import { personName } from '../../../http/routing/person-name.ts';
import { NOTE_MAX } from '../../../kernel/reason-code.ts';
import { DELETED_KINDS, ERASED_AFTER_DAYS } from '../../moderation/cases/deletions.ts';
import { base, body, idParameter, message, reasonCode } from '../../moderation/common/shapes.ts';

export const ERASED_KINDS = [...DELETED_KINDS, 'account'] as const;

const reason = z.strictObject({ reasonCode, message });
const deletionView = z
  .object({
    caseId: z.string().describe('The decision that its author can appeal').nullable(),
    byUid: z.int().nullable(),
    createdAt: milliseconds,
    eraseAt: milliseconds.describe('Later while an appeal is open; sooner when it is denied'),
  })
  .meta({ id: 'StaffDeletion' });
const subject = z.object({
  kind: z.enum(DELETED_KINDS),
  id: z.string(),
  author: personName,
  title: z.string().describe('Empty: it has none'),
  excerpt: z.string().describe('The beginning of the text; of a file its name'),
  postId: z.string().nullable().describe('The post around a comment, or with a file'),
  hidden: z.boolean().describe('Whether others do not see it'),
});
const deleted = ok(
  'It is hidden, and when it is erased',
  z.object({ subject, deletion: deletionView.nullable() }).meta({ id: 'StaffDeleted' }),
);
const EFFECT =
  `Hides it at once and erases it after ${ERASED_AFTER_DAYS} days, or when its author’s appeal is denied. Until then it can be ` +
  'restored. It is a decision that the author reads and can appeal. Not for what is private.';
const kind = { schema: z.enum(DELETED_KINDS), refusal: 'route_not_found' } as const;
const NOT_FOUND = ['post_not_found', 'comment_not_found', 'attachment_not_found', 'list_not_found'] as const;
const anyId = idParameter('Post, comment, file or list', 'deletion_not_found');

export const deletionsContract = defineContract({
  postStaffDelete: {
    ...base,
    method: 'DELETE',
    path: '/api/v1/moderation/posts/{id}',
    summary: 'Delete a post',
    description: EFFECT,
    params: { id: idParameter('Post', 'post_not_found') },
    body: body(reason, 'invalid_body'),
    answers: deleted,
    refusals: ['forbidden', 'already_deleted'],
  },
  commentStaffDelete: {
    ...base,
    method: 'DELETE',
    path: '/api/v1/moderation/comments/{id}',
    summary: 'Delete a comment',
    description: EFFECT,
    params: { id: idParameter('Comment', 'comment_not_found') },
    body: body(reason, 'invalid_body'),
    answers: deleted,
    refusals: ['forbidden', 'already_deleted'],
  },
  attachmentStaffDelete: {
    ...base,
    method: 'DELETE',
    path: '/api/v1/moderation/attachments/{id}',
    summary: 'Delete a file',
    description: `${EFFECT} One that is still on its way or was never processed is not found.`,
    params: { id: idParameter('File', 'attachment_not_found') },
    body: body(reason, 'invalid_body'),
    answers: deleted,
    refusals: ['forbidden', 'already_deleted'],
  },
  deletionRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/deletions/{kind}/{id}',
    summary: 'Something that staff may delete, and when it is erased',
    params: { kind, id: anyId },
    answers: {
      200: { ...deleted[200], description: 'What it is; `deletion` is null unless staff has deleted it' },
    },
    refusals: NOT_FOUND,
  },
  deletionRestore: {
    ...base,
    method: 'POST',
    path: '/api/v1/moderation/deletions/{kind}/{id}/restore',
    summary: 'Restore what staff deleted',
    description:
      'It is as before the deletion: public, waiting or hidden. What an administrator deleted of staff is restored by ' +
      'administrators alone.',
    params: { kind, id: anyId },
    answers: { 200: { ...deleted[200], description: 'It is restored; `deletion` is null' } },
    refusals: ['forbidden', ...NOT_FOUND],
  },
  erasureCreate: {
    ...administratorRoute,
    access: 'administrator-confirmed',
    method: 'POST',
    path: '/api/v1/admin/erasures',
    summary: 'Erase something at once and for good',
    description:
      'Texts, revisions, files, and what notifications, cases, reports, notes of staff and deliveries of webhooks hold of it are ' +
      'gone when this is answered; bytes of files, and content of an account, follow within seconds. Nothing can be restored and ' +
      'open appeals end. An account is deleted as its owner would, and its address and handle are free at once. Backups keep it ' +
      'until `BACKUP_KEEP` runs out. The audit trail records id and reason.',
    body: body(
      z.strictObject({
        kind: z.enum(ERASED_KINDS),
        id: z.string().min(1).max(64).describe('Of an account the UID'),
        reason: z
          .string()
          .trim()
          .min(1)
          .max(NOTE_MAX)
          .describe('For the audit trail, where it stays: without anything of what is erased'),
      }),
      'invalid_body',
    ),
    answers: {
      202: {
        description: 'It is erased',
        schema: z.object({ erasure: z.object({ kind: z.enum(ERASED_KINDS), id: z.string() }) }),
      },
    },
    refusals: [
      'forbidden',
      ...NOT_FOUND,
      'account_not_found',
      'self_modification_forbidden',
      'last_administrator_required',
    ],
  },
});

/** Where lists are switched on. */
export const listDeletionContract = defineContract({
  listStaffDelete: {
    ...base,
    method: 'DELETE',
    path: '/api/v1/moderation/lists/{id}',
    summary: 'Delete a public list',
    description: EFFECT,
    params: { id: idParameter('List', 'list_not_found') },
    body: body(reason, 'invalid_body'),
    answers: deleted,
    refusals: ['forbidden', 'already_deleted'],
  },
});
