// The page of comments in a post response: threads or the replies of one, an additional focused comment, and cursors
// bound to exactly this list.

import { nameList } from '../../../kernel/cursor.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import {
  type CommentPage,
  type CommentRow,
  type CommentSort,
  type ListedCommentRow,
  listCommentsAfter,
  listReplies,
  listThreads,
  presentComment,
  requireComment,
} from '../comments/rows.ts';
import { commentCursors } from '../common/cursors.ts';
import type { Faces, PostRow } from '../common/rows.ts';
import type { CommentView } from '../common/shapes.ts';
import type { Viewer } from '../common/visibility.ts';

export interface CommentPageQuery {
  readonly sort: CommentSort;
  readonly cursor: string | undefined;
  /** Pages the replies to this root comment. */
  readonly root: string | undefined;
  /** A comment to include whichever page it is on. */
  readonly focus: string | undefined;
  /** Only those that were written after the one with this number. */
  readonly after: number | undefined;
  /** Omits all comments. */
  readonly isLeftOut: boolean;
}

/** The comment page of a post that the viewer may read. */
export async function readCommentPage(
  { db, faces }: { readonly db: Queries; readonly faces: Faces },
  viewer: Viewer,
  postId: string,
  { sort, cursor, root, focus, after: floor, isLeftOut }: CommentPageQuery,
) {
  if (isLeftOut) return { comments: [], commentsNextCursor: null, commentsSort: 'hot' as const };
  if (floor !== undefined) {
    const rows = await listCommentsAfter(db, postId, viewer, floor);
    const comments = rows.map((row) => presentComment(row, faces, viewer));
    return { comments, commentsNextCursor: null, commentsSort: 'latest' as const };
  }
  const list = root === undefined ? nameList(postId, sort) : nameList(postId, 'root', root);
  const after = commentCursors.read(list, cursor);
  if (after !== undefined && root === undefined && (after.likes !== undefined) !== (sort === 'hot')) {
    throw new Refusal('invalid_cursor');
  }
  const page =
    root === undefined
      ? await listThreads(db, postId, viewer, sort, after)
      : await listReplies(db, postId, root, viewer, after);
  const focused = focus === undefined ? undefined : await readFocus(db, viewer, postId, focus);
  const rows =
    focused === undefined || page.comments.some(({ id }) => id === focused.id)
      ? page.comments
      : [...page.comments, focused];
  return {
    comments: rows.map((row) => presentComment(row, faces, viewer, replyCursorOf(row, page, postId))),
    commentsNextCursor: commentCursors.write(list, page.next),
    commentsSort: sort,
  };
}

/** Clears `canEdit` on comments of a post that does not allow edits. */
export function closeEdits<P extends { readonly comments: readonly CommentView[] }>(page: P, post: PostRow): P {
  if (post.commentsLockedAt === null && post.archivedAt === null && post.hiddenAt === null) return page;
  const comments = page.comments.map((one) => ({ ...one, viewer: { ...one.viewer, canEdit: false } }));
  return { ...page, comments };
}

async function readFocus(db: Queries, viewer: Viewer, postId: string, id: string): Promise<CommentRow | undefined> {
  try {
    const found = await requireComment(db, id, viewer);
    return found.postId === postId ? found : undefined;
  } catch (error) {
    if (isRefusal(error, 'comment_not_found')) return undefined;
    throw error;
  }
}

/** Cursor for the replies after those shown under a root comment; null when all are shown. */
function replyCursorOf(row: ListedCommentRow, { comments, unfinished }: CommentPage, postId: string): string | null {
  if (!unfinished.has(row.id)) return null;
  const last = comments.findLast(({ threadId }) => threadId === row.id);
  if (last === undefined) return null;
  return commentCursors.write(nameList(postId, 'root', row.id), { time: last.createdAt, id: last.id });
}
