// Cases as staff sees them: the queue in pages, and a case in detail. Read-only. Waiting cases are listed oldest first,
// decided ones and mixed lists newest first.
import { and, asc, desc, eq, gt, lt, ne } from 'drizzle-orm';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { isBeyond } from '../../../platform/database/conditions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { moderationCase } from '../../../platform/database/schema/moderation.ts';
import type { People } from '../common/ports.ts';
import type { CaseKind, CaseStatus, Person } from '../common/vocabulary.ts';
import type { Case } from './cases.ts';
import type { CaseDetail, CaseView } from './view.ts';

export interface CaseQuery {
  readonly status: CaseStatus | undefined;
  readonly kind: CaseKind | undefined;
  readonly after: TimePosition | undefined;
  readonly limit: number;
}

/** Cases by page. Superseded ones are not listed. */
export function listCases(db: Queries, { status, kind, after, limit }: CaseQuery): Promise<readonly Case[]> {
  const oldestFirst = status === 'pending' || status === 'review';
  const [beyond, order] = oldestFirst ? [gt, asc] : [lt, desc];
  const { createdAt, id } = moderationCase;
  return db
    .select()
    .from(moderationCase)
    .where(
      and(
        status === undefined ? ne(moderationCase.status, 'superseded') : eq(moderationCase.status, status),
        kind === undefined ? undefined : eq(moderationCase.kind, kind),
        after && isBeyond(beyond, createdAt, id, after),
      ),
    )
    .orderBy(order(createdAt), order(id))
    .limit(limit);
}

/** Cases for a list. */
export async function presentCases(db: Queries, people: People, rows: readonly Case[]): Promise<readonly CaseView[]> {
  const authors = await people.readByIds(db, [...new Set(rows.map(({ authorAccountId }) => authorAccountId))]);
  return rows.map((row) => presentCase(row, authors.get(row.authorAccountId)));
}

function presentCase(row: Case, author: Person | undefined): CaseView {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subjectId,
    authorUid: row.authorUid,
    authorHandle: author?.handle ?? null,
    status: row.status,
    version: row.version,
    reasons: row.reasons,
    excerpt: row.excerpt,
    createdAt: row.createdAt.getTime(),
  };
}

export async function presentCaseDetail(db: Queries, people: People, row: Case): Promise<CaseDetail> {
  const persons = await people.readByIds(db, [row.authorAccountId, ...(row.decidedBy === null ? [] : [row.decidedBy])]);
  const decider = row.decidedBy === null ? undefined : persons.get(row.decidedBy);
  return {
    ...presentCase(row, persons.get(row.authorAccountId)),
    subjectRevision: row.subjectRevision,
    verdict: row.verdict,
    text: row.body,
    file:
      row.content === null
        ? null
        : { mediaType: row.content.mediaType, contentUrl: `/api/v1/moderation/cases/${row.id}/content` },
    decidedByUid: decider?.uid ?? null,
    decidedAt: row.decidedAt?.getTime() ?? null,
    reasonCode: row.reasonCode,
    message: row.message,
    updatedAt: row.updatedAt.getTime(),
  };
}
