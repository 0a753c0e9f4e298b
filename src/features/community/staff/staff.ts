// Moderation actions by staff on posts and comments: hide, show, delete, restore, lock, unlock, each with an audit event and a
// notification to the author. Hiding is a decision that the author can appeal. Nobody can act on their own content.
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { requireMayActOn } from '../../moderation/cases/decisions.ts';
import type { Decider } from '../../moderation/common/vocabulary.ts';
import { type CommentRow, requireComment } from '../comments/rows.ts';
import { type Announced, type CommunityDependencies, changeAndWake } from '../common/parts.ts';
import type { PostRow } from '../common/rows.ts';
import {
  type HideAction,
  hiddenAt,
  isLocking,
  planHiding,
  recordChange,
  requireMayChange,
  type StaffChange,
  type StatePlan,
} from '../notifications/staff-changes.ts';
import { textOf } from '../posts/posts.ts';
import { notePublication } from '../posts/publication.ts';
import { lockPost, requirePost } from '../posts/reading.ts';

export const POST_ACTIONS = ['hide', 'unhide', 'lock', 'unlock'] as const;
export type PostAction = (typeof POST_ACTIONS)[number];
export const COMMENT_ACTIONS = ['hide', 'unhide'] as const;
export type CommentAction = (typeof COMMENT_ACTIONS)[number];

/** Hides, shows, locks or unlocks a post. */
export function changePostState(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  plan: StatePlan<PostAction>,
): Promise<PostRow> {
  return changeAndWake(dependencies, (tx) => changePostStateIn(tx, dependencies, actor, id, plan));
}

/** The same inside a transaction, as its last part. The caller wakes streams after the commit. */
export async function changePostStateIn(
  tx: Transaction,
  dependencies: CommunityDependencies,
  actor: Decider,
  id: string,
  plan: StatePlan<PostAction | HideAction>,
): Promise<Announced<PostRow>> {
  const before = await lockPost(tx, id, actor);
  await requireMayActOn(tx, dependencies.people, actor, before.authorId);
  if (before.version !== plan.version) throw new Refusal('version_conflict');
  const { action } = plan;
  const hidden = before.hiddenAt !== null;
  const locked = before.commentsLockedAt !== null;
  let set: SQL;
  let wasHidden: boolean | undefined;
  if (isLocking(action)) {
    const locks = action === 'lock';
    if (locks === locked) throw new Refusal('post_state_unchanged');
    set = locks ? sql`comments_locked_at = now()` : sql`comments_locked_at = null`;
  } else {
    const hiding = await planHiding(tx, { kind: 'post', id, hidden }, action, 'post_state_unchanged');
    set = sql`hidden_at = ${hiddenAt(hiding)}`;
    wasHidden = hiding.wasHidden;
  }
  const change: StaffChange = {
    ...plan,
    ...changedText(before),
    kind: 'post',
    subjectId: id,
    audited: `post.${action}`,
    actor,
    text: () => textOf(before),
    place: { postId: id },
    before: { hidden, locked },
    wasHidden,
  };
  await requireMayChange(tx, dependencies, change);
  await tx.execute(sql`update post set ${set}, version = version + 1, updated_at = now() where id = ${id}::uuid`);
  if (action === 'unhide' || action === 'restore') await notePublication(dependencies, tx, id);
  const notified = await recordChange(tx, dependencies, change);
  return { changed: await requirePost(tx, id, actor), notified };
}

/** What a change by staff needs of a post or comment. */
const changedText = ({
  authorId,
  authorUid,
  revision,
  lastEditedAt,
  moderationStatus,
}: Pick<PostRow | CommentRow, 'authorId' | 'authorUid' | 'revision' | 'lastEditedAt' | 'moderationStatus'>) => ({
  authorId,
  authorUid,
  revision,
  moderationStatus,
  editedAt: lastEditedAt === null ? undefined : new Date(Number(lastEditedAt)),
});

/** Staff can also act on hidden and deleted comments, and across blocks. */
export const REACH = { evenGone: true, evenParted: true } as const;

/** Hides a comment or shows it again. */
export function changeCommentState(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  plan: StatePlan<CommentAction>,
): Promise<CommentRow> {
  return changeAndWake(dependencies, (tx) => changeCommentStateIn(tx, dependencies, actor, id, plan));
}

/** The same inside a transaction, as its last part. The caller wakes streams after the commit. */
export async function changeCommentStateIn(
  tx: Transaction,
  dependencies: CommunityDependencies,
  actor: Decider,
  id: string,
  plan: StatePlan<HideAction>,
): Promise<Announced<CommentRow>> {
  await tx.execute(
    sql`select 1 from post where id = (select post_id from comment where id = ${id}::uuid) for no key update`,
  );
  await tx.execute(sql`select 1 from comment where id = ${id}::uuid for no key update`);
  const before = await requireComment(tx, id, actor, REACH);
  if (before.deletedAt !== null) throw new Refusal('comment_not_found');
  await requireMayActOn(tx, dependencies.people, actor, before.authorId);
  if (before.version !== plan.version) throw new Refusal('version_conflict');
  const hidden = before.hiddenAt !== null;
  const hiding = await planHiding(tx, { kind: 'comment', id, hidden }, plan.action, 'comment_state_unchanged');
  const change: StaffChange = {
    ...plan,
    ...changedText(before),
    kind: 'comment',
    subjectId: id,
    audited: `comment.${plan.action}`,
    actor,
    text: () => before.body,
    place: { postId: before.postId, commentId: id },
    before: { hidden },
    wasHidden: hiding.wasHidden,
  };
  await requireMayChange(tx, dependencies, change);
  await tx.execute(sql`update comment set hidden_at = ${hiddenAt(hiding)}, version = version + 1,
      updated_at = now() where id = ${id}::uuid`);
  const notified = await recordChange(tx, dependencies, change);
  return { changed: await requireComment(tx, id, actor, REACH), notified };
}
