// Links by which people who cannot sign in appeal. A link is mailed, stored as a digest, and works once, for 30 days. Reading
// it changes nothing, because mail scanners open links. The only writer of the table.
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { accountRestriction, appealLink, moderationCase } from '../../../platform/database/schema/moderation.ts';
import type { CaseKind, StandingKind } from '../common/vocabulary.ts';
import { APPEAL_DAYS, type AppealTarget, fileAppeal, isAppealText, type OnAppealed } from './appeals.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Path of the page that a link opens. */
export const APPEAL_PAGE = '/account/appeal';

const hashToken = (token: string): string => createHash('sha256').update(`appeal:${token}`).digest('hex');

/** Creates the link for a target and returns its token. An earlier link for it becomes invalid. */
export function createAppealLink(database: Database, accountId: string, target: AppealTarget): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return database.transaction(async (tx) => {
    await tx
      .delete(appealLink)
      .where(
        'caseId' in target ? eq(appealLink.caseId, target.caseId) : eq(appealLink.restrictionId, target.restrictionId),
      );
    await tx.insert(appealLink).values({
      tokenHash: hashToken(token),
      accountId,
      ...target,
      expiresAt: sql`now() + make_interval(days => ${APPEAL_DAYS})`,
    });
    return token;
  });
}

/** What a link appeals against. */
export interface LinkedDecision {
  readonly what: `may_not_${StandingKind}` | `refused_${CaseKind}`;
  readonly reasonCode: string | null;
  readonly message: string | null;
}

/** What came of an appeal by link: the link works no more (`dead`), or the text is empty or too long, and it still works. */
type LinkedAppeal = 'filed' | 'dead' | 'invalid';

export interface AppealLinks {
  /** What a link appeals against; undefined when it was used, has expired, or never existed. */
  read(token: string): Promise<LinkedDecision | undefined>;
  /** Appeals, once. */
  use(token: string, message: string): Promise<LinkedAppeal>;
}

/** Opens the links for the page that they lead to. */
export const openAppealLinks = (database: Database, onAppealed: OnAppealed): AppealLinks => ({
  read: (token) => readDecision(database.db, token),
  use: async (token, typed) => {
    if (!TOKEN.test(token)) return 'dead';
    const message = typed.trim();
    if (!isAppealText(message)) return (await readDecision(database.db, token)) === undefined ? 'dead' : 'invalid';
    try {
      return await database.transaction((tx) => consume(tx, onAppealed, token, message));
    } catch (error) {
      // There is an appeal already, or nothing to appeal against any more.
      const codes = ['appeal_exists', 'appeal_expired', 'case_not_found', 'restriction_not_found'] as const;
      if (!codes.some((code) => isRefusal(error, code))) throw error;
      return 'dead';
    }
  },
});

async function readDecision(db: Queries, token: string): Promise<LinkedDecision | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await db
    .select({ found: moderationCase, restriction: accountRestriction })
    .from(appealLink)
    .leftJoin(moderationCase, eq(moderationCase.id, appealLink.caseId))
    .leftJoin(accountRestriction, eq(accountRestriction.id, appealLink.restrictionId))
    .where(isOf(token));
  const decided = row?.found ?? row?.restriction;
  if (row == null || decided == null) return undefined;
  const what =
    row.found === null
      ? row.restriction && (`may_not_${row.restriction.kind}` as const)
      : (`refused_${row.found.kind}` as const);
  return what === null ? undefined : { what, reasonCode: decided.reasonCode, message: decided.message };
}

/** Deletes the link, so that a concurrent request cannot use it too, and files the appeal. */
async function consume(tx: Transaction, onAppealed: OnAppealed, token: string, message: string): Promise<LinkedAppeal> {
  const [link] = await tx.delete(appealLink).where(isOf(token)).returning();
  if (link === undefined) return 'dead';
  const { accountId, caseId, restrictionId } = link;
  if (caseId !== null) await fileAppeal(tx, onAppealed, accountId, { target: { caseId }, message });
  else if (restrictionId !== null) await fileAppeal(tx, onAppealed, accountId, { target: { restrictionId }, message });
  return 'filed';
}

const isOf = (token: string) => and(eq(appealLink.tokenHash, hashToken(token)), gt(appealLink.expiresAt, sql`now()`));

/** Deletes expired links. Idempotent. */
export async function forgetAppealLinks(db: Queries): Promise<void> {
  await db.delete(appealLink).where(lt(appealLink.expiresAt, sql`now()`));
}
