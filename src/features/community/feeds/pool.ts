// The part of the recommendations that all viewers share, in memory: the posts of a ranking with their scores, and the
// newest posts. A ranking never changes. What is cached of its posts (state, tags) is read again at most once a second
// while somebody writes; a page is read from the database under all rules of visibility, so what was hidden meanwhile is
// not shown. A new post counts at once, because `Freshness` names the newest one.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { SharedFlights } from '../../../kernel/concurrency/shared-flights.ts';
import { CachedReads } from '../../../platform/database/cached-reads.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';
import { atMost, momentText } from '../common/parts.ts';
import { ACTIVE_POST } from '../common/visibility.ts';
import { gatherFacts, type PoolPost, readFacts } from './pool-posts.ts';

/** Newest posts of a pool. */
export const FRESH = 128;
/** Newest posts that are cached: a later page leaves out those after its first page. */
const FRESH_KEPT = FRESH + 64;
/** Rankings whose posts are cached: those that the database keeps, and one that replaces them. */
const RANKINGS_KEPT = 4;
/** Time for which the facts of a pool are used although something was committed. */
const POOL_MS = 1_000;
/** Time after which they are read again although nothing was. */
const POOL_MAX_MS = 10_000;

/** What tells whether a cached pool is the current one. */
interface Freshness {
  /** The newest ranking; 0: there is none. */
  readonly rankingId: number;
  /** The newest post that is neither deleted, hidden nor archived. */
  readonly newestId: string | undefined;
}

export interface SharedPool {
  /** Posts of the ranking, best first. */
  readonly ranked: readonly PoolPost[];
  /** Scores of all of them, by id. */
  readonly scores: ReadonlyMap<string, number>;
  /** Newest posts up to the moment that was asked for. */
  readonly fresh: readonly PoolPost[];
}

/** Something that was read, with the state of the database then. */
interface Cached<T> {
  readonly value: T;
  readonly stamp: string | undefined;
  readonly readAt: number;
}

type Ranked = Pick<SharedPool, 'ranked' | 'scores'>;

interface Fresh {
  readonly newestId: string | undefined;
  readonly posts: readonly PoolPost[];
}

const text = z.string().nullable();

// The three are prepared: the first runs at every page of recommendations, the others whenever a pool is read again.
const freshnessStatement = prepareSql(
  z.object({ ranking: text, newest: text }),
  () => sql`select (select id from ranking order by id desc limit ${sql.placeholder('one')}::int) as ranking,
    (select p.id from post p where ${ACTIVE_POST} order by p.created_at desc, p.id desc limit 1) as newest`,
);
const AUTHOR = sql.raw('join profile a on a.account_id = p.author_id');
/** Each post by its key: without `offset 0` the planner may read all posts instead, as long as they seem few. */
const RANKED_POST = sql.raw('cross join lateral (select * from post where id = e.post_id offset 0) p');
const rankedStatement = prepareSql(
  z.object({ posts: text, scores: text }),
  () => sql`select ${gatherFacts(sql.raw('e.position'))} as posts, string_agg(e.score::text, ' ' order by e.position) as scores
    from ranking_entry e ${RANKED_POST} ${AUTHOR} where e.ranking_id = ${sql.placeholder('ranking')}::bigint`,
);
const freshStatement = prepareSql(
  z.object({ posts: text }),
  () => sql`select ${gatherFacts(sql.raw('p.created_at desc, p.id desc'))} as posts from (select p.* from post p
    where p.created_at <= ${sql.placeholder('asOf')}::timestamptz and ${ACTIVE_POST}
    order by p.created_at desc, p.id desc limit ${atMost(FRESH_KEPT)}) p ${AUTHOR}`,
);

export class SharedPools {
  readonly #database: Database;
  readonly #stamps: DatabaseStamps;
  readonly #freshness: CachedReads<Freshness>;
  readonly #ranked = new BoundedCache<number, Cached<Ranked>>(RANKINGS_KEPT);
  readonly #rankedReads = new SharedFlights<Cached<Ranked>>();
  readonly #freshReads = new SharedFlights<Cached<Fresh>>();
  #fresh: Cached<Fresh> | undefined;

  constructor(database: Database, stamps: DatabaseStamps) {
    this.#database = database;
    this.#stamps = stamps;
    this.#freshness = new CachedReads(stamps, { limit: 1, weigh: () => 1, ageMs: POOL_MAX_MS });
  }

  /** The newest ranking and post, as of some moment after the request `asker` arrived. */
  freshness(asker: object): Promise<Freshness> {
    return this.#freshness.read(asker, '', async () => {
      const row = await freshnessStatement.first(this.#database.db, {}, { one: 1 });
      return { rankingId: Number(row?.ranking ?? 0), newestId: row?.newest ?? undefined };
    });
  }

  /** The shared pool of a ranking at a moment. */
  async read(asker: object, { newestId }: Freshness, rankingId: number, asOf: number): Promise<SharedPool> {
    const [{ value }, fresh] = await Promise.all([
      this.#readRanked(asker, rankingId),
      this.#readNewest(asker, newestId, asOf),
    ]);
    return { ...value, fresh };
  }

  async #readRanked(asker: object, rankingId: number): Promise<Cached<Ranked>> {
    const cached = this.#ranked.read(rankingId);
    if (cached !== undefined && (await this.#isStanding(asker, cached))) return cached;
    return this.#rankedReads.share(String(rankingId), async () => {
      const read = await this.#keep(async (): Promise<Ranked> => {
        const row = await rankedStatement.first(this.#database.db, {}, { ranking: rankingId });
        const ranked = readFacts(row?.posts ?? null);
        const points = row?.scores?.split(' ') ?? [];
        return { ranked, scores: new Map(ranked.map(({ id }, index) => [id, Number(points[index])])) };
      });
      this.#ranked.store(rankingId, read, 1);
      return read;
    });
  }

  async #readNewest(asker: object, newestId: string | undefined, asOf: number): Promise<readonly PoolPost[]> {
    const kept = this.#fresh;
    const isCurrent = kept?.value.newestId === newestId && kept !== undefined && (await this.#isStanding(asker, kept));
    const { value } = isCurrent
      ? kept
      : await this.#freshReads.share('', async () => {
          this.#fresh = await this.#keep(async () => {
            const posts = await this.#readFresh(undefined);
            return { posts, newestId: posts[0]?.id };
          });
          return this.#fresh;
        });
    const before = value.posts.filter(({ createdAt }) => createdAt <= asOf);
    const isWhole = before.length >= FRESH || value.posts.length < FRESH_KEPT;
    return isWhole ? before : this.#readFresh(asOf);
  }

  async #keep<T>(read: () => Promise<T>): Promise<Cached<T>> {
    const stamp = await this.#stamps.read();
    const readAt = performance.now();
    return { value: await read(), stamp, readAt };
  }

  async #isStanding(asker: object, { readAt, stamp }: Cached<unknown>): Promise<boolean> {
    const age = performance.now() - readAt;
    if (age < POOL_MS) return true;
    return age < POOL_MAX_MS && stamp !== undefined && stamp === (await this.#stamps.readFor(asker));
  }

  /** The newest posts up to a moment; undefined: now. */
  async #readFresh(asOf: number | undefined): Promise<readonly PoolPost[]> {
    const bound = { asOf: asOf === undefined ? 'infinity' : momentText(asOf) };
    return readFacts((await freshStatement.first(this.#database.db, {}, bound))?.posts ?? null);
  }
}
