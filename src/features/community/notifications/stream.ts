// The live stream of notifications (server-sent events). Open streams of an account query at once for notifications
// written by this process, and at once for those of other processes, of which the database tells (news.ts). While it does
// not, one query a second and process looks for them, however many streams. `Last-Event-ID` replays missed notifications. A stream ends with the session that opened it. It holds no
// database connection while it waits.
import { sql } from 'drizzle-orm';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { DatabaseNews } from '../../../platform/database/news.ts';
import { idRow, listRows } from '../../../platform/database/rows.ts';
import type { SharedCounters } from '../../../platform/shared/counters.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { arrayText } from '../common/parts.ts';
import type { Faces } from '../common/rows.ts';
import type { Viewer } from '../common/visibility.ts';
import { listNotificationsSince, presentNotification, readStreamPosition } from './notifications.ts';

const STREAMS_EACH = 5;
/** A place that is counted by all processes ends with its process after this long, unless its stream renews it. */
const PLACE_MS = 60_000;
const PLACE_RENEW_MS = 20_000;
const LOOK_MS = 1_000;
const SESSION_MS = 5_000;
const HEARTBEAT_MS = 15_000;
/** How far back the query for other processes' notifications looks. A commit takes less. */
const LATELY_MS = 10_000;
const BATCH = 500;

export interface StreamPlan {
  readonly viewer: NonNullable<Viewer>;
  /** Id of the reader's last notification. Undefined: only future ones are sent. */
  readonly lastEventId: string | undefined;
  /** Whether the session that opened the stream is still valid. */
  readonly stillStands: () => Promise<boolean>;
}

interface StreamsDependencies {
  readonly database: Database;
  readonly faces: Faces;
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
  readonly #shared: SharedCounters | undefined;
  readonly #news: DatabaseNews;
  readonly #open = new Map<string, Set<Stream>>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsking = false;
  #isClosed = false;

  constructor({ database, faces, shared, log }: StreamsDependencies) {
    this.#db = database.db;
    this.#faces = faces;
    this.#shared = shared;
    this.#news = new DatabaseNews({
      database,
      log,
      channel: CHANNEL,
      onNews: (accountId) => this.wake([accountId]),
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

  /** Opens a stream as a response body. Refuses with `too_many_streams` beyond five per account. */
  async open(plan: StreamPlan): Promise<ReadableStream<Uint8Array>> {
    const { accountId } = plan.viewer;
    if ((this.#open.get(accountId)?.size ?? 0) >= STREAMS_EACH) throw new Refusal('too_many_streams');
    const place = crypto.randomUUID();
    const takeSlot = async (): Promise<boolean> => {
      const answer = await this.#shared?.run('place', `stream ${accountId}`, [place, STREAMS_EACH, PLACE_MS]);
      return answer?.[0] !== 0;
    };
    const stream = new Stream(this.#db, this.#faces, plan, takeSlot, () => {
      this.#leave(accountId, stream);
      void this.#shared?.leave(`stream ${accountId}`, place);
    });
    const streams = this.#open.get(accountId) ?? new Set();
    streams.add(stream);
    this.#open.set(accountId, streams);
    this.#timer ??= setInterval(() => void this.#ask(), LOOK_MS);
    this.#news.start();
    try {
      if (!(await takeSlot())) throw new Refusal('too_many_streams');
      await stream.begin();
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
      const rows = await listRows(
        this.#db,
        idRow,
        sql`select distinct recipient_id as id from notification
        where recipient_id = any(${arrayText([...this.#open.keys()])}::uuid[])
          and created_at > now() - make_interval(secs => ${LATELY_MS / 1000}::float8)`,
      );
      this.wake(rows.map(({ id }) => id));
    } catch {
      // The database is unavailable. The next interval tries again; readers get the heartbeat meanwhile.
    } finally {
      this.#isAsking = false;
    }
  }
}

class Stream {
  readonly #db: Queries;
  readonly #faces: Faces;
  readonly #plan: StreamPlan;
  readonly #renewPlace: () => Promise<boolean>;
  readonly #onEnd: () => void;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Time of the reader's last notification. */
  #since = 0;
  #heardAt = performance.now();
  #checkedAt = performance.now();
  #renewedAt = performance.now();
  #isOver = false;
  #isLooking = false;
  #isAsked = false;

  constructor(db: Queries, faces: Faces, plan: StreamPlan, renewPlace: () => Promise<boolean>, onEnd: () => void) {
    this.#db = db;
    this.#faces = faces;
    this.#plan = plan;
    this.#renewPlace = renewPlace;
    this.#onEnd = onEnd;
  }

  /** Determines the start position. Earlier notifications count as sent. */
  async begin(): Promise<void> {
    const { viewer, lastEventId } = this.#plan;
    this.#since = await readStreamPosition(this.#db, viewer.accountId, lastEventId);
  }

  body(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        this.#send('retry: 2000\n\n');
        this.look();
      },
      cancel: () => this.end(),
    });
  }

  /** Sends new notifications. If a query is running, queries once more after it. */
  look(): void {
    this.#isAsked = true;
    if (this.#isLooking || this.#isOver || this.#controller === undefined) return;
    this.#isLooking = true;
    void this.#run().finally(() => {
      this.#isLooking = false;
      // A request may have arrived after the last query.
      if (this.#isAsked) this.look();
    });
  }

  /** Called once a second: heartbeat and session check. */
  beat(): void {
    const now = performance.now();
    if (now - this.#heardAt >= HEARTBEAT_MS) this.#send(': still here\n\n');
    if (now - this.#checkedAt >= SESSION_MS) this.look();
    if (now - this.#renewedAt < PLACE_RENEW_MS) return;
    this.#renewedAt = now;
    void this.#renewPlace();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    try {
      this.#controller?.close();
    } catch {
      // The client has already disconnected.
    }
  }

  async #run(): Promise<void> {
    while (this.#isAsked && !this.#isOver) {
      this.#isAsked = false;
      try {
        this.#checkedAt = performance.now();
        if (!(await this.#plan.stillStands())) return this.end();
        const rows = await listNotificationsSince(this.#db, this.#plan.viewer, this.#since, BATCH);
        for (const row of rows) {
          if (this.#isOver) return;
          const view = presentNotification(row, this.#faces);
          this.#send(`event: notification\nid: ${row.id}\ndata: ${JSON.stringify(view)}\n\n`);
          this.#since = row.createdAt;
        }
        if (rows.length === BATCH) this.#isAsked = true;
      } catch {
        // The database is unavailable; the next interval tries again.
      }
    }
  }

  #send(text: string): void {
    if (this.#isOver) return;
    try {
      this.#controller?.enqueue(this.#encoder.encode(text));
      this.#heardAt = performance.now();
    } catch {
      this.end();
    }
  }
}
