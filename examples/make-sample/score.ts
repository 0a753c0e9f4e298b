// The written music of a song: melody, bass, chords and drums on a beat grid, composed by rule from the song's key,
// chords and a seed. The sound (synth.ts) and the charts (chart.ts) are both made from this one score, so that notes
// fall where the music is.
import { createRandom, cycle, type Random } from './random.ts';

export type Scale = 'major' | 'minor';
export type Tempo = readonly (readonly [beat: number, bpm: number])[];

export interface Tone {
  /** In quarter notes from the start. */
  readonly beat: number;
  readonly length: number;
  /** MIDI note number. */
  readonly pitch: number;
  /** 0–1. */
  readonly strength: number;
}

export interface Hit {
  readonly beat: number;
  readonly drum: 'kick' | 'snare' | 'hat';
  readonly strength: number;
}

export interface Score {
  readonly tempo: Tempo;
  readonly beatsPerBar: number;
  readonly beats: number;
  readonly melody: readonly Tone[];
  readonly bass: readonly Tone[];
  readonly chords: readonly Tone[];
  readonly drums: readonly Hit[];
}

export interface ScoreInput {
  readonly id: number;
  readonly tempo: Tempo;
  readonly beatsPerBar: 3 | 4;
  readonly tonic: number;
  readonly scale: Scale;
  readonly chords: readonly number[];
}

const STEPS = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const;
/** About how long a song is to be. */
const TARGET_SECONDS = 17;

/** Two-bar rhythms as [beat in the phrase, length]; -1 pads nothing. For four and for three beats a bar. */
const RHYTHMS_4: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0, 1],
    [1, 0.5],
    [1.5, 0.5],
    [2, 1],
    [3, 1],
    [4, 0.5],
    [4.5, 0.5],
    [5, 1],
    [6, 2],
  ],
  [
    [0, 1.5],
    [1.5, 0.5],
    [2, 1],
    [3, 0.5],
    [3.5, 0.5],
    [4, 1.5],
    [5.5, 0.5],
    [6, 1],
    [7, 1],
  ],
  [
    [0, 0.5],
    [0.5, 0.5],
    [1, 1],
    [2, 0.5],
    [2.5, 0.5],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 1.5],
    [7.5, 0.5],
  ],
  [
    [0.5, 0.5],
    [1, 0.5],
    [1.5, 0.5],
    [2, 2],
    [4.5, 0.5],
    [5, 0.5],
    [5.5, 0.5],
    [6, 1],
    [7, 0.5],
    [7.5, 0.5],
  ],
];
const RHYTHMS_3: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0, 2],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 1],
  ],
  [
    [0, 1],
    [1, 0.5],
    [1.5, 0.5],
    [2, 1],
    [3, 2],
    [5, 1],
  ],
  [
    [0, 1.5],
    [1.5, 0.5],
    [2, 1],
    [3, 1],
    [4, 0.5],
    [4.5, 0.5],
    [5, 1],
  ],
];

/** Seconds from the start of the music to a beat. */
export function beatToSeconds(tempo: Tempo, beat: number): number {
  let seconds = 0;
  for (const [index, [start, bpm]] of tempo.entries()) {
    const end = Math.min(beat, tempo[index + 1]?.[0] ?? Number.POSITIVE_INFINITY);
    if (end > start) seconds += ((end - start) * 60) / bpm;
  }
  return seconds;
}

/** Composes a song. The same input is the same score. */
export function composeScore(input: ScoreInput): Score {
  const random = createRandom(input.id * 7919);
  const { beatsPerBar } = input;
  const bpm = input.tempo[0]?.[1] ?? 120;
  // Whole four-bar phrases; the first bar is a count-in without melody.
  const phrases = Math.max(2, Math.round((TARGET_SECONDS * bpm) / 60 / (beatsPerBar * 4)));
  const bars = phrases * 4;
  const degreeAt = (bar: number): number => cycle(input.chords, bar);
  const pitchOf = (degree: number): number =>
    input.tonic + 12 * Math.floor(degree / 7) + cycle(STEPS[input.scale], degree);

  const chords: Tone[] = [];
  const bass: Tone[] = [];
  const drums: Hit[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const start = bar * beatsPerBar;
    const degree = degreeAt(bar);
    for (const third of [0, 2, 4]) {
      chords.push({ beat: start, length: beatsPerBar, pitch: foldPitch(pitchOf(degree + third), 55), strength: 0.5 });
    }
    bass.push(...writeBass(start, beatsPerBar, foldPitch(pitchOf(degree), 34), bar === bars - 1));
    drums.push(...writeDrums(start, beatsPerBar, bar, bars));
  }
  return {
    tempo: input.tempo,
    beatsPerBar,
    beats: bars * beatsPerBar,
    melody: writeMelody(random, beatsPerBar, bars, degreeAt, pitchOf),
    bass,
    chords,
    drums,
  };
}

