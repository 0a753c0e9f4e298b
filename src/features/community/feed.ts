// Feeds: pages of posts by scope, state, tag and search. Keyset alone: every page is read from an index at the place where
// the one before ended, so that none costs more than the first. Recommendations are recommended.ts.
import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database.ts';
import { atMost, listRows, readRow } from './parts.ts';
import { AUTHOR_JOINS, inMilliseconds, type PostRow, postColumns } from './rows.ts';
import { planSearch, type SearchStatistics } from './search.ts';
import { isNotMuted, listsPost, preferredTags, type Viewer } from './visibility.ts';

export const SCOPES = ['all', 'latest', 'recommended', 'following', 'mine', 'bookmarked'] as const;
export type Scope = (typeof SCOPES)[number];
export const STATES = ['active', 'archived', 'all'] as const;
export type PostState = (typeof STATES)[number];

/** Place in a feed: time that it is ordered by, id, and whether it is among those that stand first. */
export interface FeedPlace {
  readonly c: number;
  readonly i: string;
  /** When it was put first; null beyond those; absent where nothing stands first. */
  readonly p?: number | null | undefined;
}

export interface FeedQuery {
  readonly scope: Exclude<Scope, 'recommended'>;
  readonly state: PostState;
  /** Folded (`foldSearch`). */
  readonly q: string | undefined;
  readonly tag: string | undefined;
  readonly limit: number;
  readonly after: FeedPlace | undefined;
}

export type FeedRow = PostRow & { readonly placeTime: number; readonly placeTop: number | null };

export interface FeedPage {
  readonly rows: readonly FeedRow[];
  readonly next: FeedPlace | undefined;
}

const moment = (milliseconds: number): SQL => sql`${new Date(milliseconds).toISOString()}::timestamptz`;

/** Authors whose newest posts are looked up one by one; beyond it the posts of all are walked by time. */
const FOLLOWED_ONE_BY_ONE = 200;

/** What feeds of discovery leave out for a viewer: muted authors and tags, and posts they want no more of. */
export const discovers = (viewer: Viewer): SQL =>
  viewer === undefined
    ? sql.raw('true')
    : sql`${isNotMuted(sql.raw('p.author_id'), viewer)} and (p.author_id = ${viewer.accountId}::uuid or not (p.tags && ${preferredTags(viewer.accountId, 'mute')}))
        and not exists (select 1 from post_feedback k where k.post_id = p.id and k.account_id = ${viewer.accountId}::uuid)`;

/** One page. The viewer must be there for `mine`, `bookmarked` and `following`. */
export async function readFeed(
  db: Queries,
  statistics: SearchStatistics,
  viewer: Viewer,
  query: FeedQuery,
): Promise<FeedPage> {
  const { limit, scope } = query;
  const top = topColumn(query);
  const read = async (page: SQL): Promise<readonly FeedRow[]> => {
    const rows = await listRows<FeedRow>(
      db,
      sql`
      select ${postColumns(viewer, false)}, ${sql.raw(inMilliseconds('page.place_time'))} as "placeTime",
        ${sql.raw(inMilliseconds('page.place_top'))} as "placeTop"
      from (${page}) page join post p on p.id = page.id ${AUTHOR_JOINS}
      order by page.place_top desc nulls last, page.place_time desc, page.id desc`,
    );
    return [...rows];
  };
  const count = limit + 1;
  const readNewest: ReadNewest = (posts, where) =>
    listRows<FeedRow>(
      db,
      sql`
      select ${postColumns(viewer, false)}, ${sql.raw(inMilliseconds('p.created_at'))} as "placeTime",
        null::float8 as "placeTop"
      from ${posts} p ${AUTHOR_JOINS} where ${where} order by p.created_at desc, p.id desc limit ${atMost(count)}`,
    );
  const rows = await readPlanned(db, statistics, viewer, query, top, count, { read, readNewest });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { rows: shown, next: undefined };
  const next = { c: last.placeTime, i: last.id };
  return { rows: shown, next: top === undefined || scope === 'bookmarked' ? next : { ...next, p: last.placeTop } };
}

/** Rows of a page that a statement finds by id and place. */
type ReadPage = (page: SQL) => Promise<readonly FeedRow[]>;
/** Newest rows of `posts` (a table of posts) under a condition on `p` and `a`, found and read in one go. */
type ReadNewest = (posts: SQL, where: SQL) => Promise<readonly FeedRow[]>;

