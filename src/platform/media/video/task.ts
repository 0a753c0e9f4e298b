// The task that the parent passes to the child that converts video (process.ts, program.ts).
import { z } from 'zod';

export const videoTask = z.object({
  container: z.enum(['mp4', 'webm']),
  /** Degrees clockwise. */
  rotation: z.int(),
  /** The video is cut here; the parent detects the excess. */
  secondsMax: z.number().positive(),
  bytesMax: z.int().positive(),
  processorSeconds: z.number().positive(),
  memoryBytes: z.int().positive(),
  /** Bits per second. */
  rate: z.int().positive(),
  soundRate: z.int().positive(),
  sideMax: z.int().positive(),
  /** Frames per second. */
  ratePerSecondMax: z.int().positive(),
});
export type VideoTask = z.output<typeof videoTask>;
