// The work of a removal and of its undoing: 200 targets a run, each in a transaction of its own that also says what became of it.
// A run whose process was killed is repeated and goes on with the next target, since a target is done only together with its
// row. The rights of the actor are read again in each run, so somebody who has left the staff meanwhile decides nothing more.
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { removal, removalTarget } from '../../../platform/database/schema/community-removals.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import type { Cases } from '../../moderation/cases/cases.ts';
import { decideCaseIn, reopenCaseIn, requireCase } from '../../moderation/cases/decisions.ts';
import type { Decider } from '../../moderation/common/vocabulary.ts';
import { requireComment } from '../comments/rows.ts';
import type { Announced, CommunityDependencies } from '../common/parts.ts';
import { lockPublicList } from '../lists/lists.ts';
import { changeListStateIn } from '../lists/state.ts';
import { lockPost } from '../posts/reading.ts';
import { changeCommentStateIn, changePostStateIn, REACH } from '../staff/staff.ts';

const TARGETS_PER_RUN = 200;

const job = declareJob({
  kind: 'community.removal',
  payload: z.object({ id: z.uuid() }),
  plan: { concurrency: 2 },
  singleton: ({ id }) => id,
});

export const enqueueRemoval = (enqueue: Jobs['enqueue'], tx: Transaction, id: string): Promise<void> =>
  enqueue(tx, job, { id });

export interface RemovalWorkDependencies extends CommunityDependencies {
  readonly enqueue: Jobs['enqueue'];
  readonly decisions: Pick<Cases, 'settle'>;
}

export const bindRemovalWork = (dependencies: RemovalWorkDependencies): BoundJob =>
  bindJob(job, async ({ id }, { signal }) => {
    const { database, enqueue } = dependencies;
    const batch = await readBatch(dependencies, id);
    if (batch === undefined) return;
    for (const target of batch.targets) {
      signal.throwIfAborted();
      await workOn(dependencies, batch.row, target);
    }
    // Fewer targets than a run takes: reading the next batch finds none and ends the act. Otherwise another run continues.
    if (batch.targets.length < TARGETS_PER_RUN) await readBatch(dependencies, id);
    else await database.transaction((tx) => enqueueRemoval(enqueue, tx, id));
  });

type Removal = typeof removal.$inferSelect;
type Target = typeof removalTarget.$inferSelect;

/** What became of a target. */
type Outcome = Partial<Pick<Target, 'versionBefore' | 'versionAfter' | 'before' | 'after' | 'reason'>> & {
  readonly state: Target['state'];
  readonly notified?: readonly string[];
};

interface Batch {
  readonly row: Removal;
  readonly targets: readonly Target[];
}

/** The next targets. Undefined when none is left, and the act is then over. */
function readBatch({ database }: RemovalWorkDependencies, id: string): Promise<Batch | undefined> {
  return database.transaction(async (tx) => {
    const [row] = await tx.select().from(removal).where(eq(removal.id, id)).for('no key update');
    if (row === undefined || row.state === 'done' || row.state === 'undone') return undefined;
    const isUndoing = row.state === 'undoing';
    const targets = await tx
      .select()
      .from(removalTarget)
      .where(and(eq(removalTarget.removalId, id), eq(removalTarget.state, isUndoing ? 'removed' : 'waiting')))
      // What was hidden last is shown first.
      .orderBy(isUndoing ? desc(removalTarget.position) : asc(removalTarget.position))
      .limit(TARGETS_PER_RUN);
    if (targets.length > 0) return { row, targets };
    await tx
      .update(removal)
      .set(isUndoing ? { state: 'undone' } : { state: 'done', finishedAt: sql`now()` })
      .where(eq(removal.id, id));
    return undefined;
  });
}

async function workOn(dependencies: RemovalWorkDependencies, row: Removal, target: Target): Promise<void> {
  const { database, people, wake } = dependencies;
  const isUndoing = row.state === 'undoing';
  const actorId = isUndoing ? row.undoneBy : row.madeBy;
  try {
    const notified = await database.transaction(async (tx) => {
      const actor = actorId === null ? undefined : (await people.readByIds(tx, [actorId])).get(actorId);
      if (actor === undefined || actor.role === 'member' || actor.status !== 'active') throw new Refusal('forbidden');
      // If this run was considered dead, another one may have processed the target.
      const [still] = await tx.select().from(removalTarget).where(isStill(target)).for('update');
      if (still === undefined) return [];
      const act = isUndoing ? restore : remove;
      const { notified = [], ...outcome } = await act(tx, dependencies, actor, row, target);
      await settleTarget(tx, target, outcome);
      return notified;
    });
    wake(notified);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = reasonOf(error.code);
    await database.transaction((tx) => settleTarget(tx, target, { state: isUndoing ? 'kept' : 'skipped', reason }));
  }
}

