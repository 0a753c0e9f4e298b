// Likes of posts, bookmarks and feedback: switches of one account on one post; setting one twice changes nothing. Owns
// post_like, bookmark and post_feedback; triggers keep their counters.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { readRow } from '../../../platform/database/rows.ts';
import { type LikeState, readLikeCount } from '../common/likes.ts';
import { type CommunityDependencies, changeAndWake } from '../common/parts.ts';
import { announce } from '../notifications/notifications.ts';
import { requireOpenPost, requirePost } from '../posts/reading.ts';

/** Likes or unlikes a post. */
export async function likePost(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  active: boolean,
): Promise<LikeState> {
  return changeAndWake<LikeState>(dependencies, async (tx) => {
    const found = await requirePost(tx, id, actor);
    requireOpenPost(found);
    const me = actor.accountId;
    if (!active) {
      await tx.execute(sql`delete from post_like where post_id = ${id}::uuid and account_id = ${me}::uuid`);
      return { changed: { active, likeCount: await readLikeCount(tx, 'post', id) }, notified: [] };
    }
    await tx.execute(
      sql`insert into post_like (post_id, account_id) values (${id}::uuid, ${me}::uuid) on conflict do nothing`,
    );
    const news = await announce(tx, [
      { recipientId: found.authorId, actorId: me, kind: 'post_reaction', postId: id, occasion: `like:${id}:${me}` },
    ]);
    return { changed: { active, likeCount: await readLikeCount(tx, 'post', id) }, notified: news };
  });
}

/** Adds or removes a bookmark. */
export async function bookmarkPost(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  active: boolean,
): Promise<{ readonly active: boolean }> {
  return dependencies.database.transaction(async (tx) => {
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

const feedbackRow = z.object({ createdAt: z.number() });

/** Sets, replaces or removes negative feedback on a post. */
export async function giveFeedback(
  dependencies: CommunityDependencies,
  actor: Actor,
  id: string,
  kind: Feedback['kind'] | null,
  reasonCode: string | null,
): Promise<Feedback | null> {
  return dependencies.database.transaction(async (tx) => {
    const found = await requirePost(tx, id, actor);
    requireOpenPost(found);
    if (found.authorId === actor.accountId) throw new Refusal('forbidden');
    const me = actor.accountId;
    if (kind === null) {
      await tx.execute(sql`delete from post_feedback where post_id = ${id}::uuid and account_id = ${me}::uuid`);
      return null;
    }
    const row = await readRow(tx, feedbackRow)`
      insert into post_feedback (post_id, account_id, kind, reason_code)
      values (${id}::uuid, ${me}::uuid, ${kind}, ${reasonCode})
      on conflict (account_id, post_id) do update set kind = excluded.kind, reason_code = excluded.reason_code, created_at = now()
      returning (extract(epoch from created_at) * 1000)::float8 as "createdAt"`;
    return { kind, reasonCode, createdAt: row?.createdAt ?? Date.now() };
  });
}

/** Removes all feedback of an account; returns the number removed. */
export async function clearFeedback(db: Queries, accountId: string): Promise<number> {
  const rows = await db.execute(sql`delete from post_feedback where account_id = ${accountId}::uuid returning 1`);
  return rows.length;
}
