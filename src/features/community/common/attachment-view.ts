// Presentation of a post's files: URLs of the content route, and the available variants. Access to the bytes is decided
// elsewhere (posts/attachments.ts).
import { z } from 'zod';
import type { AttachmentItem } from './shapes.ts';

const variant = z.object({ mediaType: z.string(), width: z.number(), height: z.number() }).optional();

export const attachmentRow = z.object({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  size: z.number(),
  position: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationMs: z.number().nullable(),
  alt: z.string().nullable(),
  variants: z.object({ media: variant, poster: variant, thumb: variant }).nullable(),
});
export type AttachmentRow = Readonly<z.output<typeof attachmentRow>>;

/** URL of a file's content, or of one of its variants. */
export const contentUrlOf = (attachmentId: string, variant?: string): string =>
  `/api/v1/community/attachments/${attachmentId}/content${variant === undefined ? '' : `?variant=${variant}`}`;

export function presentPostAttachment(row: AttachmentRow): AttachmentItem {
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
