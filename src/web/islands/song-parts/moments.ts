// Moments of a chart: where the clock is between the rare moments that a sound reports, steps by beats and bars, pages, and
// moments in addresses. Pure.

/** A clock that is carried on by frames. Seconds. */
export interface Clock {
  readonly at: number;
  /** When this was, on the clock of frames. */
  readonly frame: number;
}

/** What the sound reports at a frame. */
interface SoundReport {
  readonly at: number;
  readonly frame: number;
  readonly rate: number;
  readonly isPlaying: boolean;
}

/** Beyond this the clock follows the sound instead of the frames. */
export const DRIFT_SECONDS = 0.03;

export function advanceClock(clock: Clock, { at, frame, rate, isPlaying }: SoundReport): Clock {
  if (!isPlaying) return { at, frame };
  const carried = clock.at + (frame - clock.frame) * rate;
  return { at: Math.abs(carried - at) > DRIFT_SECONDS ? at : carried, frame };
}

/** Index of the first entry of a sorted list whose value is at least `least`. */
export function firstFrom<T>(list: readonly T[], least: number, keyOf: (entry: T) => number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && keyOf(entry) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

const same = (value: number): number => value;

/** Bars with their end. */
export interface Bars {
  readonly starts: readonly number[];
  readonly end: number;
}

/** Index of the bar that contains a moment. */
export const barAt = ({ starts }: Bars, at: number): number =>
  Math.max(0, Math.min(starts.length, firstFrom(starts, at + 1e-6, same)) - 1);

const BEATS = 4;

/** The beat before or after a moment, or the bar. */
export function stepFrom(bars: Bars, at: number, direction: -1 | 1, unit: 'beat' | 'bar'): number {
  const bar = barAt(bars, at);
  const parts = unit === 'bar' ? 1 : BEATS;
  const candidates = [bar - 1, bar, bar + 1].flatMap((index) => {
    const from = bars.starts[index];
    const to = bars.starts[index + 1] ?? bars.end;
    return from === undefined ? [] : Array.from({ length: parts }, (_, part) => from + ((to - from) * part) / parts);
  });
  // A step back from just after a beat leads to the beat before it.
  const slack = 0.05;
  const found =
    direction > 0
      ? candidates.find((candidate) => candidate > at + slack)
      : candidates.findLast((candidate) => candidate < at - slack);
  return Math.max(0, found ?? (direction > 0 ? at : 0));
}

/** Bars on one page of the view that does not scroll. */
const PAGE_BARS = 4;

/** The page that shows a moment, and the beat at which its playhead stands. */
export function pageAt(bars: Bars, at: number): { readonly from: number; readonly to: number; readonly head: number } {
  const bar = barAt(bars, at);
  const first = bar - (bar % PAGE_BARS);
  const [start = 0, next = bars.end] = [bars.starts[bar], bars.starts[bar + 1]];
  const beat = (next - start) / BEATS;
  const head = beat > 0 ? start + Math.floor((at - start) / beat + 1e-6) * beat : start;
  return { from: bars.starts[first] ?? 0, to: bars.starts[first + PAGE_BARS] ?? bars.end, head };
}

/** A moment, or a loop, as an address names it. */
export interface Moment {
  readonly from: number;
  readonly to: number | undefined;
}

/** `#t=12.4` or `#t=8,12`. */
export function readMoment(hash: string): Moment | undefined {
  const [, from, to] = /^#t=(\d{1,5}(?:\.\d{1,3})?)(?:,(\d{1,5}(?:\.\d{1,3})?))?$/.exec(hash) ?? [];
  if (from === undefined) return undefined;
  const moment = { from: Number(from), to: to === undefined ? undefined : Number(to) };
  return moment.to !== undefined && moment.to <= moment.from ? { ...moment, to: undefined } : moment;
}

const written = (seconds: number): string => String(Math.round(seconds * 10) / 10);

export const writeMoment = ({ from, to }: Moment): string =>
  `#t=${written(from)}${to === undefined ? '' : `,${written(to)}`}`;
