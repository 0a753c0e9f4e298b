// Recommendations: a pool of ranked, fresh, own and followed posts, scored for the viewer by the formula of the
// reference sheet (8.3) and spread by author, followed by the remaining posts by time. Pool and scores are determined
// by the ranking, the time of the first page and the seed, all stored in the cursor. So pages are consistent, and a
// later page costs no more than the first.
//
// The pool is put together in memory (pool.ts, viewer-facts.ts, pool-order.ts) from facts that may be a second old. The
// rows of a page are read from the database under all rules of visibility, so what is shown is never older than the
// request.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { cutPage, type Page } from '../../../kernel/page.ts';
import type { RecommendationWeights } from '../../../platform/config/recommendation.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { atMost, momentText, type PageRows, pageRows } from '../common/parts.ts';
import { AUTHOR_JOINS, type ListedPostRow, listedPostRow, postColumns } from '../common/rows.ts';
import type { RecommendationReason } from '../common/rules.ts';
import { listsPost, ME, type Viewer } from '../common/visibility.ts';
import { discovers } from './feed.ts';
import { Impressions } from './impressions.ts';
import { SharedPools } from './pool.ts';
import { choosePool, orderPool } from './pool-order.ts';
import { POPULAR_FROM } from './ranking.ts';
import { ViewerFactsReads } from './viewer-facts.ts';

/** Position in the recommendations. */
interface RecommendedPosition extends TimePosition {
  readonly rankingId: number;
  /** Time of the first page. */
  readonly asOf: number;
  /** Position in the pool; null after it. */
  readonly position: number | null;
  readonly seed: number;
}

interface RecommendedQuery {
  readonly seed: number;
  readonly limit: number;
  readonly after: RecommendedPosition | undefined;
}

const positionedRow = listedPostRow.extend({
  /** Position in the pool; null after it. */
  place: z.number().nullable(),
});
type PositionedRow = Readonly<z.output<typeof positionedRow>>;

interface RecommendationsDependencies {
  readonly database: Database;
  readonly stamps: DatabaseStamps;
  readonly weights: RecommendationWeights;
  readonly log: Log;
}

/** A pool in the order in which a viewer is shown it. */
interface OrderedPool {
  readonly rankingId: number;
  readonly asOf: number;
  /** Of the posts of the pool, in no order. */
  readonly ids: readonly string[];
  readonly order: Iterable<string>;
  /** When the viewer was shown each of them first; infinity: never. */
  readonly seen: ReadonlyMap<string, number>;
}

export class Recommendations {
  readonly impressions: Impressions;
  readonly #dependencies: RecommendationsDependencies;
  readonly #pools: SharedPools;
  readonly #viewers: ViewerFactsReads;

  constructor(dependencies: RecommendationsDependencies) {
    const { database, stamps } = dependencies;
    this.#dependencies = dependencies;
    this.impressions = new Impressions(database, dependencies.log);
    this.#pools = new SharedPools(database, stamps);
    this.#viewers = new ViewerFactsReads(database, stamps);
  }

