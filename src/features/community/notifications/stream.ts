// The live stream of notifications (server-sent events). Open streams of an account query at once for notifications
// written by this process, and at once for those of other processes, of which the database tells (news.ts). While it does
// not, one query a second and process looks for them, however many streams. `Last-Event-ID` replays missed notifications. A stream
// ends with the session that opened it. It holds no database connection while it waits.
import { FairSlots } from '../../../kernel/concurrency/fair-slots.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { DatabaseNews } from '../../../platform/database/news.ts';
import { idRow, listRows } from '../../../platform/database/rows.ts';
import type { SharedCounters } from '../../../platform/shared/counters.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { arrayText } from '../common/parts.ts';
import type { Faces } from '../common/rows.ts';
import type { Viewer } from '../common/visibility.ts';
import { EventStream } from '../live/event-stream.ts';
import { eventText } from '../live/events.ts';
import type { LiveThreads } from '../live/threads.ts';
import { listNotificationsSince, presentNotification, readStreamPosition } from './notifications.ts';

const STREAMS_EACH = 5;
/** A place that is counted by all processes ends with its process after this long, unless its stream renews it. */
const PLACE_MS = 60_000;
const PLACE_RENEW_MS = 20_000;
const LOOK_MS = 1_000;
const SESSION_MS = 5_000;
const RETRY_MS = 2_000;
/** How far back the query for other processes' notifications looks. A commit takes less. */
const LATELY_MS = 10_000;
const BATCH = 500;
/** Streams that query at the same time. */
const QUERIES_AT_ONCE = 2;
/** The rest after a query, for whoever waits for the processor: as long as the query took, times this. */
const REST_SHARE = 3;
const REST_MAX_MS = 10;
/** The rests of all waiting streams together take at most this long, so that rests are shorter when many wait. */
const SPREAD_MS = 2_000;

export interface StreamPlan {
  readonly viewer: NonNullable<Viewer>;
  /** Id of the reader's last notification. Undefined: only future ones are sent. */
  readonly lastEventId: string | undefined;
  /** The post whose thread the browser has open: its number of comments is sent too. */
  readonly thread: string | undefined;
  /** Of the request. A client that leaves before the answer has begun takes no place. */
  readonly signal: AbortSignal;
  /** Whether the session that opened the stream is still valid. */
  readonly stillStands: () => Promise<boolean>;
}

interface StreamsDependencies {
  readonly database: Database;
  readonly faces: Faces;
  readonly threads: LiveThreads;
  /** Counts streams of an account over all processes; undefined: over those of this process. */
  readonly shared: SharedCounters | undefined;
  readonly log: Log;
}

/** On which a trigger of the table tells whose notifications are new. */
const CHANNEL = 'livehouse_notification';

/** The open streams of this process. */
export class Streams {
  readonly #db: Queries;
  readonly #faces: Faces;
  readonly #threads: LiveThreads;
  readonly #shared: SharedCounters | undefined;
  readonly #news: DatabaseNews;
  readonly #open = new Map<string, Set<Stream>>();
  readonly #turns = new Turns();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsking = false;
  #isClosed = false;

  constructor({ database, faces, threads, shared, log }: StreamsDependencies) {
    this.#db = database.db;
    this.#faces = faces;
    this.#threads = threads;
    this.#shared = shared;
    this.#news = new DatabaseNews({
      database,
      log,
      channel: CHANNEL,
      onNews: (accountIds) => this.wake(accountIds.split(' ')),
      onGap: () => this.wake([...this.#open.keys()]),
    });
  }