async function settleTarget(tx: Transaction, target: Target, outcome: Omit<Outcome, 'notified'>): Promise<void> {
  const { before, after, ...rest } = outcome;
  // Passed as text, because Bun would encode an object as a JSON string.
  const json = (value: object) => sql`${JSON.stringify(value)}::text::jsonb`;
  await tx
    .update(removalTarget)
    .set({ ...rest, ...(before && { before: json(before) }), ...(after && { after: json(after) }) })
    .where(isStill(target));
}

const isStill = ({ removalId, position, state }: Target) =>
  and(eq(removalTarget.removalId, removalId), eq(removalTarget.position, position), eq(removalTarget.state, state));

/** Why a target was left out, in few words. */
function reasonOf(code: string): string {
  if (code === 'version_conflict') return 'changed';
  if (
    code === 'post_not_found' ||
    code === 'comment_not_found' ||
    code === 'list_not_found' ||
    code === 'case_not_found'
  )
    return 'gone';
  if (code === 'case_superseded' || code === 'case_already_decided') return 'decided';
  if (code === 'post_state_unchanged' || code === 'comment_state_unchanged' || code === 'list_state_unchanged')
    return 'hidden';
  return code;
}

/** Hides a post, comment or list, or rejects what waits. */
async function remove(
  tx: Transaction,
  dependencies: RemovalWorkDependencies,
  actor: Decider,
  { reasonCode, message }: Removal,
  { kind, subjectId }: Target,
): Promise<Outcome> {
  const plan = { reasonCode, message: message ?? undefined, note: undefined };
  if (kind === 'case') {
    const { version, status, verdict } = await requireCase(tx, subjectId);
    if (status !== 'pending' && status !== 'review') return { state: 'skipped', reason: 'decided' };
    const parts = { people: dependencies.people, cases: dependencies.decisions };
    const decided = await decideCaseIn(tx, parts, actor, subjectId, { ...plan, verdict: 'rejected', version });
    return {
      state: 'removed',
      versionBefore: version,
      versionAfter: decided.version,
      before: { status, verdict },
      after: { status: decided.status, verdict: decided.verdict },
    };
  }
  const { version } = await readText(tx, actor, kind, subjectId);
  const { changed, notified } = await changeState(tx, dependencies, actor, kind, subjectId, {
    ...plan,
    action: 'hide',
    version,
  });
  return {
    state: 'removed',
    versionBefore: version,
    versionAfter: changed.version,
    before: { hidden: false },
    after: { hidden: true },
    notified,
  };
}

/** The opposite, if nothing has changed it since. */
async function restore(
  tx: Transaction,
  dependencies: RemovalWorkDependencies,
  actor: Decider,
  { reasonCode }: Removal,
  { kind, subjectId, versionAfter }: Target,
): Promise<Outcome> {
  const version = versionAfter ?? 0;
  if (kind === 'case') {
    const parts = { people: dependencies.people, cases: dependencies.decisions };
    await reopenCaseIn(tx, parts, actor, subjectId, version);
    return { state: 'restored' };
  }
  const plan = { action: 'unhide', reasonCode, version } as const;
  const { notified } = await changeState(tx, dependencies, actor, kind, subjectId, plan);
  return { state: 'restored', notified };
}

type TextKind = Exclude<Target['kind'], 'case'>;

function readText(tx: Transaction, actor: Decider, kind: TextKind, id: string): Promise<{ readonly version: number }> {
  if (kind === 'list') return lockPublicList(tx, actor, id);
  return kind === 'post' ? lockPost(tx, id, actor) : requireComment(tx, id, actor, REACH);
}

interface TextPlan {
  readonly action: 'hide' | 'unhide';
  readonly reasonCode: ReasonCode;
  readonly message?: string | undefined;
  readonly version: number;
}

function changeState(
  tx: Transaction,
  dependencies: CommunityDependencies,
  actor: Decider,
  kind: TextKind,
  id: string,
  plan: TextPlan,
): Promise<Announced<{ readonly version: number }>> {
  if (kind === 'list') return changeListStateIn(tx, dependencies, actor, id, plan);
  return kind === 'post'
    ? changePostStateIn(tx, dependencies, actor, id, plan)
    : changeCommentStateIn(tx, dependencies, actor, id, plan);
}
