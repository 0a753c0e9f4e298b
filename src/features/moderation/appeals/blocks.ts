// Who may not decide which appeal, and why. `decideAppeal` refuses them, and lists say it beforehand.
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import type { accountRestriction, appeal, moderationCase } from '../../../platform/database/schema/moderation.ts';
import { findReserved, madeOfCase, madeOfRestriction } from '../cases/reserved.ts';
import type { People } from '../common/ports.ts';
import type { Decider } from '../common/vocabulary.ts';

/** An appeal with what it is about. */
export interface AppealedRow {
  readonly appeal: typeof appeal.$inferSelect;
  readonly found: typeof moderationCase.$inferSelect | null;
  readonly restriction: typeof accountRestriction.$inferSelect | null;
}

/**
 * `own`: the reader appeals. `administrator`: an administrator does. `reserved`: only administrators decide it. `decider`:
 * the reader made the decision, and somebody else can decide the appeal.
 */
export const APPEAL_BLOCKS = ['own', 'administrator', 'reserved', 'decider'] as const;
export type AppealBlock = (typeof APPEAL_BLOCKS)[number];

/** Why the reader may not decide these appeals, by id. Those that the reader may decide are absent. */
export async function findBlocks(
  db: Queries | Transaction,
  people: People,
  reader: Decider,
  rows: readonly AppealedRow[],
): Promise<ReadonlyMap<string, AppealBlock>> {
  const asked = rows.map((row) => ({
    row,
    id: row.appeal.id,
    accountId: row.appeal.accountId,
    made: [
      ...(row.found === null ? [] : madeOfCase(row.found)),
      ...(row.restriction === null ? [] : madeOfRestriction(row.restriction)),
    ],
  }));
  const persons = await people.readByIds(db, [...new Set(asked.map(({ accountId }) => accountId))]);
  const reserved = await findReserved(db, people, asked);
  const staff = await people.listStaff(db);
  const blocks = new Map<string, AppealBlock>();
  for (const one of asked) {
    const { row, accountId } = one;
    const { found, restriction } = row;
    const isOfAdministrator = persons.get(accountId)?.role === 'administrator';
    const isOfAccess = restriction?.kind === 'sign_in' || restriction?.kind === 'suspension';
    const isReserved = isOfAccess || reserved.has(one.id);
    const decidedBy = found?.decidedBy ?? restriction?.issuedBy ?? null;
    const mayOthers = staff.some(
      (other) =>
        other.accountId !== reader.accountId &&
        other.accountId !== accountId &&
        (other.role === 'administrator' || !(isOfAdministrator || isReserved)),
    );
    const block = ((): AppealBlock | undefined => {
      if (accountId === reader.accountId) return 'own';
      if (reader.role !== 'administrator' && isOfAdministrator) return 'administrator';
      if (reader.role !== 'administrator' && isReserved) return 'reserved';
      return decidedBy === reader.accountId && mayOthers ? 'decider' : undefined;
    })();
    if (block !== undefined) blocks.set(one.id, block);
  }
  return blocks;
}
