// Queries for comments (one by id, pages of threads, pages of replies) and their presentation. A page has 50 threads,
// each with its first two replies; `commentsRoot` pages the replies of one. Keyset pagination over the columns of each
// order.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Role } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { cutPage } from '../../../kernel/page.ts';
import { required } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { avatarUrlOf } from '../../accounts/profile/public-identity.ts';
import { atMost, momentText } from '../common/parts.ts';
import { type Faces, inMilliseconds, isThere, personColumns, personRow } from '../common/rows.ts';
import { type CommentView, verdict } from '../common/shapes.ts';
import {
  blockedOf,
  isNotMuted,
  isStandingComment,
  ME,
  type Reader,
  readsPost,
  showsComment,
  unheardOf,
  type Viewer,
} from '../common/visibility.ts';

const ROOTS_PER_PAGE = 50;
const REPLIES_PER_PAGE = 20;
const PREVIEWS = 2;
const AFTER_MOST = 50;

export const COMMENT_SORTS = ['hot', 'latest'] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

/** The columns that lists show. */
const listedCommentRow = personRow.extend({
  id: z.string(),
  parentId: z.string().nullable(),
  rootId: z.string().nullable(),
  /** The thread in which it was written, even if its root is deleted. */
  threadId: z.string().nullable(),
  floor: z.number(),
  body: z.string(),
  version: z.number(),
  likeCount: z.number(),
  replyCount: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  lastEditedAt: z.number().nullable(),
  /** Not selected for anonymous viewers, who see allowed comments only. */
  moderationStatus: verdict.optional(),
  liked: z.boolean().optional(),
});
export type ListedCommentRow = Readonly<z.output<typeof listedCommentRow>>;

const commentRow = listedCommentRow.extend({
  postId: z.string(),
  moderationStatus: verdict,
  revision: z.number(),
  hiddenAt: z.number().nullable(),
  deletedAt: z.number().nullable(),
});
export type CommentRow = Readonly<z.output<typeof commentRow>>;

const LISTED = `c.id, c.root_id as "threadId", c.floor, c.body, c.version, c.like_count as "likeCount", c.reply_count as "replyCount",
  ${inMilliseconds('c.created_at')} as "createdAt", ${inMilliseconds('c.updated_at')} as "updatedAt",
  ${inMilliseconds('c.last_edited_at')} as "lastEditedAt", ${personColumns('ca', 'cav')}`;
const STATUS = `c.moderation_status as "moderationStatus"`;
const REST = `c.post_id as "postId", c.revision, ${inMilliseconds('c.hidden_at')} as "hiddenAt",
  ${inMilliseconds('c.deleted_at')} as "deletedAt"`;

/** Where a comment is shown: on its own, below its root, or detached from its thread at the top level. */
type Standing = 'alone' | 'below' | 'apart';

const NOTHING = sql.raw('');

/** Parent and root of a comment, if the viewer can see them. */
function places(viewer: Reader, standing: Standing): SQL {
  const unparted = viewer === undefined ? NOTHING : sql` and q.author_id not in (${blockedOf(viewer.accountId)})`;
  const parent = sql`(select q.id from comment q where q.id = c.parent_id
    and ${isStandingComment('q', viewer)}${unparted})`;
  if (standing === 'below') {
    return sql`case when c.parent_id = c.root_id then c.root_id else ${parent} end as "parentId", c.root_id as "rootId"`;
  }
  const root =
    viewer === undefined ? sql.raw('c.root_id') : sql`(select q.id from comment q where q.id = c.root_id${unparted})`;
  return sql`case when c.parent_id is not null then ${parent} end as "parentId",
    ${standing === 'apart' ? sql.raw('null::uuid') : sql`case when not c.top then ${root} end`} as "rootId"`;
}

/** Columns of a comment for a viewer. Without `isWhole` only those of `ListedCommentRow`. */
function columns(viewer: Reader, standing: Standing, isWhole = false): SQL {
  const own = sql.raw(
    isWhole ? `${LISTED}, ${STATUS}, ${REST}` : viewer === undefined ? LISTED : `${LISTED}, ${STATUS}`,
  );
  if (viewer === undefined) return sql`${own}, ${places(viewer, standing)}`;
  return sql`${own}, ${places(viewer, standing)}, ${isThere(sql`comment_like k
    where k.comment_id = c.id and k.account_id = ${viewer.accountId}::uuid`)} as liked`;
}

const AUTHOR = sql.raw(`join profile ca on ca.account_id = c.author_id
  left join avatar cav on cav.account_id = c.author_id and cav.status = 'ready'`);

const POST = sql`${sql.placeholder('post')}::uuid`;
const TIME = sql`${sql.placeholder('time')}::timestamptz`;
const ID = sql`${sql.placeholder('id')}::uuid`;

const shown = (viewer: Reader): SQL => sql`${showsComment(viewer)} and ${isNotMuted(sql.raw('c.author_id'), viewer)}`;

