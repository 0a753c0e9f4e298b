// Removals: one act of staff hides what a person wrote in a time. The act names its targets when it begins, with their version and
// state before and after, so that it can be undone within a day. The only writer of the two tables, with removal-work.ts.
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { SentBody } from '../../../http/routing/contract.ts';
import { onlyOf } from '../../../kernel/page.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal, required, requireFirst } from '../../../kernel/refusal.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { removal, removalTarget } from '../../../platform/database/schema/community-removals.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { recordAudit } from '../../audit/record.ts';
import type { Cases } from '../../moderation/cases/cases.ts';
import { requireMayActOn } from '../../moderation/cases/decisions.ts';
import { requirePerson, uidsAmong } from '../../moderation/common/people.ts';
import type { People } from '../../moderation/common/ports.ts';
import type { Decider } from '../../moderation/common/vocabulary.ts';
import { liftFromPerson, planExpiry, restrictPerson } from '../../moderation/staff/restrictions.ts';
import { NAMED_MAX, type RemovalView, type removalsContract } from './contract.ts';
import { enqueueRemoval } from './removal-work.ts';

export type Removal = typeof removal.$inferSelect;

/** Entries that a moderator may remove by one act. */
const MODERATOR_MAX = 500;
const UNDO_MS = 86_400_000;
const LISTED_MAX = 20;
/** Days for which an act is stored; its decisions stay. */
const REMOVAL_DAYS = RETENTION.removal.amount;

const SINCE = { day: "now() - interval '1 day'", week: "now() - interval '7 days'", all: "'-infinity'" } as const;

export type RemovalPlan = SentBody<typeof removalsContract.removalCreate>;

export interface RemovalDependencies {
  readonly people: People;
  readonly cases: Pick<Cases, 'tell' | 'mailDecision'>;
  readonly enqueue: Jobs['enqueue'];
}

/** Begins an act: names its targets, restricts the person, and enqueues the work. */
export async function beginRemoval(
  tx: Transaction,
  dependencies: RemovalDependencies,
  actor: Decider,
  uid: number,
  plan: RemovalPlan,
): Promise<Removal> {
  const { people, enqueue } = dependencies;
  const { scope, reasonCode, message, restriction } = plan;
  const person = await requirePerson(tx, people, uid);
  const { accountId } = person;
  if (accountId === actor.accountId) throw new Refusal('self_modification_forbidden');
  if (person.role !== 'member') throw new Refusal('forbidden');
  // Only one act about a person runs at a time.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('removal'), hashtext(${accountId}))`);
  const open = await tx
    .select({ id: removal.id })
    .from(removal)
    .where(and(eq(removal.accountId, accountId), inArray(removal.state, ['running', 'undoing'])));
  if (open.length > 0) throw new Refusal('removal_in_progress');
  const issued =
    restriction &&
    (await restrictPerson(tx, dependencies, actor, uid, {
      kind: restriction.kind,
      expiresAt: planExpiry(restriction.until, Date.now()),
      reasonCode,
      message,
      note: undefined,
    }));
  const id = Bun.randomUUIDv7();
  await tx.insert(removal).values({
    id,
    accountId,
    scope,
    reasonCode,
    message: message ?? null,
    madeBy: actor.accountId,
    restrictionId: issued?.id ?? null,
    state: 'running',
    total: 0,
  });
  const total = await nameTargets(tx, id, accountId, scope);
  if (total > MODERATOR_MAX && actor.role !== 'administrator') throw new Refusal('removal_too_large');
  const isDone = total === 0;
  const row = onlyOf(
    await tx
      .update(removal)
      .set({ total, ...(isDone && { state: 'done' as const, finishedAt: sql`now()` }) })
      .where(eq(removal.id, id))
      .returning(),
  );
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'removal.begin',
    subjectKind: 'user',
    subjectId: String(uid),
    reasonCode,
    after: { removal: id, scope, total, ...(issued && { restriction: issued.id }) },
  });
  if (!isDone) await enqueueRemoval(enqueue, tx, id);
  return row;
}

/** Writes the targets, newest first: what waits for a decision as its case, other posts, comments and lists as themselves. */
async function nameTargets(tx: Transaction, id: string, accountId: string, scope: Removal['scope']): Promise<number> {
  const me = sql`${accountId}::uuid`;
  const since = sql.raw(`(${SINCE[scope]})::timestamptz`);
  const isPublic = sql.raw("t.deleted_at is null and t.hidden_at is null and t.moderation_status = 'allow'");
  const named = await tx.execute(sql`
    insert into removal_target (removal_id, position, kind, subject_id)
    select ${id}::uuid, row_number() over (order by w.moment desc, w.id desc), w.kind, w.id from (
      select 'case' as kind, c.id, c.created_at as moment from moderation_case c
        where c.author_account_id = ${me} and c.status in ('pending', 'review') and c.created_at >= ${since}
      union all
      select 'post', t.id, greatest(t.created_at, t.last_edited_at) from post t
        where t.author_id = ${me} and ${isPublic} and t.visibility <> 'private'
          and greatest(t.created_at, t.last_edited_at) >= ${since}
      union all
      select 'comment', t.id, greatest(t.created_at, t.last_edited_at) from comment t join post p on p.id = t.post_id
        where t.author_id = ${me} and ${isPublic} and (p.visibility <> 'private' and p.deleted_at is null)
          and greatest(t.created_at, t.last_edited_at) >= ${since}
      union all
      select 'list', t.id, t.updated_at from entity_list t
        where t.owner_id = ${me} and t.visibility = 'public' and t.hidden_at is null and t.moderation_status = 'allow'
          and t.updated_at >= ${since}
    ) w returning 1`);
  return named.length;
}

