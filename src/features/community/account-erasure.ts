// Removes a departing person's community data: deletes posts and comments, removes relations, likes, bookmarks and
// notifications. Idempotent: each step looks for what remains. Also removes expired data.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ExportFile, jsonFile } from '../../kernel/export-file.ts';
import { RETENTION } from '../../kernel/retention.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { idRow, listRows, readRow } from '../../platform/database/rows.ts';
import { feedImpression, notification } from '../../platform/database/schema/community-people.ts';
import { type BoundJob, bindJob, declareJob } from '../../platform/jobs/jobs.ts';
import { PERSON_KINDS } from '../audit/events.ts';
import { clearAuditValues } from '../audit/values.ts';
import { withdrawCases } from '../moderation/cases/cases.ts';
import { isUnderAppeal } from '../moderation/common/active-restrictions.ts';
import { exportAbout, forgetAbout } from './about/about.ts';
import { arrayText, atMost } from './common/parts.ts';
import { ERASE_TEXTS } from './deletions/texts.ts';
import { forgetDrafts } from './drafts/drafts.ts';
import { forgetImpressions } from './feeds/impressions.ts';
import { eraseLists, exportLists } from './lists/erasure.ts';
import { forgetNotifications, withdrawNotices } from './notifications/notifications.ts';
import { markDeleted } from './posts/posts.ts';
import { forgetRemovals, forgetRemovalsOf } from './removals/removals.ts';
import { eraseThreads, exportThreads } from './subscriptions/erasure.ts';
import { forgetFanOuts } from './subscriptions/fan-out.ts';
import { forgetTagPreferences } from './tags/tags.ts';

const BATCH = 100;
/** Texts that are erased by one statement. */
const ERASED = 1_000;
/** Days for which the text of deleted content is retained for open reports. */
const DELETED_DAYS = RETENTION.deletedText.amount;
const NOTIFICATION_DAYS = RETENTION.notification.amount;
const IMPRESSION_DAYS = RETENTION.impression.amount;

const commentRow = idRow.extend({ postId: z.string() });

/** Removes all community data of an account. */
export async function removeAuthor(database: Database, accountId: string, signal?: AbortSignal): Promise<void> {
  /** Repeats a change until it finds less than a batch. */
  const repeat = async (change: (tx: Transaction) => Promise<number>): Promise<void> => {
    for (let count = BATCH; count === BATCH; count = await database.transaction(change)) signal?.throwIfAborted();
  };
  await repeat(async (tx) => {
    const rows = await listRows(tx, idRow)`select id from post
      where author_id = ${accountId}::uuid and deleted_at is null limit ${atMost(BATCH)} for no key update`;
    for (const { id } of rows) await markDeleted(tx, id);
    return rows.length;
  });
  await repeat(async (tx) => {
    const rows = await listRows(tx, commentRow)`select id, post_id as "postId" from comment
      where author_id = ${accountId}::uuid and deleted_at is null limit ${atMost(BATCH)}`;
    for (const { id, postId } of [...rows].sort((a, b) => (a.postId < b.postId ? -1 : 1))) {
      await tx.execute(sql`select 1 from post where id = ${postId}::uuid for no key update`);
      await tx.execute(sql`update comment set deleted_at = now(), updated_at = now(), version = version + 1
          where id = ${id}::uuid and deleted_at is null`);
      await withdrawCases(tx, 'comment', id);
    }
    return rows.length;
  });
  // Ordered by post, so that concurrent transactions lock rows in the same order and cannot deadlock.
  const batches = [
    sql`delete from post_like where account_id = ${accountId}::uuid and post_id in (select post_id from post_like
      where account_id = ${accountId}::uuid order by post_id limit ${atMost(BATCH)}) returning 1`,
    sql`delete from comment_like where account_id = ${accountId}::uuid and comment_id in (select comment_id from comment_like
      where account_id = ${accountId}::uuid order by comment_id limit ${atMost(BATCH)}) returning 1`,
    sql`delete from bookmark where account_id = ${accountId}::uuid and post_id in (select post_id from bookmark
      where account_id = ${accountId}::uuid order by post_id limit ${atMost(BATCH)}) returning 1`,
    sql`delete from follow where (follower_id, followed_id) in (select follower_id, followed_id from follow
      where follower_id = ${accountId}::uuid or followed_id = ${accountId}::uuid limit ${atMost(BATCH)}) returning 1`,
  ];
  for (const batch of batches) {
    for (let count = BATCH; count === BATCH; count = (await database.db.execute(batch)).length)
      signal?.throwIfAborted();
  }
  const { db } = database;
  await db.execute(sql`delete from block where blocker_id = ${accountId}::uuid or blocked_id = ${accountId}::uuid`);
  await db.execute(sql`delete from mute where muter_id = ${accountId}::uuid or muted_id = ${accountId}::uuid`);
  await deleteInBatches(db, notification, sql`recipient_id = ${accountId}::uuid`);
  await withdrawNotices(db, sql`actor_id = ${accountId}::uuid`);
  await db.execute(sql`delete from entity_bookmark where account_id = ${accountId}::uuid`);
  await db.execute(sql`delete from post_feedback where account_id = ${accountId}::uuid`);
  await deleteInBatches(db, feedImpression, sql`account_id = ${accountId}::uuid`);
  // Before the lists are gone, which it asks for.
  await database.transaction((tx) => forgetAudited(tx, accountId));
  await eraseLists(database, accountId, signal);
  await forgetAbout(db, accountId);
  await forgetTagPreferences(db, accountId);
  await forgetRemovalsOf(db, accountId);
  await eraseThreads(db, accountId);
  await forgetWords(database, accountId);
}

