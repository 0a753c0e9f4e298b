// Moderation actions by staff on posts and comments: hide, show, lock, unlock, each with an audit event and a
// notification to the author. Hiding is a decision that the author can appeal. Nobody can act on their own content.
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record.ts';
import { requireMayActOn } from '../../moderation/cases/decisions.ts';
import { type Hiding, recordHiding, recordShowing } from '../../moderation/cases/hidden.ts';
import { listUndoneBy, requireMayUndo, type StateChange } from '../../moderation/cases/reserved.ts';
import { type CommentRow, requireComment } from '../comments/rows.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import type { PostRow } from '../common/rows.ts';
import { announce } from '../notifications/notifications.ts';
import { textOf } from '../posts/posts.ts';
import { notePublication } from '../posts/publication.ts';
import { lockPost, requirePost } from '../posts/reading.ts';

export const POST_ACTIONS = ['hide', 'unhide', 'lock', 'unlock'] as const;
export type PostAction = (typeof POST_ACTIONS)[number];
export const COMMENT_ACTIONS = ['hide', 'unhide'] as const;
export type CommentAction = (typeof COMMENT_ACTIONS)[number];

export interface StatePlan<A> {
  readonly action: A;
  readonly reasonCode: ReasonCode;
  readonly note?: string | undefined;
  /** What the author reads. */
  readonly message?: string | undefined;
  readonly version: number;
}

/** Hides, shows, locks or unlocks a post. */
export async function changePostState(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  plan: StatePlan<PostAction>,
): Promise<PostRow> {
  const { action, reasonCode, note, message = null, version } = plan;
  const { changed, told } = await dependencies.database.transaction(async (tx) => {
    const before = await lockPost(tx, id, actor);
    await requireMayActOn(tx, dependencies.people, actor, before.authorId);
    if (before.version !== version) throw new Refusal('version_conflict');
    const isLocking = action === 'lock' || action === 'unlock';
    const stands = (isLocking ? before.commentsLockedAt : before.hiddenAt) !== null;
    const wanted = action === 'hide' || action === 'lock';
    if (stands === wanted) throw new Refusal('post_state_unchanged');
    await requireMayChange(dependencies, tx, actor, before, { kind: 'post', subjectId: id, action });
    const column = sql.raw(isLocking ? 'comments_locked_at' : 'hidden_at');
    await tx.execute(sql`update post set ${column} = ${wanted ? sql`now()` : sql`null`}, version = version + 1, updated_at = now()
      where id = ${id}::uuid`);
    if (action === 'unhide') await notePublication(dependencies, tx, id);
    const caseId = isLocking
      ? undefined
      : await record(dependencies, tx, before, {
          kind: 'post',
          subjectId: id,
          text: textOf(before),
          revision: before.revision,
          decidedBy: actor.accountId,
          reasonCode,
          message,
          wanted,
        });
    await recordAudit(tx, {
      actorAccountId: actor.accountId,
      action: `post.${action}`,
      subjectKind: 'post',
      subjectId: id,
      reasonCode,
      note,
      before: { hidden: before.hiddenAt !== null, locked: before.commentsLockedAt !== null },
      after: { [isLocking ? 'locked' : 'hidden']: wanted, ...(caseId === undefined ? {} : { case: caseId }) },
    });
    const news = await announce(tx, [
      {
        recipientId: before.authorId,
        actorId: null,
        kind: 'moderation',
        postId: id,
        occasion: `state:${id}:${version}`,
        decision: { verdict: action, reasonCode, message, subjectKind: 'post', subjectId: id, caseId: caseId ?? null },
      },
    ]);
    return { changed: await requirePost(tx, id, actor), told: news };
  });
  dependencies.wake(told);
  return changed;
}

/** Refuses with `forbidden` where this would undo what an administrator decided about somebody of the staff. */
async function requireMayChange(
  { people }: CommunityDependencies,
  tx: Transaction,
  actor: Actor,
  { authorId, revision, lastEditedAt }: Pick<PostRow | CommentRow, 'authorId' | 'revision' | 'lastEditedAt'>,
  change: Pick<StateChange, 'kind' | 'subjectId' | 'action'>,
): Promise<void> {
  const editedAt = lastEditedAt === null ? undefined : new Date(Number(lastEditedAt));
  const made = await listUndoneBy(tx, { ...change, revision, editedAt });
  await requireMayUndo(tx, people, actor, [{ id: change.subjectId, accountId: authorId, made }]);
}

/** Records hiding or showing as a decision; the id of its case, if it has one. */
function record(
  { mailDecision }: CommunityDependencies,
  tx: Transaction,
  { authorId, authorUid, moderationStatus }: Pick<PostRow | CommentRow, 'authorId' | 'authorUid' | 'moderationStatus'>,
  { wanted, ...plan }: Omit<Hiding, 'authorAccountId' | 'authorUid'> & { readonly wanted: boolean },
): Promise<string | undefined> {
  return wanted
    ? recordHiding(tx, mailDecision, { ...plan, authorAccountId: authorId, authorUid })
    : recordShowing(tx, plan, moderationStatus === 'allow');
}

/** Staff can also act on hidden and deleted comments, and across blocks. */
const REACH = { evenGone: true, evenParted: true } as const;

/** Hides a comment or shows it again. */
export async function changeCommentState(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  plan: StatePlan<CommentAction>,
): Promise<CommentRow> {
  const { action, reasonCode, note, message = null, version } = plan;
  const { changed, told } = await dependencies.database.transaction(async (tx) => {
    await tx.execute(
      sql`select 1 from post where id = (select post_id from comment where id = ${id}::uuid) for no key update`,
    );
    await tx.execute(sql`select 1 from comment where id = ${id}::uuid for no key update`);
    const before = await requireComment(tx, id, actor, REACH);
    if (before.deletedAt !== null) throw new Refusal('comment_not_found');
    await requireMayActOn(tx, dependencies.people, actor, before.authorId);
    if (before.version !== version) throw new Refusal('version_conflict');
    const wanted = action === 'hide';
    if ((before.hiddenAt !== null) === wanted) throw new Refusal('comment_state_unchanged');
    await requireMayChange(dependencies, tx, actor, before, { kind: 'comment', subjectId: id, action });
    await tx.execute(sql`update comment set hidden_at = ${wanted ? sql`now()` : sql`null`}, version = version + 1,
      updated_at = now() where id = ${id}::uuid`);
    const caseId = await record(dependencies, tx, before, {
      kind: 'comment',
      subjectId: id,
      text: before.body,
      revision: before.revision,
      decidedBy: actor.accountId,
      reasonCode,
      message,
      wanted,
    });
    await recordAudit(tx, {
      actorAccountId: actor.accountId,
      action: `comment.${action}`,
      subjectKind: 'comment',
      subjectId: id,
      reasonCode,
      note,
      before: { hidden: !wanted },
      after: { hidden: wanted, ...(caseId === undefined ? {} : { case: caseId }) },
    });
    const news = await announce(tx, [
      {
        recipientId: before.authorId,
        actorId: null,
        kind: 'moderation',
        postId: before.postId,
        commentId: id,
        occasion: `state:${id}:${version}`,
        decision: {
          verdict: action,
          reasonCode,
          message,
          subjectKind: 'comment',
          subjectId: id,
          caseId: caseId ?? null,
        },
      },
    ]);
    return { changed: await requireComment(tx, id, actor, REACH), told: news };
  });
  dependencies.wake(told);
  return changed;
}