interface CommentReach {
  /** Includes hidden and deleted comments, for which some routes have a refusal of their own. */
  readonly evenGone?: boolean;
  /** Ignores blocks, so that nobody can block staff to avoid moderation. */
  readonly evenParted?: boolean;
}

/** A comment on a post that the viewer may read, or `comment_not_found`. */
export async function requireComment(
  db: Queries | Transaction,
  id: string,
  viewer: Viewer,
  { evenGone = false, evenParted = false }: CommentReach = {},
): Promise<CommentRow> {
  const shape = { role: viewer?.role, evenGone, evenParted };
  return required(await commentStatement.first(db, shape, { id, me: viewer?.accountId }), 'comment_not_found');
}

type CommentShape = { readonly role: Role | undefined; readonly evenGone: boolean; readonly evenParted: boolean };

// Prepared, since every change of a comment runs it.
const commentStatement = prepareSql(commentRow, ({ role, evenGone, evenParted }: CommentShape) => {
  const viewer = role && { ...ME, role };
  const gone = sql.raw(evenGone ? ' or c.deleted_at is not null or c.hidden_at is not null' : '');
  const parted = sql.raw(evenParted ? " or c.moderation_status = 'allow'" : '');
  return sql`
    select ${columns(viewer, 'alone', true)} from comment c ${AUTHOR} join post p on p.id = c.post_id
      join profile a on a.account_id = p.author_id
    where c.id = ${ID} and ${readsPost(viewer)}
      and (${showsComment(viewer)}${gone}${parted})`;
});

/** Position in a list of threads: likes (only for `hot`), time, id. */
interface RootPosition extends TimePosition {
  readonly likes?: number | undefined;
}

export interface CommentPage {
  /** Threads, each followed by its first replies. */
  readonly comments: readonly ListedCommentRow[];
  /** Threads with more replies than shown. */
  readonly unfinished: ReadonlySet<string>;
  readonly next: RootPosition | undefined;
}

type ThreadsShape = { readonly isSigned: boolean; readonly sort: CommentSort; readonly isFirst: boolean };

// Prepared, like the two below, since every post page runs it.
const threadsStatement = prepareSql(listedCommentRow, ({ isSigned, sort, isFirst }: ThreadsShape) => {
  const viewer = isSigned ? ME : undefined;
  const isHot = sort === 'hot';
  const beyond = isFirst
    ? sql.raw('true')
    : isHot
      ? sql`(c.like_count, c.created_at, c.id) < (${sql.placeholder('likes')}::int, ${TIME}, ${ID})`
      : sql`(c.created_at, c.id) < (${TIME}, ${ID})`;
  const ending = (likes: string, time: string, id: string): SQL => sql`
    order by ${sql.raw(`${isHot ? `${likes} desc, ` : ''}${time} desc, ${id} desc`)} limit ${atMost(ROOTS_PER_PAGE + 1)}`;
  const order = ending('c.like_count', 'c.created_at', 'c.id');
  const roots = sql`select ${columns(viewer, 'apart')} from comment c ${AUTHOR}
    where c.post_id = ${POST} and c.top and ${shown(viewer)} and ${beyond} ${order}`;
  if (viewer === undefined) return roots;
  // Replies in a thread whose root is by a blocked or muted author are shown at the top level, like replies whose root
  // is deleted. They are found starting from those few authors; `offset 0` prevents the planner from reordering the
  // joins.
  return sql`select * from ((${roots}) union all (select ${columns(viewer, 'apart')}
    from (select id from (${unheardOf(viewer.accountId)}) u(id) offset 0) u
    cross join lateral (select r.id from comment r
      where r.author_id = u.id and r.post_id = ${POST} and r.root_id is null offset 0) r
    join comment c on c.root_id = r.id ${AUTHOR}
    where c.post_id = ${POST} and not c.top and ${shown(viewer)} and ${beyond} ${order})) t
    ${ending('t."likeCount"', 't."createdAt"', 't.id')}`;
});

/** A page of threads of a post that the viewer may read. */
export async function listThreads(
  db: Queries,
  postId: string,
  viewer: Viewer,
  sort: CommentSort,
  after: RootPosition | undefined,
): Promise<CommentPage> {
  const isHot = sort === 'hot';
  const shape = { isSigned: viewer !== undefined, sort, isFirst: after === undefined };
  const bound = { ...boundOf(postId, viewer, after), likes: after?.likes ?? 0 };
  const rows = await threadsStatement.list(db, shape, bound);
  const { rows: roots, next } = cutPage(rows, ROOTS_PER_PAGE, ({ likeCount, createdAt, id }) => ({
    ...(isHot && { likes: likeCount }),
    time: createdAt,
    id,
  }));
  // The viewer may see fewer replies than the public count (blocks), or more (their own pending ones). An anonymous
  // viewer sees exactly the public ones.
  const threads = roots.filter((root) => root.threadId === null && (viewer !== undefined || root.replyCount > 0));
  const previews = await listPreviews(
    db,
    threads.map(({ id }) => id),
    viewer,
  );
  const shownOf = (id: string): readonly ListedCommentRow[] => previews.get(id)?.slice(0, PREVIEWS) ?? [];
  return {
    comments: previews.size === 0 ? roots : roots.flatMap((root) => [root, ...shownOf(root.id)]),
    unfinished: new Set([...previews].filter(([, rows]) => rows.length > PREVIEWS).map(([id]) => id)),
    next,
  };
}