/** Phrases A A' B A: the rhythm repeats, the last tone of each pair of bars lands on the chord. */
function writeMelody(
  random: Random,
  beatsPerBar: number,
  bars: number,
  degreeAt: (bar: number) => number,
  pitchOf: (degree: number) => number,
): readonly Tone[] {
  const rhythms = beatsPerBar === 4 ? RHYTHMS_4 : RHYTHMS_3;
  const first = random.below(rhythms.length);
  const second = first + 1 + random.below(rhythms.length - 1);
  const contour = Array.from({ length: 12 }, () => random.choose([-2, -1, -1, 1, 1, 2]));
  const melody: Tone[] = [];
  let degree = 4;
  for (let bar = 0; bar < bars; bar += 2) {
    const rhythm = cycle(rhythms, bar % 8 === 4 ? second : first);
    for (const [index, [offset, length]] of rhythm.entries()) {
      const beat = bar * beatsPerBar + offset;
      if (beat < beatsPerBar) continue;
      const chord = degreeAt(Math.floor(beat / beatsPerBar));
      const strong = offset % beatsPerBar === 0 || index === rhythm.length - 1;
      degree += cycle(contour, index + (bar % 8 === 6 ? 3 : 0));
      if (degree > 9) degree -= 4;
      if (degree < 1) degree += 4;
      if (strong) degree = nearestChordDegree(degree, chord);
      melody.push({ beat, length, pitch: pitchOf(degree) + 12, strength: strong ? 0.95 : 0.75 });
    }
  }
  return melody;
}

function nearestChordDegree(degree: number, chord: number): number {
  for (const distance of [0, -1, 1, -2, 2]) {
    const member = (((degree + distance - chord) % 7) + 7) % 7;
    if (member === 0 || member === 2 || member === 4) return degree + distance;
  }
  return degree;
}

function writeBass(start: number, beatsPerBar: number, pitch: number, last: boolean): readonly Tone[] {
  if (last) return [{ beat: start, length: beatsPerBar, pitch, strength: 0.9 }];
  const pattern: readonly (readonly [number, number, number])[] =
    beatsPerBar === 3
      ? [
          [0, 1.5, 0],
          [2, 1, 7],
        ]
      : [
          [0, 0.75, 0],
          [1, 0.5, 0],
          [1.5, 0.5, 12],
          [2, 0.75, 0],
          [3, 0.5, 7],
          [3.5, 0.5, 12],
        ];
  return pattern.map(([offset, length, interval]) => ({
    beat: start + offset,
    length,
    pitch: pitch + interval,
    strength: offset === 0 ? 0.95 : 0.75,
  }));
}

function writeDrums(start: number, beatsPerBar: number, bar: number, bars: number): readonly Hit[] {
  const hits: Hit[] = [];
  for (let beat = 0; beat < beatsPerBar; beat += 1) {
    if (bar > 0 || beat > 0) hits.push({ beat: start + beat, drum: 'hat', strength: 0.7 });
    if (bar === 0) continue;
    hits.push({ beat: start + beat + 0.5, drum: 'hat', strength: 0.45 });
    const snare = beatsPerBar === 4 ? beat % 2 === 1 : beat === 2;
    if (snare) hits.push({ beat: start + beat, drum: 'snare', strength: 0.85 });
    else if (beatsPerBar === 4 || beat === 0) hits.push({ beat: start + beat, drum: 'kick', strength: 0.95 });
  }
  if (bar % 4 === 3 && bar < bars - 1) {
    for (const offset of [0.75, 0.5, 0.25]) {
      hits.push({ beat: start + beatsPerBar - offset, drum: 'snare', strength: 0.5 });
    }
  }
  return hits;
}

/** The octave of a pitch that lies in the twelve notes from `low`. */
function foldPitch(pitch: number, low: number): number {
  return low + ((((pitch - low) % 12) + 12) % 12);
}
