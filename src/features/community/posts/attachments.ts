// Files on posts: which file is on which post, and in which order. Owns the links; uploads owns the files. Linking does
// not change the content of the post and needs no moderation, since every file was judged before it became ready.
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { hasRow, listRows, requireRow } from '../../../platform/database/rows.ts';
import { postAttachment } from '../../../platform/database/schema/community.ts';
import * as uploads from '../../uploads/common/attachments.ts';
import { arrayText } from '../common/parts.ts';
import { ATTACHMENTS_MAX } from '../common/rules.ts';
import { readsPost, type Viewer } from '../common/visibility.ts';

/** Links files to a post, after its existing ones. Ids must be unique. Refuses with `attachment_not_ready`. */
export async function claimAttachments(
  tx: Transaction,
  actor: Actor,
  postId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const taken = await listLinked(tx, postId);
  if (taken.length + ids.length > ATTACHMENTS_MAX) throw new Refusal('too_many_attachments');
  await uploads.claimAttachments(tx, actor, ids);
  const behind = taken.reduce((highest, link) => Math.max(highest, link.position + 1), 0);
  const isPast = behind + ids.length > ATTACHMENTS_MAX;
  if (isPast) await closeGaps(tx, postId);
  const next = isPast ? taken.length : behind;
  await tx
    .insert(postAttachment)
    .values(ids.map((attachmentId, index) => ({ attachmentId, postId, position: next + index })));
}

/** Renumbers the files of a post after a removal. */
async function closeGaps(tx: Transaction, postId: string): Promise<void> {
  // Negative positions first, so that the unique index is never violated in between.
  await tx.execute(sql`update post_attachment l set position = -r.rank from (
      select attachment_id, row_number() over (order by position) as rank from post_attachment where post_id = ${postId}::uuid) r
    where l.post_id = ${postId}::uuid and l.attachment_id = r.attachment_id`);
  await tx.execute(sql`update post_attachment set position = -position - 1 where post_id = ${postId}::uuid`);
}

interface Link {
  readonly attachmentId: string;
  readonly position: number;
}

const listLinked = (tx: Transaction, postId: string): Promise<readonly Link[]> =>
  tx
    .select({ attachmentId: postAttachment.attachmentId, position: postAttachment.position })
    .from(postAttachment)
    .where(eq(postAttachment.postId, postId));

/** Unlinks all files of a post. */
export async function dropAttachments(tx: Transaction, postId: string): Promise<void> {
  const rows = await tx.delete(postAttachment).where(eq(postAttachment.postId, postId)).returning();
  await uploads.releaseAttachments(
    tx,
    rows.map(({ attachmentId }) => attachmentId),
  );
}

const authorRow = z.object({ authorId: z.string() });

/** The author's post, locked. 404 for people who may not read it, 403 for other readers. */
async function lockOwn(tx: Transaction, actor: Actor, postId: string): Promise<void> {
  await tx.execute(sql`select 1 from post where id = ${postId}::uuid for no key update`);
  const found = await requireRow(tx, authorRow, 'post_not_found')`select p.author_id as "authorId" from post p
    join profile a on a.account_id = p.author_id where p.id = ${postId}::uuid and ${readsPost(actor)}`;
  if (found.authorId !== actor.accountId) throw new Refusal('forbidden');
}

/** Links files to the actor's own post. Files that are already linked to it keep their position. */
export async function linkAttachments(
  database: Database,
  actor: Actor,
  postId: string,
  ids: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockOwn(tx, actor, postId);
    const taken = new Set((await listLinked(tx, postId)).map(({ attachmentId }) => attachmentId));
    await claimAttachments(
      tx,
      actor,
      postId,
      ids.filter((id) => !taken.has(id)),
    );
  });
}

/** Unlinks a file from the actor's own post. */
export async function unlinkAttachment(
  database: Database,
  actor: Actor,
  postId: string,
  attachmentId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockOwn(tx, actor, postId);
    const gone = await tx
      .delete(postAttachment)
      .where(sql`${postAttachment.attachmentId} = ${attachmentId}::uuid and ${postAttachment.postId} = ${postId}::uuid`)
      .returning();
    if (gone.length === 0) throw new Refusal('attachment_link_not_found');
    await uploads.releaseAttachments(tx, [attachmentId]);
  });
}

/** Ids of the files on a post, in order. */
export async function listAttachmentIds(db: Queries, postId: string): Promise<readonly string[]> {
  const rows = await db
    .select({ id: postAttachment.attachmentId })
    .from(postAttachment)
    .where(eq(postAttachment.postId, postId))
    .orderBy(postAttachment.position);
  return rows.map(({ id }) => id);
}

const holder = z.object({ attachmentId: z.string(), postId: z.string(), title: z.string() });
type Holder = Readonly<z.output<typeof holder>>;

/** The posts that hold files, by file; for the owner of both. */
export async function readHolders(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
  if (ids.length === 0) return new Map();
  const rows = await listRows(db, holder)`select l.attachment_id as "attachmentId", l.post_id as "postId", p.title
    from post_attachment l join post p on p.id = l.post_id where l.attachment_id = any(${arrayText(ids)}::uuid[])`;
  return new Map(rows.map((row) => [row.attachmentId, row]));
}

/** Whether the viewer may read a post with the file, and therefore the file. */
export const mayReadThroughPost = (db: Queries, viewer: Viewer, attachmentId: string): Promise<boolean> =>
  hasRow(db)`select 1 as yes from post_attachment l join post p on p.id = l.post_id
    join profile a on a.account_id = p.author_id
    where l.attachment_id = ${attachmentId}::uuid and ${readsPost(viewer)}`;
