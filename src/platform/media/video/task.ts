// What the parent tells the child that converts video (process.ts, program.ts).
import { z } from 'zod';

export const videoTask = z.object({
  container: z.enum(['mp4', 'webm']),
  /** Degrees clockwise. */
  rotation: z.int(),
  /** What goes on longer is cut here, and the parent sees it. */
  secondsMax: z.number().positive(),
  bytesMax: z.int().positive(),
  processorSeconds: z.number().positive(),
  memoryBytes: z.int().positive(),
  /** Bits a second. */
  rate: z.int().positive(),
  soundRate: z.int().positive(),
  sideMax: z.int().positive(),
  /** Pictures a second. */
  ratePerSecondMax: z.int().positive(),
});
export type VideoTask = z.output<typeof videoTask>;
