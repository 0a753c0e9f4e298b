// How much of an upload has been sent, and how fast.

const RATE_WINDOW_MS = 6_000;
const RATE_LEAST_MS = 500;

/** Counts bytes that the service holds and bytes on their way. */
export class Progress {
  /** ETags of the parts that the service holds with exactly our bytes. */
  readonly held = new Map<number, string>();
  /** Bytes on their way, by part. */
  readonly moving = new Map<number, number>();
  readonly #bytesOf: (part: number) => number;
  #samples: { readonly at: number; readonly sent: number }[] = [];

  constructor(bytesOf: (part: number) => number) {
    this.#bytesOf = bytesOf;
  }

  get sentBytes(): number {
    let sent = 0;
    for (const part of this.held.keys()) sent += this.#bytesOf(part);
    for (const bytes of this.moving.values()) sent += bytes;
    return sent;
  }

  /** Bytes a second over the last few seconds. */
  get rate(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < RATE_LEAST_MS) return 0;
    return Math.max(0, ((last.sent - first.sent) * 1000) / (last.at - first.at));
  }

  sample(): void {
    const at = performance.now();
    this.#samples = [
      ...this.#samples.filter((sample) => sample.at >= at - RATE_WINDOW_MS),
      { at, sent: this.sentBytes },
    ];
  }

  /** Forgets what was on its way, when sending stops. */
  stop(): void {
    this.#samples = [];
    this.moving.clear();
  }
}
