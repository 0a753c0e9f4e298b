// Beats and seconds of a chart. Pure.

/** A change of the tempo. */
interface Tempo {
  readonly beat: number;
  readonly bpm: number;
  /** Seconds of the chart. */
  readonly seconds: number;
}

export class BeatClock {
  readonly tempos: readonly Tempo[];
  readonly #offset: number;

  /**
   * @param changes tempo changes in any order, at least one; of two at one beat the later one counts
   * @param offset seconds of the sound at beat 0
   */
  constructor(changes: readonly { readonly beat: number; readonly bpm: number }[], offset: number) {
    const byBeat = new Map(changes.map(({ beat, bpm }) => [beat, bpm]));
    const sorted = [...byBeat].sort(([a], [b]) => a - b);
    const tempos: Tempo[] = [];
    for (const [beat, bpm] of sorted) {
      const last = tempos.at(-1);
      // The first tempo also holds before its beat.
      const seconds = last === undefined ? (beat * 60) / bpm : last.seconds + ((beat - last.beat) * 60) / last.bpm;
      tempos.push({ beat, bpm, seconds });
    }
    this.tempos = tempos;
    this.#offset = offset;
  }

  /** The moment of a beat in seconds of the sound. */
  at(beat: number): number {
    const { beat: from, bpm, seconds } = this.tempoAt(beat);
    return seconds + ((beat - from) * 60) / bpm + this.#offset;
  }

  /** The tempo that holds at a beat. */
  tempoAt(beat: number): Tempo {
    let [low, high] = [0, this.tempos.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.tempos[middle]?.beat ?? Number.POSITIVE_INFINITY) <= beat) low = middle;
      else high = middle - 1;
    }
    const tempo = this.tempos[low];
    if (tempo === undefined) throw new Error('a chart has a tempo');
    return tempo;
  }
}
