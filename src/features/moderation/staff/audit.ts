// Reads the audit trail: who did what to whom and why. Events are written by `recordAudit` (standing.ts) in the
// transaction of the action, and contain public data only: no account ids except the actor's, no addresses, no texts.
import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePlace } from '../../../kernel/cursor.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { auditEvent } from '../../../platform/database/schema/moderation.ts';
import { isBeyond } from '../cases/queue.ts';
import type { Places } from '../common/places.ts';
import type { People } from '../common/ports.ts';
import { nameOf } from '../common/vocabulary.ts';
import { findConcerning, PERSON_KINDS } from './concerned.ts';
import type { AuditView } from './contract.ts';

export type AuditRow = typeof auditEvent.$inferSelect;

export interface AuditQuery {
  /** Milliseconds since the epoch: not before, and before. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly subjectKind: string | undefined;
  readonly subjectId: string | undefined;
  readonly action: string | undefined;
  /** Null: the service and the command line. Undefined: anybody. */
  readonly actorAccountId: string | null | undefined;
  readonly before: TimePlace | undefined;
  readonly limit: number;
  /** Whether events about access to accounts (subject `account`) are included. */
  readonly withAccounts: boolean;
}

/** Events, newest first. */
export function listAudit(db: Queries, wanted: AuditQuery): Promise<readonly AuditRow[]> {
  const { before, actorAccountId, since, until } = wanted;
  const where: (SQL | undefined)[] = [
    since === undefined ? undefined : gte(auditEvent.at, new Date(since)),
    until === undefined ? undefined : lt(auditEvent.at, new Date(until)),
    wanted.subjectKind === undefined ? undefined : eq(auditEvent.subjectKind, wanted.subjectKind),
    wanted.subjectId === undefined ? undefined : eq(auditEvent.subjectId, wanted.subjectId),
    wanted.action === undefined ? undefined : eq(auditEvent.action, wanted.action),
    actorAccountId === null ? isNull(auditEvent.actorAccountId) : undefined,
    actorAccountId == null ? undefined : eq(auditEvent.actorAccountId, actorAccountId),
    // A literal, so that the partial index can be used.
    wanted.withAccounts ? undefined : sql`${auditEvent.subjectKind} <> 'account'`,
    before && isBeyond(lt, auditEvent.at, auditEvent.id, before),
  ];
  return db
    .select()
    .from(auditEvent)
    .where(and(...where))
    .orderBy(desc(auditEvent.at), desc(auditEvent.id))
    .limit(wanted.limit);
}

const uidOf = ({ subjectKind, subjectId }: AuditRow): number | undefined =>
  PERSON_KINDS.has(subjectKind) && /^[1-9]\d{0,14}$/.test(subjectId) ? Number(subjectId) : undefined;

export interface AuditReads {
  readonly people: Pick<People, 'readByIds' | 'readByUids'>;
  readonly places: Pick<Places, 'findOwn'>;
}

/** Events with the names of the people in them. Nobody reads the notes of events that are about themselves. */
export async function presentAudits(
  db: Queries,
  { people, places }: AuditReads,
  reader: Actor,
  rows: readonly AuditRow[],
): Promise<readonly AuditView[]> {
  const [actors, persons, concerning] = await Promise.all([
    people.readByIds(db, [...new Set(rows.flatMap(({ actorAccountId }) => actorAccountId ?? []))]),
    people.readByUids(db, [...new Set(rows.flatMap((row) => uidOf(row) ?? []))]),
    findConcerning(db, places, reader, rows),
  ]);
  return rows.map((row) => {
    const { id, action, subjectKind, subjectId, reasonCode, before, after } = row;
    const note = concerning.has(id) ? null : row.note;
    const actor = nameOf(actors.get(row.actorAccountId ?? ''));
    const person = nameOf(persons.get(uidOf(row) ?? 0));
    const subject = { action, subjectKind, subjectId, person, reasonCode, note };
    return { id, at: row.at.getTime(), actorUid: actor?.uid ?? null, actor, ...subject, before, after };
  });
}
