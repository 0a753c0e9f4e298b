// Deletion by staff: hides a post, comment, list or file at once, as a decision that its author can appeal, and lets the sweep erase
// it later. Restoring is the opposite.
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Wire } from '../../../http/routing/contract.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { readRow } from '../../../platform/database/rows.ts';
import { recordAudit } from '../../audit/record.ts';
import { type Cases, findCaseOf } from '../../moderation/cases/cases.ts';
import { requireMayActOn } from '../../moderation/cases/decisions.ts';
import { type DeletedKind, endDeletion, readDeletion, recordDeletion } from '../../moderation/cases/deletions.ts';
import { recordHiding } from '../../moderation/cases/hidden.ts';
import { requireMayUndo, undoingsOfCases } from '../../moderation/cases/reserved.ts';
import { readPerson } from '../../moderation/common/people.ts';
import { lockSentFile, rejectFile } from '../../uploads/common/attachments.ts';
import { MODERATION_REVISION } from '../../uploads/common/rules.ts';
import { requireComment } from '../comments/rows.ts';
import { type CommunityDependencies, changeAndWake } from '../common/parts.ts';
import type { PostRow } from '../common/rows.ts';
import { readsPost } from '../common/visibility.ts';
import { lockPublicList, requireList } from '../lists/lists.ts';
import { changeListStateIn } from '../lists/state.ts';
import { lockPost, requirePost } from '../posts/reading.ts';
import { changeCommentStateIn, changePostStateIn, REACH } from '../staff/staff.ts';
import type { deletionsContract } from './contract.ts';

export interface DeletionDependencies extends CommunityDependencies {
  readonly decisions: Pick<Cases, 'settle' | 'tell'>;
}

export type DeletedView = Wire<z.output<(typeof deletionsContract)['deletionRead']['answers'][200]['schema']>>;
type SubjectView = DeletedView['subject'];

const EXCERPT_CHARACTERS = 200;

const fileRow = z.object({
  ownerId: z.string(),
  uid: z.number(),
  handle: z.string().nullable(),
  displayName: z.string(),
  fileName: z.string(),
  status: z.string(),
  postId: z.string().nullable(),
});

type Author = Pick<PostRow, 'authorUid' | 'authorHandle' | 'authorName'>;

const authorOf = ({ authorUid: uid, authorHandle: handle, authorName: displayName }: Author) => ({
  uid,
  handle,
  displayName,
});

const excerptOf = (text: string): string => [...text].slice(0, EXCERPT_CHARACTERS).join('');

/** What staff may delete, or has deleted. Refuses with the code of the kind where it is not there. */
async function readSubject(
  db: Queries | Transaction,
  reader: Actor,
  kind: DeletedKind,
  id: string,
): Promise<SubjectView> {
  if (kind === 'post') {
    const found = await requirePost(db, id, reader);
    const { title, body } = found;
    const author = authorOf(found);
    return { kind, id, author, title, excerpt: excerptOf(body), postId: null, hidden: found.hiddenAt !== null };
  }
  if (kind === 'comment') {
    const found = await requireComment(db, id, reader, REACH);
    if (found.deletedAt !== null) throw new Refusal('comment_not_found');
    const { body, postId } = found;
    const author = authorOf(found);
    return { kind, id, author, title: '', excerpt: excerptOf(body), postId, hidden: found.hiddenAt !== null };
  }
  if (kind === 'list') {
    const found = await requireList(db, reader, id);
    if (found.visibility !== 'public') throw new Refusal('list_not_found');
    const { ownerUid: uid, ownerHandle: handle, ownerName: displayName, title, description, hidden } = found;
    const author = { uid, handle, displayName };
    return { kind, id, author, title, excerpt: excerptOf(description), postId: null, hidden };
  }
  const found = required(await readFile(db, reader, id), 'attachment_not_found');
  const { uid, handle, displayName, fileName, postId, status } = found;
  const author = { uid, handle, displayName };
  return { kind, id, author, title: '', excerpt: fileName, postId, hidden: status !== 'ready' };
}

/** A file that arrived. Files of private posts are not for staff. */
const readFile = (db: Queries | Transaction, reader: Actor, id: string) =>
  readRow(db, fileRow)`
    select f.owner_account_id as "ownerId", o.uid::float8 as uid, o.handle, o.display_name as "displayName",
        f.file_name as "fileName", f.status, l.post_id as "postId"
      from attachment f join profile o on o.account_id = f.owner_account_id
        left join post_attachment l on l.attachment_id = f.id left join post p on p.id = l.post_id
        left join profile a on a.account_id = p.author_id
      where f.id = ${id}::uuid and f.status in ('ready', 'review', 'rejected') and (p.id is null or ${readsPost(reader)})`;

/** A subject with its deletion. */
export async function presentDeleted(
  db: Queries | Transaction,
  { people }: Pick<CommunityDependencies, 'people'>,
  reader: Actor,
  kind: DeletedKind,
  id: string,
): Promise<DeletedView> {
  const subject = await readSubject(db, reader, kind, id);
  const found = await readDeletion(db, kind, id);
  if (found === undefined) return { subject, deletion: null };
  const by = await readPerson(db, people, found.deletedBy);
  const { caseId, createdAt, eraseAt } = found;
  const deletion = { caseId, byUid: by?.uid ?? null, createdAt: createdAt.getTime(), eraseAt: eraseAt.getTime() };
  return { subject, deletion };
}

