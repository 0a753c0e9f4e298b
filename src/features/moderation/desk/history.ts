// What staff knows about a person before a decision: earlier decisions about their content, restrictions, notes, reports.
// Read-only.
import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { accountRestriction, moderationCase, report } from '../../../platform/database/schema/moderation.ts';
import { findReserved, undoingsOfRestrictions } from '../cases/reserved.ts';
import type { People, Person } from '../common/vocabulary.ts';
import { OPEN_REPORT } from '../staff/reports.ts';
import { listPersonNotes, type NoteView, presentNotes } from './notes.ts';
import { type Block, blockOf } from './queue.ts';

interface PastDecision {
  readonly caseId: string;
  readonly kind: (typeof moderationCase.$inferSelect)['kind'];
  readonly subjectId: string;
  readonly verdict: (typeof moderationCase.$inferSelect)['verdict'];
  readonly reasonCode: string | null;
  readonly reasons: readonly string[];
  readonly excerpt: string;
  /** Null: a rule or the classifier. */
  readonly byUid: number | null;
  readonly decidedAt: number;
}

interface PastRestriction {
  readonly id: string;
  readonly kind: (typeof accountRestriction.$inferSelect)['kind'];
  readonly reasonCode: string;
  readonly message: string | null;
  readonly issuedAt: number;
  readonly expiresAt: number | null;
  readonly liftedAt: number | null;
  readonly active: boolean;
  readonly byUid: number | null;
  /** Only administrators end it. */
  readonly reserved: boolean;
  readonly version: number;
}

export interface PersonHistory {
  readonly uid: number;
  readonly handle: string | null;
  readonly displayName: string;
  readonly role: Person['role'];
  readonly status: Person['status'];
  /** Why the reader may only look. */
  readonly blocked: Block | null;
  /** All of them, in figures. */
  readonly rejected: number;
  readonly allowed: number;
  readonly openReports: number;
  /** The newest. */
  readonly decisions: readonly PastDecision[];
  readonly restrictions: readonly PastRestriction[];
  readonly notes: readonly NoteView[];
}

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
    ...{ uid, handle, displayName, role, status },
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
