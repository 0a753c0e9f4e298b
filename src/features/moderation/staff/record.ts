// Moderation's data about one account, for its owner: reports it filed, its restrictions, and verdicts on its content.
// Contains nothing that others reported, nor who decided. `forgetAccount` removes it when the account is deleted.
import { asc, eq } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import {
  accountRestriction,
  appeal,
  appealLink,
  moderationCase,
  report,
} from '../../../platform/database/schema/moderation.ts';
import { withdrawAuthor } from '../cases/cases.ts';
import { forgetDeletions } from '../cases/deletions.ts';
import { withdrawReports } from './reports.ts';

/** The record of an account; times in milliseconds. */
export async function readOwnRecord(db: Queries, accountId: string): Promise<Readonly<Record<string, unknown>>> {
  const reports = await db
    .select()
    .from(report)
    .where(eq(report.reporterAccountId, accountId))
    .orderBy(asc(report.createdAt), asc(report.id));
  const restrictions = await db
    .select()
    .from(accountRestriction)
    .where(eq(accountRestriction.accountId, accountId))
    .orderBy(asc(accountRestriction.issuedAt), asc(accountRestriction.id));
  const cases = await db
    .select()
    .from(moderationCase)
    .where(eq(moderationCase.authorAccountId, accountId))
    .orderBy(asc(moderationCase.createdAt), asc(moderationCase.id));
  return {
    reportsFiled: reports.map(({ targetKind, targetId, reasonCode, details, status, createdAt }) => ({
      targetKind,
      targetId,
      reasonCode,
      details,
      status,
      createdAt: createdAt.getTime(),
    })),
    restrictions: restrictions.map(({ kind, reasonCode, issuedAt, expiresAt, liftedAt }) => ({
      kind,
      reasonCode,
      issuedAt: issuedAt.getTime(),
      expiresAt: expiresAt?.getTime() ?? null,
      liftedAt: liftedAt?.getTime() ?? null,
    })),
    verdicts: cases.map(({ kind, subjectId, subjectRevision, status, verdict, body, createdAt, decidedAt }) => ({
      kind,
      subjectId,
      revision: subjectRevision,
      status,
      verdict,
      text: body,
      createdAt: createdAt.getTime(),
      decidedAt: decidedAt?.getTime() ?? null,
    })),
  };
}

/**
 * Removes a deleted account from cases and reports. Idempotent. Restrictions stay without what the person read; the audit trail
 * stays without notes about the person, which the community clears.
 */
export async function forgetAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(appealLink).where(eq(appealLink.accountId, accountId));
  await tx.delete(appeal).where(eq(appeal.accountId, accountId));
  await withdrawAuthor(tx, accountId);
  await forgetDeletions(tx, accountId);
  await withdrawReports(tx, accountId);
  await tx.update(accountRestriction).set({ message: null }).where(eq(accountRestriction.accountId, accountId));
}
