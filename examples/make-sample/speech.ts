// Voices of the members: syllables of a line as vowels with formants and short consonants, sung on a pitch that falls through the
// sentence and rises in questions. Nobody says these words; it only sounds as if. The same samples for the same line.
import { createRandom, cycle, type Random } from './random.ts';
import { SAMPLE_RATE } from './synth.ts';

/** First three formants in hertz. */
type Formants = readonly [number, number, number];
type Onset = 'none' | 'hiss' | 'stop' | 'hum' | 'glide';

interface Syllable {
  /** Undefined: silence. */
  readonly vowel: Formants | undefined;
  readonly onset: Onset;
  readonly seconds: number;
}

const VOWELS: readonly Formants[] = [
  [850, 1450, 2800],
  [330, 2500, 3200],
  [390, 1350, 2600],
  [560, 2200, 2900],
  [530, 950, 2700],
];
const NASAL: Formants = [300, 1100, 2400];
/** Rows of the syllabary: the place in a row is the vowel. */
const ROWS: readonly (readonly [row: string, onset: Onset])[] = [
  ['あいうえお', 'none'],
  ['ぁぃぅぇぉ', 'glide'],
  ['かきくけこ', 'stop'],
  ['がぎぐげご', 'stop'],
  ['さしすせそ', 'hiss'],
  ['ざじずぜぞ', 'hiss'],
  ['たちつてと', 'stop'],
  ['だぢづでど', 'stop'],
  ['なにぬねの', 'hum'],
  ['はひふへほ', 'hiss'],
  ['ばびぶべぼ', 'stop'],
  ['ぱぴぷぺぽ', 'stop'],
  ['まみむめも', 'hum'],
  ['や　ゆ　よ', 'glide'],
  ['ゃ　ゅ　ょ', 'glide'],
  ['らりるれろ', 'glide'],
  ['わ　　　を', 'glide'],
];
const KATAKANA_SHIFT = 0x60;
const MORA_SECONDS = 0.13;

/** How a member sounds. */
export interface Speaker {
  /** Pitch at the beginning of a sentence, in hertz. */
  readonly pitch: number;
  /** Of the vocal tract: formants are multiplied by it. */
  readonly size: number;
  /** Above 1: faster. */
  readonly pace: number;
}

export const speakerOf = (character: number): Speaker => ({
  pitch: cycle([236, 262, 208, 290], character) + Math.floor(character / 4) * 9,
  size: cycle([1.08, 1.14, 1.02, 1.18], character),
  pace: cycle([1, 0.92, 0.86, 1.1], character),
});

function readSyllables(line: string, random: Random): readonly Syllable[] {
  return [...line].flatMap((sign): readonly Syllable[] => {
    if (/[、，]/.test(sign)) return [pause(0.16)];
    if (/[。！？…]/.test(sign)) return [pause(0.24)];
    if (sign === 'っ' || sign === 'ッ') return [pause(0.07)];
    if (sign === 'ん' || sign === 'ン') return [{ vowel: NASAL, onset: 'none', seconds: MORA_SECONDS }];
    const kana = /[ァ-ヶ]/.test(sign) ? String.fromCodePoint((sign.codePointAt(0) ?? 0) - KATAKANA_SHIFT) : sign;
    for (const [row, onset] of ROWS) {
      const at = row.indexOf(kana);
      if (at >= 0) return [{ vowel: cycle(VOWELS, at), onset, seconds: MORA_SECONDS }];
    }
    if (!/\p{L}/u.test(sign)) return [];
    // Two syllables for a character whose reading is not known here.
    return [0, 1].map(() => ({
      vowel: random.choose(VOWELS),
      onset: random.choose(['stop', 'hiss', 'hum', 'glide'] as const),
      seconds: MORA_SECONDS,
    }));
  });
}

const pause = (seconds: number): Syllable => ({ vowel: undefined, onset: 'none', seconds });

const HARMONICS_TO = 5200;
const GLIDE_SECONDS = 0.045;
const LEAD_SECONDS = 0.08;
const TAIL_SECONDS = 0.15;

