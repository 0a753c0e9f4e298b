// Feeds: pages of posts by scope, state, tag and search. Keyset pagination only: every page is read from an index
// starting at the end of the previous page, so a deep page costs no more than the first. Recommendations are in
// recommended.ts.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { cutPage, type Page } from '../../../kernel/page.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { countRow, readRow } from '../../../platform/database/rows.ts';
import { atMost, momentText, type PageRows, pageRows } from '../common/parts.ts';
import { AUTHOR_JOINS, inMilliseconds, listedPostRow, postColumns } from '../common/rows.ts';
import type { SubjectName } from '../common/subject.ts';
import {
  ACTIVE_POST,
  isNotMuted,
  listsPost,
  ME,
  preferredTags,
  type Reader,
  STANDING_POST,
  type Viewer,
} from '../common/visibility.ts';
import { beginningOf, type Period, WINDOWS } from './activity.ts';
import { planSearch, type SearchStatistics, type Walk } from './search.ts';

export const SCOPES = ['all', 'latest', 'top', 'recommended', 'following', 'mine', 'bookmarked'] as const;
export type Scope = (typeof SCOPES)[number];
export const STATES = ['active', 'archived', 'all'] as const;
type PostState = (typeof STATES)[number];

/** Position in a feed, by the time it is ordered by. */
export interface FeedPosition extends TimePosition {
  /** When it was pinned or featured; null after those; absent in feeds without them. */
  readonly topTime?: number | null | undefined;
  /** Likes and comments of the period; with the scope `top` only. */
  readonly score?: number | undefined;
}

export interface FeedQuery {
  readonly scope: Exclude<Scope, 'recommended'>;
  readonly state: PostState;
  /** Normalised by `foldSearch`. */
  readonly q: string | undefined;
  readonly tag: string | undefined;
  readonly subject?: SubjectName | undefined;
  /** Of the scope `top`; default `week`. */
  readonly period?: Period | undefined;
  readonly limit: number;
  readonly after: FeedPosition | undefined;
}

/** Ordered by the post's creation time, unless `placeTime` is set. */
const feedRow = listedPostRow.extend({
  placeTime: z.number().optional(),
  placeTop: z.number().nullish(),
  placeScore: z.number().optional(),
});
export type FeedRow = Readonly<z.output<typeof feedRow>>;

/** The shape of a page's statement. */
type FeedShape = {
  readonly scope: FeedQuery['scope'];
  readonly state: PostState;
  readonly isSigned: boolean;
  /** How posts are found: newest first; a walk over the newest N posts; or an index. */
  readonly by: 'newest' | 'walk' | 'grams' | 'tag' | 'subject' | 'bookmark' | 'followed' | 'top' | 'activity';
  /** Additional filters. */
  readonly narrow: 'nothing' | 'q' | 'tag' | 'both';
  /** Number of posts that a walk examines. */
  readonly walk: 0 | Walk;
  /** Start of the page: the beginning, within the pinned or featured posts, or by time. */
  readonly after: 'nothing' | 'top' | 'time';
  readonly period: Period | undefined;
  readonly count: PageRows;
};

/**
 * Up to this many followed authors, the newest posts of each are looked up. Beyond it, all posts are walked by time.
 */
const FOLLOWED_ONE_BY_ONE = 200;

/** Excludes from discovery feeds, for a viewer: muted authors and tags, and posts with negative feedback. */
export const discovers = (viewer: Reader): SQL =>
  viewer === undefined
    ? sql.raw('true')
    : sql`${isNotMuted(sql.raw('p.author_id'), viewer)} and (p.author_id = ${viewer.accountId}::uuid or not (p.tags && ${preferredTags(viewer.accountId, 'mute')}))
        and not exists (select 1 from post_feedback k where k.post_id = p.id and k.account_id = ${viewer.accountId}::uuid)`;

/** One page. The scopes `mine`, `bookmarked` and `following` require a viewer. */
export async function readFeed(
  db: Queries,
  statistics: SearchStatistics,
  viewer: Viewer,
  query: FeedQuery,
): Promise<Page<FeedRow, FeedPosition>> {
  const { limit, scope } = query;
  const rows = await readRows(db, statistics, viewer, query);
  const hasTop = topColumn(scope) !== undefined && !isFiltered(query);
  return cutPage(rows, limit, ({ id, createdAt, placeTime = createdAt, placeTop = null, placeScore }) => ({
    time: placeTime,
    id,
    ...(placeScore !== undefined && { score: placeScore }),
    ...(hasTop && { topTime: placeTop }),
  }));
}

