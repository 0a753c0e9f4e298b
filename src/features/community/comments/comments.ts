// Comments: creating, editing with revisions, deleting. Owns comment and comment_revision. Every change locks the post
// first and the comment second; this fixed lock order prevents deadlocks.
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { isRefusal, Refusal, required } from '../../../kernel/refusal.ts';
import { recordCreated } from '../../../platform/database/created.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { prepareWrite } from '../../../platform/database/prepared.ts';
import { readRow, requireRow } from '../../../platform/database/rows.ts';
import { comment, commentRevision } from '../../../platform/database/schema/community.ts';
import { withdrawCases } from '../../moderation/cases/cases.ts';
import type { Decision, Verdict, WaitingReason } from '../../moderation/common/vocabulary.ts';
import {
  type CommunityDependencies,
  changeAndWake,
  lockAuthor,
  readAuthorFacts,
  readQuotaWait,
  refuseBeyondQuota,
} from '../common/parts.ts';
import type { PostRow } from '../common/rows.ts';
import { planComment, planEditReason } from '../common/rules.ts';
import { type Mentions, readMentions } from '../common/text.ts';
import { isStandingComment } from '../common/visibility.ts';
import { announce, findMentioned, type Notice, noticeOfVerdict } from '../notifications/notifications.ts';
import { lockPost, readPost, requireOpenPost } from '../posts/reading.ts';
import { type CommentRow, requireComment } from './rows.ts';

export interface WrittenComment {
  readonly comment: CommentRow;
  readonly moderationQueued: boolean;
  /** Why, as far as the author may know. */
  readonly moderationReasons: readonly WaitingReason[];
}

const isQueued = (verdict: Verdict): boolean => verdict === 'pending' || verdict === 'review';

interface Parent {
  readonly id: string;
  readonly authorId: string;
  readonly rootId: string | null;
}

/** Creates a comment on a post, or a reply to another of its comments. */
export async function createComment(
  dependencies: CommunityDependencies,
  actor: Actor,
  postId: string,
  input: { readonly body: string; readonly parentId?: string | null | undefined },
): Promise<WrittenComment> {
  const body = planComment(input.body, 'invalid_comment');
  const { accountId } = actor;
  const id = Bun.randomUUIDv7();
  const mentions = readMentions(body);
  return changeAndWake(dependencies, async (tx) => {
    // Everything that does not need the post comes before its lock, for which other writers wait.
    await lockAuthor(tx, 'comment', accountId);
    await recordCreated(tx, id);
    const wait = dependencies.quotas ? await readQuotaWait(tx, 'comment', accountId) : 0;
    const { verdict } = await dependencies.submitText(tx, {
      kind: 'comment',
      subjectId: id,
      revision: 1,
      authorAccountId: accountId,
      authorUid: actor.uid,
      text: body,
      readAuthor: (countAtMost) => readAuthorFacts(tx, accountId, countAtMost),
    });
    const under = await lockPost(tx, postId, actor);
    requireTakesComments(under);
    const parent = input.parentId ? await requireParent(tx, actor, postId, input.parentId) : undefined;
    refuseBeyondQuota('comment', wait);
    const rootId = parent === undefined ? null : (parent.rootId ?? parent.id);
    const notices =
      verdict === 'allow'
        ? await noticesOf(tx, {
            id,
            postId,
            authorId: accountId,
            postAuthorId: under.authorId,
            mentions,
            answeredId: parent?.authorId ?? null,
          })
        : [];
    // Sent one behind the other, without waiting for each answer: the connection keeps their order.
    const [, found, notified] = await Promise.all([
      insertStatement.list(
        tx,
        {},
        { id, post: postId, me: accountId, parent: parent?.id ?? null, root: rootId, body, verdict },
      ),
      requireComment(tx, id, actor),
      announce(tx, notices),
    ]);
    if (verdict === 'allow') await dependencies.tellSubscribers(tx, 'thread', id);
    const moderationReasons = await dependencies.readWaiting(tx, 'comment', found);
    return { changed: { comment: found, moderationQueued: isQueued(verdict), moderationReasons }, notified };
  });
}

/** A comment of the actor's own as its creation would be answered now. Refuses with `comment_not_found`. */
export async function readWrittenComment(
  { database: { db }, readWaiting }: CommunityDependencies,
  actor: Actor,
  id: string,
): Promise<WrittenComment> {
  const found = await requireComment(db, id, actor);
  const moderationReasons = await readWaiting(db, 'comment', found);
  return { comment: found, moderationQueued: isQueued(found.moderationStatus), moderationReasons };
}

function requireTakesComments(under: PostRow): void {
  requireOpenPost(under);
  if (under.commentsLockedAt !== null) throw new Refusal('post_locked');
}

