// The list of a person's own comments with the state of each and of its post, and the revisions of a comment.
// Read-only. Authors can read their own comments whatever the state of the post.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { listRows, readRow } from '../../../platform/database/rows.ts';
import { atMost, isOlder } from '../common/parts.ts';
import { inMilliseconds } from '../common/rows.ts';
import { verdict } from '../common/shapes.ts';
import { readsPost } from '../common/visibility.ts';
import { type CommentHistory, commentRevision } from './contract.ts';

const moment = z.number().nullable();
const ownCommentRow = z.object({
  id: z.string(),
  postId: z.string(),
  postTitle: z.string().nullable(),
  postAccessible: z.boolean(),
  /** Whether the post still allows edits of comments. */
  isOpen: z.boolean(),
  parentId: z.string().nullable(),
  body: z.string(),
  moderationStatus: verdict,
  version: z.number(),
  revision: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  lastEditedAt: moment,
  deletedAt: moment,
  hiddenAt: moment,
});
type OwnCommentRow = Readonly<z.output<typeof ownCommentRow>>;

const heldRow = z.object({ authorId: z.string(), isReadable: z.boolean(), version: z.number(), hiddenAt: moment });

/** The actor's own comments, newest first, including deleted ones while their text is retained. */
export function listOwnComments(
  db: Queries,
  actor: Actor,
  { before, limit }: { readonly before: TimePosition | undefined; readonly limit: number },
): Promise<readonly OwnCommentRow[]> {
  const times =
    sql.raw(`${inMilliseconds('c.created_at')} as "createdAt", ${inMilliseconds('c.updated_at')} as "updatedAt",
    ${inMilliseconds('c.last_edited_at')} as "lastEditedAt", ${inMilliseconds('c.deleted_at')} as "deletedAt",
    ${inMilliseconds('c.hidden_at')} as "hiddenAt"`);
  return listRows(db, ownCommentRow)`
    select c.id, c.post_id as "postId", p.title as "postTitle", p.id is not null as "postAccessible",
      p.id is not null and p.archived_at is null and p.hidden_at is null and p.comments_locked_at is null as "isOpen",
      c.parent_id as "parentId", c.body, c.moderation_status as "moderationStatus", c.version, c.revision, ${times}
    from comment c left join (post p join profile a on a.account_id = p.author_id) on p.id = c.post_id and ${readsPost(actor)}
    where c.author_id = ${actor.accountId}::uuid and (c.deleted_at is null or c.body <> '') and ${isOlder('c.created_at, c.id', before)}
    order by c.created_at desc, c.id desc limit ${atMost(limit)}`;
}

export function presentOwnComment({ isOpen, revision, ...row }: OwnCommentRow) {
  const stands = row.deletedAt === null;
  return {
    ...row,
    moderationRevision: revision,
    revisionCount: revision,
    viewer: {
      canDelete: stands,
      canEdit: stands && row.hiddenAt === null && isOpen,
    },
  };
}

/** Revisions of a comment below a revision, newest first. For its author and staff; otherwise `comment_not_found`. */
export async function listCommentRevisions(
  db: Queries,
  actor: Actor,
  id: string,
  below: number,
  limit: number,
): Promise<CommentHistory> {
  const found = await readRow(db, heldRow)`
    select c.author_id as "authorId", (${readsPost(actor)}) as "isReadable", c.version,
      ${sql.raw(inMilliseconds('c.hidden_at'))} as "hiddenAt" from comment c
      join post p on p.id = c.post_id join profile a on a.account_id = p.author_id
      join profile ca on ca.account_id = c.author_id
    where c.id = ${id}::uuid and c.deleted_at is null and ca.status <> 'deleted'`;
  const isOwn = found?.authorId === actor.accountId;
  if (found === undefined || !(isOwn || (actor.role !== 'member' && found.isReadable))) {
    throw new Refusal('comment_not_found');
  }
  const revisions = await listRows(db, commentRevision)`
    select revision, body, edit_reason as "editReason", ${sql.raw(inMilliseconds('created_at'))} as "createdAt"
    from comment_revision where comment_id = ${id}::uuid and revision < ${below}::int
    order by revision desc limit ${atMost(limit)}`;
  return { version: found.version, hiddenAt: found.hiddenAt, revisions };
}
