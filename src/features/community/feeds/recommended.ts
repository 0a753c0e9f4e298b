// Recommendations: a pool of ranked, fresh, own and followed posts, scored for the viewer by the formula of the
// reference sheet (8.3) and spread by author, followed by the remaining posts by time. Pool and scores are determined
// by the ranking, the time of the first page and the seed, all stored in the cursor. So pages are consistent, and a
// later page costs no more than the first.
import { type SQL, sql } from 'drizzle-orm';
import type { TimePlace } from '../../../kernel/cursor.ts';
import { cutPage, type Page } from '../../../kernel/page.ts';
import type { RecommendationWeights } from '../../../platform/config/recommendation.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { atMost, momentText, type PageRows, pageRows } from '../common/parts.ts';
import { AUTHOR_JOINS, isThere, type ListedPostRow, postColumns } from '../common/rows.ts';
import { ACTIVE_POST, listsPost, ME, preferredTags, type Viewer } from '../common/visibility.ts';
import { discovers } from './feed.ts';
import { POPULAR_FROM, recencyPoints } from './ranking.ts';
import { spreadAuthors } from './spread.ts';

const POOL = { ranked: 192, fresh: 128, own: 64, followed: 96, tagged: 96, explored: 64 } as const;
/** Per followed author or tag. */
const FOLLOWED_EACH = 8;
/** Minimum distance between posts of one author, while the pool contains others. */
const AUTHOR_DISTANCE = 6;

/** Position in the recommendations. */
interface RecommendedPlace extends TimePlace {
  readonly rankingId: number;
  /** Time of the first page. */
  readonly asOf: number;
  /** Position in the pool; null after it. */
  readonly position: number | null;
  readonly seed: number;
}

export interface RecommendedQuery {
  readonly rankingId: number;
  readonly asOf: number;
  readonly seed: number;
  readonly limit: number;
  readonly after: RecommendedPlace | undefined;
  readonly weights: RecommendationWeights;
}

type PlacedRow = ListedPostRow & {
  /** Position in the pool; null after it. */
  readonly place: number | null;
};

/** One page. */
export async function readRecommended(
  db: Queries,
  viewer: Viewer,
  query: RecommendedQuery,
): Promise<Page<PlacedRow, RecommendedPlace>> {
  const { limit, after, rankingId, asOf, seed } = query;
  const rows: PlacedRow[] = [];
  if (after === undefined || after.position !== null) rows.push(...(await readPool(db, viewer, query, limit + 1)));
  if (rows.length <= limit) {
    const place = after?.position === null ? after : undefined;
    rows.push(...(await readRest(db, viewer, query, place, pageRows(limit - rows.length))));
  }
  return cutPage(rows, limit, ({ place: position, createdAt: time, id }) => ({
    rankingId,
    asOf,
    seed,
    position,
    time,
    id,
  }));
}

const { accountId: me } = ME;
const AS_OF = sql`${sql.placeholder('asOf')}::timestamptz`;
const RANKING = sql`${sql.placeholder('ranking')}::bigint`;
const SEED = sql`${sql.placeholder('seed')}::bigint`;

/** Bind parameters other than the position. */
const boundOf = (viewer: Viewer, { rankingId, asOf, seed }: RecommendedQuery) => ({
  me: viewer?.accountId,
  asOf: momentText(asOf),
  ranking: rankingId,
  seed,
});

/** Ids of the pool, before the visibility check. */
function poolOf(isSigned: boolean): SQL {
  const before = sql`p.created_at <= ${AS_OF} and ${ACTIVE_POST}`;
  const newest = sql.raw('order by p.created_at desc, p.id desc');
  const everybody = sql`
    (select post_id as id from ranking_entry where ranking_id = ${RANKING} and position <= ${atMost(POOL.ranked)})
    union (select p.id from post p where ${before} ${newest} limit ${atMost(POOL.fresh)})
    union (select post_id from ranking_entry where ranking_id = ${RANKING} and position > ${atMost(POOL.ranked)}
      order by uuid_hash_extended(post_id, ${SEED}) limit ${atMost(POOL.explored)})`;
  if (!isSigned) return everybody;
  const newestTagged = sql.raw('order by t.created_at desc, t.post_id desc');
  return sql`${everybody}
    union (select p.id from post p where p.author_id = ${me}::uuid and ${before} ${newest} limit ${atMost(POOL.own)})
    union (select n.id from follow f cross join lateral (select p.id, p.created_at from post p
        where p.author_id = f.followed_id and ${before} ${newest} limit ${atMost(FOLLOWED_EACH)}) n
      where f.follower_id = ${me}::uuid order by n.created_at desc, n.id desc limit ${atMost(POOL.followed)})
    union (select n.id from (select tag from tag_preference where account_id = ${me}::uuid and kind = 'follow') k
      cross join lateral (select t.post_id as id, t.created_at from post_tag t join post p on p.id = t.post_id
        where t.tag = k.tag and ${before} ${newestTagged} limit ${atMost(FOLLOWED_EACH)}) n
      order by n.created_at desc, n.id desc limit ${atMost(POOL.tagged)})`;
}

/**
 * 0 to 12 pseudo-random points, determined by seed and post. Uses the last characters of the id, since the first ones
 * encode the time.
 */
const JITTER = sql`(((${SEED} * 1103515245 + ascii(substr(p.id::text, 33, 1)) * 104729 + ascii(substr(p.id::text, 34, 1)) * 13007
    + ascii(substr(p.id::text, 35, 1)) * 1543 + ascii(substr(p.id::text, 36, 1)) * 193) & 2147483647) % 13)`;

const weight = (name: keyof RecommendationWeights): SQL => sql`${sql.placeholder(name)}::int`;