/** Writes a comment and its first revision. Prepared: Drizzle takes longer to build it than PostgreSQL to run it. */
const insertStatement = prepareWrite(
  () => sql`with made as (insert into comment (id, post_id, author_id, parent_id, root_id, top, floor, body, moderation_status)
    values (${sql.placeholder('id')}::uuid, ${sql.placeholder('post')}::uuid, ${sql.placeholder('me')}::uuid, ${sql.placeholder('parent')}::uuid,
      ${sql.placeholder('root')}::uuid, coalesce(not (select ${isStandingComment('c', undefined)} from comment c
        where c.id = ${sql.placeholder('root')}::uuid), true),
      (select coalesce(max(floor), 0) + 1 from comment where post_id = ${sql.placeholder('post')}::uuid), ${sql.placeholder('body')},
      ${sql.placeholder('verdict')}) returning id, body)
    insert into comment_revision (comment_id, revision, body) select id, 1, body from made`,
);

async function requireParent(
  db: Queries | Transaction,
  actor: Actor,
  postId: string,
  parentId: string,
): Promise<Parent> {
  const found = await requireComment(db, parentId, actor).catch((error: unknown) => {
    if (isRefusal(error, 'comment_not_found')) throw new Refusal('invalid_parent', { cause: error });
    throw error;
  });
  if (found.postId !== postId) throw new Refusal('invalid_parent');
  return { id: found.id, authorId: found.authorId, rootId: found.threadId };
}

/** Notices for a comment that became public. */
async function findConcerned(tx: Transaction, id: string, mentions: Mentions): Promise<readonly Notice[]> {
  const row = await readRow(tx, concernedRow)`
    select c.post_id as "postId", c.author_id as "authorId", p.author_id as "postAuthorId",
      (select author_id from comment where id = c.parent_id) as "answeredId"
    from comment c join post p on p.id = c.post_id where c.id = ${id}::uuid`;
  return row === undefined ? [] : noticesOf(tx, { ...row, id, mentions });
}

const concernedRow = z.object({
  postId: z.string(),
  authorId: z.string(),
  postAuthorId: z.string(),
  /** Author of the comment that it replies to. */
  answeredId: z.string().nullable(),
});
type Concerned = Readonly<z.output<typeof concernedRow>> & { readonly id: string; readonly mentions: Mentions };

/**
 * Notices for a public comment: to the author it replies to, the post's author, and mentioned people; one per person.
 */
async function noticesOf(tx: Transaction, concerned: Concerned): Promise<readonly Notice[]> {
  const { id, postId, authorId, postAuthorId, answeredId, mentions } = concerned;
  const base = { actorId: authorId, postId, commentId: id, occasion: `comment:${id}` } as const;
  // Each person gets one notice per comment; a reply takes precedence over the other kinds.
  return [
    ...(answeredId === null ? [] : [{ ...base, recipientId: answeredId, kind: 'reply' as const }]),
    ...(postAuthorId === answeredId ? [] : [{ ...base, recipientId: postAuthorId, kind: 'comment' as const }]),
    ...(await findMentioned(tx, postId, authorId, mentions, id)),
  ];
}

const placeRow = z.object({ postId: z.string() });

/** A comment that the actor may see, with its post; both locked. */
async function lockComment(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<{ readonly found: CommentRow; readonly under: PostRow }> {
  const place = await requireRow(tx, placeRow, 'comment_not_found')`
    select post_id as "postId" from comment where id = ${id}::uuid`;
  const under = await lockPost(tx, place.postId, actor).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('comment_not_found', { cause: error }) : error;
  });
  await tx.execute(sql`select 1 from comment where id = ${id}::uuid for no key update`);
  return { found: await requireComment(tx, id, actor, { evenGone: true }), under };
}

/**
 * The actor's own comment with its post locked, whatever the state of the post; undefined when it belongs to somebody
 * else.
 */
async function lockOwnComment(tx: Transaction, actor: Actor, id: string): Promise<OwnedComment | undefined> {
  const own = sql`c.id = ${id}::uuid and c.author_id = ${actor.accountId}::uuid`;
  await tx.execute(sql`select 1 from post where id = (select post_id from comment c where ${own}) for no key update`);
  return readRow(tx, ownedRow)`
    select author_id as "authorId", version, deleted_at as "deletedAt", hidden_at as "hiddenAt"
      from comment c where ${own} for no key update`;
}

const ownedRow = z.object({ authorId: z.string(), version: z.number(), deletedAt: z.unknown(), hiddenAt: z.unknown() });
type OwnedComment = Readonly<z.output<typeof ownedRow>>;

function requireOwn(found: OwnedComment, actor: Actor, version: number): void {
  if (found.authorId !== actor.accountId) {
    // For others a deleted or hidden comment does not exist.
    throw new Refusal(found.deletedAt === null && found.hiddenAt === null ? 'forbidden' : 'comment_not_found');
  }
  if (found.deletedAt !== null) throw new Refusal('comment_deleted');
  if (found.version !== version) throw new Refusal('version_conflict');
}

