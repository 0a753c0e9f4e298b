// Visibility of content: every rule, and the conditions that rules are composed of, are defined here. Each rule exists
// as a pure function and as SQL; a test compares the two over all combinations. In the SQL `p` is the post, `a` its
// author's profile, `c` the comment and `ca` its author's profile. Content that the viewer may not see is answered like
// missing content (404).
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Actor, Role } from '../../../http/gates/guard.ts';
import type { Visibility } from './rules.ts';

/** The viewer; undefined when not signed in. */
export type Viewer = Pick<Actor, 'accountId' | 'role'> | undefined;

/** A viewer in a statement: by id, by a placeholder that is bound on each call, or by a column. */
export type Reader = { readonly accountId: string | Placeholder | SQL; readonly role: Role } | undefined;

/** Any signed-in viewer, where the role does not matter. The id is bound as `me`. */
export const ME = { accountId: sql.placeholder('me'), role: 'member' } as const satisfies Reader;

export interface ContentFacts {
  readonly authorId: string;
  readonly isAuthorDeleted: boolean;
  readonly moderationStatus: 'pending' | 'allow' | 'review' | 'rejected';
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  /** Whether a block exists between author and viewer, in either direction. */
  readonly isBlocked: boolean;
}

export interface PostFacts extends ContentFacts {
  readonly visibility: Visibility;
  readonly isArchived: boolean;
}

const isStaff = (viewer: Reader): boolean => viewer !== undefined && viewer.role !== 'member';

/** Whether a post is shown in lists: feeds, search, profiles. */
export function isPostListed(post: PostFacts, viewer: Viewer): boolean {
  if (post.isDeleted || post.isAuthorDeleted || post.isHidden || post.isArchived) return false;
  if (viewer?.accountId === post.authorId) return true;
  return post.moderationStatus === 'allow' && !post.isBlocked && isOpenTo(post.visibility, viewer);
}

/**
 * Whether a post can be read at its own address. Staff can also read pending, hidden and archived posts, and ignore
 * blocks.
 */
export function mayReadPost(post: PostFacts, viewer: Viewer): boolean {
  if (post.isDeleted || post.isAuthorDeleted) return false;
  if (viewer?.accountId === post.authorId) return true;
  if (!isOpenTo(post.visibility, viewer)) return false;
  if (isStaff(viewer)) return true;
  return post.moderationStatus === 'allow' && !post.isHidden && !post.isArchived && !post.isBlocked;
}

/** Whether a comment is shown under a post that the viewer may read. */
export function isCommentShown(comment: ContentFacts, viewer: Viewer): boolean {
  if (comment.isDeleted || comment.isHidden || comment.isAuthorDeleted) return false;
  if (viewer?.accountId === comment.authorId) return true;
  return comment.moderationStatus === 'allow' && !comment.isBlocked;
}

const isOpenTo = (visibility: Visibility, viewer: Viewer): boolean =>
  visibility === 'public' || (visibility === 'protected' && viewer !== undefined);

/** Accounts blocked by the viewer or blocking the viewer. */
export const blockedOf = (viewerId: string | Placeholder | SQL): SQL => sql`select blocked_id from block
  where blocker_id = ${viewerId}::uuid union all select blocker_id from block where blocked_id = ${viewerId}::uuid`;

/** No block exists between the viewer and the account in a column. The list is read once per query. */
const isNotBlocked = (column: SQL, viewerId: string | Placeholder | SQL): SQL =>
  sql`${column} not in (${blockedOf(viewerId)})`;

const POST_AUTHOR = sql.raw('p.author_id');
const COMMENT_AUTHOR = sql.raw('c.author_id');

// NOTE: bound instead of a literal, because a statement without parameters uses the simple protocol and is planned on
// every call.
const OPEN_TO_ALL: Visibility = 'public';

