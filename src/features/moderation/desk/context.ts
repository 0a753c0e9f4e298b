// Everything that staff sees beside a case or a group of reports: the content as submitted with the matches of rules, its
// revisions, its context, the author, other reports about it, notes, and its audit trail. Read-only.
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { moderationCase } from '../../../platform/database/schema/moderation.ts';
import { type FindConcerning, listAudit, presentAudits } from '../../audit/events.ts';
import { presentCaseDetail } from '../cases/case-list.ts';
import type { Case } from '../cases/cases.ts';
import { requireCase } from '../cases/decisions.ts';
import type { TargetKind, TextRevision } from '../common/content-context.ts';
import { type CaseKind, TEXT_KINDS } from '../common/vocabulary.ts';
import { markText } from '../rules/mark-text.ts';
import type { RulesStore } from '../rules/store.ts';
import { presentReports } from '../staff/reports.ts';
import type { DeskContext, QueueEntry } from './contract.ts';
import { readHistory } from './history.ts';
import { listCaseNotes, presentNotes } from './notes.ts';
import { type DeskReads, listReportsOn, readEntries, requireReport } from './queue.ts';

export interface ContextDependencies extends DeskReads {
  readonly rules: Pick<RulesStore, 'read'>;
  readonly findConcerning: FindConcerning;
}

const REPORTS_MAX = 50;
const NOTES_MAX = 20;
const AUDIT_MAX = 20;
const REVISIONS_MAX = 5;

/** What belongs to a case. Refuses with `case_not_found`. */
export async function readCaseContext(
  db: Queries,
  dependencies: ContextDependencies,
  reader: Actor,
  id: string,
): Promise<DeskContext> {
  const found = await requireCase(db, id);
  const { kind, subjectId, authorAccountId } = found;
  const isOwn = authorAccountId === reader.accountId;
  const [detail, around, earlier, notes] = await Promise.all([
    presentCaseDetail(db, dependencies.people, found),
    readAround(db, dependencies, reader, { type: 'case', id, kind, subjectId, accountId: authorAccountId }),
    listEarlier(db, found),
    isOwn ? [] : listCaseNotes(db, id, NOTES_MAX),
  ]);
  const { entry, place, person, reports, audit } = around;
  const { revisions, ...rest } = place;
  const textKind = TEXT_KINDS.find((one) => one === kind);
  return {
    entry,
    case: detail,
    text: found.body,
    marks:
      found.body === null || textKind === undefined
        ? []
        : markText(await dependencies.rules.read(db), textKind, found.body),
    revisions: revisions.length > 0 ? revisions : earlier,
    place: rest,
    person,
    reports,
    notes: await presentNotes(db, dependencies.people, notes),
    audit,
  };
}

/** What belongs to a report and the others on the same thing. Refuses with `report_not_found`. */
export async function readReportContext(
  db: Queries,
  dependencies: ContextDependencies,
  reader: Actor,
  id: string,
): Promise<DeskContext> {
  const found = await requireReport(db, reader, id);
  const { targetKind: kind, targetId: subjectId, targetAccountId: accountId } = found;
  const { entry, place, person, reports, audit } = await readAround(db, dependencies, reader, {
    type: 'reports',
    id,
    kind,
    subjectId,
    accountId,
  });
  const { revisions, ...rest } = place;
  const { self } = rest;
  const text = self === null ? null : wholeText(self);
  return {
    entry: { ...entry, excerpt: entry.excerpt },
    case: null,
    text,
    marks: text === null || kind === 'user' ? [] : markText(await dependencies.rules.read(db), kind, text),
    revisions,
    place: rest,
    person,
    reports,
    notes: [],
    audit,
  };
}

/** A post as one text, as it is submitted. */
const wholeText = ({ title, text }: { readonly title: string; readonly text: string }): string =>
  title === '' ? text : `${title}\n${text}`;

interface Centre {
  readonly type: QueueEntry['type'];
  readonly id: string;
  readonly kind: CaseKind | TargetKind;
  readonly subjectId: string;
  readonly accountId: string;
}

async function readAround(db: Queries, dependencies: ContextDependencies, reader: Actor, centre: Centre) {
  const { people, contexts } = dependencies;
  const { type, id, kind, subjectId, accountId } = centre;
  const target = reportedAs(kind);
  const [[entry], place, persons, reports, audit] = await Promise.all([
    readEntries(db, dependencies, reader, [{ type, id }]),
    contexts.readPlace(db, reader, kind, subjectId),
    people.readByIds(db, [accountId]),
    target === undefined ? [] : listReportsOn(db, reader, target, subjectId, REPORTS_MAX),
    listAudit(db, {
      subjectKind: kind,
      subjectId,
      action: undefined,
      actorAccountId: undefined,
      before: undefined,
      limit: AUDIT_MAX,
      withAccounts: false,
    }),
  ]);
  if (entry === undefined) throw new Refusal(type === 'case' ? 'case_not_found' : 'report_not_found');
  const person = persons.get(accountId);
  const isThere = person !== undefined && person.status !== 'deleted';
  return {
    entry,
    place,
    person: isThere ? await readHistory(db, people, reader, person) : null,
    reports: await presentReports(db, people, reports),
    audit: await presentAudits(db, dependencies, reader, audit),
  };
}

/** How people report a thing of this kind. Names and links are of users, whose UID is their subject too. */
function reportedAs(kind: CaseKind | TargetKind): TargetKind | undefined {
  if (kind === 'profile-name' || kind === 'profile-links') return 'user';
  return kind === 'attachment' || kind === 'avatar' ? undefined : kind;
}

/** Texts of the same thing that were submitted before this one. */
async function listEarlier(db: Queries, { id, kind, subjectId, body }: Case): Promise<readonly TextRevision[]> {
  if (body === null) return [];
  const rows = await db
    .select()
    .from(moderationCase)
    .where(and(eq(moderationCase.kind, kind), eq(moderationCase.subjectId, subjectId), ne(moderationCase.id, id)))
    .orderBy(desc(moderationCase.subjectRevision))
    .limit(REVISIONS_MAX);
  return rows.flatMap((row) =>
    row.body === null ? [] : [{ revision: row.subjectRevision, text: row.body, createdAt: row.createdAt.getTime() }],
  );
}
