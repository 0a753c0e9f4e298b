// Posts: created, edited with revisions, deleted, archived, restored, pinned. Owns post,
// post_revision and post_tag. Every change locks the row, looks at the version, and answers with the post as it then is.
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requirePolicy } from '../../../http/gates/guard.ts';
import type { SentBody } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordCreated } from '../../../platform/database/created.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { listRows, requireRow } from '../../../platform/database/rows.ts';
import { post, postTag } from '../../../platform/database/schema/community.ts';
import { withdrawCases } from '../../moderation/cases/cases.ts';
import type { Decision, Verdict, WaitingReason } from '../../moderation/common/vocabulary.ts';
import { requireClaimable } from '../../uploads/common/attachments.ts';
import {
  atMost,
  type CommunityDependencies,
  changeAndWake,
  lockAuthor,
  readAuthorFacts,
  readQuotaWait,
  refuseBeyondQuota,
} from '../common/parts.ts';
import { inMilliseconds, type PostRow } from '../common/rows.ts';
import { type PostContent, planEditReason, planPost, requirePostInput } from '../common/rules.ts';
import { requireSubject, type Subject, type SubjectName } from '../common/subject.ts';
import { isDerivedTitle, isLineOf, readMentions } from '../common/text.ts';
import { announce, findMentioned, noticeOfVerdict } from '../notifications/notifications.ts';
import { claimAttachments, dropAttachments } from './attachments.ts';
import { type postsContract, type RevisionView, revisionView } from './contract.ts';
import { addTags, insertPost, writeRevision, writeTags } from './post-rows.ts';
import { notePublication } from './publication.ts';
import { lockPost, requirePost } from './reading.ts';

export type NewPost = SentBody<typeof postsContract.postCreate>;

export interface WrittenPost {
  readonly post: PostRow;
  /** Whether the classifier or a person must still decide. */
  readonly moderationQueued: boolean;
  /** Why, as far as the author may know. */
  readonly moderationReasons: readonly WaitingReason[];
}

const isQueued = (verdict: Verdict): boolean => verdict === 'pending' || verdict === 'review';

/** The actor's own post (403 for other readers) at the expected version, locked. */
async function lockOwnPost(tx: Transaction, id: string, actor: Actor, version: number): Promise<PostRow> {
  const found = await lockPost(tx, id, actor);
  requireOwn(found, actor, version);
  return found;
}

function requireOwn(found: PostRow, actor: Actor, version: number): void {
  if (found.authorId !== actor.accountId) throw new Refusal('forbidden');
  if (found.version !== version) throw new Refusal('version_conflict');
}

export const ownTagsRow = z.object({ ownTags: z.array(z.string()) });

/** Title (undefined: its author gave none), own tags and subject of the actor's post at a version, without a lock. */
async function readOwnContent(
  db: Queries,
  id: string,
  actor: Actor,
  version: number,
): Promise<{
  readonly title: string | undefined;
  readonly ownTags: readonly string[];
  readonly subject: Subject | null;
}> {
  const found = await requirePost(db, id, actor);
  requireOwn(found, actor, version);
  const row = await requireRow(db, ownTagsRow, 'version_conflict')`
    select own_tags as "ownTags" from post where id = ${id}::uuid and version = ${version}::int`;
  const title = isDerivedTitle(found.title, found.body) ? undefined : found.title;
  return { title, ownTags: row.ownTags, subject: found.subject };
}

/**
 * All text of a post that others can read, for moderation. A title that is a line of the body is left out, so that rules do
 * not count its links and words twice.
 */
export const textOf = ({ title, body, tags }: Pick<PostContent, 'title' | 'body' | 'tags'>): string =>
  [...(isLineOf(title, body) ? [] : [title]), body, tags.join(' ')].join('\n');

