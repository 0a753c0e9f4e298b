// Whether there is maintenance, as this process knows it: the stored switch is read once a second.
import { Refusal } from '../../kernel/refusal.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type Maintenance, readMaintenance } from './store.ts';

/** The switch must count in every process within two seconds. */
const POLL_MS = 1000;
/** What clients wait before they try again. */
const RETRY_SECONDS = 60;

/** Reads the switch once a second and reports changes. */
export class MaintenanceWatch {
  readonly #objects: Objects;
  readonly #log: Log;
  readonly #first: Promise<void>;
  readonly #listeners: (() => void)[] = [];
  #current: Maintenance | undefined;
  #hasLooked = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(objects: Objects, log: Log) {
    this.#objects = objects;
    this.#log = log;
    this.#first = this.look().finally(() => {
      this.#hasLooked = true;
      this.#again();
    });
  }

  /** Undefined: there is none. */
  get current(): Maintenance | undefined {
    return this.#current;
  }

  get isActive(): boolean {
    return this.#current !== undefined;
  }

  /** Resolves when the switch has been read for the first time, or the store did not answer. Never rejects. */
  get looked(): Promise<void> {
    return this.#first;
  }

  /** Calls `listener` whenever maintenance begins or ends. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Refuses during maintenance. */
  readonly requireOff = (): void | Promise<void> => {
    if (!this.#hasLooked) return this.#first.then(() => this.#refuse());
    this.#refuse();
  };

  /** Reads the switch now. While the store is away, the last known state counts. */
  async look(): Promise<void> {
    try {
      const next = await readMaintenance(this.#objects);
      const wasActive = this.isActive;
      this.#current = next;
      if (wasActive === this.isActive) return;
      this.#log.info(this.isActive ? 'maintenance begins' : 'maintenance ends', {});
      for (const listener of this.#listeners) listener();
    } catch (error) {
      this.#log.debug('the switch of maintenance cannot be read', { error });
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #refuse(): void {
    if (this.isActive) throw new Refusal('maintenance', { retryAfterSeconds: RETRY_SECONDS });
  }

  #again(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.look().finally(() => this.#again()), POLL_MS);
    this.#timer.unref();
  }
}
