// Counts numbers in bins with round edges: 1, 2 or 5 times a power of ten, for dates units of the calendar in UTC. Pure.

export interface CountedNumber {
  readonly value: number;
  readonly count: number;
}

export interface Histogram {
  /** From `from` up to `to`, without `to` itself but in the last one. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly median: number | null;
  /** Entities without a value. */
  readonly absent: number;
}

const BINS_MAX = 40;
/** Numbers do not reach further. */
const POWER_MAX = 308;
/** Multiples of a step that are whole numbers for certain. */
const TIMES_MAX = 2 ** 50;
const FACTORS = [1, 2, 5] as const;

/** Counts values of any order. */
export function makeHistogram(values: readonly CountedNumber[], absent: number, areDates: boolean): Histogram {
  const sorted = values.filter(({ count }) => count > 0).sort((a, b) => a.value - b.value);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) {
    return { bins: [], min: null, max: null, mean: null, median: null, absent };
  }
  const edges = areDates ? dateEdges(first.value, last.value) : numberEdges(sorted, first.value, last.value);
  const counts = new Array<number>(edges.length - 1).fill(0);
  let bin = 0;
  let sum = 0;
  let total = 0;
  for (const { value, count } of sorted) {
    while (bin < counts.length - 1 && value >= (edges[bin + 1] ?? 0)) bin++;
    counts[bin] = (counts[bin] ?? 0) + count;
    sum += value * count;
    total += count;
  }
  return {
    bins: counts.map((count, at) => ({ from: edges[at] ?? 0, to: edges[at + 1] ?? 0, count })),
    min: first.value,
    max: last.value,
    mean: sum / total,
    median: (valueAt(sorted, Math.floor((total - 1) / 2)) + valueAt(sorted, Math.floor(total / 2))) / 2,
    absent,
  };
}

/** The value at a place among all values in their order. */
function valueAt(sorted: readonly CountedNumber[], place: number): number {
  let before = 0;
  for (const { value, count } of sorted) {
    before += count;
    if (place < before) return value;
  }
  return Number.NaN;
}

/** The edges of the narrowest bins that are few enough. */
function numberEdges(sorted: readonly CountedNumber[], min: number, max: number): readonly number[] {
  const areWhole = sorted.every(({ value }) => Number.isInteger(value));
  const span = Math.min(max - min, Number.MAX_VALUE);
  let power = Math.floor(Math.log10(span > 0 ? span / BINS_MAX : Math.max(1, Math.abs(max)) / BINS_MAX)) - 1;
  if (areWhole) power = Math.max(0, power);
  for (; power < POWER_MAX; power++) {
    for (const factor of FACTORS) {
      const edges = edgesOf(factor, power, min, max);
      if (edges !== undefined) return edges;
    }
  }
  return [min, max];
}

/** Multiples of a step around all values; undefined: they are too many. */
function edgesOf(factor: number, power: number, min: number, max: number): readonly number[] | undefined {
  // Powers below one are divided by, since their multiples would not be the numbers that a text such as 0.3 has.
  const multiple = (times: number): number =>
    power < 0 ? (times * factor) / 10 ** -power : times * factor * 10 ** power;
  const step = multiple(1);
  if (Math.max(Math.abs(min), Math.abs(max)) / step > TIMES_MAX) return undefined;
  let first = Math.floor(min / step);
  while (multiple(first) > min) first--;
  while (multiple(first + 1) <= min) first++;
  const edges = [multiple(first)];
  for (let times = first + 1; edges.length === 1 || (edges.at(-1) ?? 0) < max; times++) {
    if (edges.length > BINS_MAX) return undefined;
    edges.push(multiple(times));
  }
  return edges;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Monday. */
const WEEKS_FROM = Date.UTC(1970, 0, 5);

interface Calendar {
  readonly floor: (at: number) => number;
  readonly next: (at: number) => number;
}

const spans = (span: number, from = 0): Calendar => ({
  floor: (at) => Math.floor((at - from) / span) * span + from,
  next: (at) => at + span,
});

const months = (count: number): Calendar => ({
  floor: (at) => {
    const date = new Date(at);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    return monthStart(Math.floor(month / count) * count);
  },
  next: (at) => {
    const date = new Date(at);
    return monthStart(date.getUTCFullYear() * 12 + date.getUTCMonth() + count);
  },
});

function monthStart(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
  return date.getTime();
}

const YEARS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

const CALENDAR: readonly Calendar[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((span) => spans(span)),
  ...[1, 2, 5, 10, 15, 30].map((count) => spans(count * SECOND)),
  ...[1, 2, 5, 10, 15, 30].map((count) => spans(count * MINUTE)),
  ...[1, 2, 3, 6, 12].map((count) => spans(count * HOUR)),
  spans(DAY),
  spans(7 * DAY, WEEKS_FROM),
  ...[1, 3, 6].map(months),
  ...YEARS.map((count) => months(count * 12)),
];

const isMoment = (at: number): boolean => !Number.isNaN(new Date(at).getTime());

function dateEdges(min: number, max: number): readonly number[] {
  for (const { floor, next } of isMoment(min) && isMoment(max) ? CALENDAR : []) {
    const edges = [floor(min)];
    while (edges.length <= BINS_MAX && (edges.length === 1 || (edges.at(-1) ?? 0) < max)) {
      edges.push(next(edges.at(-1) ?? 0));
    }
    if ((edges.at(-1) ?? 0) >= max && edges.every((edge) => !Number.isNaN(edge))) return edges;
  }
  return numberEdges([{ value: min, count: 1 }], min, max);
}