/** Refuses an invalid edit of a comment on a post that the actor may read. */
function requireEditable(found: CommentRow, under: PostRow, actor: Actor, version: number, body: string): void {
  requireOwn(found, actor, version);
  if (found.hiddenAt !== null) throw new Refusal('comment_hidden');
  if (under.commentsLockedAt !== null) throw new Refusal('post_locked');
  if (under.archivedAt !== null) throw new Refusal('post_archived');
  if (under.hiddenAt !== null) throw new Refusal('post_hidden');
  if (found.body === body) throw new Refusal('comment_unchanged');
}

export interface CommentEdit {
  readonly body: string;
  readonly version: number;
  readonly editReason?: string | null | undefined;
}

/** Edits the actor's own comment. */
export async function editComment(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  edit: CommentEdit,
): Promise<WrittenComment> {
  const body = planComment(edit.body, 'invalid_comment_edit');
  const editReason = planEditReason(edit.editReason);
  const { db } = dependencies.database;
  const standing = await requireComment(db, id, actor, { evenGone: true });
  const standingUnder = required(await readPost(db, standing.postId, actor), 'comment_not_found');
  requireEditable(standing, standingUnder, actor, edit.version, body);
  const mentions = readMentions(body);
  return changeAndWake(dependencies, async (tx) => {
    const { found, under } = await lockComment(tx, actor, id);
    requireEditable(found, under, actor, edit.version, body);
    const revision = found.revision + 1;
    const { verdict } = await dependencies.submitText(tx, {
      kind: 'comment',
      subjectId: id,
      revision,
      authorAccountId: actor.accountId,
      authorUid: actor.uid,
      text: body,
      readAuthor: (countAtMost) => readAuthorFacts(tx, actor.accountId, countAtMost),
    });
    await tx
      .update(comment)
      .set({
        body,
        revision,
        moderationStatus: verdict,
        version: found.version + 1,
        updatedAt: sql`now()`,
        lastEditedAt: sql`now()`,
      })
      .where(eq(comment.id, id));
    await tx.insert(commentRevision).values({ commentId: id, revision, body, editReason });
    await dependencies.tellSubscribers(tx, 'thread', id);
    const notified = verdict === 'allow' ? await announce(tx, await findConcerned(tx, id, mentions)) : [];
    const edited = await requireComment(tx, id, actor);
    const moderationReasons = await dependencies.readWaiting(tx, 'comment', edited);
    return { changed: { comment: edited, moderationQueued: isQueued(verdict), moderationReasons }, notified };
  });
}

export interface DeletedComment {
  readonly id: string;
  readonly version: number;
  readonly deletedAt: number;
}

/**
 * Deletes the actor's own comment, also when its post is no longer readable. Replies stay. The row still counts against
 * the quota.
 */
export async function deleteComment(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  version: number,
): Promise<DeletedComment> {
  return dependencies.database.transaction(async (tx) => {
    const found = (await lockOwnComment(tx, actor, id)) ?? (await lockComment(tx, actor, id)).found;
    requireOwn(found, actor, version);
    const [gone] = await tx
      .update(comment)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, version: found.version + 1 })
      .where(eq(comment.id, id))
      .returning({ deletedAt: comment.deletedAt });
    await withdrawCases(tx, 'comment', id);
    return { id, version: found.version + 1, deletedAt: gone?.deletedAt?.getTime() ?? Date.now() };
  });
}

/** Applies a later verdict to the revision that it concerns. */
export async function applyCommentDecision(
  { tellSubscribers }: Pick<CommunityDependencies, 'tellSubscribers'>,
  tx: Transaction,
  decision: Decision,
): Promise<readonly string[]> {
  const { subjectId, revision, verdict, shows, authorAccountId, caseId, reasonCode, message } = decision;
  await tx.execute(sql`select 1 from post where id = (select post_id from comment where id = ${subjectId}::uuid)
    for no key update`);
  const [changed] = await tx
    .update(comment)
    .set({
      // What was edited while it was hidden has a verdict of its own.
      moderationStatus: sql`case when ${comment.revision} = ${revision} then ${verdict} else ${comment.moderationStatus} end`,
      version: sql`${comment.version} + 1`,
      updatedAt: sql`now()`,
      ...(shows && { hiddenAt: null }),
    })
    .where(
      sql`${comment.id} = ${subjectId}::uuid and (${comment.revision} = ${revision} or ${shows}) and ${comment.deletedAt} is null`,
    )
    .returning({ body: comment.body, postId: comment.postId, status: comment.moderationStatus });
  if (changed === undefined) return [];
  await tellSubscribers(tx, 'thread', subjectId);
  return announce(tx, [
    ...noticeOfVerdict({
      recipientId: authorAccountId,
      caseId,
      verdict,
      reasonCode,
      message,
      postId: changed.postId,
      commentId: subjectId,
    }),
    ...(verdict === 'allow' && changed.status === 'allow'
      ? await findConcerned(tx, subjectId, readMentions(changed.body))
      : []),
  ]);
}
