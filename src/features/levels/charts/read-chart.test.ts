// Charts that are read from level data: whatever converts gives a chart that can be drawn, and whatever does not is none.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { ChartFault, convertChart } from '../publish/charts.ts';
import { BeatClock } from './beat-clock.ts';
import { describeChart } from './facts.ts';
import { readChart } from './read-chart.ts';

const BPM = { type: 'BPM', bpm: 120, beat: 0 };
const convert = (chart: unknown): unknown => {
  try {
    return convertChart('bestdori', new TextEncoder().encode(JSON.stringify(chart)));
  } catch (error) {
    if (error instanceof ChartFault) return undefined;
    throw error;
  }
};

test('any chart can be drawn, or is none', () => {
  const beat = fc.oneof(fc.integer({ min: -8, max: 400 }), fc.double({ min: -8, max: 400, noNaN: true }));
  const lane = fc.integer({ min: -2, max: 9 });
  const connection = fc.record({ lane, beat, hidden: fc.boolean(), flick: fc.boolean() });
  const object = fc.oneof(
    fc.record({ type: fc.constant('BPM'), beat, bpm: fc.double({ min: 0.5, max: 5000, noNaN: true }) }),
    fc.record({ type: fc.constant('Single'), beat, lane, flick: fc.boolean() }),
    fc.record({ type: fc.constant('Directional'), beat, lane, direction: fc.constantFrom('Left', 'Right') }),
    fc.record({ type: fc.constant('Slide'), connections: fc.array(connection, { minLength: 1, maxLength: 6 }) }),
  );
  fc.assert(
    fc.property(fc.array(object, { maxLength: 30 }), (objects) => {
      const chart = readChart(convert([BPM, { type: 'Single', lane: 3, beat: 1 }, ...objects]), 7);
      if (chart === undefined) return;
      const { notes, slides, bars, bpm, density, counts, seconds } = chart;
      const numbers = [...notes, ...slides.flat(), ...bpm].flat().filter((value) => typeof value === 'number');
      expect([...numbers, ...bars, seconds].every(Number.isFinite)).toBe(true);
      const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
      expect(sum(Object.values(counts))).toBe(notes.length);
      expect(sum(density)).toBe(notes.length);
      for (const moments of [notes.map(([at]) => at), bars, bpm.map(([at]) => at)]) {
        expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      }
      const { parts, total } = describeChart(chart);
      expect(parts.at(-1)?.lastBar).toBe(bars.length);
      expect(sum(parts.map(({ taps, flicks, slides: points }) => taps + flicks + points))).toBe(total);
    }),
    { numRuns: 300 },
  );
});

describe('what is no chart', () => {
  const note = { archetype: 'TapNote', data: [{ name: '#BEAT', value: 1 }] };
  const tempo = (bpm: number) => ({
    archetype: '#BPM_CHANGE',
    data: [
      { name: '#BEAT', value: 0 },
      { name: '#BPM', value: bpm },
    ],
  });
  test.each([
    ['nothing', undefined],
    ['a text', 'chart'],
    ['no entities', { bgmOffset: 0 }],
    ['no tempo', { bgmOffset: 0, entities: [note] }],
    ['a tempo that stands', { bgmOffset: 0, entities: [tempo(0), note] }],
    ['no notes', { bgmOffset: 0, entities: [tempo(120)] }],
    ['no finite offset', { bgmOffset: null, entities: [tempo(120), note] }],
    ['an end before the sound', { bgmOffset: -900, entities: [tempo(120), note] }],
    ['hours', { bgmOffset: 0, entities: [tempo(0.01), note] }],
    ['too many notes', { bgmOffset: 0, entities: [tempo(120), ...Array.from({ length: 20_001 }, () => note)] }],
  ])('%s', (_name, data) => expect(readChart(data, 7)).toBeUndefined());

  test('points that hang on nothing are left out', () => {
    const lost = { archetype: 'NormalAttachedSlideTickNote', data: [{ name: 'attach', ref: 'gone' }] };
    const torn = { archetype: 'NormalSlideConnector', data: [{ name: 'start', ref: 'gone' }] };
    const chart = readChart({ bgmOffset: 0, entities: [tempo(120), note, lost, torn] }, 12);
    expect([chart?.notes.length, chart?.slides]).toEqual([1, []]);
  });
});

test('beats and seconds across tempo changes', () => {
  const clock = new BeatClock(
    [
      { beat: 8, bpm: 240 },
      { beat: 0, bpm: 60 },
      { beat: 8, bpm: 120 },
    ],
    0.5,
  );
  expect([-2, 0, 4, 8, 10].map((beat) => clock.at(beat))).toEqual([-1.5, 0.5, 4.5, 8.5, 9.5]);
});