async function readPlanned(
  db: Queries,
  statistics: SearchStatistics,
  viewer: Viewer,
  query: FeedQuery,
  top: string | undefined,
  count: number,
  { read, readNewest }: { readonly read: ReadPage; readonly readNewest: ReadNewest },
): Promise<readonly FeedRow[]> {
  const me = viewer?.accountId ?? '';
  const { scope, after, q, tag } = query;
  const where = conditionsOf(viewer, query);
  if (scope === 'bookmarked') {
    return read(sql`select p.id, b.created_at as place_time, null::timestamptz as place_top
      from bookmark b join post p on p.id = b.post_id join profile a on a.account_id = p.author_id
      where b.account_id = ${me}::uuid and ${where} and ${isBeyond('b.created_at', 'b.post_id', after)}
      order by b.created_at desc, b.post_id desc limit ${atMost(count)}`);
  }
  if (q !== undefined) {
    const plan = planSearch(statistics, q, count);
    const beyond = isBeyond('p.created_at', 'p.id', after);
    if (plan.walk !== undefined && tag === undefined && scope !== 'mine') {
      const newest = sql`(select * from post p where ${sql.raw(ACTIVE)} and ${beyond}
        order by p.created_at desc, p.id desc limit ${atMost(plan.walk)})`;
      const found = await readNewest(newest, sql`${plan.holds} and ${where}`);
      if (found.length === count) return found;
    }
    return read(sql`select p.id, p.created_at as place_time, null::timestamptz as place_top
      from (select m.id from (select p.id, p.created_at, p.search_text from post p where ${plan.matches} offset 0) m
        where strpos(m.search_text, ${q}) > 0 offset 0) m
      join post p on p.id = m.id join profile a on a.account_id = p.author_id
      where ${where} and ${beyond} order by p.created_at desc, p.id desc limit ${atMost(count)}`);
  }
  if (tag !== undefined) {
    return read(sql`select p.id, t.created_at as place_time, null::timestamptz as place_top
      from post_tag t join post p on p.id = t.post_id join profile a on a.account_id = p.author_id
      where t.tag = ${tag} and ${where} and ${isBeyond('t.created_at', 't.post_id', after)}
      order by t.created_at desc, t.post_id desc limit ${atMost(count)}`);
  }
  if (scope === 'following' && (await countFollowing(db, me)) <= FOLLOWED_ONE_BY_ONE) {
    // A post may come by its author and by several tags: the union keeps it once.
    return read(sql`select n.id, n.created_at as place_time, null::timestamptz as place_top
      from (select n.id, n.created_at from follow f
        cross join lateral (select p.id, p.created_at from post p join profile a on a.account_id = p.author_id
          where p.author_id = f.followed_id and ${where} and ${isBeyond('p.created_at', 'p.id', after)}
          order by p.created_at desc, p.id desc limit ${atMost(count)}) n
        where f.follower_id = ${me}::uuid
      union select n.id, n.created_at from (select tag from tag_preference
          where account_id = ${me}::uuid and kind = 'follow') k
        cross join lateral (select p.id, p.created_at from post_tag t join post p on p.id = t.post_id
          join profile a on a.account_id = p.author_id
          where t.tag = k.tag and ${where} and ${isBeyond('t.created_at', 't.post_id', after)}
          order by t.created_at desc, t.post_id desc limit ${atMost(count)}) n) n
      order by n.created_at desc, n.id desc limit ${atMost(count)}`);
  }
  const followed =
    scope === 'following'
      ? sql`(p.author_id in (select followed_id from follow where follower_id = ${me}::uuid)
          or p.tags && ${preferredTags(me, 'follow')})`
      : sql.raw('true');
  if (top === undefined) {
    return readNewest(sql.raw('post'), sql`${where} and ${followed} and ${isBeyond('p.created_at', 'p.id', after)}`);
  }
  const plain = sql`post p join profile a on a.account_id = p.author_id where ${where} and ${followed}`;
  const column = sql.raw(top);
  const isPastTop = after !== undefined && (after.p === null || after.p === undefined);
  const rest = sql`(select p.id, p.created_at as place_time, null::timestamptz as place_top from ${plain}
    and ${column} is null and ${isBeyond('p.created_at', 'p.id', isPastTop ? after : undefined)}
    order by p.created_at desc, p.id desc limit ${atMost(count)})`;
  if (isPastTop) return read(rest);
  const place = after === undefined ? undefined : { c: after.p ?? 0, i: after.i };
  return read(sql`(select p.id, p.created_at as place_time, ${column} as place_top from ${plain}
    and ${column} is not null and ${isBeyond(top, 'p.id', place)} order by ${column} desc, p.id desc limit ${atMost(count)})
    union all ${rest} limit ${atMost(count)}`);
}

const ACTIVE = 'p.deleted_at is null and p.hidden_at is null and p.archived_at is null';

/** Column of those that stand first: featured posts in `all`, the author's pins in `mine`; not in searches. */
function topColumn({ scope, q, tag }: FeedQuery): string | undefined {
  if (q !== undefined || tag !== undefined) return undefined;
  return scope === 'all' ? 'p.featured_at' : scope === 'mine' ? 'p.pinned_at' : undefined;
}

const isBeyond = (time: string, id: string, place: { readonly c: number; readonly i: string } | undefined): SQL =>
  place === undefined
    ? sql.raw('true')
    : sql`(${sql.raw(time)}, ${sql.raw(id)}) < (${moment(place.c)}, ${place.i}::uuid)`;

function conditionsOf(viewer: Viewer, { scope, state, q, tag }: FeedQuery): SQL {
  if (scope === 'mine') {
    const archived =
      state === 'all' ? 'true' : state === 'archived' ? 'p.archived_at is not null' : 'p.archived_at is null';
    return sql`p.author_id = ${viewer?.accountId ?? ''}::uuid and p.deleted_at is null and p.hidden_at is null
      and ${sql.raw(archived)}`;
  }
  const isDiscovery = q === undefined && tag === undefined && scope !== 'bookmarked';
  return isDiscovery ? sql`${listsPost(viewer)} and ${discovers(viewer)}` : listsPost(viewer);
}

async function countFollowing(db: Queries, accountId: string): Promise<number> {
  const row = await readRow<{ count: number }>(
    db,
    sql`select following as count from author_stat where account_id = ${accountId}::uuid`,
  );
  return row?.count ?? 0;
}
