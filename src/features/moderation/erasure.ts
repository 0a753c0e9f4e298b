// Erases what moderation holds of something that was erased: cases, appeals, reports, notes, fingerprints, and its deletion by
// staff. What was decided stays, in ids and codes.
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { clearAuditValues } from '../audit/values.ts';
import { eraseAppeals } from './appeals/appeals.ts';
import { eraseCases } from './cases/cases.ts';
import { type DeletedKind, endDeletion } from './cases/deletions.ts';
import { deleteFingerprintsAbout } from './cases/fingerprints.ts';
import { eraseCaseNotes } from './desk/notes.ts';
import { eraseReports } from './staff/reports.ts';

/** Erases what moderation holds of a subject. `by`: the account that erases it; undefined: the service. */
export async function eraseSubject(
  tx: Transaction,
  kind: DeletedKind,
  subjectId: string,
  by: string | undefined,
): Promise<void> {
  await eraseCaseNotes(tx, kind, subjectId);
  await eraseAppeals(tx, kind, subjectId, by);
  await eraseCases(tx, kind, subjectId);
  await deleteFingerprintsAbout(tx, kind, subjectId);
  await eraseReports(tx, kind, subjectId, by);
  await endDeletion(tx, kind, subjectId);
  const isReported: SQL = sql`e.subject_kind = 'report' and exists (select 1 from report r where r.id::text = e.subject_id
    and r.target_kind = ${kind} and r.target_id = ${subjectId})`;
  await clearAuditValues(
    tx,
    { kind, id: subjectId, by },
    sql`(e.subject_kind = ${kind} and e.subject_id = ${subjectId}) or (${isReported})`,
  );
}
