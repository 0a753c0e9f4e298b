// Decisions that only administrators may undo: those that administrators made about staff, among them the restrictions of
// the command line. Roles are those at the time of the decision, as the audit trail has them; a person who has joined the
// staff since counts as staff too.
import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { ROLES, type Role } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isAnyOf } from '../../../platform/database/conditions.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { auditEvent } from '../../../platform/database/schema/audit.ts';
import { type accountRestriction, appeal, moderationCase } from '../../../platform/database/schema/moderation.ts';
import type { People } from '../common/ports.ts';
import { type Decider, HIDDEN_BY_STAFF, type Person } from '../common/vocabulary.ts';
import type { Case } from './cases.ts';

/** A decision of a person. */
export interface Made {
  /** Account id; null: the command line. */
  readonly by: string | null;
  readonly at: Date;
}

/** Decisions that somebody would undo, and whom they are about. */
export interface Undoing {
  /** Of what the decisions are on. */
  readonly id: string;
  readonly accountId: string;
  readonly made: readonly Made[];
}

/** Ids of those that only administrators may undo. */
export async function findReserved(
  db: Queries | Transaction,
  people: People,
  undoings: readonly Undoing[],
): Promise<ReadonlySet<string>> {
  const asked = undoings.filter(({ made }) => made.length > 0);
  if (asked.length === 0) return new Set();
  const ids = asked.flatMap(({ accountId, made }) => [accountId, ...made.flatMap(({ by }) => by ?? [])]);
  const persons = await people.readByIds(db, [...new Set(ids)]);
  const changes = await readRoleChanges(db, [...persons.values()]);
  const roleAt = (accountId: string, at: Date): Role => {
    const person = persons.get(accountId);
    const own = changes.get(String(person?.uid)) ?? [];
    const later = own.find((change) => change.at > at);
    return later?.before ?? own.at(-1)?.after ?? roleWithoutChanges(person);
  };
  const isReserved = ({ accountId, made }: Undoing): boolean =>
    made.some(
      ({ by, at }) =>
        (by === null || roleAt(by, at) === 'administrator') &&
        (persons.get(accountId)?.role !== 'member' || roleAt(accountId, at) !== 'member'),
    );
  return new Set(asked.filter(isReserved).map(({ id }) => id));
}

/** The same for a reader: nothing is reserved from administrators. */
export const findReservedFrom = async (
  db: Queries | Transaction,
  people: People,
  { role }: Decider,
  undoings: readonly Undoing[],
): Promise<ReadonlySet<string>> => (role === 'administrator' ? new Set() : findReserved(db, people, undoings));

/** Refuses with `forbidden` unless this actor may undo all of these decisions. */
export async function requireMayUndo(
  db: Queries | Transaction,
  people: People,
  actor: Decider,
  undoings: readonly Undoing[],
): Promise<void> {
  if ((await findReservedFrom(db, people, actor, undoings)).size > 0) throw new Refusal('forbidden');
}

/** A deleted account lost its role without a change of role, and whoever decided was of the staff. */
const roleWithoutChanges = (person: Person | undefined): Role =>
  person === undefined || person.status === 'deleted' ? 'administrator' : person.role;

interface RoleChange {
  readonly at: Date;
  readonly before: Role | undefined;
  readonly after: Role | undefined;
}

/** Changes of roles by UID, oldest first. */
async function readRoleChanges(
  db: Queries | Transaction,
  persons: readonly Person[],
): Promise<ReadonlyMap<string, readonly RoleChange[]>> {
  const rows = await db
    .select({
      uid: auditEvent.subjectId,
      at: auditEvent.at,
      before: auditEvent.before,
      after: auditEvent.after,
    })
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.subjectKind, 'user'),
        inArray(
          auditEvent.subjectId,
          persons.map(({ uid }) => String(uid)),
        ),
        eq(auditEvent.action, 'account.role'),
      ),
    )
    .orderBy(asc(auditEvent.at), asc(auditEvent.id));
  const changes = rows.map(({ uid, at, before, after }) => ({ uid, at, before: roleIn(before), after: roleIn(after) }));
  return Map.groupBy(changes, ({ uid }) => uid);
}

const roleIn = (value: unknown): Role | undefined =>
  typeof value === 'object' && value !== null && 'role' in value
    ? ROLES.find((role) => role === value.role)
    : undefined;

