// The queue of staff: cases that wait for a person, and things that people have reported, oldest first. Several open reports
// on one thing are one entry; where a case about it waits too, they are part of that one. Read-only.
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { requireFirst } from '../../../kernel/refusal.ts';
import { isAnyOf } from '../../../platform/database/conditions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { countRow, idRow, listRows, readRow } from '../../../platform/database/rows.ts';
import { moderationCase, report } from '../../../platform/database/schema/moderation.ts';
import type { Case } from '../cases/cases.ts';
import { findReservedFrom, undoingsOfCases } from '../cases/reserved.ts';
import type { ContentContexts, TargetKind } from '../common/content-context.ts';
import type { People } from '../common/ports.ts';
import type { CaseKind, Person } from '../common/vocabulary.ts';
import { OPEN_REPORT, type Report } from '../staff/reports.ts';
import { listClaims } from './claims.ts';
import type { QueueEntry } from './contract.ts';

const EXCERPTS_MAX = 5;
const ITEMS_MAX = 500;

const foundRow = idRow.extend({ type: z.enum(['case', 'reports']), at: z.number() });
type Found = Readonly<z.output<typeof foundRow>>;

export interface QueueQuery {
  readonly kind: CaseKind | TargetKind | undefined;
  readonly after: TimePosition | undefined;
  readonly limit: number;
}

const isOfKind = (column: SQL, kind: string | undefined): SQL =>
  kind === undefined ? sql`true` : sql`${column} = ${kind}`;

/** Everything that waits for this reader: id and moment of each entry. */
const waiting = (reader: Actor, kind: string | undefined): SQL => sql`
  select 'case' as type, c.id, c.created_at from moderation_case c
    where c.status = 'review' and ${isOfKind(sql`c.kind`, kind)}
  union all
  select 'reports', (array_agg(r.id order by r.created_at, r.id))[1], min(r.created_at) from report r
    where r.status in ('pending', 'reviewing') and r.target_account_id <> ${reader.accountId}::uuid
      and ${isOfKind(sql`r.target_kind`, kind)}
      and not exists (select 1 from moderation_case c
        where c.status = 'review' and c.kind = r.target_kind and c.subject_id = r.target_id)
    group by r.target_kind, r.target_id`;

/** Ids of entries by page. */
export async function listWaiting(db: Queries, reader: Actor, query: QueueQuery): Promise<readonly Found[]> {
  const { kind, after, limit } = query;
  const place =
    after && sql`where (w.created_at, w.id) > (${new Date(after.time).toISOString()}::timestamptz, ${after.id}::uuid)`;
  return listRows(db, foundRow)`
    select w.type, w.id, round(date_part('epoch', w.created_at) * 1000)::float8 as at
      from (${waiting(reader, kind)}) w ${place ?? sql``} order by w.created_at, w.id limit ${limit}`;
}

/** How many entries wait. */
export async function countWaiting(db: Queries, reader: Actor): Promise<number> {
  const row = await readRow(db, countRow)`select count(*)::int as count from (${waiting(reader, undefined)}) w`;
  return row?.count ?? 0;
}

export interface DeskReads {
  readonly people: People;
  readonly contexts: ContentContexts;
}

/** Entries with all that the list shows, in the order of the ids. */
export async function readEntries(
  db: Queries,
  { people, contexts }: DeskReads,
  reader: Actor,
  found: readonly Pick<Found, 'type' | 'id'>[],
): Promise<readonly QueueEntry[]> {
  const idsOf = (type: Found['type']): readonly string[] =>
    found.filter((one) => one.type === type).map(({ id }) => id);
  const cases = await readByIds(db, idsOf('case'));
  const firsts = await readReportsByIds(db, idsOf('reports'));
  const subjects = [
    ...cases.map(({ kind, subjectId }) => ({ kind, id: subjectId })),
    ...firsts.map(({ targetKind, targetId }) => ({ kind: targetKind, id: targetId })),
  ];
  const reports = Map.groupBy(await listOpenReports(db, reader, subjects), keyOfReport);
  const excerpts = await contexts.readExcerpts(
    db,
    reader,
    firsts.flatMap(({ targetKind, targetId }) => (targetKind === 'user' ? [] : [{ kind: targetKind, id: targetId }])),
  );
  const claims = await listClaims(db, people, idsOf('case'));
  const authors = [
    ...new Set([...cases.map((one) => one.authorAccountId), ...firsts.map((one) => one.targetAccountId)]),
  ];
  const persons = await people.readByIds(db, authors);
  const reserved = await findReservedFrom(db, people, reader, await undoingsOfCases(db, cases));
  const sameAuthor = await countByAuthor(db, reader, authors);
  const groupOf = (kind: string, id: string) => presentGroup(reader, reports.get(`${kind} ${id}`) ?? []);
  const entries = new Map<string, QueueEntry>();
  for (const row of cases) {
    entries.set(row.id, {
      type: 'case',
      id: row.id,
      kind: row.kind,
      subjectId: row.subjectId,
      ...authorOf(persons.get(row.authorAccountId), row.authorUid),
      sameAuthor: sameAuthor.get(row.authorAccountId) ?? 0,
      excerpt: row.excerpt,
      reasons: row.reasons,
      status: row.status,
      verdict: row.verdict,
      version: row.version,
      createdAt: row.createdAt.getTime(),
      reports: reader.accountId === row.authorAccountId ? NO_REPORTS : groupOf(row.kind, row.subjectId),
      claims: claims.get(row.id) ?? [],
      blocked: blockOf(reader, row.authorAccountId, persons) ?? (reserved.has(row.id) ? 'reserved' : null),
    });
  }
  for (const row of firsts) {
    const group = groupOf(row.targetKind, row.targetId);
    const person = persons.get(row.targetAccountId);
    const isOwnReport = group.count > 0 && group.items.length === 0;
    entries.set(row.id, {
      type: 'reports',
      id: row.id,
      kind: row.targetKind,
      subjectId: row.targetId,
      ...authorOf(person, null),
      sameAuthor: sameAuthor.get(row.targetAccountId) ?? 0,
      excerpt: row.targetKind === 'user' ? (person?.displayName ?? '') : (excerpts.get(row.targetId) ?? ''),
      reasons: [...new Set(group.excerpts.map(({ reasonCode }) => `report.${reasonCode}`))],
      status: row.status,
      verdict: null,
      version: row.version,
      createdAt: row.createdAt.getTime(),
      reports: group,
      claims: [],
      blocked: blockOf(reader, row.targetAccountId, persons) ?? (isOwnReport ? 'reporter' : null),
    });
  }
  return found.flatMap(({ id }) => entries.get(id) ?? []);
}

