// What staff knows about a person before a decision: earlier decisions about their content, restrictions, notes, reports.
// Read-only.
import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { accountRestriction, moderationCase, report } from '../../../platform/database/schema/moderation.ts';
import { findReserved, undoingsOfRestrictions } from '../cases/reserved.ts';
import type { People } from '../common/ports.ts';
import type { Person } from '../common/vocabulary.ts';
import { OPEN_REPORT } from '../staff/reports.ts';
import type { PersonHistory } from './contract.ts';
import { listPersonNotes, presentNotes } from './notes.ts';
import { blockOf } from './queue.ts';

const SHOWN_MAX = 20;

export async function readHistory(db: Queries, people: People, reader: Actor, person: Person): Promise<PersonHistory> {
  const { accountId, uid, handle, displayName, role, status } = person;
  const isOwn = reader.accountId === accountId;
  const [cases, counts, restrictions, notes, reports] = await Promise.all([
    listDecided(db, accountId),
    countDecided(db, accountId),
    listRestrictions(db, accountId),
    // Nobody reads what others of the staff noted about themselves.
    isOwn ? [] : listPersonNotes(db, accountId, SHOWN_MAX),
    isOwn ? 0 : countOpenReports(db, accountId),
  ]);
  const staff = await people.readByIds(db, [
    ...new Set([
      ...cases.flatMap(({ decidedBy }) => decidedBy ?? []),
      ...restrictions.flatMap(({ issuedBy }) => issuedBy ?? []),
    ]),
  ]);
  const uidOf = (id: string | null): number | null => (id === null ? null : (staff.get(id)?.uid ?? null));
  const reserved = await findReserved(db, people, await undoingsOfRestrictions(db, restrictions));
  const now = Date.now();
  return {
    uid,
    handle,
    displayName,
    role,
    status,
    blocked: blockOf(reader, accountId, new Map([[accountId, person]])),
    rejected: counts.get('rejected') ?? 0,
    allowed: counts.get('allow') ?? 0,
    openReports: reports,
    decisions: cases.map((row) => ({
      caseId: row.id,
      kind: row.kind,
      subjectId: row.subjectId,
      verdict: row.verdict,
      reasonCode: row.reasonCode,
      reasons: row.reasons,
      excerpt: row.excerpt,
      byUid: uidOf(row.decidedBy),
      decidedAt: row.decidedAt?.getTime() ?? 0,
    })),
    restrictions: restrictions.map((row) => ({
      id: row.id,
      kind: row.kind,
      reasonCode: row.reasonCode,
      message: row.message,
      issuedAt: row.issuedAt.getTime(),
      expiresAt: row.expiresAt?.getTime() ?? null,
      liftedAt: row.liftedAt?.getTime() ?? null,
      active: row.liftedAt === null && (row.expiresAt === null || row.expiresAt.getTime() > now),
      byUid: uidOf(row.issuedBy),
      reserved: reserved.has(row.id),
      version: row.version,
    })),
    notes: await presentNotes(db, people, notes),
  };
}

const decidedOf = (accountId: string) =>
  and(
    eq(moderationCase.authorAccountId, accountId),
    eq(moderationCase.status, 'decided'),
    isNotNull(moderationCase.decidedAt),
  );

const listDecided = (db: Queries, accountId: string) =>
  db
    .select()
    .from(moderationCase)
    .where(decidedOf(accountId))
    .orderBy(desc(moderationCase.decidedAt), desc(moderationCase.id))
    .limit(SHOWN_MAX);

async function countDecided(db: Queries, accountId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ verdict: moderationCase.verdict, count: sql<number>`count(*)::int` })
    .from(moderationCase)
    .where(decidedOf(accountId))
    .groupBy(moderationCase.verdict);
  return new Map(rows.map(({ verdict, count }) => [verdict, count]));
}

const listRestrictions = (db: Queries, accountId: string) =>
  db
    .select()
    .from(accountRestriction)
    .where(eq(accountRestriction.accountId, accountId))
    .orderBy(desc(accountRestriction.issuedAt), desc(accountRestriction.id))
    .limit(SHOWN_MAX);

async function countOpenReports(db: Queries, accountId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(report)
    .where(
      and(
        eq(report.targetAccountId, accountId),
        inArray(report.status, OPEN_REPORT),
        ne(report.reporterAccountId, accountId),
      ),
    );
  return row?.count ?? 0;
}
