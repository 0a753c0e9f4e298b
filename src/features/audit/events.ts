// Reads the audit trail: who did what to whom and why. Events are kept without an end; those of a deleted account stay, without
// what people wrote.
import { and, desc, eq, getTableColumns, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../http/gates/guard.ts';
import { nameOf, type PersonName } from '../../http/routing/person-name.ts';
import type { TimePosition } from '../../kernel/cursor.ts';
import { isBeyond } from '../../platform/database/conditions.ts';
import type { Queries } from '../../platform/database/database.ts';
import { auditEvent, auditValue } from '../../platform/database/schema/audit.ts';
import type { AuditAction } from './actions.ts';
import type { AuditView } from './view.ts';

export type AuditRow = typeof auditEvent.$inferSelect;

export interface AuditQuery {
  /** Milliseconds since the epoch: not before, and before. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly subjectKind: string | undefined;
  readonly subjectId: string | undefined;
  readonly action: string | undefined;
  /** One of these actions. */
  readonly actions?: readonly AuditAction[];
  /** Null: the service and the command line. Undefined: anybody. */
  readonly actorAccountId: string | null | undefined;
  readonly before: TimePosition | undefined;
  readonly limit: number;
  /** Whether events about access to accounts (subject `account`) are included. */
  readonly withAccounts: boolean;
  /** Whether only those are. */
  readonly onlyAccounts?: boolean;
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
    wanted.actions && inArray(auditEvent.action, [...wanted.actions]),
    wanted.onlyAccounts ? eq(auditEvent.subjectKind, 'account') : undefined,
    actorAccountId === null ? isNull(auditEvent.actorAccountId) : undefined,
    actorAccountId == null ? undefined : eq(auditEvent.actorAccountId, actorAccountId),
    // A literal, so that the partial index can be used.
    wanted.withAccounts ? undefined : sql`${auditEvent.subjectKind} <> 'account'`,
    before && isBeyond(lt, auditEvent.at, auditEvent.id, before),
  ];
  return db
    .select({ ...getTableColumns(auditEvent), note: auditValue.value })
    .from(auditEvent)
    .leftJoin(auditValue, and(eq(auditValue.eventId, auditEvent.id), eq(auditValue.name, 'note')))
    .where(and(...where))
    .orderBy(desc(auditEvent.at), desc(auditEvent.id))
    .limit(wanted.limit);
}

/** Kinds of subjects whose id is a public UID. */
export const PERSON_KINDS: ReadonlySet<string> = new Set(['user', 'account', 'profile-name', 'profile-links']);

const uidOf = ({ subjectKind, subjectId }: AuditRow): number | undefined =>
  PERSON_KINDS.has(subjectKind) && /^[1-9]\d{0,14}$/.test(subjectId) ? Number(subjectId) : undefined;

/** Reads the names of people who are there. */
type ReadNames<K> = (db: Queries, keys: readonly K[]) => Promise<ReadonlyMap<K, AuditPerson>>;
interface AuditPerson extends PersonName {
  readonly status: string;
}

/** Ids of the events about the reader, or about something of the reader, whose notes are for others of the staff. */
export type FindConcerning = (db: Queries, reader: Actor, rows: readonly AuditRow[]) => Promise<ReadonlySet<string>>;

export interface AuditReads {
  readonly people: { readonly readByIds: ReadNames<string>; readonly readByUids: ReadNames<number> };
  readonly findConcerning: FindConcerning;
}

/** Events with the names of the people in them. Nobody reads the notes of events that are about themselves. */
export async function presentAudits(
  db: Queries,
  { people, findConcerning }: AuditReads,
  reader: Actor,
  rows: readonly AuditRow[],
): Promise<readonly AuditView[]> {
  const [actors, persons, concerning] = await Promise.all([
    people.readByIds(db, [...new Set(rows.flatMap(({ actorAccountId }) => actorAccountId ?? []))]),
    people.readByUids(db, [...new Set(rows.flatMap((row) => uidOf(row) ?? []))]),
    findConcerning(db, reader, rows),
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