/** How many entries wait of each of these people, by account. */
async function countByAuthor(
  db: Queries,
  reader: Actor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (accountIds.length === 0) return new Map();
  const ids = sql`${`{${accountIds.join(',')}}`}::uuid[]`;
  const rows = await listRows(db, idRow.extend({ count: z.number() }))`select w.id, count(*)::int as count from (
      select c.author_account_id as id from moderation_case c where c.status = 'review' and c.author_account_id = any(${ids})
      union all
      select r.target_account_id from report r
        where r.status in ('pending', 'reviewing') and r.target_account_id = any(${ids})
          and r.target_account_id <> ${reader.accountId}::uuid
          and not exists (select 1 from moderation_case c
            where c.status = 'review' and c.kind = r.target_kind and c.subject_id = r.target_id)
        group by r.target_account_id, r.target_kind, r.target_id
    ) w group by w.id`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const NO_REPORTS: QueueEntry['reports'] = { count: 0, excerpts: [], items: [] };

function presentGroup(reader: Actor, rows: readonly Report[]): QueueEntry['reports'] {
  return {
    count: rows.length,
    excerpts: rows.slice(0, EXCERPTS_MAX).map(({ reasonCode, details }) => ({ reasonCode, details })),
    items: rows
      .filter(({ reporterAccountId }) => reporterAccountId !== reader.accountId)
      .slice(0, ITEMS_MAX)
      .map(({ id, version }) => ({ id, version })),
  };
}

const authorOf = (person: Person | undefined, uid: number | null) => ({
  authorUid: person?.uid ?? uid,
  authorHandle: person?.handle ?? null,
  authorName: person?.displayName ?? null,
});

/** The same rule as `requireMayActOn`, which decides. */
export function blockOf(
  reader: Actor,
  accountId: string,
  persons: ReadonlyMap<string, Pick<Person, 'role'>>,
): 'own' | 'administrator' | null {
  if (reader.accountId === accountId) return 'own';
  return reader.role !== 'administrator' && persons.get(accountId)?.role === 'administrator' ? 'administrator' : null;
}

const keyOfReport = ({ targetKind, targetId }: Report): string => `${targetKind} ${targetId}`;

function readByIds(db: Queries, ids: readonly string[]): Promise<readonly Case[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.select().from(moderationCase).where(isAnyOf(moderationCase.id, ids));
}

function readReportsByIds(db: Queries, ids: readonly string[]): Promise<readonly Report[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.select().from(report).where(isAnyOf(report.id, ids));
}

interface SubjectRef {
  readonly kind: string;
  readonly id: string;
}

/** Open reports about any of these things, newest first; never those about the reader. */
async function listOpenReports(
  db: Queries,
  reader: Actor,
  subjects: readonly SubjectRef[],
): Promise<readonly Report[]> {
  if (subjects.length === 0) return [];
  const rows = await db
    .select()
    .from(report)
    .where(
      and(
        inArray(report.status, OPEN_REPORT),
        ne(report.targetAccountId, reader.accountId),
        inArray(report.targetId, [...new Set(subjects.map(({ id }) => id))]),
      ),
    )
    .orderBy(sql`${report.createdAt} desc`, sql`${report.id} desc`);
  const wanted = new Set(subjects.map(({ kind, id }) => `${kind} ${id}`));
  return rows.filter((row) => wanted.has(keyOfReport(row)));
}

/** The first open report on the same thing: the entry that a report belongs to. Refuses with `report_not_found`. */
export async function requireReport(db: Queries, reader: Actor, id: string): Promise<Report> {
  const found = await db
    .select()
    .from(report)
    .where(and(eq(report.id, id), ne(report.targetAccountId, reader.accountId)));
  return requireFirst(found, 'report_not_found');
}

/** All reports on a thing, oldest first; never those about the reader. */
export function listReportsOn(
  db: Queries,
  reader: Actor,
  kind: TargetKind,
  id: string,
  limit: number,
): Promise<readonly Report[]> {
  return db
    .select()
    .from(report)
    .where(and(eq(report.targetKind, kind), eq(report.targetId, id), ne(report.targetAccountId, reader.accountId)))
    .orderBy(asc(report.createdAt), asc(report.id))
    .limit(limit);
}
