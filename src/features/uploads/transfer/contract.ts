// Routes of uploads and attachments, except the two that link them to posts (community). Handlers stream byte bodies
// with their own limits.
import { z } from 'zod';
import { ANY_MEDIA_TYPE, defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_RULE, ok, uuid } from '../../../http/routing/declarations.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { MEDIA_TYPES, planAlt } from '../common/rules.ts';
import { attachmentView, partView } from '../common/view.ts';

const api = { dialect: 'api', cors: 'community', section: 'Uploads and attachments' } as const;

/** Size limit of JSON bodies in bytes (reference sheet, 1.4). */
const BODY_BYTES = 16_384;
const PARTS_LISTED_MAX = 1024;

const answer = z.object({ attachment: attachmentView }).meta({ id: 'AttachmentAnswer' });
const answerWithParts = z.object({ attachment: attachmentView, parts: z.array(partView) });

const attachmentId = { schema: uuid, refusal: 'attachment_not_found' } as const satisfies Parameter;
const params = { attachmentId };
const bytes = (what: string) =>
  ({ kind: 'raw', mediaTypes: ['application/octet-stream'], description: what, beside: true }) as const;

/** What the first bytes of a file may be refused for. */
const CONTAINER_REFUSALS = [
  'forbidden_container',
  'invalid_jpeg_container',
  'invalid_png_container',
  'invalid_webp_container',
  'invalid_gif_container',
  'invalid_heic_container',
  'invalid_video_container',
  'invalid_webm_container',
] as const satisfies readonly RefusalCode[];

