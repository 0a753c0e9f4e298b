// Schemas of charts as the engine packages accept them. Unknown fields of bestdori objects are dropped. Unknown fields
// of usc objects are refused, because dialects give them different meanings. All numbers are finite and bounded.
import type { BestdoriObject } from 'sonolus-bandori-engine';
import type { USCObject, USCSlideNote } from 'sonolus-pjsekai-engine';
import { z } from 'zod';

/** About nine hours at 180 BPM. */
const BEATS_MAX = 100_000;
const CONNECTIONS_MAX = 4096;

const beat = z.number().min(-BEATS_MAX).max(BEATS_MAX);
const lane = z.number().min(-64).max(64);
const size = z.number().min(0).max(64);
const bpm = z.number().gt(0).max(100_000);
const mark = z
  .boolean()
  .optional()
  .transform((value) => value === true);

export interface ChartSchema<T> {
  safeParse(value: unknown): z.ZodSafeParseResult<T>;
}

const connection = z.object({ beat, lane, flick: mark, hidden: mark }).transform(({ flick, hidden, ...rest }) => ({
  ...rest,
  ...(flick && { flick: true as const }),
  ...(hidden && { hidden: true as const }),
}));
const connections = z.array(connection).min(1).max(CONNECTIONS_MAX);

/** Object schemas by `type`. */
export const bestdoriObjectSchemas: ReadonlyMap<string, ChartSchema<BestdoriObject>> = new Map<
  string,
  ChartSchema<BestdoriObject>
>([
  ['BPM', z.object({ type: z.literal('BPM'), beat, bpm })],
  ['System', z.object({ type: z.literal('System'), beat, data: z.string() })],
  [
    'Single',
    z
      .object({ type: z.literal('Single'), beat, lane, flick: mark })
      .transform(({ flick, ...rest }) => ({ ...rest, ...(flick && { flick: true as const }) })),
  ],
  [
    'Directional',
    z.object({
      type: z.literal('Directional'),
      beat,
      lane,
      direction: z.enum(['Left', 'Right']),
      width: z.int().min(1).max(7).default(1),
    }),
  ],
  ['Long', z.object({ type: z.literal('Long'), connections })],
  ['Slide', z.object({ type: z.literal('Slide'), connections })],
]);

const ease = z.enum(['out', 'linear', 'in']);
const direction = z.enum(['left', 'up', 'right']);
const place = { beat, lane, size };
const judged = { trace: z.boolean(), critical: z.boolean() };

const ignore = z.strictObject({ type: z.literal('ignore'), ...place, ease });
const start = z.strictObject({ type: z.literal('start'), ...place, ...judged, ease });
const tick = z.strictObject({ type: z.literal('tick'), ...place, ...judged, ease });
const hidden = z.strictObject({ type: z.literal('hidden'), beat });
const attach = z.strictObject({ type: z.literal('attach'), beat, critical: z.boolean() });
const end = z.strictObject({
  type: z.literal('end'),
  ...place,
  ...judged,
  direction: z.exactOptional(direction),
});

type Points = USCSlideNote['connections'];

/** Points sorted by beat. A slide must begin with `start` or `ignore` and end with `end` or `ignore`. */
const points = z
  .array(z.discriminatedUnion('type', [ignore, start, tick, hidden, attach, end]))
  .min(2)
  .max(CONNECTIONS_MAX)
  .transform((list, context): Points => {
    const [first, ...middle] = list.toSorted((a, b) => a.beat - b.beat);
    const last = middle.pop();
    const inner = middle.flatMap((point) => (point.type === 'start' || point.type === 'end' ? [] : [point]));
    const isWhole =
      (first?.type === 'start' || first?.type === 'ignore') &&
      (last?.type === 'end' || last?.type === 'ignore') &&
      inner.length === middle.length;
    if (isWhole) return [first, ...inner, last];
    context.addIssue({ code: 'custom', message: 'begins, goes on or ends with a point of another kind' });
    return z.NEVER;
  });

/** The outer object. Its objects are validated one by one. */
export const uscSchema = z.strictObject({
  offset: z.number().min(-86_400).max(86_400),
  objects: z.array(z.unknown()),
});

/** Object schemas by `type`. */
export const uscObjectSchemas: ReadonlyMap<string, ChartSchema<USCObject>> = new Map<string, ChartSchema<USCObject>>([
  ['bpm', z.strictObject({ type: z.literal('bpm'), beat, bpm })],
  ['timeScale', z.strictObject({ type: z.literal('timeScale'), beat, timeScale: z.number().min(-10_000).max(10_000) })],
  ['single', z.strictObject({ type: z.literal('single'), ...place, ...judged, direction: z.exactOptional(direction) })],
  [
    'slide',
    z.strictObject({
      type: z.literal('slide'),
      active: z.boolean(),
      critical: z.boolean(),
      connections: points,
    }),
  ],
]);