const PERSONAL_POINTS = sql`(case when p.author_id in (select followed_id from follow where follower_id = ${me}::uuid)
      then ${weight('author')} else 0 end
    + case when p.tags && ${preferredTags(me, 'follow')} then ${weight('tag')} else 0 end
    - case when ${isThere(sql`feed_impression k where k.post_id = p.id and k.account_id = ${me}::uuid
      and k.seen_at < ${AS_OF}`)} then ${weight('seen')} else 0 end)`;

/** Length of an id in text form. */
const ID_LENGTH = 36;

// Prepared, like the two below: a page runs up to three statements, each with the SQL of the whole pool.
const orderStatement = prepareSql<{ readonly isSigned: boolean }, { readonly found: string | null }>(({ isSigned }) => {
  const viewer = isSigned ? ME : undefined;
  const recency = recencyPoints('p.created_at', 'at', weight);
  const score = sql`coalesce(e.score, 0) + (select ${recency} from (select ${AS_OF} as at) t)
    + ${JITTER} + ${isSigned ? PERSONAL_POINTS : sql.raw('0')}`;
  // Returned as one text value: reading about five hundred rows of two columns takes longer than the rest of the query.
  return sql`
    select string_agg(s.id || s.author, ',' order by s.score desc, s.created_at desc, s.id desc) as found
    from (select p.id, a.uid::text as author, p.created_at, ${score} as score
      from (${poolOf(isSigned)}) pool join post p on p.id = pool.id join profile a on a.account_id = p.author_id
        left join ranking_entry e on e.ranking_id = ${RANKING} and e.post_id = p.id
      where ${listsPost(viewer)} and ${discovers(viewer)} and p.created_at <= ${AS_OF}) s`;
});

/** The pool in display order: by score, spread by author. */
async function readPoolOrder(db: Queries, viewer: Viewer, query: RecommendedQuery): Promise<Iterable<string>> {
  const bound = { ...boundOf(viewer, query), ...query.weights };
  const row = await orderStatement.first(db, { isSigned: viewer !== undefined }, bound);
  const found = row?.found ? row.found.split(',') : [];
  return spreadAuthors(found, (candidate) => candidate.slice(ID_LENGTH), AUTHOR_DISTANCE);
}

const poolStatement = prepareSql<{ readonly isSigned: boolean }, PlacedRow>(
  ({ isSigned }) => sql`
    select ${postColumns(isSigned ? ME : undefined, false)}, ${sql.placeholder('start')}::int + page.place::int - 1 as place
    from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as page(id, place) join post p on p.id = page.id ${AUTHOR_JOINS}
    order by page.place`,
);

/** At most `count` posts of the pool after a position. */
async function readPool(
  db: Queries,
  viewer: Viewer,
  query: RecommendedQuery,
  count: number,
): Promise<readonly PlacedRow[]> {
  const { ids, start } = takeBehind(await readPoolOrder(db, viewer, query), query.after, count);
  if (ids.length === 0) return [];
  const bound = { me: viewer?.accountId, start, ids: `{${ids.join(',')}}` };
  return poolStatement.list(db, { isSigned: viewer !== undefined }, bound);
}

/**
 * The ids after a position, computed only as far as needed. If the post at the position is gone, continues after its
 * index.
 */
function takeBehind(
  order: Iterable<string>,
  after: RecommendedPlace | undefined,
  count: number,
): { readonly ids: readonly string[]; readonly start: number } {
  const ids: string[] = [];
  let start = after === undefined ? 0 : undefined;
  for (const candidate of order) {
    ids.push(candidate.slice(0, ID_LENGTH));
    if (start === undefined && ids.at(-1) === after?.id) start = ids.length;
    if (start !== undefined && ids.length >= start + count) break;
  }
  start ??= after?.position ?? ids.length;
  return { ids: ids.slice(start, start + count), start };
}

type RestShape = { readonly isSigned: boolean; readonly isFirst: boolean; readonly count: PageRows };

const restStatement = prepareSql<RestShape, PlacedRow>(({ isSigned, isFirst, count }) => {
  const viewer = isSigned ? ME : undefined;
  const beyond = isFirst
    ? sql`p.created_at <= ${AS_OF}`
    : sql`(p.created_at, p.id) < (${sql.placeholder('time')}::timestamptz, ${sql.placeholder('id')}::uuid)`;
  return sql`
    select ${postColumns(viewer, false)}, null::int as place
    from (select p.id, p.created_at from post p join profile a on a.account_id = p.author_id
      where ${listsPost(viewer)} and ${discovers(viewer)} and ${beyond} and p.id not in (${poolOf(isSigned)})
      order by p.created_at desc, p.id desc limit ${atMost(count)}) page
    join post p on p.id = page.id ${AUTHOR_JOINS} order by page.created_at desc, page.id desc`;
});

function readRest(
  db: Queries,
  viewer: Viewer,
  query: RecommendedQuery,
  place: RecommendedPlace | undefined,
  count: PageRows,
): Promise<readonly PlacedRow[]> {
  const shape = { isSigned: viewer !== undefined, isFirst: place === undefined, count };
  return restStatement.list(db, shape, {
    ...boundOf(viewer, query),
    time: momentText(place?.time),
    id: place?.id,
  });
}

export type RecommendationReason = 'followed_author' | 'followed_tag' | 'popular' | 'recent';

/** Why a post is recommended; the strongest reason first. */
export function reasonOf(
  row: Pick<ListedPostRow, 'following' | 'followedTag' | 'likeCount' | 'commentCount'>,
): RecommendationReason {
  if (row.following) return 'followed_author';
  if (row.followedTag) return 'followed_tag';
  return row.likeCount + row.commentCount >= POPULAR_FROM ? 'popular' : 'recent';
}
