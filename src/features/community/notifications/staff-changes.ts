// What every change by staff of a post, comment or list needs: whether the actor may make it, its decision, its audit event and
// the notification of the author. A deletion is hiding that erases later.
import { type SQL, sql } from 'drizzle-orm';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal, type RefusalCode, required } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record.ts';
import { endDeletion, readDeletion, recordDeletion } from '../../moderation/cases/deletions.ts';
import { recordHiding, recordShowing } from '../../moderation/cases/hidden.ts';
import { listUndoneBy, requireMayUndo } from '../../moderation/cases/reserved.ts';
import type { Decider } from '../../moderation/common/vocabulary.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { announce } from './notifications.ts';

export interface StatePlan<A> {
  readonly action: A;
  readonly reasonCode: ReasonCode;
  /** Only for the audit trail. */
  readonly note?: string | undefined;
  /** What the author reads. */
  readonly message?: string | undefined;
  readonly version: number;
}

export type HideAction = 'hide' | 'unhide' | 'delete' | 'restore';
type StateAction = HideAction | 'lock' | 'unlock';

/** A change, with the state of its subject before it. */
export interface StaffChange extends StatePlan<StateAction> {
  readonly kind: 'post' | 'comment' | 'list';
  readonly subjectId: string;
  /** As the audit trail names it. */
  readonly audited: `post.${StateAction}` | `comment.${HideAction}` | `list.${HideAction}`;
  readonly actor: Decider;
  readonly authorId: string;
  readonly authorUid: number;
  readonly revision: number;
  readonly editedAt: Date | undefined;
  readonly moderationStatus: string;
  /** What others can read; asked for when it is hidden. */
  readonly text: () => string | Promise<string>;
  /** Where the notification leads. */
  readonly place: { readonly postId?: string; readonly commentId?: string };
  /** For the audit event. */
  readonly before: Readonly<Record<string, boolean>>;
  /** Of a deletion, and of restoring one: whether it was hidden before the deletion. */
  readonly wasHidden?: boolean | undefined;
}

/** Whether the action restricts: hides, deletes or locks. */
const isRestricting = (action: StateAction): boolean => action === 'hide' || action === 'delete' || action === 'lock';
/** Whether the action concerns comments on a post alone. */
export const isLocking = (action: StateAction): action is 'lock' | 'unlock' => action === 'lock' || action === 'unlock';

/** What a change does to what is hidden or not. */
export interface HidingPlan {
  /** Whether it is hidden afterwards. */
  readonly hides: boolean;
  /** As of `StaffChange`. */
  readonly wasHidden: boolean | undefined;
}

/** Refuses with `unchanged` where it is so already, and with `deletion_not_found` where nothing is to be restored. */
export async function planHiding(
  tx: Transaction,
  { kind, id, hidden }: { readonly kind: StaffChange['kind']; readonly id: string; readonly hidden: boolean },
  action: HideAction,
  unchanged: RefusalCode,
): Promise<HidingPlan> {
  if (action === 'delete') return { hides: true, wasHidden: hidden };
  if (action === 'restore') {
    const deletion = required(await readDeletion(tx, kind, id), 'deletion_not_found');
    return { hides: deletion.wasHidden, wasHidden: deletion.wasHidden };
  }
  const hides = action === 'hide';
  if (hides === hidden) throw new Refusal(unchanged);
  return { hides, wasHidden: undefined };
}

/** SQL: the value of `hidden_at` after a change. */
export const hiddenAt = ({ hides }: HidingPlan): SQL => (hides ? sql`coalesce(hidden_at, now())` : sql`null`);

/** Refuses with `forbidden` where this would undo what an administrator decided about somebody of the staff. */
export async function requireMayChange(
  tx: Transaction,
  { people }: CommunityDependencies,
  change: StaffChange,
): Promise<void> {
  const made = await listUndoneBy(tx, change);
  await requireMayUndo(tx, people, change.actor, [{ id: change.subjectId, accountId: change.authorId, made }]);
}

/**
 * Records a change that was made: hiding and showing as a decision, the audit event, the notification of the author. Returns who
 * has a new notification. The last part of a transaction, since `announce` is.
 */
export async function recordChange(
  tx: Transaction,
  { mailDecision }: CommunityDependencies,
  change: StaffChange,
): Promise<readonly string[]> {
  const { kind, subjectId, action, actor, authorId, reasonCode, note, version, before } = change;
  const message = change.message ?? null;
  const wanted = isRestricting(action);
  const decision = { kind, subjectId, decidedBy: actor.accountId, reasonCode, message };
  const staysHidden = action === 'restore' && change.wasHidden === true;
  const caseId =
    isLocking(action) || staysHidden
      ? undefined
      : wanted
        ? await recordHiding(tx, mailDecision, {
            ...decision,
            revision: change.revision,
            authorAccountId: authorId,
            authorUid: change.authorUid,
            text: await change.text(),
            decidesWaiting: action === 'delete',
          })
        : await recordShowing(tx, decision, change.moderationStatus);
  if (staysHidden) await endDeletion(tx, kind, subjectId);
  const eraseAt = action === 'delete' ? await schedule(tx, change, caseId) : undefined;
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: change.audited,
    subjectKind: kind,
    subjectId,
    reasonCode,
    note,
    before,
    after: {
      [isLocking(action) ? 'locked' : 'hidden']: wanted || staysHidden,
      ...(caseId !== undefined && { case: caseId }),
      ...(eraseAt !== undefined && { eraseAt: eraseAt.getTime() }),
    },
  });
  return announce(tx, [
    {
      recipientId: authorId,
      actorId: null,
      kind: 'moderation',
      ...change.place,
      occasion: `state:${subjectId}:${version}`,
      decision: {
        verdict: staysHidden ? 'hide' : action,
        reasonCode,
        message,
        subjectKind: kind,
        subjectId,
        caseId: caseId ?? null,
      },
    },
  ]);
}

/** Records when it is erased. Refuses with `already_deleted`. */
async function schedule(tx: Transaction, change: StaffChange, caseId: string | undefined): Promise<Date> {
  const { kind, subjectId, authorId, actor, wasHidden = false } = change;
  const deletion = { kind, subjectId, authorAccountId: authorId, deletedBy: actor.accountId, wasHidden };
  return required(await recordDeletion(tx, { ...deletion, caseId: caseId ?? null }), 'already_deleted').eraseAt;
}