/** Creates a post. Quota, files, verdict and notices are part of one transaction. */
export async function createPost(
  dependencies: CommunityDependencies,
  actor: Actor,
  input: NewPost,
): Promise<WrittenPost> {
  const visibility = input.visibility ?? 'public';
  const { accountId, uid } = actor;
  const { db } = dependencies.database;
  const given = { body: input.body, title: input.title, tags: input.tags ?? [] };
  requirePostInput(given);
  // The transaction decides; this one saves parsing the text.
  if (dependencies.quotas) refuseBeyondQuota('post', await readQuotaWait(db, 'post', accountId));
  await requireClaimable(db, actor, input.attachmentIds ?? []);
  const subject = input.subject ? await requireSubject(dependencies.describeEntity, input.subject) : null;
  const content = planPost(given);
  const id = Bun.randomUUIDv7();
  return changeAndWake(dependencies, async (tx) => {
    await lockAuthor(tx, 'post', accountId);
    await recordCreated(tx, id);
    if (dependencies.quotas) refuseBeyondQuota('post', await readQuotaWait(tx, 'post', accountId));
    const { verdict } = await dependencies.submitText(tx, {
      kind: 'post',
      subjectId: id,
      revision: 1,
      authorAccountId: accountId,
      authorUid: uid,
      text: textOf(content),
      readAuthor: (countAtMost) => readAuthorFacts(tx, accountId, countAtMost),
    });
    const published = visibility === 'public' && verdict === 'allow';
    const attachmentIds = input.attachmentIds ?? [];
    // Sent one behind the other, without waiting for each answer: the connection keeps their order.
    const writes = Promise.all([
      insertPost(tx, {
        id,
        accountId,
        visibility,
        verdict,
        published,
        subject,
        spoiler: input.spoiler ?? false,
        content,
      }),
      addTags(tx, id, content.tags),
    ]);
    if (attachmentIds.length > 0) {
      await writes;
      await claimAttachments(tx, actor, id, attachmentIds);
    }
    const [, found] = await Promise.all([
      writes,
      requirePost(tx, id, actor),
      published ? dependencies.onPublished(tx, { postId: id, authorUid: uid, subject, tags: content.tags }) : undefined,
    ]);
    const { mentions } = content;
    if (verdict === 'allow' && visibility !== 'private') await dependencies.tellSubscribers(tx, 'new_post', id);
    const notified = verdict === 'allow' ? await announce(tx, await findMentioned(tx, id, accountId, mentions)) : [];
    const moderationReasons = await dependencies.readWaiting(tx, 'post', found);
    return { changed: { post: found, moderationQueued: isQueued(verdict), moderationReasons }, notified };
  });
}

/** A post of the actor's own as its creation would be answered now. Refuses with `post_not_found`. */
export async function readWrittenPost(
  { database: { db }, readWaiting }: CommunityDependencies,
  actor: Actor,
  id: string,
): Promise<WrittenPost> {
  const found = await requirePost(db, id, actor);
  const moderationReasons = await readWaiting(db, 'post', found);
  return { post: found, moderationQueued: isQueued(found.moderationStatus), moderationReasons };
}

const writable = ({ tags, ownTags, ...rest }: Omit<PostContent, 'mentions'>) => ({
  ...rest,
  tags: [...tags],
  ownTags: [...ownTags],
});

const subjectColumns = (subject: Subject | null) => ({
  subjectServer: subject?.server ?? null,
  subjectResource: subject?.resource ?? null,
  subjectId: subject?.id ?? null,
  subjectTitle: subject?.title ?? null,
});

const isSameSubject = (one: SubjectName | null, other: SubjectName | null): boolean =>
  one?.server === other?.server && one?.resource === other?.resource && one?.id === other?.id;

export type PostEdit = SentBody<typeof postsContract.postEdit>;

/** The subject after an edit. One that stays is not looked up again, since a later release may lack it. */
async function planSubject(
  { describeEntity }: CommunityDependencies,
  standing: Subject | null,
  wanted: SubjectName | null | undefined,
): Promise<Subject | null> {
  if (wanted === undefined || (wanted !== null && isSameSubject(wanted, standing))) return standing;
  return wanted === null ? null : requireSubject(describeEntity, wanted);
}