  /** Makes the streams of these accounts query now. */
  wake(accountIds: readonly string[]): void {
    for (const id of new Set(accountIds)) for (const stream of this.#open.get(id) ?? []) stream.look();
  }

  /** Ends all streams, and later ones as soon as they are opened. Clients reconnect to another process. */
  close(): void {
    this.#isClosed = true;
    for (const streams of [...this.#open.values()]) for (const stream of [...streams]) stream.end();
  }

  /**
   * Opens a stream as a response body. Refuses with `too_many_streams` beyond five per account, and with `post_not_found` when
   * the thread is not to be read.
   */
  async open(plan: StreamPlan): Promise<ReadableStream<Uint8Array>> {
    const { accountId } = plan.viewer;
    if ((this.#open.get(accountId)?.size ?? 0) >= STREAMS_EACH) throw new Refusal('too_many_streams');
    const place = crypto.randomUUID();
    const takePlace = async (): Promise<boolean> => {
      const answer = await this.#shared?.run('place', `stream ${accountId}`, [place, STREAMS_EACH, PLACE_MS]);
      return answer?.[0] !== 0;
    };
    const stream = new Stream(this.#db, this.#faces, plan, this.#turns, takePlace, () => {
      this.#leave(accountId, stream);
      void this.#shared?.leave(`stream ${accountId}`, place);
    });
    const streams = this.#open.get(accountId) ?? new Set();
    streams.add(stream);
    this.#open.set(accountId, streams);
    this.#timer ??= setInterval(() => void this.#ask(), LOOK_MS);
    this.#news.start();
    try {
      if (!(await takePlace())) throw new Refusal('too_many_streams');
      await stream.begin(this.#threads);
    } catch (error) {
      stream.end();
      throw error;
    }
    const body = stream.body();
    if (this.#isClosed) stream.end();
    return body;
  }

  #leave(accountId: string, stream: Stream): void {
    const streams = this.#open.get(accountId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#open.delete(accountId);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#news.stop();
  }

  /** Wakes the streams of accounts that any process notified recently. */
  async #ask(): Promise<void> {
    for (const streams of this.#open.values()) for (const stream of streams) stream.beat();
    if (this.#isAsking || this.#news.isLive) return;
    this.#isAsking = true;
    try {
      const rows = await listRows(this.#db, idRow)`select distinct recipient_id as id from notification
        where recipient_id = any(${arrayText([...this.#open.keys()])}::uuid[])
          and created_at > now() - make_interval(secs => ${LATELY_MS / 1000}::float8)`;
      this.wake(rows.map(({ id }) => id));
    } catch {
      // The database is unavailable. The next interval tries again; readers get the heartbeat meanwhile.
    } finally {
      this.#isAsking = false;
    }
  }
}

/** The turns in which streams query. Many can be woken at once, and other requests are answered between them. */
class Turns {
  readonly #slots = new FairSlots(QUERIES_AT_ONCE, Number.POSITIVE_INFINITY);
  #waiting = 0;

  /** Rejects when the signal aborts while it waits. */
  async take(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const turn = async (): Promise<void> => {
      const startedAt = performance.now();
      await work();
      const took = performance.now() - startedAt;
      const rest = Math.min(took * REST_SHARE, REST_MAX_MS, (SPREAD_MS * QUERIES_AT_ONCE) / this.#waiting);
      if (rest >= 1) await Bun.sleep(rest);
    };
    this.#waiting++;
    try {
      await this.#slots.run('', 1, turn, () => signal);
    } finally {
      this.#waiting--;
    }
  }
}

/** A stream with the notifications of its reader. */
class Stream {
  readonly #db: Queries;
  readonly #faces: Faces;
  readonly #plan: StreamPlan;
  readonly #turns: Turns;
  readonly #renewPlace: () => Promise<boolean>;
  readonly #events: EventStream;
  /** Time of the reader's last notification. */
  #since = 0;
  #checkedAt = performance.now();
  #renewedAt = performance.now();
  #isLooking = false;
  #isAsked = false;

  constructor(
    db: Queries,
    faces: Faces,
    plan: StreamPlan,
    turns: Turns,
    renewPlace: () => Promise<boolean>,
    onEnd: () => void,
  ) {
    this.#db = db;
    this.#faces = faces;
    this.#plan = plan;
    this.#turns = turns;
    this.#renewPlace = renewPlace;
    this.#events = new EventStream({ retryMs: RETRY_MS, onEnd });
  }

  /** Determines the start position. Earlier notifications count as sent. */
  async begin(threads: LiveThreads): Promise<void> {
    const { viewer, lastEventId, thread } = this.#plan;
    this.#since = await readStreamPosition(this.#db, viewer.accountId, lastEventId);
    if (thread !== undefined) await this.#events.follow(threads, thread, viewer);
  }

  body(): ReadableStream<Uint8Array> {
    return this.#events.body(this.#plan.signal, () => this.look());
  }

  /** Sends new notifications. If a query is running, queries once more after it. */
  look(): void {
    this.#isAsked = true;
    if (this.#isLooking || !this.#events.isLive) return;
    this.#isLooking = true;
    void this.#run().finally(() => {
      this.#isLooking = false;
      // A request may have arrived after the last query.
      if (this.#isAsked) this.look();
    });
  }

  /** Called once a second: checks the session, and renews the place. */
  beat(): void {
    const now = performance.now();
    if (now - this.#checkedAt >= SESSION_MS) this.look();
    if (now - this.#renewedAt < PLACE_RENEW_MS) return;
    this.#renewedAt = now;
    void this.#renewPlace();
  }

  end(): void {
    this.#events.end();
  }

  async #run(): Promise<void> {
    while (this.#isAsked && this.#events.isLive) {
      try {
        await this.#turns.take(() => this.#query(), this.#plan.signal);
      } catch {
        // The reader left, or the database is unavailable; the next interval tries again.
      }
    }
  }

  async #query(): Promise<void> {
    // Whoever asked while it waited is answered by this query.
    this.#isAsked = false;
    this.#checkedAt = performance.now();
    if (!(await this.#plan.stillStands())) return this.end();
    const rows = await listNotificationsSince(this.#db, this.#plan.viewer, this.#since, BATCH);
    for (const row of rows) {
      if (!this.#events.isLive) return;
      const view = presentNotification(row, this.#faces);
      this.#events.send(eventText('notification', view, row.id));
      this.#since = row.createdAt;
    }
    if (rows.length === BATCH) this.#isAsked = true;
  }
}
