// Handlers of uploads: from the request to the module that does it, and the descriptor back.
import { isType } from '../../http/body.ts';
import type { RequestContext } from '../../http/context.ts';
import type { Handlers } from '../../http/contract.ts';
import type { Actor } from '../../http/guard.ts';
import { answerJson } from '../../http/json.ts';
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import {
  cancelUpload,
  createIntent,
  deleteAttachment,
  type QuotaPlan,
  readParts,
  readVariants,
  refuseUpload,
  requireOwned,
} from './attachments.ts';
import { answerAttachment, type ContentParts } from './content.ts';
import type { uploadsContract } from './contract.ts';
import { type FinishParts, finishUpload } from './finish.ts';
import { eraseJob } from './jobs.ts';
import { countPart, HEAD_BYTES, receivePart } from './parts.ts';
import { type Attachment, presentAttachment, presentPart } from './present.ts';
import { retryScan } from './retry.ts';
import {
  ATTACHMENTS_PER_POST,
  FILE_BYTES,
  MEDIA_TYPES,
  type MediaType,
  PART_BYTES,
  partBytesOf,
  partCountOf,
  planIntent,
  VIDEO_SECONDS,
} from './rules.ts';

export interface UploadsParts extends FinishParts, ContentParts {
  /** Types that this service can decode. */
  readonly mediaTypes: readonly MediaType[];
  readonly quota: QuotaPlan;
}

const OCTET_STREAM = 'application/octet-stream';

/** Length of the body as it was announced; a body without one is refused. */
function requireLength(request: Request): number {
  const text = request.headers.get('content-length');
  if (text === null || !/^\d{1,15}$/.test(text)) throw new Refusal('content_length_required');
  return Number(text);
}

function requireOctets(request: Request, code: RefusalCode): void {
  if (!isType(request, OCTET_STREAM)) throw new Refusal(code);
}

export function uploadsHandlers(options: UploadsParts): Handlers<typeof uploadsContract> {
  const { database, objects, enqueue, quota } = options;
  const { db } = database;
  const accepted = new Set(options.mediaTypes);

  const present = async (row: Attachment) =>
    presentAttachment(row, row.status === 'ready' ? await readVariants(db, [row.id]) : []);
  const answer = async (context: RequestContext, row: Attachment, status: number): Promise<Response> =>
    answerJson(context, { attachment: await present(row) }, { status });
  const answerWithParts = async (context: RequestContext, row: Attachment, status = 200): Promise<Response> => {
    const parts = row.status === 'reserved' || row.status === 'finishing' ? await readParts(db, row.id) : [];
    return answerJson(context, { attachment: await present(row), parts: parts.map(presentPart) }, { status });
  };
  /** An attachment that takes bytes, or one that is past that. */
  const requireUpload = async (actor: Actor, id: string): Promise<Attachment> => {
    const row = await requireOwned(db, actor, id);
    const refusal = refuseUpload(row);
    if (refusal !== undefined) throw refusal;
    return row;
  };

  return {
    uploadPolicyRead: ({ context }) =>
      answerJson(context, {
        limits: {
          partBytes: PART_BYTES,
          fileBytes: FILE_BYTES,
          attachmentsPerPost: ATTACHMENTS_PER_POST,
          videoSeconds: VIDEO_SECONDS,
        },
        mediaTypes: options.mediaTypes,
      }),

    uploadIntentCreate: async ({ context, actor, headers, body }) => {
      const key = headers['idempotency-key'];
      if (key === undefined) throw new Refusal('invalid_idempotency_key');
      const { row, created } = await createIntent(database, actor, key, planIntent(body, accepted), quota);
      return answerJson(
        context,
        { attachment: await present(row) },
        created ? { status: 201, headers: { Location: `/api/v1/community/attachments/${row.id}` } } : { status: 200 },
      );
    },

    uploadContentWrite: async ({ context, actor, params }) => {
      const { request } = context;
      // Browsers and tools name the type of the file by themselves: that which was announced is as good.
      if (!MEDIA_TYPES.some((type) => isType(request, type))) requireOctets(request, 'media_type_mismatch');
      const length = requireLength(request);
      const row = await requireUpload(actor, params.attachmentId);
      if (!isType(request, row.mediaType)) requireOctets(request, 'media_type_mismatch');
      if (row.status !== 'reserved') return answer(context, row, 200);
      if (partCountOf(row.size) > 1) throw new Refusal('multipart_required');
      if (length !== row.size) throw new Refusal('size_mismatch');
      const received = await receivePart(options, row, 1, length, request, HEAD_BYTES);
      const fault = options.judgeHead(received.head, row.mediaType);
      if (fault !== undefined) {
        // The intent stays: another try may bring the right file.
        await objects.parts.drop(received.upload, received.stored.token);
        throw new Refusal(fault);
      }
      const counted = await countPart(options, received, row.id);
      if (counted.part === undefined) return answer(context, counted.row, 200);
      return answer(context, await finishUpload(options, actor, row.id, undefined), 202);
    },

    uploadPartWrite: async ({ context, actor, params }) => {
      const { request } = context;
      requireOctets(request, 'invalid_part_media_type');
      const length = requireLength(request);
      const row = await requireUpload(actor, params.attachmentId);
      if (row.status !== 'reserved') return answerWithParts(context, row);
      const planned = partBytesOf(row.size, params.partNumber);
      if (planned === undefined) throw new Refusal('invalid_part_number');
      if (length !== planned) throw new Refusal('invalid_part_size');
      const received = await receivePart(options, row, params.partNumber, planned, request);
      const counted = await countPart(options, received, row.id);
      if (counted.part === undefined) return answerWithParts(context, counted.row);
      return answerJson(context, { attachment: await present(counted.row), part: presentPart(counted.part) });
    },

    uploadComplete: async ({ context, actor, params, body }) =>
      answer(context, await finishUpload(options, actor, params.attachmentId, body.parts), 202),

    uploadCancel: async ({ context, actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      const cancelled = await database.transaction(async (tx) => {
        const done = await cancelUpload(tx, row.id);
        if (done !== undefined) await enqueue(tx, eraseJob, { id: row.id });
        return done;
      });
      if (cancelled === undefined) throw new Refusal('attachment_in_use');
      return answer(context, cancelled, 200);
    },

    attachmentRead: async ({ context, actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      if (row.status === 'deleted') throw new Refusal('attachment_not_found');
      return answerWithParts(context, row, row.status === 'scanning' ? 202 : 200);
    },

    attachmentDelete: async ({ context, actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      const deleted = await database.transaction(async (tx) => {
        const done = await deleteAttachment(tx, row.id);
        if (done !== undefined) await enqueue(tx, eraseJob, { id: row.id });
        return done;
      });
      if (deleted !== undefined) return answer(context, deleted, 200);
      const now = await requireOwned(db, actor, row.id);
      throw new Refusal(now.status === 'deleted' ? 'attachment_not_found' : 'attachment_in_use');
    },

    attachmentRetry: async ({ context, actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      if (row.status === 'deleted') throw new Refusal('attachment_not_found');
      const again = await retryScan(options, row.id);
      if (again === undefined) throw new Refusal('media_not_retryable');
      return answer(context, again, 202);
    },

    attachmentContentRead: ({ context, actor, params, query }) =>
      answerAttachment(options, context, actor, params.attachmentId, query.variant ?? 'media'),
  };
}
