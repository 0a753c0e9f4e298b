// Charts of a song in three difficulties, read off its score: a note for a melody tone, pitch as lane, long tones held,
// phrase ends flicked, accents doubled. The format is `bestdori`: a list of objects in beats, lanes 0–6.
import { createRandom } from './random.ts';
import type { Score, Tone } from './score.ts';

export const DIFFICULTIES = ['easy', 'normal', 'expert'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

interface Point {
  readonly lane: number;
  readonly beat: number;
  readonly flick?: true;
  readonly hidden?: true;
}

export type ChartObject =
  | { readonly type: 'BPM'; readonly bpm: number; readonly beat: number }
  | { readonly type: 'System'; readonly data: string; readonly beat: number }
  | ({ readonly type: 'Single' } & Point)
  | {
      readonly type: 'Directional';
      readonly beat: number;
      readonly lane: number;
      readonly direction: 'Left' | 'Right';
      readonly width: number;
    }
  | { readonly type: 'Long' | 'Slide'; readonly connections: readonly Point[] };

const LANE_MAX = 6;
/** Smallest distance between two notes of the melody, in beats. */
const GAPS = { easy: 2, normal: 1, expert: 0.5 } as const;

/** Writes the chart of a song; the same score is the same chart. */
export function writeChart(score: Score, songId: number, difficulty: Difficulty): readonly ChartObject[] {
  const random = createRandom(songId * 31 + DIFFICULTIES.indexOf(difficulty));
  const notes: ChartObject[] = [];
  const tones = thinOut(score.melody, GAPS[difficulty]);
  const low = Math.min(...tones.map((tone) => tone.pitch));
  const high = Math.max(...tones.map((tone) => tone.pitch));
  let previousLane = -1;
  for (const [index, tone] of tones.entries()) {
    let lane = Math.round(((tone.pitch - low) / Math.max(1, high - low)) * LANE_MAX);
    if (lane === previousLane) lane += lane === LANE_MAX || (lane > 0 && random.next() < 0.5) ? -1 : 1;
    previousLane = lane;
    const next = tones[index + 1]?.beat ?? score.beats;
    const phrase = score.beatsPerBar * 2;
    const endsPhrase = Math.floor(next / phrase) !== Math.floor(tone.beat / phrase);
    notes.push(...writeNote(tone, lane, next, endsPhrase, difficulty, random.next()));
  }
  const head: ChartObject[] = score.tempo.map(([beat, bpm]) => ({ type: 'BPM', bpm, beat }));
  head.splice(1, 0, { type: 'System', data: `song-${songId}.wav`, beat: 0 });
  return [...head, ...notes].sort((a, b) => firstBeat(a) - firstBeat(b));
}

function writeNote(
  tone: Tone,
  lane: number,
  next: number,
  endsPhrase: boolean,
  difficulty: Difficulty,
  chance: number,
): readonly ChartObject[] {
  const { beat } = tone;
  const mirrored = LANE_MAX - lane;
  const room = next - beat;
  if (tone.length >= 1.5 && room >= 1.5) {
    const end = beat + Math.min(tone.length, room - 0.5);
    if (difficulty === 'easy')
      return [
        {
          type: 'Long',
          connections: [
            { lane, beat },
            { lane, beat: end },
          ],
        },
      ];
    const target = lane < 3 ? lane + 2 : lane - 2;
    const middle: Point =
      difficulty === 'expert'
        ? { lane: (lane + target) / 2 + 0.25, beat: (beat + end) / 2, hidden: true }
        : { lane: (lane + target) / 2, beat: (beat + end) / 2 };
    const last: Point = endsPhrase ? { lane: target, beat: end, flick: true } : { lane: target, beat: end };
    return [{ type: 'Slide', connections: [{ lane, beat }, middle, last] }];
  }
  if (endsPhrase && difficulty !== 'easy' && chance < 0.6) {
    const left = lane > 3;
    const width = difficulty === 'expert' ? 1 + Math.floor(chance * 5) : 1;
    return [{ type: 'Directional', beat, lane, direction: left ? 'Left' : 'Right', width }];
  }
  if (endsPhrase) return [{ type: 'Single', lane, beat, flick: true }];
  const doubled = difficulty === 'expert' && tone.strength > 0.9 && chance < 0.7 && mirrored !== lane;
  if (doubled)
    return [
      { type: 'Single', lane, beat },
      { type: 'Single', lane: mirrored, beat },
    ];
  return [{ type: 'Single', lane, beat }];
}

/** Leaves out tones that follow the last kept one too closely, or that miss the grid of the gap. */
function thinOut(tones: readonly Tone[], gap: number): readonly Tone[] {
  const kept: Tone[] = [];
  for (const tone of tones) {
    const last = kept.at(-1);
    const onGrid = gap < 1 || Number.isInteger(tone.beat);
    if (onGrid && (last === undefined || tone.beat - last.beat >= gap)) kept.push(tone);
  }
  return kept;
}

function firstBeat(object: ChartObject): number {
  return 'connections' in object ? (object.connections[0]?.beat ?? 0) : object.beat;
}

/** Notes that a player sees and hits. */
export function countNotes(chart: readonly ChartObject[]): number {
  let count = 0;
  for (const object of chart) {
    if ('connections' in object) count += object.connections.filter((point) => point.hidden === undefined).length;
    else if (object.type !== 'BPM' && object.type !== 'System') count += 1;
  }
  return count;
}

/** Displayed level, 5–28, from the density of notes. */
export function rateChart(chart: readonly ChartObject[], seconds: number, difficulty: Difficulty): number {
  const perSecond = countNotes(chart) / seconds;
  const base = { easy: 4, normal: 9, expert: 15 }[difficulty];
  return Math.max(5, Math.min(28, Math.round(base + perSecond * 2.6)));
}
