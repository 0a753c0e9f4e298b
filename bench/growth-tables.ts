// Tables of what grows: a figure at two sizes, and how many times as large it is at the larger one.
import { formatTable } from './machine.ts';

const GOAL = 1.5;

/** Name → figure. */
export type Figures = ReadonlyMap<string, number>;

/** Times of named pieces of work, milliseconds. */
export function keepTimes() {
  const milliseconds = new Map<string, number>();
  return {
    milliseconds,
    time: async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const startedAt = performance.now();
      await work();
      milliseconds.set(name, performance.now() - startedAt);
    },
  };
}

type Sized = readonly [size: number, figures: Figures];

/** Prints the figures of both sizes with their ratios. */
export function printGrowth(head: string, [smallSize, small]: Sized, [largeSize, large]: Sized): void {
  const rows = [...large].map(([name, value]) => {
    const before = small.get(name) ?? Number.NaN;
    const ratio = value / before;
    return [name, before.toFixed(0), value.toFixed(0), ratio.toFixed(2), ratio <= GOAL ? 'met' : 'missed'];
  });
  process.stdout.write(`${formatTable([head, String(smallSize), String(largeSize), '×', `goal ${GOAL}`], rows)}\n\n`);
}
