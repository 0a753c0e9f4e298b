// The messages between parent and child in picture processing. The task comes from the parent and is trusted. The
// report is validated by a schema, because the child has processed untrusted data.
import { z } from 'zod';
import { MEDIA_FAULTS } from '../image-inspection.ts';
import type { InspectedType } from '../inspection.ts';

export interface CardDrawing {
  /** SVG without links. Its texts are escaped. */
  readonly svg: string;
  /** Where the picture stands, cropped to fit; undefined: nowhere, and the input is empty. */
  readonly box?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

const side = z.int().min(1).max(16_383);

export interface PictureTask {
  /** Declared media type. If given, the structure is inspected before anything is decoded. */
  readonly inspect?: InspectedType;
  readonly limits: {
    /** Maximum width × height that is decoded. */
    readonly pixels: number;
    readonly memoryBytes: number;
    readonly processorSeconds: number;
    /** Maximum size of a result. */
    readonly fileBytes: number;
  };
  /** Whether the input is a drawing (SVG), which no other task decodes. */
  readonly vector?: true;
  /** A drawing of ours on which the picture is put; the only output has its size. */
  readonly card?: CardDrawing;
  readonly outputs: readonly {
    /** Bounds of the result, at most 16,383 each. Pictures are never enlarged. */
    readonly width: number;
    readonly height: number;
    /** `inside` keeps the aspect ratio; `cover` fills the bounds and crops. */
    readonly fit: 'inside' | 'cover';
    readonly format: 'webp' | 'jpeg' | 'png';
    /** 1 to 100. */
    readonly quality: number;
    /** Keeps every frame of an animation. Default: the first frame only. */
    readonly animated?: boolean;
  }[];
}

/** What the child is started with: the task for the one picture that is its input, or the limits of a run of pictures. */
export type DecoderStart =
  | { readonly task: PictureTask }
  | { readonly limits: PictureTask['limits']; readonly pictures: number };

const PICTURE_FAILURES = ['invalid_image', 'image_dimensions_exceeded'] as const;
export type PictureFailure = (typeof PICTURE_FAILURES)[number];

export const pictureReport = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** Facts found by the inspection, if one was requested. */
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
    /** Fault found by the inspection. */
    fault: z.enum(MEDIA_FAULTS).optional(),
  }),
]);
export type PictureReport = z.output<typeof pictureReport>;