/** The decision on a case, if a person made it. */
export const madeOfCase = ({ status, decidedBy, decidedAt }: Case): readonly Made[] =>
  status === 'decided' && decidedBy !== null && decidedAt !== null ? [{ by: decidedBy, at: decidedAt }] : [];

/** What other decisions on these cases would undo. */
export async function undoingsOfCases(db: Queries | Transaction, cases: readonly Case[]): Promise<readonly Undoing[]> {
  const decided = cases.filter(({ status }) => status === 'decided');
  const appeals = await listAppealDecisions(db, 'caseId', decided);
  return decided.map((one) => ({
    id: one.id,
    accountId: one.authorAccountId,
    made: [...madeOfCase(one), ...(appeals.get(one.id) ?? [])],
  }));
}

type Restriction = typeof accountRestriction.$inferSelect;

/** Who issued a restriction. */
export const madeOfRestriction = ({ issuedBy, issuedAt }: Restriction): readonly Made[] => [
  { by: issuedBy, at: issuedAt },
];

/** What the end of these restrictions would undo. */
export async function undoingsOfRestrictions(
  db: Queries | Transaction,
  rows: readonly Restriction[],
): Promise<readonly Undoing[]> {
  const appeals = await listAppealDecisions(db, 'restrictionId', rows);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.accountId,
    made: [...madeOfRestriction(row), ...(appeals.get(row.id) ?? [])],
  }));
}

/** Decisions on the appeals against these cases or restrictions, by their id. */
async function listAppealDecisions(
  db: Queries | Transaction,
  of: 'caseId' | 'restrictionId',
  rows: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly Made[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const decided = await db
    .select({ id: sql<string>`${appeal[of]}`, by: appeal.decidedBy, at: appeal.decidedAt })
    .from(appeal)
    .where(and(isAnyOf(appeal[of], ids), isNotNull(appeal.decidedBy)));
  const made = decided.flatMap(({ id, by, at }) => (at === null ? [] : [{ id, by, at }]));
  return Map.groupBy(made, ({ id }) => id);
}

/** A change of the state of a post or comment, which undoes another one. */
export interface StateChange {
  readonly kind: 'post' | 'comment' | 'list' | 'profile-links';
  readonly subjectId: string;
  readonly revision: number;
  readonly action: 'hide' | 'unhide' | 'delete' | 'restore' | 'lock' | 'unlock';
  /** When the text was changed last. */
  readonly editedAt: Date | undefined;
}

const SHOWING = ['unhide', 'restore'] as const;
const HIDING = ['hide', 'delete'] as const;
const OPPOSITES = {
  hide: SHOWING,
  delete: SHOWING,
  unhide: HIDING,
  restore: HIDING,
  lock: ['unlock'],
  unlock: ['lock'],
} as const;

/**
 * The decisions that a change of state would undo: the opposite act before it, and for hiding and showing the decided cases
 * with their appeals. What was allowed before an edit does not protect the text after it.
 */
export async function listUndoneBy(tx: Transaction, change: StateChange): Promise<readonly Made[]> {
  const { kind, subjectId, action, revision, editedAt } = change;
  const [last] = await tx
    .select({ by: auditEvent.actorAccountId, at: auditEvent.at })
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.subjectKind, kind),
        eq(auditEvent.subjectId, subjectId),
        inArray(
          auditEvent.action,
          OPPOSITES[action].map((opposite) => `${kind}.${opposite}`),
        ),
      ),
    )
    .orderBy(sql`${auditEvent.at} desc, ${auditEvent.id} desc`)
    .limit(1);
  const isHiding = action === 'hide' || action === 'delete';
  const isPast = isHiding && last !== undefined && editedAt !== undefined && last.at < editedAt;
  const acts = last === undefined || isPast ? [] : [last];
  if (action === 'lock' || action === 'unlock') return acts;
  const ofCases: SQL | undefined = isHiding
    ? and(eq(moderationCase.subjectRevision, revision), eq(moderationCase.verdict, 'allow'))
    : sql`${HIDDEN_BY_STAFF} = any(${moderationCase.reasons})`;
  const cases = await tx
    .select()
    .from(moderationCase)
    .where(
      and(
        eq(moderationCase.kind, kind),
        eq(moderationCase.subjectId, subjectId),
        eq(moderationCase.status, 'decided'),
        ofCases,
      ),
    );
  return [...acts, ...(await undoingsOfCases(tx, cases)).flatMap(({ made }) => made)];
}