const uidRow = z.object({ uid: z.string() });

/** Clears what staff wrote about a person and about what the person made, in the audit trail. */
async function forgetAudited(tx: Transaction, accountId: string): Promise<void> {
  const me = sql`${accountId}::uuid`;
  const found = await readRow(tx, uidRow)`select uid::text as uid from profile where account_id = ${me}`;
  if (found === undefined) return;
  const { uid } = found;
  const persons = [...PERSON_KINDS].map((one) => `'${one}'`).join(', ');
  const id = sql.raw(`case when e.subject_kind not in (${persons}) then e.subject_id::uuid end`);
  const isOwn = (table: string, owner: string): SQL =>
    sql`exists (select 1 from ${sql.identifier(table)} t where t.id = ${id} and t.${sql.identifier(owner)} = ${me})`;
  await clearAuditValues(
    tx,
    { kind: 'user', id: uid, by: undefined },
    sql`case e.subject_kind when 'post' then ${isOwn('post', 'author_id')} when 'comment' then ${isOwn('comment', 'author_id')}
        when 'list' then ${isOwn('entity_list', 'owner_id')} when 'attachment' then ${isOwn('attachment', 'owner_account_id')}
        when 'restriction' then ${isOwn('account_restriction', 'account_id')}
        when 'report' then ${isOwn('report', 'target_account_id')}
        else e.subject_kind in (${sql.raw(persons)}) and e.subject_id = ${uid} end
      or exists (select 1 from moderation_case c where c.author_account_id = ${me} and c.kind = e.subject_kind
        and c.subject_id = e.subject_id)`,
  );
}

/** Erases the text of content that was deleted long enough ago. */
export const forgetDeletedWords = (database: Database): Promise<void> => forgetWords(database);

