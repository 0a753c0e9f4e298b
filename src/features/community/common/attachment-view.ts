// Presentation of a post's files: URLs of the content route, and the available variants. Access to the bytes is decided
// elsewhere (posts/attachments.ts).
import type { AttachmentItem } from './shapes.ts';

interface VariantFacts {
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

export interface AttachmentRow {
  readonly id: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly position: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly alt: string | null;
  readonly variants: Readonly<Partial<Record<'media' | 'poster' | 'thumb', VariantFacts>>> | null;
}

/** URL of a file's content, or of one of its variants. */
export const contentUrlOf = (attachmentId: string, variant?: string): string =>
  `/api/v1/community/attachments/${attachmentId}/content${variant === undefined ? '' : `?variant=${variant}`}`;

export function presentAttachment(row: AttachmentRow): AttachmentItem {
  const media = row.variants?.media;
  const isVideo = (media?.mediaType ?? row.mediaType).startsWith('video/');
  const variantUrl = (name: 'media' | 'poster' | 'thumb'): string | null =>
    row.variants?.[name] === undefined ? null : contentUrlOf(row.id, name);
  return {
    id: row.id,
    fileName: row.fileName,
    mediaType: row.mediaType,
    size: row.size,
    position: row.position,
    width: row.width,
    height: row.height,
    alt: row.alt,
    status: 'ready',
    moderationStatus: 'allow',
    contentUrl: contentUrlOf(row.id),
    displayMediaType: media?.mediaType ?? null,
    displayWidth: media?.width ?? null,
    displayHeight: media?.height ?? null,
    durationSeconds: row.durationMs === null ? null : row.durationMs / 1000,
    previewUrl: isVideo ? null : variantUrl('media'),
    playbackUrl: isVideo ? variantUrl('media') : null,
    posterUrl: variantUrl('poster'),
    thumbnailUrl: variantUrl('thumb'),
  };
}
