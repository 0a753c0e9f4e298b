// A circuit breaker: after several failures in a row it opens for a while, then a single trial request decides. Pure
// state over a clock; knows nothing of networks. The pause doubles from one to at most five seconds (decisions,
// "Provider").

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;

export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #openUntil: number | undefined;
  #trying = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Whether a request may be sent now. After an open period true means that this request is the trial, whose result
   * must be reported.
   */
  mayTry(): boolean {
    if (this.#openUntil === undefined) return true;
    if (this.#trying || this.#now() < this.#openUntil) return false;
    this.#trying = true;
    return true;
  }

  /** Milliseconds until the next trial; 0 when requests may be sent. */
  pauseMs(): number {
    return this.#openUntil === undefined ? 0 : Math.max(0, this.#openUntil - this.#now());
  }

  succeed(): void {
    this.#failures = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#openUntil = undefined;
    this.#trying = false;
  }

  fail(): void {
    this.#failures += 1;
    if (this.#openUntil !== undefined && !this.#trying) return;
    if (this.#failures < FAILURES_TO_OPEN && !this.#trying) return;
    if (this.#trying) this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
    this.#openUntil = this.#now() + this.#pauseMs;
    this.#trying = false;
  }
}
