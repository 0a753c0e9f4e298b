// What the parent and the child of picture work say to each other. The task is the parent's own. The report is a schema: the
// child has handled strangers' bytes, and its words are checked like theirs.
import { z } from 'zod';
import { MEDIA_FAULTS } from '../image-inspection.ts';
import type { InspectedType } from '../inspection.ts';

const side = z.int().min(1).max(16_383);

export interface PictureTask {
  /** What the file is announced as: then its structure is walked before anything is decoded. */
  readonly inspect?: InspectedType;
  readonly limits: {
    /** Width × height that is decoded at most. */
    readonly pixels: number;
    readonly memoryBytes: number;
    readonly processorSeconds: number;
    /** Largest result. */
    readonly fileBytes: number;
  };
  readonly outputs: readonly {
    /** The picture is made to fit these, at most 16,383 each, never enlarged. */
    readonly width: number;
    readonly height: number;
    /** `inside` keeps the proportions, `cover` fills and crops. */
    readonly fit: 'inside' | 'cover';
    readonly format: 'webp' | 'jpeg';
    /** 1 to 100. */
    readonly quality: number;
    /** Keeps every frame of an animation; default the first alone. */
    readonly animated?: boolean;
  }[];
}

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