/** Erases the text of deleted content: of one account at once, otherwise after the retention period. */
async function forgetWords({ db }: Database, accountId?: string): Promise<void> {
  const which =
    accountId === undefined
      ? sql`deleted_at < now() - make_interval(days => ${DELETED_DAYS})`
      : sql`deleted_at is not null and author_id = ${accountId}::uuid`;
  // What is under appeal is kept, unless its author leaves.
  const kept = (kind: 'post' | 'comment') =>
    accountId === undefined ? sql` and not ${isUnderAppeal(kind, sql.raw(`${kind}.id`))}` : sql.raw('');
  // A few at a time: a person may leave a hundred thousand comments. Ordered by the index of what is deleted: otherwise
  // PostgreSQL expects a third of the table to be deleted long ago, and reads all of it where nothing is.
  const inBatches = async (owner: 'post' | 'comment'): Promise<void> => {
    for (let count = ERASED; count === ERASED; ) {
      const rows = await listRows(db, idRow)`
        select id from ${sql.identifier(owner)} where ${which} and body <> ''${kept(owner)}
          order by deleted_at limit ${atMost(ERASED)}`;
      if (rows.length === 0) return;
      for (const statement of ERASE_TEXTS[owner](sql`any(${arrayText(rows.map(({ id }) => id))}::uuid[])`))
        await db.execute(statement);
      count = rows.length;
    }
  };
  await inBatches('post');
  await inBatches('comment');
}

const kind = declareJob({ kind: 'community.sweep', payload: z.object({}), singleton: () => 'sweep' });

/** The daily job that removes expired data. Idempotent, since it only removes what has expired. */
export const bindCommunitySweep = (database: Database): BoundJob =>
  bindJob(
    kind,
    async () => {
      await forgetDeletedWords(database);
      await forgetNotifications(database.db, NOTIFICATION_DAYS);
      await forgetImpressions(database.db, IMPRESSION_DAYS);
      await forgetRemovals(database.db);
      await forgetFanOuts(database.db);
      await forgetDrafts(database.db);
    },
    '23 3 * * *',
  );

/** The community's part of an account export. */
export async function* exportCommunity({ db }: Database, accountId: string): AsyncIterable<ExportFile> {
  const me = sql`${accountId}::uuid`;
  const lists = {
    posts: sql`select id, title, body, visibility, tags, created_at as "createdAt", archived_at as "archivedAt",
      subject_server as "subjectServer", subject_resource as "subjectResource", subject_id as "subjectId", spoiler,
      like_count as "likeCount", comment_count as "commentCount", array(select attachment_id from post_attachment
        where post_id = p.id order by position) as "attachmentIds" from post p
      where author_id = ${me} and deleted_at is null order by created_at, id`,
    comments: sql`select id, post_id as "postId", parent_id as "parentId", body, created_at as "createdAt" from comment
      where author_id = ${me} and deleted_at is null order by created_at, id`,
    likes: sql`select post_id as "postId", created_at as "createdAt" from post_like where account_id = ${me} order by created_at`,
    'comment-likes': sql`select comment_id as "commentId", created_at as "createdAt" from comment_like
      where account_id = ${me} order by created_at`,
    feedback: sql`select post_id as "postId", kind, reason_code as "reasonCode", created_at as "createdAt"
      from post_feedback where account_id = ${me} order by created_at`,
    bookmarks: sql`select post_id as "postId", created_at as "createdAt" from bookmark where account_id = ${me} order by created_at`,
    'entity-bookmarks': sql`select server, resource, entity_id as "entityId", title, created_at as "createdAt"
      from entity_bookmark where account_id = ${me} order by created_at`,
    following: sql`select uid, display_name as "displayName" from follow join profile on account_id = followed_id
      where follower_id = ${me} order by uid`,
    tags: sql`select tag, kind, created_at as "createdAt" from tag_preference where account_id = ${me} order by tag`,
    blocks: sql`select uid, display_name as "displayName" from block join profile on account_id = blocked_id
      where blocker_id = ${me} order by uid`,
    'notification-settings': sql`select kinds, quiet_from as "quietFrom", quiet_to as "quietTo", quiet_zone as "quietZone", digest
      from notification_setting where account_id = ${me}`,
    mutes: sql`select uid, display_name as "displayName" from mute join profile on account_id = muted_id
      where muter_id = ${me} order by uid`,
  };
  for (const [name, query] of Object.entries(lists))
    yield jsonFile(`community/${name}.json`, [...(await db.execute(query))]);
  yield* exportAbout(db, accountId);
  yield* exportLists(db, accountId);
  yield* exportThreads(db, accountId);
}