/** Samples of a line at SAMPLE_RATE, between -1 and 1. */
export function speak(line: string, speaker: Speaker, seed: number): Float64Array {
  const random = createRandom(seed);
  const syllables = readSyllables(line, random);
  const spoken = syllables.reduce((sum, { seconds }) => sum + seconds / speaker.pace, 0);
  const samples = new Float64Array(Math.ceil((LEAD_SECONDS + spoken + TAIL_SECONDS) * SAMPLE_RATE));
  const rises = /[？]|か。$/.test(line);
  let start = LEAD_SECONDS;
  let before: Formants = NASAL;
  let phase = 0;
  for (const { vowel, onset, seconds } of syllables) {
    const length = seconds / speaker.pace;
    if (vowel !== undefined) {
      const share = (start - LEAD_SECONDS) / spoken;
      const accent = 1 + (random.next() - 0.5) * 0.1;
      const end = rises && share > 0.78 ? 1 + (share - 0.78) * 1.4 : 1;
      const pitch = speaker.pitch * (1.08 - 0.24 * share) * accent * end;
      phase = sing(samples, { start, length, pitch, phase, from: before, to: vowel, size: speaker.size, onset });
      if (onset === 'hiss' || onset === 'stop') addNoise(samples, start, onset, random);
      before = vowel;
    }
    start += length;
  }
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return samples.map((sample) => (sample / peak) * 0.8);
}

interface Sung {
  readonly start: number;
  readonly length: number;
  readonly pitch: number;
  readonly phase: number;
  readonly from: Formants;
  readonly to: Formants;
  readonly size: number;
  readonly onset: Onset;
}

/** Loudness of a partial: three resonances over a source that falls with frequency. */
function loudnessAt(frequency: number, formants: Formants, size: number): number {
  let sum = 0;
  for (const [index, formant] of formants.entries()) {
    const width = 70 + index * 45;
    const away = (frequency - formant * size) / width;
    sum += 1 / ((1 + away * away) * (1 + index * 0.7));
  }
  return sum * (220 / frequency) ** 0.6;
}

/** Adds a vowel; returns the phase of its fundamental, where the next one goes on. */
function sing(samples: Float64Array, { start, length, pitch, phase, from, to, size, onset }: Sung): number {
  const offset = Math.round(start * SAMPLE_RATE);
  const count = Math.min(Math.round(length * SAMPLE_RATE), samples.length - offset);
  const partials = Math.floor(HARMONICS_TO / pitch);
  const steps = 8;
  const gains = Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps;
    const formants: Formants = [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
      from[2] + (to[2] - from[2]) * share,
    ];
    return Array.from({ length: partials }, (_one, index) => loudnessAt(pitch * (index + 1), formants, size));
  });
  const rise = onset === 'stop' || onset === 'hiss' ? 0.02 : 0.012;
  let at = phase;
  for (let index = 0; index < count; index += 1) {
    const time = index / SAMPLE_RATE;
    const gain = gains[Math.min(steps, Math.floor((time / GLIDE_SECONDS) * steps))] ?? [];
    at += (pitch * (1 + 0.012 * Math.sin(time * 34))) / SAMPLE_RATE;
    let sum = 0;
    for (let partial = 0; partial < partials; partial += 1) {
      sum += (gain[partial] ?? 0) * Math.sin(at * (partial + 1) * Math.PI * 2);
    }
    const opening = onset === 'hum' && time < 0.04 ? 0.35 : 1;
    const envelope = Math.min(1, time / rise) * Math.min(1, (length - time) / 0.025 + 0.25) * opening;
    samples[offset + index] = (samples[offset + index] ?? 0) + sum * envelope;
  }
  return at % 1;
}

function addNoise(samples: Float64Array, start: number, onset: 'hiss' | 'stop', random: Random): void {
  const seconds = onset === 'hiss' ? 0.06 : 0.018;
  const offset = Math.max(0, Math.round((start - seconds * 0.7) * SAMPLE_RATE));
  const count = Math.round(seconds * SAMPLE_RATE);
  let before = 0;
  for (let index = 0; index < count && offset + index < samples.length; index += 1) {
    const white = random.next() * 2 - 1;
    const share = index / count;
    // The difference of neighbours leaves the high part of the noise.
    samples[offset + index] = (samples[offset + index] ?? 0) + (white - before) * 0.32 * Math.sin(share * Math.PI);
    before = white;
  }
}
