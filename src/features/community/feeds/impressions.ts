// Recommended posts that an account was shown. Owns feed_impression. What a page shows is noted in memory and written
// soon after, by one statement for all viewers: a page does not wait for it, and readers do not commit for each page.
// This process counts it at once. Others learn of it within a few seconds; a crash forgets what was not written yet,
// which costs a reader no more than seeing a post again.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { isDatabaseUnavailable } from '../../../platform/database/errors.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { feedImpression } from '../../../platform/database/schema/community-people.ts';
import type { Log } from '../../../platform/telemetry/log.ts';

/** Time after which what was noted is written. */
const WRITE_AFTER_MS = 250;
/** Number that one statement writes, and that may wait while the database is away. */
const WRITE_AT_ONCE = 500;
const WAITING_MAX = 20_000;
/** Time for which impressions of a viewer are kept without looking for those of other processes. */
const SEEN_MS = 5_000;
/** Posts that are kept for all viewers together. */
const KEPT_POSTS = 200_000;
/** Weight of a viewer in posts, and of each pool of theirs. */
const VIEWER_WEIGHT = 700;

interface Seen {
  /** Of each post that was looked up: when it was shown first; infinity: never. */
  readonly times: Map<string, number>;
  readonly readAt: number;
}

interface Impression {
  readonly accountId: string;
  readonly postId: string;
  readonly at: number;
}

// Prepared, since pages of recommendations run it.
const seenStatement = prepareSql(
  z.object({ seen: z.string().nullable() }),
  () => sql`select string_agg(k.post_id || ' ' || (extract(epoch from k.seen_at) * 1000)::bigint, ' ') as seen
    from unnest(${sql.placeholder('ids')}::uuid[]) as wanted(id)
      join feed_impression k on k.account_id = ${sql.placeholder('me')}::uuid and k.post_id = wanted.id`,
);

const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

export class Impressions {
  readonly #database: Database;
  readonly #log: Log;
  readonly #seen = new BoundedCache<string, Seen>(KEPT_POSTS);
  #waiting: Impression[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** When each of these posts was shown to an account first, in milliseconds; infinity: never. */
  async read(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { times } = this.#seenOf(accountId);
    const unknown = ids.filter((id) => !times.has(id));
    if (unknown.length === 0) return times;
    const row = await seenStatement.first(this.#database.db, {}, { me: accountId, ids: arrayOf(unknown) });
    const found = row?.seen ? row.seen.split(' ') : [];
    for (let at = 0; at < found.length; at += 2) note(times, found[at] ?? '', Number(found[at + 1]));
    for (const id of unknown) note(times, id, Number.POSITIVE_INFINITY);
    return times;
  }

  /**
   * Notes that posts are being shown to an account. The first time counts. `seen` is what `read` returned for the page: the
   * cache may have forgotten it since.
   */
  note(accountId: string, ids: readonly string[], seen: ReadonlyMap<string, number>): void {
    const { times } = this.#seenOf(accountId);
    const at = Date.now();
    for (const postId of ids) {
      if ([seen, times].some((known) => Number.isFinite(known.get(postId)))) continue;
      times.set(postId, at);
      if (this.#waiting.length < WAITING_MAX) this.#waiting.push({ accountId, postId, at });
    }
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS);
  }

  /** Forgets everything that an account was shown. */
  async clear(accountId: string): Promise<void> {
    this.#waiting = this.#waiting.filter((one) => one.accountId !== accountId);
    await this.#writing;
    await this.#database.db.execute(sql`delete from feed_impression where account_id = ${accountId}::uuid`);
    this.#seen.drop(accountId);
  }

  /** Writes what is waiting. */
  async close(): Promise<void> {
    this.#write();
    await this.#writing;
    clearTimeout(this.#timer);
  }

  #seenOf(accountId: string): Seen {
    const cached = this.#seen.read(accountId);
    const now = performance.now();
    if (cached !== undefined && now - cached.readAt < SEEN_MS) return cached;
    const seen: Seen = { times: new Map(), readAt: now };
    for (const { accountId: who, postId, at } of this.#waiting) if (who === accountId) note(seen.times, postId, at);
    this.#seen.store(accountId, seen, VIEWER_WEIGHT);
    return seen;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeWaiting());
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, WRITE_AT_ONCE);
      try {
        await insertImpressions(this.#database.db, batch);
      } catch (error) {
        // Without a database nobody is shown anything either; what waits stays until it is there again.
        if (isDatabaseUnavailable(error)) return;
        this.#log.warn('impressions of recommended posts were not written', { error });
      }
      const written = new Set(batch);
      this.#waiting = this.#waiting.filter((one) => !written.has(one));
    }
  }
}

/** The earlier of two times counts. */
function note(times: Map<string, number>, id: string, at: number): void {
  if (at < (times.get(id) ?? Number.POSITIVE_INFINITY) || !times.has(id)) times.set(id, at);
}

/** Writes impressions, keeping the first time. Sorted, so that processes take rows in one order and cannot deadlock. */
async function insertImpressions(db: Queries, batch: readonly Impression[]): Promise<void> {
  const accounts = arrayOf(batch.map(({ accountId }) => accountId));
  const posts = arrayOf(batch.map(({ postId }) => postId));
  const times = arrayOf(batch.map(({ at }) => at));
  await db.execute(sql`insert into feed_impression (account_id, post_id, seen_at)
    select n.account_id, n.post_id, to_timestamp(n.at / 1000.0)
    from unnest(${accounts}::uuid[], ${posts}::uuid[], ${times}::bigint[]) as n(account_id, post_id, at)
    where exists (select 1 from post where post.id = n.post_id) and exists (select 1 from account where account.id = n.account_id)
    order by 1, 2 on conflict do nothing`);
}

/** Deletes impressions that are too old to affect recommendations. */
export async function forgetImpressions(db: Queries, days: number): Promise<void> {
  const isOld = sql`seen_at < now() - make_interval(days => ${days})`;
  await deleteInBatches(db, feedImpression, isOld, { oldestBy: feedImpression.seenAt });
}
