// What staff does with public lists: hides them and shows them again, deletes and restores them, each with an audit event and a notification to the
// owner. Hiding is a decision that the owner can appeal.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { listRows } from '../../../platform/database/rows.ts';
import { requireMayActOn } from '../../moderation/cases/decisions.ts';
import type { Decider } from '../../moderation/common/vocabulary.ts';
import { type Announced, type CommunityDependencies, changeAndWake } from '../common/parts.ts';
import {
  type HideAction,
  hiddenAt,
  planHiding,
  recordChange,
  requireMayChange,
  type StaffChange,
  type StatePlan,
} from '../notifications/staff-changes.ts';
import { type ListRow, lockPublicList, requireList } from './lists.ts';

const noteRow = z.object({ note: z.string() });

/** Hides a public list or shows it again. */
export function changeListState(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  plan: StatePlan<'hide' | 'unhide'>,
): Promise<ListRow> {
  return changeAndWake(dependencies, (tx) => changeListStateIn(tx, dependencies, actor, id, plan));
}

/** The same inside a transaction, as its last part. The caller wakes streams after the commit. */
export async function changeListStateIn(
  tx: Transaction,
  dependencies: CommunityDependencies,
  actor: Decider,
  id: string,
  plan: StatePlan<HideAction>,
): Promise<Announced<ListRow>> {
  const before = await lockPublicList(tx, actor, id);
  await requireMayActOn(tx, dependencies.people, actor, before.ownerId);
  if (before.version !== plan.version) throw new Refusal('version_conflict');
  const { hidden } = before;
  const hiding = await planHiding(tx, { kind: 'list', id, hidden }, plan.action, 'list_state_unchanged');
  const change: StaffChange = {
    ...plan,
    kind: 'list',
    subjectId: id,
    audited: `list.${plan.action}`,
    actor,
    authorId: before.ownerId,
    authorUid: before.ownerUid,
    revision: before.revision,
    editedAt: undefined,
    moderationStatus: before.moderationStatus,
    text: () => readText(tx, before),
    place: {},
    before: { hidden },
    wasHidden: hiding.wasHidden,
  };
  await requireMayChange(tx, dependencies, change);
  await tx.execute(sql`update entity_list set hidden_at = ${hiddenAt(hiding)}, version = version + 1,
    updated_at = now() where id = ${id}::uuid`);
  const notified = await recordChange(tx, dependencies, change);
  return { changed: await requireList(tx, actor, id), notified };
}

/** All that others read of a list. */
export async function readText(tx: Queries | Transaction, { id, title, description }: ListRow): Promise<string> {
  const notes = await listRows(tx, noteRow)`
    select note from entity_list_entry where list_id = ${id}::uuid and note is not null order by position`;
  return [title, description, ...notes.map(({ note }) => note)].filter((text) => text !== '').join('\n');
}
