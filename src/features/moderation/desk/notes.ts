// Notes of staff about cases and people. Only staff can read them, never the person concerned. The only writer of the table.
// The audit trail records each note without its text.
import { desc, eq, or, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { onlyOf } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { moderationCase } from '../../../platform/database/schema/moderation.ts';
import { moderationNote } from '../../../platform/database/schema/moderation-desk.ts';
import { recordAudit } from '../../audit/record.ts';
import { requireCase } from '../cases/decisions.ts';
import { requirePerson } from '../common/people.ts';
import type { People } from '../common/ports.ts';
import type { CaseKind } from '../common/vocabulary.ts';
import type { NoteView } from './contract.ts';

type Note = typeof moderationNote.$inferSelect;

export interface NoteDependencies {
  readonly database: Database;
  readonly people: People;
}

/** Notes something about a case. Refuses with `forbidden` where it is about one's own content. */
export function noteCase({ database }: NoteDependencies, actor: Actor, caseId: string, body: string): Promise<Note> {
  return database.transaction(async (tx) => {
    const found = await requireCase(tx, caseId);
    if (found.authorAccountId === actor.accountId) throw new Refusal('forbidden');
    const row = onlyOf(
      await tx
        .insert(moderationNote)
        .values({ id: Bun.randomUUIDv7(), caseId, writtenBy: actor.accountId, body })
        .returning(),
    );
    await recordAudit(tx, {
      actorAccountId: actor.accountId,
      action: 'case.note',
      subjectKind: found.kind,
      subjectId: found.subjectId,
      after: { case: caseId, note: row.id },
    });
    return row;
  });
}

/** Notes something about a person. Refuses with `user_not_found`, and with `self_modification_forbidden`. */
export function notePerson(
  { database, people }: NoteDependencies,
  actor: Actor,
  uid: number,
  body: string,
): Promise<Note> {
  return database.transaction(async (tx) => {
    const person = await requirePerson(tx, people, uid);
    if (person.accountId === actor.accountId) throw new Refusal('self_modification_forbidden');
    const row = onlyOf(
      await tx
        .insert(moderationNote)
        .values({ id: Bun.randomUUIDv7(), accountId: person.accountId, writtenBy: actor.accountId, body })
        .returning(),
    );
    await recordAudit(tx, {
      actorAccountId: actor.accountId,
      action: 'user.note',
      subjectKind: 'user',
      subjectId: String(uid),
      after: { note: row.id },
    });
    return row;
  });
}

/** Notes about a case, newest first. */
export const listCaseNotes = (db: Queries, caseId: string, limit: number): Promise<readonly Note[]> =>
  db
    .select()
    .from(moderationNote)
    .where(eq(moderationNote.caseId, caseId))
    .orderBy(desc(moderationNote.createdAt), desc(moderationNote.id))
    .limit(limit);

const ofCasesOf = (accountId: string) =>
  sql`${moderationNote.caseId} in (select ${moderationCase.id} from ${moderationCase}
    where ${moderationCase.authorAccountId} = ${accountId}::uuid)`;

/** Notes about a person and about their cases, newest first. */
export const listPersonNotes = (db: Queries, accountId: string, limit: number): Promise<readonly Note[]> =>
  db
    .select()
    .from(moderationNote)
    .where(or(eq(moderationNote.accountId, accountId), ofCasesOf(accountId)))
    .orderBy(desc(moderationNote.createdAt), desc(moderationNote.id))
    .limit(limit);

export async function presentNotes(db: Queries, people: People, rows: readonly Note[]): Promise<readonly NoteView[]> {
  const persons = await people.readByIds(db, [...new Set(rows.map(({ writtenBy }) => writtenBy))]);
  return rows.map(({ id, caseId, writtenBy, body, createdAt }) => ({
    id,
    caseId,
    byUid: persons.get(writtenBy)?.uid ?? null,
    byName: persons.get(writtenBy)?.displayName ?? null,
    body,
    createdAt: createdAt.getTime(),
  }));
}

/** Erases the notes about the cases of a subject. */
export async function eraseCaseNotes(tx: Transaction, kind: CaseKind, subjectId: string): Promise<void> {
  await tx.delete(moderationNote).where(
    sql`${moderationNote.caseId} in (select ${moderationCase.id} from ${moderationCase}
      where ${moderationCase.kind} = ${kind} and ${moderationCase.subjectId} = ${subjectId})`,
  );
}

/** Erases the notes about a deleted account and about its cases. */
export async function forgetNotes(db: Queries, accountId: string): Promise<void> {
  await db.delete(moderationNote).where(or(eq(moderationNote.accountId, accountId), ofCasesOf(accountId)));
}