  /** One page, as of some moment after the request `asker` arrived. Notes what it shows. */
  async read(
    asker: object,
    viewer: Viewer,
    query: RecommendedQuery,
  ): Promise<Page<PositionedRow, RecommendedPosition>> {
    const { limit, after, seed } = query;
    const pool = await this.#orderPool(asker, viewer, query);
    const rows: PositionedRow[] = [];
    if (after === undefined || after.position !== null) {
      rows.push(...(await this.#readPool(viewer, pool.order, after, limit + 1)));
    }
    if (rows.length <= limit) {
      const place = after?.position === null ? after : undefined;
      rows.push(...(await this.#readRest(viewer, pool, place, pageRows(limit - rows.length))));
    }
    const { rankingId, asOf } = pool;
    const page = cutPage(rows, limit, ({ place: position, createdAt: time, id }) => ({
      rankingId,
      asOf,
      seed,
      position,
      time,
      id,
    }));
    const shown = page.rows.map(({ id }) => id);
    if (viewer !== undefined) this.impressions.note(viewer.accountId, shown, pool.seen);
    return page;
  }

  async #orderPool(asker: object, viewer: Viewer, { seed, after }: RecommendedQuery): Promise<OrderedPool> {
    const asOf = after?.asOf ?? Date.now();
    const [facts, freshness] = await Promise.all([
      viewer && this.#viewers.read(asker, viewer.accountId, after?.asOf),
      this.#pools.freshness(asker),
    ]);
    const rankingId = after?.rankingId ?? freshness.rankingId;
    const shared = await this.#pools.read(asker, freshness, rankingId, asOf);
    const query = { asOf, seed, weights: this.#dependencies.weights };
    const who = viewer && facts && { viewer, facts };
    const posts = choosePool(shared, who, query);
    const ids = posts.map(({ id }) => id);
    const seen = viewer === undefined ? NOTHING_SEEN : await this.impressions.read(viewer.accountId, ids);
    return { rankingId, asOf, ids, seen, order: orderPool(posts, shared, who, seen, query) };
  }

  /**
   * At most `count` posts of the pool after a position. A post that the viewer may no longer see is left out, and the
   * next one takes its place.
   */
  async #readPool(
    viewer: Viewer,
    order: Iterable<string>,
    after: RecommendedPosition | undefined,
    count: number,
  ): Promise<readonly PositionedRow[]> {
    const rows: PositionedRow[] = [];
    const walk = walkBehind(order, after);
    while (rows.length < count) {
      const { ids, start } = walk.take(count - rows.length);
      if (ids.length === 0) break;
      const bound = { me: viewer?.accountId, start, ids: arrayOf(ids) };
      rows.push(
        ...(await poolStatement.list(this.#dependencies.database.db, { isSigned: viewer !== undefined }, bound)),
      );
    }
    return rows;
  }

  #readRest(
    viewer: Viewer,
    { asOf, ids }: OrderedPool,
    place: RecommendedPosition | undefined,
    count: PageRows,
  ): Promise<readonly PositionedRow[]> {
    const shape = { isSigned: viewer !== undefined, isFirst: place === undefined, count };
    return restStatement.list(this.#dependencies.database.db, shape, {
      me: viewer?.accountId,
      asOf: momentText(asOf),
      ids: arrayOf(ids),
      time: momentText(place?.time),
      id: place?.id,
    });
  }
}

const NOTHING_SEEN: ReadonlyMap<string, number> = new Map();
const arrayOf = (ids: readonly string[]): string => `{${ids.join(',')}}`;

// Prepared, like the one below, since every page runs it.
const poolStatement = prepareSql(positionedRow, ({ isSigned }: { readonly isSigned: boolean }) => {
  const viewer = isSigned ? ME : undefined;
  return sql`
    select ${postColumns(viewer, false)}, ${sql.placeholder('start')}::int + page.place::int - 1 as place
    from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as page(id, place) join post p on p.id = page.id ${AUTHOR_JOINS}
    where ${listsPost(viewer)} and ${discovers(viewer)} order by page.place`;
});

type RestShape = { readonly isSigned: boolean; readonly isFirst: boolean; readonly count: PageRows };

const restStatement = prepareSql(positionedRow, ({ isSigned, isFirst, count }: RestShape) => {
  const viewer = isSigned ? ME : undefined;
  const beyond = isFirst
    ? sql`p.created_at <= ${sql.placeholder('asOf')}::timestamptz`
    : sql`(p.created_at, p.id) < (${sql.placeholder('time')}::timestamptz, ${sql.placeholder('id')}::uuid)`;
  return sql`
    select ${postColumns(viewer, false)}, null::int as place
    from (select p.id, p.created_at from post p join profile a on a.account_id = p.author_id
      where ${listsPost(viewer)} and ${discovers(viewer)} and ${beyond}
        and p.id not in (select unnest(${sql.placeholder('ids')}::uuid[]))
      order by p.created_at desc, p.id desc limit ${atMost(count)}) page
    join post p on p.id = page.id ${AUTHOR_JOINS} order by page.created_at desc, page.id desc`;
});

/**
 * Takes ids after a position, computed only as far as needed. If the post at the position is gone, continues after its
 * index.
 */
function walkBehind(
  order: Iterable<string>,
  after: RecommendedPosition | undefined,
): { take(count: number): { readonly ids: readonly string[]; readonly start: number } } {
  const known: string[] = [];
  const walk = order[Symbol.iterator]();
  const more = (): string | undefined => {
    const { value, done } = walk.next();
    if (done) return undefined;
    known.push(value);
    return value;
  };
  let start = after === undefined ? 0 : undefined;
  while (start === undefined) {
    const id = more();
    if (id === undefined) start = after?.position ?? known.length;
    else if (id === after?.id) start = known.length;
  }
  let next = start;
  return {
    take: (count) => {
      while (known.length < next + count && more() !== undefined);
      const taken = { ids: known.slice(next, next + count), start: next };
      next += taken.ids.length;
      return taken;
    },
  };
}

/** Why a post is recommended; the strongest reason first. */
export function reasonOf(
  row: Pick<ListedPostRow, 'following' | 'followedTag' | 'likeCount' | 'commentCount'>,
): RecommendationReason {
  if (row.following) return 'followed_author';
  if (row.followedTag) return 'followed_tag';
  return row.likeCount + row.commentCount >= POPULAR_FROM ? 'popular' : 'recent';
}