/** A post that is neither deleted nor hidden: what its author has in their own list. */
export const STANDING_POST = sql.raw('p.deleted_at is null and p.hidden_at is null');
/** The same, and not archived: what any other list may hold. */
export const ACTIVE_POST = sql`${STANDING_POST} and p.archived_at is null`;
/** A post that was allowed, and that everybody who is signed in may see. */
export const SHARED_POST = sql.raw("p.moderation_status = 'allow' and p.visibility <> 'private'");
/** A post that was allowed, and that everybody may see. */
export const PUBLIC_POST = sql.raw("p.visibility = 'public' and p.moderation_status = 'allow'");
const ACTIVE_AUTHOR = sql.raw("a.status <> 'deleted'");

/** A comment that is neither deleted nor hidden, and was allowed or is the viewer's own. Says nothing of its author. */
export const isStandingComment = (comment: string, viewer: Reader): SQL => {
  const own = viewer === undefined ? sql.raw('') : sql` or ${sql.raw(comment)}.author_id = ${viewer.accountId}::uuid`;
  return sql`${sql.raw(`${comment}.deleted_at is null and ${comment}.hidden_at is null`)}
    and (${sql.raw(comment)}.moderation_status = 'allow'${own})`;
};

/** SQL of `isPostListed`. */
export function listsPost(viewer: Reader): SQL {
  if (viewer === undefined) {
    return sql`${ACTIVE_POST} and ${ACTIVE_AUTHOR} and p.moderation_status = 'allow' and p.visibility = ${OPEN_TO_ALL}`;
  }
  const id = viewer.accountId;
  return sql`${ACTIVE_POST} and ${ACTIVE_AUTHOR} and (p.author_id = ${id}::uuid or
    (${SHARED_POST} and ${isNotBlocked(POST_AUTHOR, id)}))`;
}

/** SQL of `mayReadPost`. */
export function readsPost(viewer: Reader): SQL {
  const standing = sql.raw("p.deleted_at is null and a.status <> 'deleted'");
  const open = sql.raw("p.moderation_status = 'allow' and p.hidden_at is null and p.archived_at is null");
  if (viewer === undefined) return sql`${standing} and p.visibility = ${OPEN_TO_ALL} and ${open}`;
  const id = viewer.accountId;
  const others = isStaff(viewer) ? sql.raw('true') : sql`${open} and ${isNotBlocked(POST_AUTHOR, id)}`;
  return sql`${standing} and (p.author_id = ${id}::uuid or (p.visibility <> 'private' and ${others}))`;
}

/** SQL of `isCommentShown`. */
export function showsComment(viewer: Reader): SQL {
  const standing = sql.raw("c.deleted_at is null and c.hidden_at is null and ca.status <> 'deleted'");
  if (viewer === undefined) return sql`${standing} and c.moderation_status = 'allow'`;
  const id = viewer.accountId;
  return sql`${standing} and (c.author_id = ${id}::uuid or
    (c.moderation_status = 'allow' and ${isNotBlocked(COMMENT_AUTHOR, id)}))`;
}

/** The viewer has not muted the account in a column. Muting hides comments, notifications and feed entries. */
export const isNotMuted = (column: SQL, viewer: Reader): SQL =>
  viewer === undefined
    ? sql.raw('true')
    : sql`${column} not in (select muted_id from mute where muter_id = ${viewer.accountId}::uuid)`;

/** Authors whose comments a thread leaves out for the viewer: blocked in either direction, or muted. */
export const unheardOf = (viewerId: string | Placeholder | SQL): SQL =>
  sql`${blockedOf(viewerId)} union select muted_id from mute where muter_id = ${viewerId}::uuid`;

/** Tags that an account follows or mutes, as an array that the query evaluates once. Compare with `p.tags && …`. */
export const preferredTags = (accountId: string | Placeholder | SQL, kind: 'follow' | 'mute'): SQL =>
  sql`array(select tag from tag_preference where account_id = ${accountId}::uuid and kind = ${kind})`;