async function readRows(
  db: Queries,
  statistics: SearchStatistics,
  viewer: Viewer,
  query: FeedQuery,
): Promise<readonly FeedRow[]> {
  const { scope, state, q, tag, subject, limit, after } = query;
  const count = pageRows(limit);
  const isSigned = viewer !== undefined;
  const bound = { me: viewer?.accountId, tag, q, time: momentText(after?.time), id: after?.id };
  const about = subject && { server: subject.server, resource: subject.resource, entity: subject.id };
  const plain = {
    scope,
    state,
    isSigned,
    narrow: 'nothing',
    walk: 0,
    after: after === undefined ? 'nothing' : 'time',
    period: undefined,
    count,
  } as const;
  const list = (shape: FeedShape, more: object = {}): Promise<readonly FeedRow[]> =>
    feedStatement.list(db, shape, { ...bound, ...about, ...more });

  if (subject !== undefined) return list({ ...plain, by: 'subject', narrow: narrowBy(q, tag) });
  if (scope === 'bookmarked') return list({ ...plain, by: 'bookmark', narrow: narrowBy(q, tag) });
  if (q !== undefined) {
    const { walk, grams } = planSearch(statistics, q, count);
    if (walk !== undefined && tag === undefined && scope !== 'mine') {
      const found = await list({ ...plain, by: 'walk', walk });
      if (found.length > limit) return found;
    }
    return list({ ...plain, by: 'grams', narrow: narrowBy(undefined, tag) }, { grams });
  }
  if (tag !== undefined) return list({ ...plain, by: 'tag' });
  if (scope === 'top')
    return list({ ...plain, by: 'activity', period: query.period ?? 'week' }, { score: after?.score });
  if (viewer !== undefined && scope === 'following') {
    const isFew = (await countFollowing(db, viewer.accountId)) <= FOLLOWED_ONE_BY_ONE;
    return list({ ...plain, by: isFew ? 'followed' : 'newest' });
  }
  if (topColumn(scope) === undefined) return list({ ...plain, by: 'newest' });
  const topTime = after?.topTime ?? undefined;
  if (topTime === undefined) return list({ ...plain, by: 'top' });
  return list({ ...plain, by: 'top', after: 'top' }, { top: momentText(topTime) });
}

function narrowBy(q: string | undefined, tag: string | undefined): FeedShape['narrow'] {
  if (q === undefined) return tag === undefined ? 'nothing' : 'tag';
  return tag === undefined ? 'q' : 'both';
}

const isFiltered = ({ q, tag, subject }: FeedQuery): boolean =>
  q !== undefined || tag !== undefined || subject !== undefined;

/** Column that sorts posts first: featured posts in `all`, pinned posts in `mine`; not used in searches. */
const topColumn = (scope: Scope): string | undefined =>
  scope === 'all' ? 'p.featured_at' : scope === 'mine' ? 'p.pinned_at' : undefined;

const { accountId: me } = ME;

