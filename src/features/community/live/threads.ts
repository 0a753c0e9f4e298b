// Who has the thread of a post open, and how many comments each of them may see. A trigger notifies every process of a change at
// commit (news.ts); while that does not work, all open threads are counted every two seconds. Changes within a quarter of a
// second are counted once, by one query for all readers, and what only the reader's side changes (a block, a mute) is found by
// a count of everything every 15 seconds. Readers get a number, never a text or a name.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Role } from '../../../http/gates/guard.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { DatabaseNews } from '../../../platform/database/news.ts';
import { listRows } from '../../../platform/database/rows.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { isStandingComment, type Reader, readsPost, unheardOf, type Viewer } from '../common/visibility.ts';

/** On which triggers of the tables announce the post whose comments changed. */
const CHANNEL = 'livehouse_thread';
/** Between two counts. */
const REST_MS = 250;
const TICK_MS = 1_000;
const ALL_MS = 15_000;
/** The same while the database sends no notifications. */
const ALL_UNTOLD_MS = 2_000;
/** Readers of one query. */
const BATCH = 1_000;

/** What a page has open. */
export interface ThreadReader {
  readonly postId: string;
  /** Undefined: a stranger. */
  readonly viewer: Viewer;
  /** Called with each new number, the first one included. */
  readonly onCount: (count: number) => void;
  /** The post is no longer readable. */
  readonly onGone: () => void;
}

interface Watched {
  readonly reader: ThreadReader;
  count: number | undefined;
}

export interface LiveThreadsOptions {
  readonly database: Database;
  readonly log: Log;
}

export class LiveThreads {
  readonly #db: Queries;
  readonly #news: DatabaseNews;
  readonly #posts = new Map<string, Set<Watched>>();
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #allAt = 0;
  #isCounting = false;

  constructor({ database, log }: LiveThreadsOptions) {
    this.#db = database.db;
    this.#news = new DatabaseNews({
      database,
      log,
      channel: CHANNEL,
      onNews: (postId) => this.#change([postId]),
      onGap: () => this.#change(this.#posts.keys()),
    });
  }

  /**
   * Counts for a reader until the returned function is called. Resolves after the first count; undefined when the reader may
   * not read the post.
   */
  async open(reader: ThreadReader): Promise<(() => void) | undefined> {
    const watched: Watched = { reader, count: undefined };
    const readers = this.#posts.get(reader.postId) ?? new Set();
    readers.add(watched);
    this.#posts.set(reader.postId, readers);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    this.#news.start();
    try {
      const [count] = await countFor(this.#db, [reader]);
      if (count !== undefined && readers.has(watched)) {
        if (watched.count === undefined) this.#tell(watched, count);
        return () => this.#leave(watched);
      }
    } catch (error) {
      this.#leave(watched);
      throw error;
    }
    this.#leave(watched);
    return undefined;
  }

  #leave(watched: Watched): void {
    const { postId } = watched.reader;
    const readers = this.#posts.get(postId);
    readers?.delete(watched);
    if (readers?.size === 0) this.#posts.delete(postId);
    if (this.#posts.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#news.stop();
  }

  #tell(watched: Watched, count: number): void {
    if (watched.count === count) return;
    watched.count = count;
    watched.reader.onCount(count);
  }

  #tick(): void {
    const now = performance.now();
    if (now - this.#allAt < (this.#news.isLive ? ALL_MS : ALL_UNTOLD_MS)) return;
    this.#allAt = now;
    this.#change(this.#posts.keys());
  }

  #change(postIds: Iterable<string>): void {
    for (const postId of postIds) if (this.#posts.has(postId)) this.#changed.add(postId);
    if (this.#isCounting || this.#changed.size === 0) return;
    this.#isCounting = true;
    void this.#countChanged().finally(() => {
      this.#isCounting = false;
      this.#change([]);
    });
  }

  async #countChanged(): Promise<void> {
    const watched = [...this.#changed].flatMap((postId) => [...(this.#posts.get(postId) ?? [])]);
    this.#changed.clear();
    try {
      for (let from = 0; from < watched.length; from += BATCH) {
        const batch = watched.slice(from, from + BATCH);
        const counts = await countFor(
          this.#db,
          batch.map(({ reader }) => reader),
        );
        for (const [at, one] of batch.entries()) {
          const count = counts[at];
          // Closed while it was counted.
          if (this.#posts.get(one.reader.postId)?.has(one) !== true) continue;
          if (count !== undefined) this.#tell(one, count);
          else {
            this.#leave(one);
            one.reader.onGone();
          }
        }
      }
    } catch {
      // The database is unavailable; the next count of everything finds what this one missed.
      this.#allAt = 0;
    }
    await Bun.sleep(REST_MS);
  }
}

const countRow = z.object({ place: z.number(), count: z.number() });

/** How many comments each reader may see, without their own that wait; undefined: the reader may not read the post. */
async function countFor(db: Queries, readers: readonly ThreadReader[]): Promise<readonly (number | undefined)[]> {
  const counts: (number | undefined)[] = readers.map(() => undefined);
  const places = Map.groupBy(readers.keys(), (place) => readers[place]?.viewer?.role);
  for (const [role, group] of places) {
    const asked = group.flatMap((place) => {
      const reader = readers[place];
      return reader === undefined ? [] : [{ place, post: reader.postId, reader: reader.viewer?.accountId }];
    });
    const rows = await listRows(db, countRow)`${countStatement(role, asked)}`;
    for (const { place, count } of rows) counts[place] = count;
  }
  return counts;
}

const READER = sql.raw('r.reader');

function countStatement(role: Role | undefined, asked: readonly object[]): SQL {
  const viewer: Reader = role && { accountId: READER, role };
  // The counter of the post is what everybody sees. Few authors are unheard, so those are subtracted.
  const unheard =
    viewer === undefined
      ? sql.raw('0')
      : sql`(select count(*)::int from (${unheardOf(READER)}) u(id) join comment c on c.author_id = u.id
          where c.post_id = p.id and ${isStandingComment('c', undefined)})`;
  return sql`select r.place, p.comment_count - ${unheard} as count
    from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) as r(place int, post uuid, reader uuid)
    join post p on p.id = r.post join profile a on a.account_id = p.author_id
    where ${readsPost(viewer)}`;
}
