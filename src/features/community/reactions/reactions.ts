// Likes, bookmarks and feedback: idempotent switches of an account on a post or comment. Owns post_like, comment_like,
// bookmark, post_feedback and feed_impression; triggers maintain the counters.
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { requireComment } from '../comments/rows.ts';
import { type CommunityParts, readRow } from '../common/parts.ts';
import { announce } from '../notifications/notifications.ts';
import { requireOpenPost, requirePost } from '../posts/posts.ts';

export interface LikeState {
  readonly active: boolean;
  readonly likeCount: number;
}

const readCount = async (tx: Transaction, table: 'post' | 'comment', id: string): Promise<number> => {
  const row = await readRow<{ count: number }>(
    tx,
    sql`select like_count as count from ${sql.identifier(table)} where id = ${id}::uuid`,
  );
  return row?.count ?? 0;
};

/** Likes or unlikes a post. */
export async function likePost(parts: CommunityParts, actor: Actor, id: string, active: boolean): Promise<LikeState> {
  const { state, told } = await parts.database.transaction(async (tx) => {
    const found = await requirePost(tx, id, actor);
    requireOpenPost(found);
    const me = actor.accountId;
    if (!active) {
      await tx.execute(sql`delete from post_like where post_id = ${id}::uuid and account_id = ${me}::uuid`);
      return { state: { active, likeCount: await readCount(tx, 'post', id) }, told: [] };
    }
    await tx.execute(
      sql`insert into post_like (post_id, account_id) values (${id}::uuid, ${me}::uuid) on conflict do nothing`,
    );
    const news = await announce(tx, [
      { recipientId: found.authorId, actorId: me, kind: 'post_reaction', postId: id, occasion: `like:${id}:${me}` },
    ]);
    return { state: { active, likeCount: await readCount(tx, 'post', id) }, told: news };
  });
  parts.wake(told);
  return state;
}

/** Likes or unlikes a comment. */
export async function likeComment(
  parts: CommunityParts,
  actor: Actor,
  id: string,
  active: boolean,
): Promise<LikeState> {
  const { state, told } = await parts.database.transaction(async (tx) => {
    const found = await requireComment(tx, id, actor);
    const under = await requirePost(tx, found.postId, actor);
    requireOpenPost(under);
    if (found.moderationStatus !== 'allow') throw new Refusal('comment_not_ready');
    const me = actor.accountId;
    if (!active) {
      await tx.execute(sql`delete from comment_like where comment_id = ${id}::uuid and account_id = ${me}::uuid`);
      return { state: { active, likeCount: await readCount(tx, 'comment', id) }, told: [] };
    }
    await tx.execute(
      sql`insert into comment_like (comment_id, account_id) values (${id}::uuid, ${me}::uuid) on conflict do nothing`,
    );
    const news = await announce(tx, [
      {
        recipientId: found.authorId,
        actorId: me,
        kind: 'comment_reaction',
        postId: found.postId,
        commentId: id,
        occasion: `like:${id}:${me}`,
      },
    ]);
    return { state: { active, likeCount: await readCount(tx, 'comment', id) }, told: news };
  });
  parts.wake(told);
  return state;
}

/** Adds or removes a bookmark. */
export async function bookmarkPost(
  parts: CommunityParts,
  actor: Actor,
  id: string,
  active: boolean,
): Promise<{ readonly active: boolean }> {
  return parts.database.transaction(async (tx) => {
    requireOpenPost(await requirePost(tx, id, actor));
    const me = actor.accountId;
    await tx.execute(
      active
        ? sql`insert into bookmark (post_id, account_id) values (${id}::uuid, ${me}::uuid) on conflict do nothing`
        : sql`delete from bookmark where post_id = ${id}::uuid and account_id = ${me}::uuid`,
    );
    return { active };
  });
}

export interface Feedback {
  readonly kind: 'not_interested' | 'hide';
  readonly reasonCode: string | null;
  readonly createdAt: number;
}

/** Sets, replaces or removes negative feedback on a post. */
export async function giveFeedback(
  parts: CommunityParts,
  actor: Actor,
  id: string,
  kind: Feedback['kind'] | null,
  reasonCode: string | null,
): Promise<Feedback | null> {
  return parts.database.transaction(async (tx) => {
    const found = await requirePost(tx, id, actor);
    requireOpenPost(found);
    if (found.authorId === actor.accountId) throw new Refusal('forbidden');
    const me = actor.accountId;
    if (kind === null) {
      await tx.execute(sql`delete from post_feedback where post_id = ${id}::uuid and account_id = ${me}::uuid`);
      return null;
    }
    const row = await readRow<{ createdAt: number }>(
      tx,
      sql`
        insert into post_feedback (post_id, account_id, kind, reason_code)
        values (${id}::uuid, ${me}::uuid, ${kind}, ${reasonCode})
        on conflict (account_id, post_id) do update set kind = excluded.kind, reason_code = excluded.reason_code, created_at = now()
        returning (extract(epoch from created_at) * 1000)::float8 as "createdAt"`,
    );
    return { kind, reasonCode, createdAt: row?.createdAt ?? Date.now() };
  });
}

/** Removes all feedback of an account; returns the number removed. */
export async function clearFeedback(db: Queries, accountId: string): Promise<number> {
  const rows = await db.execute(sql`delete from post_feedback where account_id = ${accountId}::uuid returning 1`);
  return rows.length;
}

/** Records which recommended posts were shown, keeping the first time. */
export async function recordImpressions(db: Queries, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`insert into feed_impression (account_id, post_id)
    select ${accountId}::uuid, id from unnest(${`{${ids.join(',')}}`}::uuid[]) as shown(id)
    where exists (select 1 from post where post.id = shown.id) on conflict do nothing`);
}

/** Deletes the impressions of an account. */
export async function clearImpressions(db: Queries, accountId: string): Promise<void> {
  await db.execute(sql`delete from feed_impression where account_id = ${accountId}::uuid`);
}

/** Deletes impressions that are too old to affect recommendations. */
export async function forgetImpressions(db: Queries, days: number): Promise<void> {
  await db.execute(sql`delete from feed_impression where seen_at < now() - make_interval(days => ${days})`);
}
