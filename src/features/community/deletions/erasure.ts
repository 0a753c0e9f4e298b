// Erases posts, comments, files and lists for good: texts, revisions, files with their bytes, and what other features hold of them.
// Rows that others refer to stay as ids, numbers and times. Idempotent. Permission is checked by the caller.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../../../platform/database/database.ts';
import { idRow, listRows, readRow } from '../../../platform/database/rows.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { recordAudit } from '../../audit/record.ts';
import type { DeletedKind } from '../../moderation/cases/deletions.ts';
import { eraseSubject } from '../../moderation/erasure.ts';
import { eraseFiles } from '../../uploads/common/attachments.ts';
import { eraseDraftsOf } from '../drafts/drafts.ts';
import { eraseNoticeTexts, withdrawNotices } from '../notifications/notifications.ts';
import { markDeleted } from '../posts/posts.ts';
import { forgetUnusedTags } from '../tags/tags.ts';
import { ERASE_TEXTS } from './texts.ts';

export interface ErasureDependencies {
  readonly enqueue: Jobs['enqueue'];
  /** Called in the transaction with the id of what was erased, so that other features forget it. */
  readonly onErased: (tx: Transaction, id: string) => Promise<void>;
}

export interface Erasure {
  readonly kind: DeletedKind;
  readonly id: string;
  /** Account id of who erases it; undefined: the service, when the time for appeals is over. */
  readonly by: string | undefined;
  /** For the audit trail. */
  readonly reason?: string | undefined;
}

/** Erases something. False: it is not there. */
export async function eraseContent(
  tx: Transaction,
  dependencies: ErasureDependencies,
  erasure: Erasure,
): Promise<boolean> {
  const { kind, id, by, reason } = erasure;
  await lockSubject(tx, kind, id);
  if (!(await ERASERS[kind](tx, dependencies, erasure))) return false;
  await forget(tx, dependencies, erasure);
  await recordAudit(tx, {
    actorAccountId: by,
    action: `${kind}.erase`,
    subjectKind: kind,
    subjectId: id,
    note: reason,
  });
  return true;
}

/** What other features and other rooms hold of it. */
async function forget(tx: Transaction, { onErased }: ErasureDependencies, { kind, id, by }: Erasure): Promise<void> {
  await eraseSubject(tx, kind, id, by);
  await onErased(tx, id);
}

const authorRow = z.object({ authorId: z.string() });
const AUTHORS: Readonly<Record<DeletedKind, (id: string) => SQL>> = {
  post: (id) => sql`select author_id as "authorId" from post where id = ${id}::uuid`,
  comment: (id) => sql`select author_id as "authorId" from comment where id = ${id}::uuid`,
  list: (id) => sql`select owner_id as "authorId" from entity_list where id = ${id}::uuid`,
  attachment: (id) => sql`select owner_account_id as "authorId" from attachment where id = ${id}::uuid`,
};

/** Account id of who made something, also of what is private or deleted; undefined: it is not there. */
export async function readAuthor(tx: Transaction, kind: DeletedKind, id: string): Promise<string | undefined> {
  return (await readRow(tx, authorRow)`${AUTHORS[kind](id)}`)?.authorId;
}

const LOCKS: Readonly<Record<DeletedKind, (id: string) => SQL>> = {
  post: (id) => sql`select 1 from post where id = ${id}::uuid for no key update`,
  comment: (id) =>
    sql`select 1 from post where id = (select post_id from comment where id = ${id}::uuid) for no key update`,
  list: (id) => sql`select 1 from entity_list where id = ${id}::uuid for no key update`,
  attachment: (id) => sql`select 1 from attachment where id = ${id}::uuid for no key update`,
};

/** Locks a subject. Everybody who changes it does so before anything else, so that nobody waits for each other. */
export async function lockSubject(tx: Transaction, kind: DeletedKind, id: string): Promise<void> {
  await tx.execute(LOCKS[kind](id));
}

type Eraser = (tx: Transaction, dependencies: ErasureDependencies, erasure: Erasure) => Promise<boolean>;

const postRow = z.object({ authorId: z.string(), tags: z.array(z.string()), isDeleted: z.boolean() });
const listRow = z.object({ ownerId: z.string(), kind: z.string() });
const ONE = (id: string) => sql`any(array[${id}::uuid])`;

const erasePost: Eraser = async (tx, dependencies, { id, by }) => {
  const found = await readRow(tx, postRow)`
    select author_id as "authorId", tags, deleted_at is not null as "isDeleted" from post
      where id = ${id}::uuid`;
  if (found === undefined) return false;
  const files = await listRows(tx, idRow)`
    select attachment_id as id from post_attachment where post_id = ${id}::uuid order by attachment_id`;
  if (!found.isDeleted) await markDeleted(tx, id);
  for (const file of await eraseFiles(
    tx,
    dependencies.enqueue,
    files.map((row) => row.id),
  )) {
    await forget(tx, dependencies, { kind: 'attachment', id: file, by });
  }
  for (const statement of ERASE_TEXTS.post(ONE(id))) await tx.execute(statement);
  await forgetUnusedTags(tx, found.tags);
  await withdrawNotices(tx, sql`post_id = ${id}::uuid`);
  await eraseNoticeTexts(tx, found.authorId, id);
  await eraseDraftsOf(tx, found.authorId, id);
  return true;
};

const eraseComment: Eraser = async (tx, _dependencies, { id }) => {
  const found = await readRow(tx, authorRow)`
    update comment set deleted_at = coalesce(deleted_at, now()), updated_at = now(), version = version + 1
      where id = ${id}::uuid returning author_id as "authorId"`;
  if (found === undefined) return false;
  for (const statement of ERASE_TEXTS.comment(ONE(id))) await tx.execute(statement);
  await withdrawNotices(tx, sql`comment_id = ${id}::uuid`);
  await eraseNoticeTexts(tx, found.authorId, id);
  return true;
};

/** A named list goes; one of another kind exists as long as its owner, and is emptied. */
const eraseList: Eraser = async (tx, _dependencies, { id }) => {
  const found = await readRow(tx, listRow)`select owner_id as "ownerId", kind from entity_list where id = ${id}::uuid`;
  if (found === undefined) return false;
  await tx.execute(sql`delete from entity_list_entry where list_id = ${id}::uuid`);
  await tx.execute(
    found.kind === 'named'
      ? sql`delete from entity_list where id = ${id}::uuid`
      : sql`update entity_list set title = '', description = '', visibility = 'private', moderation_status = 'allow',
          hidden_at = null, entries = 0, version = version + 1, updated_at = now() where id = ${id}::uuid`,
  );
  await eraseNoticeTexts(tx, found.ownerId, id);
  return true;
};

const eraseAttachment: Eraser = async (tx, { enqueue }, { id }) => {
  const found = await readRow(tx, authorRow)`
    select owner_account_id as "authorId" from attachment where id = ${id}::uuid`;
  if (found === undefined) return false;
  await tx.execute(sql`delete from post_attachment where attachment_id = ${id}::uuid`);
  await eraseFiles(tx, enqueue, [id]);
  await eraseNoticeTexts(tx, found.authorId, id);
  return true;
};

const ERASERS: Readonly<Record<DeletedKind, Eraser>> = {
  post: erasePost,
  comment: eraseComment,
  list: eraseList,
  attachment: eraseAttachment,
};
