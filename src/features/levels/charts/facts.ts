// What a page says of a chart without drawing it. Pure.
import type { Chart, ChartFacts, ChartPart, NoteKind } from './chart.ts';

const PART_BARS = 4;
/** An hour at 128 BPM has 480. */
const PARTS_MAX = 500;

const SUMMED: Readonly<Record<NoteKind, 'taps' | 'flicks' | 'slides'>> = {
  tap: 'taps',
  trace: 'taps',
  flick: 'flicks',
  left: 'flicks',
  right: 'flicks',
  slide: 'slides',
  tick: 'slides',
};

/** The facts of a chart. */
export function describeChart(chart: Chart): ChartFacts {
  const { lanes, seconds, counts, density, notes } = chart;
  const tempos = chart.bpm.map(([, bpm]) => bpm);
  return {
    lanes,
    seconds,
    counts,
    density,
    total: notes.length,
    bpm: { least: tempos.reduce((a, b) => Math.min(a, b)), most: tempos.reduce((a, b) => Math.max(a, b)) },
    parts: describeParts(chart),
  };
}

function describeParts({ bars, bpm, notes, seconds }: Chart): readonly ChartPart[] {
  const parts: ChartPart[] = [];
  let note = 0;
  for (let bar = 0; bar < bars.length && parts.length < PARTS_MAX; bar += PART_BARS) {
    const from = bars[bar] ?? 0;
    const next = bars[bar + PART_BARS];
    const to = next ?? seconds;
    const sums = { taps: 0, flicks: 0, slides: 0 };
    // A note that is rounded up to the end belongs to the last part.
    const before = next ?? Number.POSITIVE_INFINITY;
    for (let found = notes[note]; found !== undefined && found[0] < before; found = notes[note]) {
      sums[SUMMED[found[3]]] += 1;
      note += 1;
    }
    const tempo = bpm.findLast(([at]) => at <= from) ?? bpm[0];
    parts.push({
      bar: bar + 1,
      lastBar: Math.min(bar + PART_BARS, bars.length),
      from,
      to,
      ...sums,
      bpm: tempo?.[1] ?? 0,
    });
  }
  return parts;
}
