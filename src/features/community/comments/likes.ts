// Likes of comments: an idempotent switch of an account on a comment. Owns comment_like; a trigger maintains the
// counter.
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type LikeState, readLikeCount } from '../common/likes.ts';
import { type CommunityDependencies, changeAndWake } from '../common/parts.ts';
import { announce } from '../notifications/notifications.ts';
import { readPost, requireOpenPost } from '../posts/reading.ts';
import { requireComment } from './rows.ts';

/** Likes or unlikes a comment. */
export async function likeComment(
  dependencies: Pick<CommunityDependencies, 'wake'> & { readonly database: Pick<Database, 'transaction'> },
  actor: Actor,
  id: string,
  active: boolean,
): Promise<LikeState> {
  return changeAndWake<LikeState>(dependencies, async (tx) => {
    const found = await requireComment(tx, id, actor);
    const under = await readPost(tx, found.postId, actor);
    // Deleted since the comment was read.
    if (under === undefined) throw new Refusal('comment_not_found');
    requireOpenPost(under);
    if (found.moderationStatus !== 'allow') throw new Refusal('comment_not_ready');
    const me = actor.accountId;
    if (!active) {
      await tx.execute(sql`delete from comment_like where comment_id = ${id}::uuid and account_id = ${me}::uuid`);
      return { changed: { active, likeCount: await readLikeCount(tx, 'comment', id) }, notified: [] };
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
    return { changed: { active, likeCount: await readLikeCount(tx, 'comment', id) }, notified: news };
  });
}