const boundOf = (postId: string, viewer: Viewer, after: RootPosition | undefined) => ({
  post: postId,
  me: viewer?.accountId,
  time: momentText(after?.time),
  id: after?.id,
});

const previewsStatement = prepareSql(listedCommentRow, ({ isSigned }: { readonly isSigned: boolean }) => {
  const viewer = isSigned ? ME : undefined;
  return sql`
    select t.* from unnest(${sql.placeholder('roots')}::uuid[]) with ordinality as root(id, place)
    cross join lateral (select ${columns(viewer, 'below')} from comment c ${AUTHOR}
      where c.root_id = root.id and not c.top and ${shown(viewer)}
      order by c.created_at, c.id limit ${atMost(PREVIEWS + 1)}) t
    order by root.place, t."createdAt", t.id`;
});

/** The first replies of each thread, plus one to detect whether there are more. */
async function listPreviews(
  db: Queries,
  roots: readonly string[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, readonly ListedCommentRow[]>> {
  const found = new Map<string, ListedCommentRow[]>();
  if (roots.length === 0) return found;
  const bound = { roots: `{${roots.join(',')}}`, me: viewer?.accountId };
  const rows = await previewsStatement.list(db, { isSigned: viewer !== undefined }, bound);
  for (const row of rows) {
    const list = found.get(row.threadId ?? '') ?? [];
    list.push(row);
    found.set(row.threadId ?? '', list);
  }
  return found;
}

const repliesStatement = prepareSql(
  listedCommentRow,
  ({ isSigned, isFirst }: { readonly isSigned: boolean; readonly isFirst: boolean }) => {
    const viewer = isSigned ? ME : undefined;
    const beyond = isFirst ? sql.raw('true') : sql`(c.created_at, c.id) > (${TIME}, ${ID})`;
    return sql`
    select ${columns(viewer, 'alone')} from comment c ${AUTHOR}
    where c.root_id = ${sql.placeholder('root')}::uuid and c.post_id = ${POST} and ${shown(viewer)} and ${beyond}
    order by c.created_at, c.id limit ${atMost(REPLIES_PER_PAGE + 1)}`;
  },
);

/** A page of replies below a root comment, oldest first. */
export async function listReplies(
  db: Queries,
  postId: string,
  rootId: string,
  viewer: Viewer,
  after: RootPosition | undefined,
): Promise<CommentPage> {
  const shape = { isSigned: viewer !== undefined, isFirst: after === undefined };
  const rows = await repliesStatement.list(db, shape, { ...boundOf(postId, viewer, after), root: rootId });
  const page = cutPage(rows, REPLIES_PER_PAGE, ({ createdAt: time, id }) => ({ time, id }));
  return { comments: page.rows, unfinished: new Set(), next: page.next };
}

const afterStatement = prepareSql(listedCommentRow, ({ isSigned }: { readonly isSigned: boolean }) => {
  const viewer = isSigned ? ME : undefined;
  return sql`select ${columns(viewer, 'alone')} from comment c ${AUTHOR}
    where c.post_id = ${POST} and c.floor > ${sql.placeholder('floor')}::int and ${shown(viewer)}
    order by c.floor limit ${atMost(AFTER_MOST)}`;
});

/** Comments that were written after the one with a number, in the order of writing. */
export function listCommentsAfter(
  db: Queries,
  postId: string,
  viewer: Viewer,
  floor: number,
): Promise<readonly ListedCommentRow[]> {
  return afterStatement.list(
    db,
    { isSigned: viewer !== undefined },
    { post: postId, me: viewer?.accountId ?? null, floor },
  );
}

/** `replyCursor` continues after the replies shown under a root comment; null when there are no more. */
export function presentComment(
  row: ListedCommentRow,
  faces: Faces,
  viewer: Viewer,
  replyCursor: string | null = null,
): CommentView {
  const isOwn = viewer?.accountId === row.authorId;
  return {
    id: row.id,
    body: row.body,
    version: row.version,
    likeCount: row.likeCount,
    moderationStatus: row.moderationStatus ?? 'allow',
    parentId: row.parentId,
    rootId: row.rootId,
    floor: row.floor,
    replyCount: row.replyCount,
    replyCursor,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    lastEditedAt: row.lastEditedAt,
    authorUid: row.authorUid,
    authorName: row.authorName,
    authorHandle: row.authorHandle,
    authorImage: avatarUrlOf(row.authorPicture),
    avatarSeed: faces.seedOf(row.authorId),
    viewer: { liked: row.liked ?? false, canDelete: isOwn, canEdit: isOwn },
  };
}