/** An act by id. Refuses with `removal_not_found`. */
export async function requireRemoval(db: Queries | Transaction, id: string): Promise<Removal> {
  return requireFirst(await db.select().from(removal).where(eq(removal.id, id)), 'removal_not_found');
}

/** The last acts about a person, newest first. */
export const listRemovals = (db: Queries, accountId: string): Promise<Removal[]> =>
  db
    .select()
    .from(removal)
    .where(eq(removal.accountId, accountId))
    .orderBy(desc(removal.createdAt), desc(removal.id))
    .limit(LISTED_MAX);

/**
 * Begins to undo an act. Refuses with `removal_in_progress` while it runs, `already_undone`, and `removal_expired` after a day.
 */
export async function beginUndo(
  tx: Transaction,
  { people, enqueue }: RemovalDependencies,
  actor: Decider,
  id: string,
): Promise<void> {
  const found = await tx.select().from(removal).where(eq(removal.id, id)).for('update');
  const row = requireFirst(found, 'removal_not_found');
  await requireMayActOn(tx, people, actor, row.accountId);
  if (row.state === 'running') throw new Refusal('removal_in_progress');
  if (row.state !== 'done') throw new Refusal('already_undone');
  if (row.createdAt.getTime() + UNDO_MS <= Date.now()) throw new Refusal('removal_expired');
  await tx
    .update(removal)
    .set({ state: 'undoing', undoneBy: actor.accountId, undoneAt: sql`now()` })
    .where(eq(removal.id, id));
  const person = required((await people.readByIds(tx, [row.accountId])).get(row.accountId), 'user_not_found');
  if (row.restrictionId !== null) await liftAgain(tx, people, actor, person.uid, row.restrictionId, row.reasonCode);
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'removal.undo',
    subjectKind: 'user',
    subjectId: String(person.uid),
    reasonCode: row.reasonCode,
    after: { removal: id },
  });
  await enqueueRemoval(enqueue, tx, id);
}

/** Ends the restriction of an act, unless it has ended meanwhile. */
async function liftAgain(
  tx: Transaction,
  people: People,
  actor: Decider,
  uid: number,
  id: string,
  reasonCode: ReasonCode,
): Promise<void> {
  try {
    await liftFromPerson(tx, people, actor, uid, id, { version: undefined, reasonCode, note: undefined });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'restriction_already_revoked') throw error;
  }
}

/** Acts as staff reads them. */
export async function presentRemovals(
  db: Queries,
  people: People,
  rows: readonly Removal[],
): Promise<readonly RemovalView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const persons = await people.readByIds(db, [
    ...new Set(rows.flatMap(({ accountId, madeBy, undoneBy }) => [accountId, madeBy, undoneBy ?? []].flat())),
  ]);
  const counted = await db
    .select({ id: removalTarget.removalId, state: removalTarget.state, count: count() })
    .from(removalTarget)
    .where(inArray(removalTarget.removalId, ids))
    .groupBy(removalTarget.removalId, removalTarget.state);
  const uidOf = uidsAmong(persons);
  return Promise.all(
    rows.map(async (row) => {
      const numberOf = (state: (typeof counted)[number]['state']): number =>
        counted.find((one) => one.id === row.id && one.state === state)?.count ?? 0;
      const skipped = await db
        .select({ id: removalTarget.subjectId, kind: removalTarget.kind, reason: removalTarget.reason })
        .from(removalTarget)
        .where(and(eq(removalTarget.removalId, row.id), inArray(removalTarget.state, ['skipped', 'kept'])))
        .orderBy(asc(removalTarget.position))
        .limit(NAMED_MAX);
      return {
        id: row.id,
        uid: uidOf(row.accountId) ?? 0,
        scope: row.scope,
        reasonCode: row.reasonCode,
        message: row.message,
        state: row.state,
        total: row.total,
        waiting: row.state === 'undoing' ? numberOf('removed') : numberOf('waiting'),
        removed: numberOf('removed') + numberOf('kept'),
        restored: numberOf('restored'),
        skipped: skipped.map((one) => ({ ...one, reason: one.reason ?? '' })),
        restrictionId: row.restrictionId,
        byUid: uidOf(row.madeBy),
        createdAt: row.createdAt.getTime(),
        finishedAt: row.finishedAt?.getTime() ?? null,
        undoableUntil: row.createdAt.getTime() + UNDO_MS,
        undoneByUid: uidOf(row.undoneBy),
        undoneAt: row.undoneAt?.getTime() ?? null,
      };
    }),
  );
}

/** Deletes the acts about a deleted account. */
export async function forgetRemovalsOf(db: Queries, accountId: string): Promise<void> {
  await db.delete(removal).where(eq(removal.accountId, accountId));
}

/** Deletes acts that are long over. */
export async function forgetRemovals(db: Queries): Promise<void> {
  await db.delete(removal).where(sql`${removal.createdAt} < now() - make_interval(days => ${REMOVAL_DAYS})`);
}
