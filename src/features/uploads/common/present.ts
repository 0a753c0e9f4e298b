// Presents attachments to clients (reference sheet, 7.2). Pure. Internal states are mapped to those of the
// specification.
import type { attachment, attachmentPart, attachmentVariant } from '../../../platform/database/schema/uploads.ts';
import { isVideo, PART_BYTES, partCountOf } from './rules.ts';
import type { AttachmentView, PartView } from './view.ts';

export type Attachment = typeof attachment.$inferSelect;
export type Part = typeof attachmentPart.$inferSelect;
export type Variant = typeof attachmentVariant.$inferSelect;
export type VariantKind = Variant['kind'];

const MODERATION = {
  reserved: 'pending',
  scanning: 'pending',
  ready: 'allow',
  review: 'review',
  rejected: 'rejected',
  deleted: 'deleted',
} as const;

export const presentPart = ({ partNumber, bytes, etag }: Part): PartView => ({ partNumber, byteSize: bytes, etag });

/** The descriptor of an attachment with its variants. */
export function presentAttachment(row: Attachment, variants: readonly Variant[] = []): AttachmentView {
  const { id, size } = row;
  const status = row.status === 'finishing' ? 'reserved' : row.status;
  const isReserved = status === 'reserved';
  const isReady = status === 'ready';
  const upload = `/api/v1/community/uploads/${id}`;
  const content = `/api/v1/community/attachments/${id}/content`;
  const find = (kind: VariantKind): Variant | undefined =>
    isReady ? variants.find((variant) => variant.kind === kind) : undefined;
  const media = find('media');
  const urlOf = (kind: VariantKind): string | null => (find(kind) === undefined ? null : `${content}?variant=${kind}`);
  return {
    id,
    fileName: row.fileName,
    mediaType: row.mediaType,
    size,
    width: row.width,
    height: row.height,
    alt: row.alt,
    status,
    moderationStatus: MODERATION[status],
    failureCode: row.failureCode,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt?.getTime() ?? null,
    uploadUrl: isReserved && partCountOf(size) === 1 ? `${upload}/content` : null,
    multipart: isReserved
      ? {
          partSize: PART_BYTES,
          partCount: partCountOf(size),
          partUploadUrl: `${upload}/parts/{partNumber}`,
          completeUrl: `${upload}/complete`,
          cancelUrl: `${upload}/multipart`,
        }
      : null,
    downloadUrl: isReady ? content : null,
    processing:
      row.processing === null
        ? null
        : {
            state: row.processing,
            progress: row.progress,
            error: row.processing === 'failed' ? row.failureCode : null,
          },
    displayMediaType: media?.mediaType ?? null,
    displayWidth: media?.width ?? null,
    displayHeight: media?.height ?? null,
    durationSeconds: row.durationMs === null ? null : row.durationMs / 1000,
    previewUrl: isVideo(row.mediaType) ? null : urlOf('media'),
    playbackUrl: isVideo(row.mediaType) ? urlOf('media') : null,
    posterUrl: urlOf('poster'),
    thumbnailUrl: urlOf('thumb'),
  };
}
