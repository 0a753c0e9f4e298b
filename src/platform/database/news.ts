// News by PostgreSQL's LISTEN and NOTIFY on one connection of its own. Behind a pooler that assigns connections per
// transaction, LISTEN succeeds but no notification arrives. This class therefore sends a probe to itself after every
// subscription and twice a minute, and the news are `live` only while probes arrive. Whenever that changes, and after every
// reconnection, it calls `onGap`, because a notification may have been missed.
import { sql } from 'drizzle-orm';
import type { Log } from '../telemetry/log.ts';
import type { Database } from './database.ts';

const PROBE = 'probe ';
const PROBE_MS = 2_000;
const TEND_MS = 30_000;

export interface DatabaseNewsOptions {
  readonly database: Database;
  /** Name of the channel. */
  readonly channel: string;
  readonly onNews: (payload: string) => void;
  readonly onGap: () => void;
  readonly log: Log;
}

export class DatabaseNews {
  readonly #options: DatabaseNewsOptions;
  #subscription: { unlisten(): Promise<void> } | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isLive = false;
  #probe: { readonly id: string; readonly heard: () => void } | undefined;
  #isTold = false;
  #tending: Promise<void> = Promise.resolve();

  constructor(options: DatabaseNewsOptions) {
    this.#options = options;
    options.database.onReady(async () => {
      // The pool before is gone, and the subscription with it.
      this.#subscription = undefined;
      this.#change(false);
      this.#tend();
    });
  }

  /** Whether news arrive at once. While it is false, callers look for themselves. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Subscribes, until `stop`. Does nothing if it has. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tend(), TEND_MS);
    this.#timer.unref();
    this.#tend();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#isLive = false;
    this.#tend();
  }

  /** One after the other, so that starting and stopping never overlap. */
  #tend(): void {
    this.#tending = this.#tending.then(() => this.#tendOnce()).catch(() => this.#change(false));
  }

  async #tendOnce(): Promise<void> {
    const { database, channel } = this.#options;
    if (this.#timer === undefined) {
      const subscription = this.#subscription;
      this.#subscription = undefined;
      await subscription?.unlisten();
      return;
    }
    if (database.state !== 'ready' || database.pool === undefined) return this.#change(false);
    if (this.#subscription !== undefined) return this.#prove();
    this.#subscription = await database.pool.listen(
      channel,
      (payload) => this.#hear(payload),
      // Also after each reconnection.
      () => void this.#prove().catch(() => this.#change(false)),
    );
  }

  #hear(payload: string): void {
    if (!payload.startsWith(PROBE)) this.#options.onNews(payload);
    else if (payload.slice(PROBE.length) === this.#probe?.id) this.#probe.heard();
  }

  async #prove(): Promise<void> {
    const { database, channel, onGap } = this.#options;
    const id = crypto.randomUUID();
    const arrived = Promise.withResolvers<boolean>();
    this.#probe = { id, heard: () => arrived.resolve(true) };
    const timer = setTimeout(() => arrived.resolve(false), PROBE_MS);
    try {
      await database.db.execute(sql`select pg_notify(${channel}, ${PROBE + id})`);
      const hasArrived = await arrived.promise;
      if (this.#probe.id !== id || this.#timer === undefined) return;
      const wasLive = this.#isLive;
      this.#change(hasArrived);
      if (hasArrived && wasLive) onGap();
    } finally {
      clearTimeout(timer);
    }
  }

  #change(isLive: boolean): void {
    if (this.#isLive === isLive) {
      // Said once, and only where the database is there.
      if (!isLive && !this.#isTold && this.#subscription !== undefined) this.#say();
      return;
    }
    this.#isLive = isLive;
    this.#isTold = false;
    if (!isLive && this.#subscription !== undefined) this.#say();
    this.#options.onGap();
  }

  #say(): void {
    this.#isTold = true;
    this.#options.log.info('notifications of the database do not arrive; polling every second instead');
  }
}
