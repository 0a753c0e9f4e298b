// An attachment and its parts as clients see them (reference sheet, 7.2).
import { z } from 'zod';
import { milliseconds } from '../../../http/routing/declarations.ts';

const status = z.enum(['reserved', 'scanning', 'ready', 'review', 'rejected', 'deleted']);

export const attachmentView = z
  .object({
    id: z.string(),
    fileName: z.string(),
    mediaType: z.string(),
    size: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    alt: z.string().nullable().describe('What it shows, at most 500 characters'),
    status,
    moderationStatus: z.enum(['pending', 'allow', 'review', 'rejected', 'deleted']),
    failureCode: z.string().nullable().describe('Why it was rejected'),
    createdAt: milliseconds,
    expiresAt: milliseconds.nullable().describe('Null once a post holds it'),
    uploadUrl: z.string().nullable().describe('While reserved, of a file of one part'),
    multipart: z
      .object({
        partSize: z.int(),
        partCount: z.int(),
        partUploadUrl: z.string().describe('With `{partNumber}` to be substituted'),
        completeUrl: z.string(),
        cancelUrl: z.string(),
      })
      .nullable()
      .describe('While reserved'),
    downloadUrl: z.string().nullable().describe('Once ready'),
    processing: z
      .object({
        state: z.enum(['queued', 'processing', 'ready', 'failed']),
        progress: z.number(),
        error: z.string().nullable(),
      })
      .nullable(),
    displayMediaType: z.string().nullable(),
    displayWidth: z.int().nullable(),
    displayHeight: z.int().nullable(),
    durationSeconds: z.number().nullable(),
    previewUrl: z.string().nullable().describe('Of images'),
    playbackUrl: z.string().nullable().describe('Of video'),
    posterUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
  })
  .meta({ id: 'Attachment' });
export type AttachmentView = z.output<typeof attachmentView>;

export const partView = z
  .object({ partNumber: z.int(), byteSize: z.int(), etag: z.string() })
  .meta({ id: 'AttachmentPart' });
export type PartView = z.output<typeof partView>;