export interface DeletionPlan {
  readonly reasonCode: ReasonCode;
  /** What the author reads. */
  readonly message?: string | undefined;
}

/** Deletes something. */
export const deleteByStaff = (
  dependencies: DeletionDependencies,
  actor: Actor,
  kind: DeletedKind,
  id: string,
  plan: DeletionPlan,
): Promise<DeletedView> => change(dependencies, actor, kind, id, { ...plan, action: 'delete' });

/** Restores what staff deleted. Refuses with `deletion_not_found`. */
export const restoreByStaff = (
  dependencies: DeletionDependencies,
  actor: Actor,
  kind: DeletedKind,
  id: string,
): Promise<DeletedView> => change(dependencies, actor, kind, id, { action: 'restore', reasonCode: 'other' });

type ChangePlan = DeletionPlan & { readonly action: 'delete' | 'restore' };

function change(
  dependencies: DeletionDependencies,
  actor: Actor,
  kind: DeletedKind,
  id: string,
  plan: ChangePlan,
): Promise<DeletedView> {
  return changeAndWake(dependencies, async (tx) => {
    const notified = await changeIn(tx, dependencies, actor, kind, id, plan);
    return { notified, changed: await presentDeleted(tx, dependencies, actor, kind, id) };
  });
}

/** Returns who has a new notification. */
async function changeIn(
  tx: Transaction,
  dependencies: DeletionDependencies,
  actor: Actor,
  kind: DeletedKind,
  id: string,
  plan: ChangePlan,
): Promise<readonly string[]> {
  if (kind === 'post') {
    const { version } = await lockPost(tx, id, actor);
    return (await changePostStateIn(tx, dependencies, actor, id, { ...plan, version })).notified;
  }
  if (kind === 'comment') {
    const { version } = await requireComment(tx, id, actor, REACH);
    return (await changeCommentStateIn(tx, dependencies, actor, id, { ...plan, version })).notified;
  }
  if (kind === 'list') {
    const { version } = await lockPublicList(tx, actor, id);
    return (await changeListStateIn(tx, dependencies, actor, id, { ...plan, version })).notified;
  }
  await (plan.action === 'delete' ? deleteFile : restoreFile)(tx, dependencies, actor, id, plan);
  return [];
}

/** Rejects a file: others do not see it any more, its owner is notified, and its bytes stay until it is erased. */
async function deleteFile(
  tx: Transaction,
  dependencies: DeletionDependencies,
  actor: Actor,
  id: string,
  { reasonCode, message }: DeletionPlan,
): Promise<void> {
  const { people, mailDecision, decisions } = dependencies;
  const sent = await lockSentFile(tx, id);
  if (sent?.picture === undefined || (await readFile(tx, actor, id)) === undefined) {
    throw new Refusal('attachment_not_found');
  }
  const { ownerAccountId, ownerUid, fileName, status } = sent.row;
  await requireMayActOn(tx, people, actor, ownerAccountId);
  const before = await findCaseOf(tx, 'attachment', id, MODERATION_REVISION);
  if (before !== undefined) await requireMayUndo(tx, people, actor, await undoingsOfCases(tx, [before]));
  await rejectFile(tx, id);
  const caseId = await recordHiding(tx, mailDecision, {
    kind: 'attachment',
    subjectId: id,
    revision: MODERATION_REVISION,
    decidedBy: actor.accountId,
    authorAccountId: ownerAccountId,
    authorUid: ownerUid,
    reasonCode,
    message: message ?? null,
    text: fileName,
    content: sent.picture,
    decidesWaiting: true,
  });
  const recorded = await recordDeletion(tx, {
    kind: 'attachment',
    subjectId: id,
    authorAccountId: ownerAccountId,
    caseId: caseId ?? null,
    deletedBy: actor.accountId,
    wasHidden: status === 'rejected',
  });
  const made = required(recorded, 'already_deleted');
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'attachment.delete',
    subjectKind: 'attachment',
    subjectId: id,
    reasonCode,
    before: { status },
    after: { status: 'rejected', ...(caseId && { case: caseId }), eraseAt: made.eraseAt.getTime() },
  });
  await decisions.tell(tx, {
    accountId: ownerAccountId,
    caseId: caseId ?? null,
    subjectKind: 'attachment',
    subjectId: id,
    verdict: 'delete',
    reasonCode,
    message: message ?? null,
  });
}

/** Allows a file again, by the decision that rejected it. One that was rejected before stays so. */
async function restoreFile(
  tx: Transaction,
  { people, decisions }: DeletionDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  const sent = await lockSentFile(tx, id);
  const found = sent && (await findCaseOf(tx, 'attachment', id, MODERATION_REVISION));
  const deletion = await readDeletion(tx, 'attachment', id);
  if (sent === undefined || found === undefined || deletion === undefined) throw new Refusal('deletion_not_found');
  await requireMayActOn(tx, people, actor, sent.row.ownerAccountId);
  await requireMayUndo(tx, people, actor, await undoingsOfCases(tx, [found]));
  if (deletion.wasHidden) await endDeletion(tx, 'attachment', id);
  else {
    const settlement = { verdict: 'allow', reasons: ['staff.other'], decidedBy: actor.accountId } as const;
    if (!(await decisions.settle(tx, found, settlement))) throw new Refusal('deletion_not_found');
  }
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'attachment.restore',
    subjectKind: 'attachment',
    subjectId: id,
    before: { status: 'rejected' },
    after: { status: deletion.wasHidden ? 'rejected' : 'ready', case: found.id },
  });
}
