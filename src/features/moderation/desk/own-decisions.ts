// What a member of staff has decided: their events of the audit trail that are decisions, with what these were about.

import type { Actor } from '../../../http/gates/guard.ts';
import { nameOf, type PersonName } from '../../../http/routing/person-name.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { isUuid } from '../../../kernel/names.ts';
import { isAnyOf } from '../../../platform/database/conditions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { moderationCase, report } from '../../../platform/database/schema/moderation.ts';
import type { AuditAction } from '../../audit/actions.ts';
import { type AuditReads, type AuditRow, listAudit, presentAudits } from '../../audit/events.ts';
import type { People } from '../common/ports.ts';
import type { OwnDecision } from './contract.ts';

/** Notes, settings and what else staff does are no decisions. */
const DECISIONS = [
  'case.decide',
  'case.reopen',
  'appeal.decide',
  'report.close',
  'restriction.issue',
  'restriction.lift',
  'removal.begin',
  'removal.undo',
  'post.hide',
  'post.unhide',
  'post.lock',
  'post.unlock',
  'comment.hide',
  'comment.unhide',
  'list.hide',
  'list.unhide',
  'post.delete',
  'post.restore',
  'post.erase',
  'comment.delete',
  'comment.restore',
  'comment.erase',
  'list.delete',
  'list.restore',
  'list.erase',
  'attachment.delete',
  'attachment.restore',
  'attachment.erase',
  'account.suspend',
  'account.reinstate',
  'account.approve',
  'account.refuse',
  'account.erase',
] as const satisfies readonly AuditAction[];

/** The events of the reader's decisions, newest first. */
export const listOwnDecisions = (
  db: Queries,
  { accountId }: Actor,
  before: TimePosition | undefined,
  limit: number,
): Promise<readonly AuditRow[]> =>
  listAudit(db, {
    actorAccountId: accountId,
    actions: DECISIONS,
    action: undefined,
    subjectKind: undefined,
    subjectId: undefined,
    before,
    limit,
    withAccounts: true,
  });

/** A text of a state of an event. */
function textOf(state: unknown, field: string): string | undefined {
  const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, field) : undefined;
  return typeof value === 'string' ? value : undefined;
}

const caseOf = ({ before, after }: AuditRow): string | undefined => {
  const id = textOf(after, 'case') ?? textOf(before, 'case');
  return id !== undefined && isUuid(id) ? id : undefined;
};

const unique = (ids: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];

/** Decisions with the content and the person that they were about, as far as these are still there. */
export async function presentOwnDecisions(
  db: Queries,
  reads: AuditReads & { readonly people: Pick<People, 'readByIds'> },
  reader: Actor,
  rows: readonly AuditRow[],
): Promise<readonly OwnDecision[]> {
  const [events, cases, reports] = await Promise.all([
    presentAudits(db, reads, reader, rows),
    readCases(db, unique(rows.map(caseOf))),
    readReports(
      db,
      unique(rows.map(({ subjectKind, subjectId }) => (subjectKind === 'report' ? subjectId : undefined))),
    ),
  ]);
  const concerned = unique([
    ...[...cases.values()].map(({ authorAccountId }) => authorAccountId),
    ...[...reports.values()].map(({ targetAccountId }) => targetAccountId),
  ]);
  const people = await reads.people.readByIds(db, concerned);
  return rows.flatMap((row, index) => {
    const event = events[index];
    if (event === undefined) return [];
    const { id, at, action, subjectKind, subjectId, reasonCode, note } = event;
    const about = cases.get(caseOf(row) ?? '');
    const closed = subjectKind === 'report' ? reports.get(subjectId) : undefined;
    const accountId = about?.authorAccountId ?? closed?.targetAccountId ?? '';
    const person: PersonName | null = event.person ?? nameOf(people.get(accountId));
    const verdict = textOf(row.after, 'verdict') ?? textOf(row.after, 'status') ?? null;
    const caseId = about?.id ?? null;
    const excerpt = about?.excerpt ?? null;
    const kind = closed?.targetKind ?? subjectKind;
    return [{ id, at, action, subjectKind, subjectId, kind, caseId, person, excerpt, verdict, reasonCode, note }];
  });
}

async function readCases(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { id, authorAccountId, excerpt } = moderationCase;
  const rows = await db.select({ id, authorAccountId, excerpt }).from(moderationCase).where(isAnyOf(id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

async function readReports(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { id, targetAccountId, targetKind } = report;
  const rows = await db.select({ id, targetAccountId, targetKind }).from(report).where(isAnyOf(id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