export const transferContract = defineContract({
  uploadPolicyRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/community/uploads/policy',
    summary: 'The upload policy: accepted types and sizes',
    answers: ok('The policy; it is authoritative for this deployment', {
      limits: z.object({
        partBytes: z.int(),
        fileBytes: z.int(),
        attachmentsPerPost: z.int(),
        videoSeconds: z.int(),
      }),
      mediaTypes: z.array(z.enum(MEDIA_TYPES)),
    }),
  },
  uploadIntentCreate: {
    ...api,
    method: 'POST',
    path: '/api/v1/community/uploads/intents',
    summary: 'Reserve an upload',
    description:
      'The same key with the same metadata returns the existing attachment. An intent expires 15 minutes after its creation or its last part.',
    access: 'upload',
    limit: 'intent',
    headers: {
      'idempotency-key': {
        schema: z.string().regex(IDEMPOTENCY_KEY),
        refusal: 'invalid_idempotency_key',
        required: true,
        description: IDEMPOTENCY_KEY_RULE,
      },
    },
    body: {
      kind: 'json',
      schema: z.object({
        fileName: z.string(),
        mediaType: z.string(),
        size: z.int().positive().describe('Bytes'),
      }),
      capBytes: BODY_BYTES,
      invalid: 'invalid_body',
      fields: { fileName: 'invalid_file_name', mediaType: 'unsupported_file', size: 'invalid_size' },
    },
    answers: {
      200: { description: 'The existing reservation of this key', schema: answer },
      201: { description: 'Reserved; Location names its descriptor', schema: answer },
    },
    refusals: [
      'invalid_idempotency_key',
      'extension_mismatch',
      'file_too_large',
      'storage_quota_exceeded',
      'idempotency_conflict',
    ],
  },
  uploadContentWrite: {
    ...api,
    method: 'PUT',
    path: '/api/v1/community/uploads/{attachmentId}/content',
    summary: 'Upload a file in one request; completes it',
    access: 'upload',
    params,
    body: bytes('The whole file, with its Content-Length; as `application/octet-stream` or the announced type'),
    answers: {
      200: { description: 'Uploaded before', schema: answer },
      202: { description: 'Received; the file is being examined', schema: answer },
    },
    refusals: [
      'content_length_required',
      'upload_interrupted',
      'storage_unavailable',
      ...CONTAINER_REFUSALS,
      'media_type_mismatch',
      'size_mismatch',
      'multipart_required',
      'upload_intent_expired',
      'upload_cancelled',
    ],
  },
  uploadPartWrite: {
    ...api,
    method: 'PUT',
    path: '/api/v1/community/uploads/{attachmentId}/parts/{partNumber}',
    summary: 'Upload a part of a file; parts may be repeated and sent in any order',
    access: 'upload',
    params: {
      attachmentId,
      partNumber: {
        schema: z
          .string()
          .regex(/^[1-9]\d{0,4}$/)
          .transform(Number),
        refusal: 'invalid_part_number',
        wire: integer(1, 99_999),
        description: 'From 1',
      },
    },
    body: bytes('Exactly the planned bytes of this part; the last part is the rest'),
    answers: ok('Received. Without `part` if the file is no longer being uploaded', {
      attachment: attachmentView,
      part: partView.optional(),
      parts: z.array(partView).optional(),
    }),
    refusals: [
      'content_length_required',
      'upload_interrupted',
      'storage_unavailable',
      'invalid_part_media_type',
      'invalid_part_size',
      'upload_intent_expired',
      'upload_cancelled',
    ],
  },
  uploadComplete: {
    ...api,
    method: 'POST',
    path: '/api/v1/community/uploads/{attachmentId}/complete',
    summary: 'Complete an upload',
    description: 'May be repeated. `parts` may be omitted if the service has all of them.',
    access: 'upload',
    params,
    body: {
      kind: 'json',
      schema: z.object({
        parts: z
          .array(z.object({ partNumber: z.int().positive(), etag: z.string().max(256) }))
          .min(1)
          .max(PARTS_LISTED_MAX)
          .optional(),
      }),
      capBytes: BODY_BYTES,
      invalid: 'invalid_parts',
      optional: true,
    },
    answers: { 202: { description: 'Complete; the file is being or has been examined', schema: answer } },
    refusals: [
      ...CONTAINER_REFUSALS,
      'storage_unavailable',
      'parts_incomplete',
      'part_conflict',
      'upload_intent_expired',
      'upload_cancelled',
      'upload_not_completable',
      'upload_state_conflict',
    ],
  },
  uploadCancel: {
    ...api,
    method: 'DELETE',
    path: '/api/v1/community/uploads/{attachmentId}/multipart',
    summary: 'Cancel an incomplete upload',
    access: 'upload',
    params,
    answers: ok('Cancelled', answer),
    refusals: ['attachment_in_use'],
  },
  attachmentRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/community/attachments/{attachmentId}',
    summary: 'The state of your attachment, with the received parts',
    access: 'session',
    params,
    answers: {
      200: { description: 'The current state', schema: answerWithParts },
      202: { description: 'Still being examined; ask again', schema: answerWithParts },
    },
  },
  attachmentDescribe: {
    ...api,
    method: 'PATCH',
    path: '/api/v1/community/attachments/{attachmentId}',
    summary: 'Set the alternative text of an attachment',
    access: 'upload',
    limit: 'react',
    params,
    body: {
      kind: 'json',
      schema: z.object({
        alt: z
          .string()
          .nullable()
          .transform(planAlt)
          .refine((alt) => alt !== undefined)
          .describe('At most 500 characters; null or empty: none'),
      }),
      capBytes: BODY_BYTES,
      invalid: 'invalid_alt',
    },
    answers: ok('The attachment', answer),
  },
  attachmentDelete: {
    ...api,
    method: 'DELETE',
    path: '/api/v1/community/attachments/{attachmentId}',
    summary: 'Delete an attachment that no post uses',
    access: 'upload-withdraw',
    params,
    answers: ok('Deleted', answer),
    refusals: ['attachment_in_use'],
  },
  attachmentRetry: {
    ...api,
    method: 'POST',
    path: '/api/v1/community/attachments/{attachmentId}/retry',
    summary: 'Examine a file again whose examination failed',
    access: 'upload',
    params,
    answers: { 202: { description: 'Examined again', schema: answer } },
    refusals: ['media_not_retryable'],
  },
  attachmentContentRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/community/attachments/{attachmentId}/content',
    summary: 'The file as others see it, one of its variants, or for its owner the original',
    access: 'viewer',
    params,
    query: {
      variant: {
        schema: z.enum(['media', 'poster', 'thumb', 'original']),
        refusal: 'invalid_media_variant',
        description: 'Default `media`; `original` is available to the owner for some days',
      },
    },
    answers: {
      200: { description: 'The bytes', mediaType: ANY_MEDIA_TYPE },
      206: { description: 'A range of them', mediaType: ANY_MEDIA_TYPE },
      304: { description: 'Unchanged' },
    },
    readsDatabase: true,
    refusals: ['storage_unavailable', 'media_variant_missing', 'attachment_object_missing'],
  },
});
