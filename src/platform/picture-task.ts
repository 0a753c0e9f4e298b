// What the parent and the child of picture work say to each other: the task and the report, as schemas, since the child
// has handled strangers' bytes and its words are checked like theirs.
import { z } from 'zod';
import { MEDIA_FAULTS } from './image-inspection.ts';
import { INSPECTED_TYPES } from './media-inspection.ts';

const side = z.int().min(1).max(16_383);

export const pictureTask = z.object({
  /** What the file is announced as: then its structure is walked before anything is decoded. */
  inspect: z.enum(INSPECTED_TYPES).optional(),
  limits: z.object({
    /** Width × height that is decoded at most. */
    pixels: z.int().positive(),
    memoryBytes: z.int().positive(),
    processorSeconds: z.number().positive(),
    /** Largest result. */
    fileBytes: z.int().positive(),
  }),
  outputs: z
    .array(
      z.object({
        /** The picture is made to fit these, never enlarged. */
        width: side,
        height: side,
        /** `inside` keeps the proportions, `cover` fills and crops. */
        fit: z.enum(['inside', 'cover']),
        format: z.enum(['webp', 'jpeg']),
        quality: z.int().min(1).max(100),
        /** Keeps every frame of an animation; default the first alone. */
        animated: z.boolean().optional(),
      }),
    )
    .max(8),
});
export type PictureTask = z.output<typeof pictureTask>;

export const PICTURE_FAILURES = ['invalid_image', 'image_dimensions_exceeded'] as const;
export type PictureFailure = (typeof PICTURE_FAILURES)[number];

export const pictureReport = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** What the inspection found, where one was asked for. */
    facts: z
      .object({
        width: z.int(),
        height: z.int(),
        frames: z.int(),
        durationMs: z.number().optional(),
        rotation: z.int().optional(),
      })
      .optional(),
    outputs: z.array(z.object({ width: side, height: side, bytes: z.int().positive() })),
  }),
  z.object({
    ok: z.literal(false),
    failure: z.enum(PICTURE_FAILURES),
    /** What the inspection found wrong. */
    fault: z.enum(MEDIA_FAULTS).optional(),
  }),
]);
export type PictureReport = z.output<typeof pictureReport>;
