// What staff does with the links of a person: reads them with their verdict, and takes them from the page. That is a decision
// which the owner can appeal.
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record.ts';
import { requireMayActOn } from '../../moderation/cases/decisions.ts';
import { recordHiding } from '../../moderation/cases/hidden.ts';
import { listUndoneBy, requireMayUndo } from '../../moderation/cases/reserved.ts';
import type { People } from '../../moderation/common/ports.ts';
import type { Person } from '../../moderation/common/vocabulary.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { announce } from '../notifications/notifications.ts';
import { type AboutRow, lockAbout, readAbout, textOf } from './about.ts';

const KIND = 'profile-links';

async function requirePerson(db: Queries, people: People, uid: number): Promise<Person> {
  const found = await people.readByUid(db, uid);
  if (found === undefined || found.status === 'deleted') throw new Refusal('user_not_found');
  return found;
}

/** The links of a person, whatever their verdict. Refuses with `user_not_found`. */
export async function readLinks(db: Queries, people: People, uid: number): Promise<AboutRow> {
  const { accountId } = await requirePerson(db, people, uid);
  return readAbout(db, accountId);
}

export interface LinksRemoval {
  readonly reasonCode: ReasonCode;
  /** What the owner reads. */
  readonly message?: string | undefined;
  /** Only for the audit trail. */
  readonly note?: string | undefined;
}

/** Takes public links from the page of a person. Refuses with `links_not_found` where there are none. */
export async function removeLinks(
  {
    database,
    people,
    mailDecision,
    wake,
  }: Pick<CommunityDependencies, 'database' | 'people' | 'mailDecision' | 'wake'>,
  actor: Actor,
  uid: number,
  { reasonCode, note, ...plan }: LinksRemoval,
): Promise<void> {
  const message = plan.message ?? null;
  const notified = await database.transaction(async (tx) => {
    const { accountId } = await requirePerson(tx, people, uid);
    await requireMayActOn(tx, people, actor, accountId);
    const { links, linksStatus, linksRevision: revision, version } = await lockAbout(tx, accountId);
    if (links.length === 0 || linksStatus !== 'allow') throw new Refusal('links_not_found');
    const subjectId = String(uid);
    const made = await listUndoneBy(tx, { kind: KIND, subjectId, revision, action: 'hide', editedAt: undefined });
    await requireMayUndo(tx, people, actor, [{ id: subjectId, accountId, made }]);
    await tx.execute(sql`update profile_about set links_status = 'rejected', version = version + 1, updated_at = now()
      where account_id = ${accountId}::uuid`);
    const caseId = await recordHiding(tx, mailDecision, {
      kind: KIND,
      subjectId,
      revision,
      authorAccountId: accountId,
      authorUid: uid,
      decidedBy: actor.accountId,
      reasonCode,
      message,
      text: textOf(links),
      decidesWaiting: false,
    });
    await recordAudit(tx, {
      actorAccountId: actor.accountId,
      action: 'profile-links.hide',
      subjectKind: KIND,
      subjectId,
      reasonCode,
      note,
      before: { hidden: false },
      after: { hidden: true, ...(caseId !== undefined && { case: caseId }) },
    });
    return announce(tx, [
      {
        recipientId: accountId,
        actorId: null,
        kind: 'moderation',
        occasion: `state:links:${subjectId}:${version}`,
        decision: { verdict: 'hide', reasonCode, message, subjectKind: KIND, subjectId, caseId: caseId ?? null },
      },
    ]);
  });
  wake(notified);
}
