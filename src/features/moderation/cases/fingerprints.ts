// Digests of submitted texts, by which rules recognize repetitions. Writes text_fingerprint.
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { textFingerprint } from '../../../platform/database/schema/moderation.ts';
import type { CaseKind, TextSubmission } from '../common/vocabulary.ts';
import { type TextForms, textIdentity } from '../rules/normalize.ts';

/**
 * Records a text and finds the author's others with the same text. They are those from before the statement, since a query
 * does not see what its own `with` writes. Prepared, as every post and comment runs it.
 */
const recordStatement = prepareSql(
  z.object({ kind: z.string(), subjectId: z.string(), age: z.number() }),
  () => sql`with recorded as (
      insert into text_fingerprint (author_account_id, fingerprint, kind, subject_id)
      values (${sql.placeholder('authorAccountId')}::uuid, ${sql.placeholder('fingerprint')}, ${sql.placeholder('kind')},
        ${sql.placeholder('subjectId')})
      on conflict (author_account_id, fingerprint, kind, subject_id) do update set at = now())
    select kind, subject_id as "subjectId", extract(epoch from now() - at)::float8 as age from text_fingerprint
    where author_account_id = ${sql.placeholder('authorAccountId')}::uuid and fingerprint = ${sql.placeholder('fingerprint')}
      and at > now() - make_interval(secs => ${sql.placeholder('seconds')}::float8)`,
);

/** A text that somebody has sent too often. */
export interface Series {
  readonly authorAccountId: string;
  readonly fingerprint: string;
  /** How far back its copies count. */
  readonly withinSeconds: number;
  /** The rules that say so. */
  readonly reasons: readonly string[];
}

/** The digest of a text as rules compare it. */
export const fingerprintOf = (forms: TextForms): string =>
  createHash('sha256').update(textIdentity(forms)).digest('base64url');

/**
 * Records a text, and counts the author's other subjects with the same text.
 *
 * @param seconds the longest window that a rule asks for
 * @returns the count within a window of seconds
 */
export async function recordText(
  tx: Transaction,
  { kind, subjectId, authorAccountId }: TextSubmission,
  fingerprint: string,
  seconds: number,
): Promise<(withinSeconds: number) => number> {
  const bound = { authorAccountId, fingerprint, kind, subjectId, seconds };
  const rows = await recordStatement.list(tx, {}, bound);
  const others = rows.filter((row) => row.kind !== kind || row.subjectId !== subjectId);
  return (withinSeconds) => others.filter(({ age }) => age < withinSeconds).length;
}

/** Deletes fingerprints that are older than `seconds`. */
export async function deleteFingerprints(db: Queries, seconds: number): Promise<void> {
  const isOld = sql`at < now() - make_interval(secs => ${seconds})`;
  await deleteInBatches(db, textFingerprint, isOld, { oldestBy: textFingerprint.at });
}

/** Deletes the fingerprints of one subject. */
export async function deleteFingerprintsAbout(tx: Transaction, kind: CaseKind, subjectId: string): Promise<void> {
  await tx
    .delete(textFingerprint)
    .where(sql`${textFingerprint.kind} = ${kind} and ${textFingerprint.subjectId} = ${subjectId}`);
}

/** Deletes all fingerprints of an account. */
export async function deleteFingerprintsOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.delete(textFingerprint).where(eq(textFingerprint.authorAccountId, accountId));
}