// Prepared: these are the most frequently read pages, and their SQL has many parts.
const feedStatement = prepareSql(feedRow, (shape: FeedShape) => {
  const most = atMost(shape.count);
  switch (shape.by) {
    case 'newest':
      return writeNewest(
        shape,
        sql.raw('post'),
        sql`${conditionsOf(shape)} and ${isBeyond(shape, 'p.created_at', 'p.id')}`,
      );
    case 'walk': {
      const newest = sql`(select * from post p where ${ACTIVE_POST} and ${isBeyond(shape, 'p.created_at', 'p.id')}
        order by p.created_at desc, p.id desc limit ${atMost(shape.walk)})`;
      return writeNewest(shape, newest, sql`${HOLDS_Q} and ${conditionsOf(shape)}`);
    }
    case 'grams':
      return writeFound(
        shape,
        sql`select p.id, p.created_at as place_time
        from (select m.id from (select p.id, p.created_at, p.search_text from post p
            where p.grams @@ ${sql.placeholder('grams')}::tsquery offset 0) m
          where strpos(m.search_text, ${sql.placeholder('q')}) > 0 offset 0) m
        join post p on p.id = m.id join profile a on a.account_id = p.author_id
        where ${conditionsOf(shape)} and ${isBeyond(shape, 'p.created_at', 'p.id')}
        order by p.created_at desc, p.id desc limit ${most}`,
      );
    case 'tag':
      return writeFound(
        shape,
        sql`select p.id, t.created_at as place_time
        from post_tag t join post p on p.id = t.post_id join profile a on a.account_id = p.author_id
        where t.tag = ${sql.placeholder('tag')} and ${conditionsOf(shape)} and ${isBeyond(shape, 't.created_at', 't.post_id')}
        order by t.created_at desc, t.post_id desc limit ${most}`,
      );
    case 'bookmark':
      return writeFound(
        shape,
        sql`select p.id, b.created_at as place_time
        from bookmark b join post p on p.id = b.post_id join profile a on a.account_id = p.author_id
        where b.account_id = ${me}::uuid and ${conditionsOf(shape)} and ${isBeyond(shape, 'b.created_at', 'b.post_id')}
        order by b.created_at desc, b.post_id desc limit ${most}`,
      );
    case 'subject':
      return writeNewest(
        shape,
        sql.raw('post'),
        sql`${ABOUT} and ${conditionsOf(shape)} and ${isBeyond(shape, 'p.created_at', 'p.id')}`,
      );
    case 'activity':
      return writeFound(shape, mostActive(shape));
    case 'followed':
      return writeFound(shape, followedOneByOne(shape));
    case 'top':
      return writeTop(shape);
  }
});

/** The newest of `posts` (a relation of posts) that meet a condition on `p` and `a`, in one query. */
const writeNewest = ({ isSigned, count }: FeedShape, posts: SQL, where: SQL): SQL => sql`
  select ${postColumns(isSigned ? ME : undefined, false)} from ${posts} p ${AUTHOR_JOINS} where ${where}
  order by p.created_at desc, p.id desc limit ${atMost(count)}`;

/** The rows of a page that a subquery determines by id and position. */
function writeFound({ by, isSigned }: FeedShape, page: SQL): SQL {
  const time = sql.raw(`, ${inMilliseconds('page.place_time')} as "placeTime"`);
  const top = sql.raw(`, ${inMilliseconds('page.place_top')} as "placeTop"`);
  const places: Readonly<Partial<Record<FeedShape['by'], SQL>>> = {
    bookmark: time,
    tag: time,
    top: sql`${time}${top}`,
    activity: sql`${time}, page.place_score as "placeScore"`,
  };
  const order = by === 'top' ? 'page.place_top desc nulls last, ' : by === 'activity' ? 'page.place_score desc, ' : '';
  return sql`
    select ${postColumns(isSigned ? ME : undefined, false)}${places[by] ?? sql.raw('')}
    from (${page}) page join post p on p.id = page.id ${AUTHOR_JOINS}
    order by ${sql.raw(order)}page.place_time desc, page.id desc`;
}

/** A post may match by its author and by several tags; the union removes duplicates. */
function followedOneByOne(shape: FeedShape): SQL {
  const where = conditionsOf(shape);
  const most = atMost(shape.count);
  return sql`select n.id, n.created_at as place_time
    from (select n.id, n.created_at from follow f
      cross join lateral (select p.id, p.created_at from post p join profile a on a.account_id = p.author_id
        where p.author_id = f.followed_id and ${where} and ${isBeyond(shape, 'p.created_at', 'p.id')}
        order by p.created_at desc, p.id desc limit ${most}) n
      where f.follower_id = ${me}::uuid
    union select n.id, n.created_at from (select tag from tag_preference
        where account_id = ${me}::uuid and kind = 'follow') k
      cross join lateral (select p.id, p.created_at from post_tag t join post p on p.id = t.post_id
        join profile a on a.account_id = p.author_id
        where t.tag = k.tag and ${where} and ${isBeyond(shape, 't.created_at', 't.post_id')}
        order by t.created_at desc, t.post_id desc limit ${most}) n) n
    order by n.created_at desc, n.id desc limit ${most}`;
}

/**
 * Posts by their likes and comments within a period, including those without any that were written within it. Both are
 * one range of the index of the period.
 */
