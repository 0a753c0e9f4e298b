// A short click for each note, scheduled a little ahead of the clock.
import { firstFrom } from './moments.ts';

export interface HitSounds {
  /** Schedules the clicks of the notes that come next. */
  follow(notes: readonly { readonly 0: number }[], at: number, rate: number): void;
  /** Takes back what is scheduled; after a pause or a jump. */
  reset(): void;
  close(): void;
}

/** How far ahead clicks are scheduled; more than a late frame. */
const AHEAD_SECONDS = 0.12;
const CLICK_SECONDS = 0.03;
const CLICK_HERTZ = 1800;
const LOUDNESS = 0.15;

/** Only after a press: browsers keep sounds silent before one. */
export function openHitSounds(): HitSounds {
  const context = new AudioContext();
  let output = context.createGain();
  output.connect(context.destination);
  let until = Number.NaN;
  return {
    follow: (notes, at, rate) => {
      if (Number.isNaN(until) || at < until - 1 || at > until + 1) until = at;
      const to = at + AHEAD_SECONDS * rate;
      let last = Number.NaN;
      for (let index = from(notes, until); (notes[index]?.[0] ?? to) < to; index += 1) {
        const moment = notes[index]?.[0] ?? 0;
        // Notes at the same moment click once.
        if (moment !== last) click(context, output, context.currentTime + Math.max(0, moment - at) / rate);
        last = moment;
      }
      until = to;
    },
    reset: () => {
      until = Number.NaN;
      output.disconnect();
      output = context.createGain();
      output.connect(context.destination);
    },
    close: () => void context.close(),
  };
}

const from = (notes: readonly { readonly 0: number }[], least: number): number =>
  firstFrom(notes, least, (note) => note[0]);

function click(context: AudioContext, output: GainNode, at: number): void {
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.frequency.value = CLICK_HERTZ;
  gain.gain.setValueAtTime(LOUDNESS, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + CLICK_SECONDS);
  tone.connect(gain).connect(output);
  tone.start(at);
  tone.stop(at + CLICK_SECONDS);
}