/** Edits the content. Omitted fields stay. Of two edits of the same version one succeeds. */
export async function editPost(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  edit: PostEdit,
): Promise<WrittenPost> {
  // Input that is invalid by itself is refused before the target is read.
  requirePostInput({ body: edit.body, title: edit.title, tags: edit.tags ?? [] });
  const editReason = planEditReason(edit.editReason);
  // Omitted fields are read here. A concurrent change would create another version, which the transaction then refuses.
  const standing = await readOwnContent(dependencies.database.db, id, actor, edit.version);
  const subject = await planSubject(dependencies, standing.subject, edit.subject);
  const content = planPost({
    body: edit.body,
    title: edit.title ?? standing.title,
    tags: edit.tags ?? standing.ownTags,
  });
  return changeAndWake(dependencies, async (tx) => {
    const before = await lockOwnPost(tx, id, actor, edit.version);
    const visibility = edit.visibility ?? before.visibility;
    const spoiler = edit.spoiler ?? before.spoiler;
    const isSame =
      content.title === before.title &&
      content.body === before.body &&
      visibility === before.visibility &&
      spoiler === before.spoiler &&
      isSameSubject(subject, before.subject) &&
      content.tags.join() === before.tags.join();
    if (isSame) throw new Refusal('post_unchanged');
    const revision = before.revision + 1;
    const { verdict } = await dependencies.submitText(tx, {
      kind: 'post',
      subjectId: id,
      revision,
      authorAccountId: actor.accountId,
      authorUid: actor.uid,
      text: textOf(content),
      readAuthor: (countAtMost) => readAuthorFacts(tx, actor.accountId, countAtMost),
    });
    const { mentions, ...columns } = content;
    await tx
      .update(post)
      .set({
        ...writable(columns),
        ...subjectColumns(subject),
        spoiler,
        visibility,
        revision,
        moderationStatus: verdict,
        version: before.version + 1,
        updatedAt: sql`now()`,
        lastEditedAt: sql`now()`,
      })
      .where(eq(post.id, id));
    await writeTags(tx, id, content.tags);
    await writeRevision(tx, { postId: id, revision, visibility, content, editReason });
    await notePublication(dependencies, tx, id);
    const notified =
      verdict === 'allow' ? await announce(tx, await findMentioned(tx, id, actor.accountId, mentions)) : [];
    const edited = await requirePost(tx, id, actor);
    const moderationReasons = await dependencies.readWaiting(tx, 'post', edited);
    return { changed: { post: edited, moderationQueued: isQueued(verdict), moderationReasons }, notified };
  });
}

/** Deletes a post, which is 404 for everybody from then on. The row still counts against the quota. */
export async function deletePost(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  await dependencies.database.transaction(async (tx) => {
    await lockOwnPost(tx, id, actor, version);
    await markDeleted(tx, id);
  });
}

/** The effects of deleting a post, whose row must be locked. */
export async function markDeleted(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(post)
    .set({
      deletedAt: sql`now()`,
      updatedAt: sql`now()`,
      version: sql`${post.version} + 1`,
      pinnedAt: null,
      featuredAt: null,
    })
    .where(eq(post.id, id));
  await tx.delete(postTag).where(eq(postTag.postId, id));
  await dropAttachments(tx, id);
  await withdrawCases(tx, 'post', id);
}

type PostChange =
  | Partial<Pick<typeof post.$inferInsert, 'archivedAt' | 'pinnedAt' | 'featuredAt'>>
  | Record<string, unknown>;

async function changePost(tx: Transaction, id: string, change: PostChange): Promise<void> {
  await tx
    .update(post)
    .set({ ...change, version: sql`${post.version} + 1`, updatedAt: sql`now()` })
    .where(eq(post.id, id));
}

