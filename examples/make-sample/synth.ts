// Plays a score into samples: one lead voice for each band, bass, a soft chord pad and drums, mixed to mono. Promises
// the same samples for the same score; encoding is somebody else's work.
import { createRandom } from './random.ts';
import { beatToSeconds, type Hit, type Score, type Tone } from './score.ts';

export const SAMPLE_RATE = 44_100;
/** Silence-free tail for the last notes to ring out, in seconds. */
const TAIL_SECONDS = 0.6;

type Voice = (seconds: number, frequency: number, length: number) => number;

const frequencyOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12);
const sine = (cycles: number): number => Math.sin(cycles * Math.PI * 2);

/** A guitar-like sum of fading partials. */
const pluck: Voice = (seconds, frequency, length) => {
  let sum = 0;
  for (let partial = 1; partial <= 7; partial += 1) {
    sum += (sine(frequency * partial * seconds) / partial) * Math.exp(-seconds * (1.6 + partial * 1.1));
  }
  return sum * release(seconds, length, 0.06);
};

/** A rounded square wave with a little vibrato. */
const whistle: Voice = (seconds, frequency, length) => {
  const phase = frequency * seconds + 0.012 * frequency * (0.02 * sine(5.5 * seconds));
  const sum = sine(phase) + sine(phase * 3) / 4 + sine(phase * 5) / 10;
  return sum * 0.75 * attack(seconds, 0.012) * release(seconds, length, 0.05);
};

/** A bell by frequency modulation. */
const bell: Voice = (seconds, frequency, length) => {
  const modulation = 1.8 * Math.exp(-seconds * 5) * sine(frequency * 2 * seconds);
  const body = Math.sin(frequency * seconds * Math.PI * 2 + modulation) + 0.25 * sine(frequency * 4 * seconds);
  return body * 0.8 * Math.exp(-seconds * 2.4) * attack(seconds, 0.004) * release(seconds, length, 0.12);
};

const bassVoice: Voice = (seconds, frequency, length) => {
  const phase = frequency * seconds;
  const sum = sine(phase) + 0.35 * sine(phase * 2) + 0.12 * sine(phase * 3);
  return sum * attack(seconds, 0.006) * Math.exp(-seconds * 1.2) * release(seconds, length, 0.04);
};

const padVoice: Voice = (seconds, frequency, length) => {
  const wide =
    sine(frequency * 1.004 * seconds) + sine(frequency * 0.996 * seconds) + 0.3 * sine(frequency * 2 * seconds);
  return wide * 0.4 * attack(seconds, 0.12) * release(seconds, length, 0.15);
};

const LEADS: readonly Voice[] = [pluck, whistle, bell];

function attack(seconds: number, rise: number): number {
  return Math.min(1, seconds / rise);
}

function release(seconds: number, length: number, fall: number): number {
  return seconds <= length ? 1 : Math.max(0, 1 - (seconds - length) / fall);
}

/** Samples of the whole song at SAMPLE_RATE, between -1 and 1. */
export function playScore(score: Score, bandId: number): Float64Array {
  const end = beatToSeconds(score.tempo, score.beats);
  const samples = new Float64Array(Math.ceil((end + TAIL_SECONDS) * SAMPLE_RATE));
  playTones(samples, score, score.melody, LEADS[bandId - 1] ?? pluck, 0.34, 0.15);
  playTones(samples, score, score.bass, bassVoice, 0.34, 0.04);
  playTones(samples, score, score.chords, padVoice, 0.13, 0.15);
  const noise = makeNoise();
  for (const hit of score.drums) playHit(samples, beatToSeconds(score.tempo, hit.beat), hit, noise);
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const fade = samples.length - Math.round(TAIL_SECONDS * SAMPLE_RATE);
  for (const [index, sample] of samples.entries()) {
    const share = index > fade ? 1 - (index - fade) / (samples.length - fade) : 1;
    samples[index] = (sample / peak) * 0.86 * share;
  }
  return samples;
}

function playTones(
  samples: Float64Array,
  score: Score,
  tones: readonly Tone[],
  voice: Voice,
  volume: number,
  ringSeconds: number,
): void {
  for (const tone of tones) {
    const start = beatToSeconds(score.tempo, tone.beat);
    const length = beatToSeconds(score.tempo, tone.beat + tone.length) - start;
    const frequency = frequencyOf(tone.pitch);
    const offset = Math.round(start * SAMPLE_RATE);
    const count = Math.min(Math.round((length + ringSeconds) * SAMPLE_RATE), samples.length - offset);
    for (let index = 0; index < count; index += 1) {
      const value = voice(index / SAMPLE_RATE, frequency, length * 0.96) * volume * tone.strength;
      samples[offset + index] = (samples[offset + index] ?? 0) + value;
    }
  }
}

function makeNoise(): Float64Array {
  const random = createRandom(20_260_101);
  return Float64Array.from({ length: SAMPLE_RATE }, () => random.next() * 2 - 1);
}

function playHit(samples: Float64Array, start: number, hit: Hit, noise: Float64Array): void {
  const offset = Math.round(start * SAMPLE_RATE);
  const seconds = hit.drum === 'kick' ? 0.22 : hit.drum === 'snare' ? 0.18 : 0.06;
  const count = Math.min(Math.round(seconds * SAMPLE_RATE), samples.length - offset);
  let before = 0;
  for (let index = 0; index < count; index += 1) {
    const time = index / SAMPLE_RATE;
    const white = noise[index] ?? 0;
    let value: number;
    if (hit.drum === 'kick') {
      value = sine(48 * time + (90 / 28) * (1 - Math.exp(-28 * time))) * Math.exp(-time * 14) * 0.62;
    } else if (hit.drum === 'snare') {
      value = (white * 0.24 * Math.exp(-time * 20) + sine(185 * time) * 0.2 * Math.exp(-time * 26)) * 0.95;
    } else {
      // The difference of neighbours is a high-pass: a hat without its body.
      value = (white - before) * 0.11 * Math.exp(-time * 75);
    }
    before = white;
    samples[offset + index] = (samples[offset + index] ?? 0) + value * hit.strength;
  }
}