function mostActive(shape: FeedShape): SQL {
  const { period = 'all', after, count } = shape;
  const score = sql.raw(`h.${WINDOWS[period].column}`);
  const within = period === 'all' ? sql.raw('true') : sql`(${score}, h.created_at) > (0, ${beginningOf(period)})`;
  const beyond =
    after === 'nothing'
      ? sql.raw('true')
      : sql`(${score}, h.created_at, h.post_id) < (${sql.placeholder('score')}::int, ${sql.placeholder('time')}::timestamptz,
          ${sql.placeholder('id')}::uuid)`;
  return sql`select p.id, h.created_at as place_time, ${score} as place_score
    from post_activity h join post p on p.id = h.post_id join profile a on a.account_id = p.author_id
    where ${within} and ${beyond} and ${conditionsOf(shape)}
    order by ${score} desc, h.created_at desc, h.post_id desc limit ${atMost(count)}`;
}

/** Pinned or featured posts by the time they were pinned, followed by the others by creation time. */
function writeTop(shape: FeedShape): SQL {
  const top = topColumn(shape.scope) ?? 'null';
  const column = sql.raw(top);
  const most = atMost(shape.count);
  const plain = sql`post p join profile a on a.account_id = p.author_id where ${conditionsOf(shape)}`;
  const beyond = shape.after === 'time' ? isBeyond(shape, 'p.created_at', 'p.id') : sql.raw('true');
  const rest = sql`(select p.id, p.created_at as place_time, null::timestamptz as place_top from ${plain}
    and ${column} is null and ${beyond} order by p.created_at desc, p.id desc limit ${most})`;
  if (shape.after === 'time') return writeFound(shape, rest);
  return writeFound(
    shape,
    sql`(select p.id, p.created_at as place_time, ${column} as place_top from ${plain}
      and ${column} is not null and ${isBeyond(shape, top, 'p.id')} order by ${column} desc, p.id desc limit ${most})
      union all ${rest} limit ${most}`,
  );
}

const isBeyond = ({ after }: FeedShape, time: string, id: string): SQL =>
  after === 'nothing'
    ? sql.raw('true')
    : sql`(${sql.raw(time)}, ${sql.raw(id)}) < (${sql.placeholder(after)}::timestamptz, ${sql.placeholder('id')}::uuid)`;

const HOLDS_Q = sql`strpos(p.search_text, ${sql.placeholder('q')}) > 0`;
const ABOUT = sql`p.subject_server = ${sql.placeholder('server')} and p.subject_resource = ${sql.placeholder('resource')}
  and p.subject_id = ${sql.placeholder('entity')}`;
const HAS_TAG = sql`${sql.placeholder('tag')} = any(p.tags)`;
const NARROWED: Readonly<Record<FeedShape['narrow'], SQL>> = {
  nothing: sql.raw(''),
  q: sql` and ${HOLDS_Q}`,
  tag: sql` and ${HAS_TAG}`,
  both: sql` and ${HAS_TAG} and ${HOLDS_Q}`,
};

const conditionsOf = (shape: FeedShape): SQL => sql`${belongs(shape)}${NARROWED[shape.narrow]}`;

/** The condition for posts in a scope, for this viewer. */
function belongs({ scope, state, by, isSigned }: FeedShape): SQL {
  if (scope === 'mine') {
    const archived =
      state === 'all' ? 'true' : state === 'archived' ? 'p.archived_at is not null' : 'p.archived_at is null';
    return sql`p.author_id = ${me}::uuid and ${STANDING_POST}
      and ${sql.raw(archived)}`;
  }
  const viewer = isSigned ? ME : undefined;
  const isDiscovery = by === 'newest' || by === 'followed' || by === 'top' || by === 'activity';
  const listed = isDiscovery ? sql`${listsPost(viewer)} and ${discovers(viewer)}` : listsPost(viewer);
  if (scope === 'bookmarked' && by === 'subject') {
    return sql`${listed} and p.id in (select post_id from bookmark where account_id = ${me}::uuid)`;
  }
  if (scope !== 'following' || by === 'followed') return listed;
  return sql`${listed} and (p.author_id in (select followed_id from follow where follower_id = ${me}::uuid)
    or p.tags && ${preferredTags(me, 'follow')})`;
}

async function countFollowing(db: Queries, accountId: string): Promise<number> {
  const row = await readRow(db, countRow)`
    select following as count from author_stat where account_id = ${accountId}::uuid`;
  return row?.count ?? 0;
}