/** Archives or restores a post. Does nothing if it is in that state already. */
export async function archivePost(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  version: number,
  archived: boolean,
): Promise<PostRow> {
  return dependencies.database.transaction(async (tx) => {
    const before = await lockOwnPost(tx, id, actor, version);
    if ((before.archivedAt !== null) === archived) return before;
    await changePost(tx, id, {
      archivedAt: archived ? sql`now()` : null,
      ...(archived && { pinnedAt: null, featuredAt: null }),
    });
    if (!archived) await notePublication(dependencies, tx, id);
    return requirePost(tx, id, actor);
  });
}

export interface PinPlan {
  readonly active: boolean;
  readonly version: number;
  readonly place: 'profile' | 'feed';
}

/** Pins or unpins a post: on the profile (by its author) or in the global feed (by staff). */
export async function pinPost(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  plan: PinPlan,
): Promise<PostRow> {
  // The route accepts API tokens of authors. Pinning to the feed is a staff action, so the staff policy applies, which
  // accepts no API token.
  if (plan.place === 'feed' && actor.role !== 'member') requirePolicy(actor, 'staff');
  return dependencies.database.transaction(async (tx) => {
    const before = await lockPost(tx, id, actor);
    const mayPin = plan.place === 'feed' ? actor.role !== 'member' : before.authorId === actor.accountId;
    if (!mayPin) throw new Refusal('forbidden');
    if (before.version !== plan.version) throw new Refusal('version_conflict');
    if (before.archivedAt !== null) throw new Refusal('post_archived');
    if (before.hiddenAt !== null) throw new Refusal('post_hidden');
    const standing = plan.place === 'feed' ? before.featuredAt : before.pinnedAt;
    if ((standing !== null) === plan.active) return before;
    const moment = plan.active ? sql`now()` : null;
    await changePost(tx, id, plan.place === 'feed' ? { featuredAt: moment } : { pinnedAt: moment });
    return requirePost(tx, id, actor);
  });
}

/** Revisions of a post below a revision, newest first. For its author and staff; otherwise `post_not_found`. */
export async function listPostRevisions(
  db: Queries,
  actor: Actor,
  id: string,
  below: number,
  limit: number,
): Promise<readonly RevisionView[]> {
  const found = await requirePost(db, id, actor);
  if (found.authorId !== actor.accountId && actor.role === 'member') throw new Refusal('post_not_found');
  return listRows(db, revisionView)`
    select revision, title, body, visibility, tags, edit_reason as "editReason",
      ${sql.raw(inMilliseconds('created_at'))} as "createdAt"
    from post_revision where post_id = ${id}::uuid and revision < ${below}::int order by revision desc limit ${atMost(limit)}`;
}

/** Applies a later verdict to the revision that it concerns, and notifies mentioned people once the post is allowed. */
export async function applyPostDecision(
  dependencies: Pick<CommunityDependencies, 'onPublished' | 'tellSubscribers'>,
  tx: Transaction,
  decision: Decision,
): Promise<readonly string[]> {
  const { subjectId, revision, verdict, shows, authorAccountId, caseId, reasonCode, message } = decision;
  const [changed] = await tx
    .update(post)
    .set({
      // What was edited while it was hidden has a verdict of its own.
      moderationStatus: sql`case when ${post.revision} = ${revision} then ${verdict} else ${post.moderationStatus} end`,
      version: sql`${post.version} + 1`,
      updatedAt: sql`now()`,
      ...(shows && { hiddenAt: null }),
    })
    .where(
      sql`${post.id} = ${subjectId}::uuid and (${post.revision} = ${revision} or ${shows}) and ${post.deletedAt} is null`,
    )
    .returning({ body: post.body, status: post.moderationStatus });
  if (changed === undefined) return [];
  const isPublished = verdict === 'allow' && changed.status === 'allow';
  if (isPublished) await notePublication(dependencies, tx, subjectId);
  return announce(tx, [
    ...noticeOfVerdict({ recipientId: authorAccountId, caseId, verdict, reasonCode, message, postId: subjectId }),
    ...(isPublished ? await findMentioned(tx, subjectId, authorAccountId, readMentions(changed.body)) : []),
  ]);
}
