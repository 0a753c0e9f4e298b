// How an account stands: its active restrictions, and the decisions on its content, with the appeals against them. For its
// owner, so nothing here names who decided or reported. Read-only.
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { isBeyond } from '../../../platform/database/conditions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { accountRestriction, appeal, moderationCase } from '../../../platform/database/schema/moderation.ts';
import { isActiveRestriction } from '../common/active-restrictions.ts';

export interface StandingQuery {
  readonly before: TimePosition | undefined;
  readonly limit: number;
}

const APPEAL = { id: appeal.id, status: appeal.status, message: appeal.message, answer: appeal.answer };

/** Active restrictions of an account, newest first. */
export const listOwnRestrictions = (db: Queries, accountId: string, { before, limit }: StandingQuery) =>
  db
    .select({ restriction: accountRestriction, appeal: APPEAL })
    .from(accountRestriction)
    .leftJoin(appeal, eq(appeal.restrictionId, accountRestriction.id))
    .where(
      and(
        eq(accountRestriction.accountId, accountId),
        isActiveRestriction,
        before && isBeyond(lt, accountRestriction.issuedAt, accountRestriction.id, before),
      ),
    )
    .orderBy(desc(accountRestriction.issuedAt), desc(accountRestriction.id))
    .limit(limit);

/** Rejections of an account's content, and what was allowed on appeal; newest first. */
export const listOwnDecisions = (db: Queries, accountId: string, { before, limit }: StandingQuery) =>
  db
    .select({ found: moderationCase, appeal: APPEAL })
    .from(moderationCase)
    .leftJoin(appeal, eq(appeal.caseId, moderationCase.id))
    .where(
      and(
        eq(moderationCase.authorAccountId, accountId),
        eq(moderationCase.status, 'decided'),
        sql`${moderationCase.decidedAt} is not null`,
        sql`(${moderationCase.verdict} = 'rejected' or ${appeal.id} is not null)`,
        before && isBeyond(lt, moderationCase.decidedAt, moderationCase.id, before),
      ),
    )
    .orderBy(desc(moderationCase.decidedAt), desc(moderationCase.id))
    .limit(limit);
