import { json } from '../../../http/routing/answer.ts';
import { isType } from '../../../http/routing/body.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal, type RefusalCode, required } from '../../../kernel/refusal.ts';
import {
  cancelUpload,
  createIntent,
  deleteAttachment,
  describeAttachment,
  type QuotaPlan,
  readParts,
  readVariants,
  requireOwned,
} from '../common/attachments.ts';
import { eraseJob } from '../common/jobs.ts';
import { type Attachment, presentAttachment, presentPart } from '../common/present.ts';
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
} from '../common/rules.ts';
import { retryScan } from '../examination/retry.ts';
import { answerAttachment, type ContentDependencies } from './content.ts';
import type { transferContract } from './contract.ts';
import { type FinishDependencies, finishUpload } from './finish.ts';
import { KnownUploads, type UploadLocation } from './known-uploads.ts';
import { countPart, receivePart } from './parts.ts';

export interface UploadHandlerDependencies extends FinishDependencies, ContentDependencies {
  /** Media types that this service can decode. */
  readonly mediaTypes: readonly MediaType[];
  readonly quota: QuotaPlan;
}

const OCTET_STREAM = 'application/octet-stream';

/** Announced length of the body. Refuses a body without one. */
function requireLength(request: Request): number {
  const text = request.headers.get('content-length');
  if (text === null || !/^\d{1,15}$/.test(text)) throw new Refusal('content_length_required');
  return Number(text);
}

function requireOctets(request: Request, code: RefusalCode): void {
  if (!isType(request, OCTET_STREAM)) throw new Refusal(code);
}

export function transferHandlers(dependencies: UploadHandlerDependencies): Handlers<typeof transferContract> {
  const { database, objects, enqueue, quota } = dependencies;
  const { db } = database;
  const accepted = new Set(dependencies.mediaTypes);
  const known = new KnownUploads();
  const store = { database, objects, known };

  const present = async (row: Attachment) => {
    known.note(row);
    return presentAttachment(row, row.status === 'ready' ? await readVariants(db, [row.id]) : []);
  };
  const answer = async <Status extends 200 | 202>(row: Attachment, status: Status) => ({
    status,
    body: { attachment: await present(row) },
  });
  const answerWithParts = async <Status extends 200 | 202>(row: Attachment, status: Status) => {
    const parts = row.status === 'reserved' || row.status === 'finishing' ? await readParts(db, row.id) : [];
    return { status, body: { attachment: await present(row), parts: parts.map(presentPart) } };
  };
  return {
    uploadPolicyRead: () =>
      json({
        limits: {
          partBytes: PART_BYTES,
          fileBytes: FILE_BYTES,
          attachmentsPerPost: ATTACHMENTS_PER_POST,
          videoSeconds: VIDEO_SECONDS,
        },
        mediaTypes: dependencies.mediaTypes,
      }),

    uploadIntentCreate: async ({ actor, headers, body }) => {
      const key = required(headers['idempotency-key'], 'invalid_idempotency_key');
      const { row, created } = await createIntent(
        database,
        actor,
        key,
        planIntent(body, accepted),
        quota,
        objects.parts.nameUpload,
      );
      const answered = { attachment: await present(row) };
      return created
        ? { status: 201, body: answered, headers: { Location: `/api/v1/community/attachments/${row.id}` } }
        : { status: 200, body: answered };
    },

    uploadContentWrite: async ({ context, actor: sender, params }) => {
      const { request } = context;
      // Browsers and tools set the file's type themselves, so the announced media type is also accepted.
      if (!MEDIA_TYPES.some((type) => isType(request, type))) requireOctets(request, 'media_type_mismatch');
      const isTypeOf = ({ mediaType }: UploadLocation): boolean =>
        isType(request, mediaType) || isType(request, OCTET_STREAM);
      const bytes = requireLength(request);
      const id = params.attachmentId;
      const judgePlan = (place: UploadLocation): RefusalCode | undefined => {
        if (!isTypeOf(place)) return 'media_type_mismatch';
        if (partCountOf(place.size) > 1) return 'multipart_required';
        return bytes === place.size ? undefined : 'size_mismatch';
      };
      const { judgeHead } = dependencies;
      const arrival = await receivePart(store, { context, sender, id, partNumber: 1, bytes, judgePlan, judgeHead });
      if ('row' in arrival) {
        if (!isTypeOf(arrival.row)) throw new Refusal('media_type_mismatch');
        return answer(arrival.row, 200);
      }
      const counted = await countPart(store, arrival.received, id);
      if (counted.part === undefined) return answer(counted.row, 200);
      return answer(await finishUpload(dependencies, arrival.received.actor, id, undefined), 202);
    },

    uploadPartWrite: async ({ context, actor: sender, params }) => {
      const { request } = context;
      requireOctets(request, 'invalid_part_media_type');
      const bytes = requireLength(request);
      const { attachmentId: id, partNumber } = params;
      const judgePlan = ({ size }: UploadLocation): RefusalCode | undefined => {
        const planned = partBytesOf(size, partNumber);
        if (planned === undefined) return 'invalid_part_number';
        return bytes === planned ? undefined : 'invalid_part_size';
      };
      const arrival = await receivePart(store, { context, sender, id, partNumber, bytes, judgePlan });
      if ('row' in arrival) return answerWithParts(arrival.row, 200);
      const counted = await countPart(store, arrival.received, id);
      if (counted.part === undefined) return answerWithParts(counted.row, 200);
      return json({ attachment: await present(counted.row), part: presentPart(counted.part) });
    },

    uploadComplete: async ({ actor, params, body }) =>
      answer(await finishUpload(dependencies, actor, params.attachmentId, body.parts), 202),

    uploadCancel: async ({ actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      const cancelled = await database.transaction(async (tx) => {
        const done = await cancelUpload(tx, row.id);
        if (done !== undefined) await enqueue(tx, eraseJob, { id: row.id });
        return done;
      });
      if (cancelled === undefined) throw new Refusal('attachment_in_use');
      return answer(cancelled, 200);
    },

    attachmentRead: async ({ actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      if (row.status === 'deleted') throw new Refusal('attachment_not_found');
      return answerWithParts(row, row.status === 'scanning' ? 202 : 200);
    },

    attachmentDescribe: async ({ actor, params, body }) => {
      const row = await describeAttachment(db, actor.accountId, params.attachmentId, body.alt ?? null);
      if (row === undefined) throw new Refusal('attachment_not_found');
      return answer(row, 200);
    },

    attachmentDelete: async ({ actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      const deleted = await database.transaction(async (tx) => {
        const done = await deleteAttachment(tx, row.id);
        if (done !== undefined) await enqueue(tx, eraseJob, { id: row.id });
        return done;
      });
      if (deleted !== undefined) return answer(deleted, 200);
      const now = await requireOwned(db, actor, row.id);
      throw new Refusal(now.status === 'deleted' ? 'attachment_not_found' : 'attachment_in_use');
    },

    attachmentRetry: async ({ actor, params }) => {
      const row = await requireOwned(db, actor, params.attachmentId);
      if (row.status === 'deleted') throw new Refusal('attachment_not_found');
      const again = required(await retryScan(dependencies, row.id), 'media_not_retryable');
      return answer(again, 202);
    },

    attachmentContentRead: ({ context, actor, params, query }) =>
      answerAttachment(dependencies, context, actor, params.attachmentId, query.variant ?? 'media'),
  };
}
