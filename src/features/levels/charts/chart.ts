// A chart as pages and programs draw it: places in lanes counted from the left edge, moments in seconds of the sound. Also what
// a page says of a chart without drawing it.
import { z } from 'zod';

/** How a note is played. `slide`: the ends of a slide, `tick`: a point between them; `left`, `right`: flicks with a direction. */
export const NOTE_KINDS = ['tap', 'flick', 'left', 'right', 'trace', 'slide', 'tick'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

const at = z.number().describe('Seconds of the sound');
const lane = z.number().describe('Left edge in lanes, from 0');
const width = z.number().describe('Width in lanes');

export const chartSchema = z
  .object({
    lanes: z.int().describe('Number of lanes: 7, or 12 for `usc` and `sus`'),
    seconds: z.number().describe('End of the last bar with a note'),
    bars: z.array(at).describe('Where bars of four beats begin'),
    bpm: z.array(z.tuple([at, z.number().describe('Beats per minute from there on')])),
    notes: z.array(z.tuple([at, lane, width, z.enum(NOTE_KINDS)])).describe('By time, then by lane'),
    slides: z
      .array(z.array(z.tuple([at, lane, width])))
      .describe('Ribbons of slides, by time: points that are joined by straight lines'),
    counts: z.partialRecord(z.enum(NOTE_KINDS), z.int()).describe('Notes by kind; kinds that do not occur are absent'),
    density: z.array(z.int()).describe('Notes in each second, from 0'),
  })
  .meta({ id: 'Chart' });
export type Chart = z.output<typeof chartSchema>;
export type ChartNote = Chart['notes'][number];
export type SlidePoint = Chart['slides'][number][number];

/** Four bars of a chart, fewer at its end. */
export interface ChartPart {
  /** Number of its first bar, from 1. */
  readonly bar: number;
  /** Number of its last bar. */
  readonly lastBar: number;
  readonly from: number;
  readonly to: number;
  readonly taps: number;
  readonly flicks: number;
  readonly slides: number;
  readonly bpm: number;
}

/** What a page says of a chart. */
export interface ChartFacts extends Pick<Chart, 'lanes' | 'seconds' | 'counts' | 'density'> {
  readonly total: number;
  readonly bpm: { readonly least: number; readonly most: number };
  /** Four bars each, in order; no more than fit on a page. */
  readonly parts: readonly ChartPart[];
}
