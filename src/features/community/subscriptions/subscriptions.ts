// Who is notified of the comments of a post, and of the posts of a person. Owns post_subscription and author_subscription. Without a
// choice, the author of a post and those who commented on it are subscribed.
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { hasRow, readRow, thereRow } from '../../../platform/database/rows.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { blockedOf } from '../common/visibility.ts';
import { type PersonName, readNamed } from '../people/names.ts';
import { requirePost } from '../posts/reading.ts';

/** Whether an account is notified of the comments of a post. */
export async function readSubscribed(db: Queries, accountId: string, postId: string): Promise<boolean> {
  const row = await readRow(db, thereRow)`
    select coalesce((select is_active from post_subscription where post_id = p.id and account_id = ${accountId}::uuid),
        p.author_id = ${accountId}::uuid or exists (select 1 from comment c
          where c.post_id = p.id and c.author_id = ${accountId}::uuid and c.deleted_at is null)) as there
      from post p where p.id = ${postId}::uuid`;
  return row?.there ?? false;
}

/** Subscribes to the comments of a post that one may read, or ends that, also when it is no longer readable. */
export async function subscribeToPost(
  { database: { db } }: CommunityDependencies,
  actor: Actor,
  postId: string,
  active: boolean,
): Promise<void> {
  if (active) await requirePost(db, postId, actor);
  // A choice is stored only for a post that exists.
  const made = await db.execute(sql`insert into post_subscription (account_id, post_id, is_active)
    select ${actor.accountId}::uuid, id, ${active}::boolean from post where id = ${postId}::uuid and deleted_at is null
    on conflict (post_id, account_id) do update set is_active = excluded.is_active, changed_at = now() returning 1`);
  if (made.length === 0) throw new Refusal('post_not_found');
}

/** Subscribes to the new posts of a person, or ends that. */
export async function subscribeToAuthor(
  { database: { db } }: CommunityDependencies,
  actor: Actor,
  name: PersonName,
  active: boolean,
): Promise<void> {
  const me = actor.accountId;
  const author = required(await readNamed(db, name), 'user_not_found');
  if (author.accountId === me) throw new Refusal('self_relationship_forbidden');
  if (!active) {
    await db.execute(sql`delete from author_subscription
      where author_id = ${author.accountId}::uuid and account_id = ${me}::uuid`);
    return;
  }
  if (await hasRow(db)`select 1 from (${blockedOf(me)}) b(id) where b.id = ${author.accountId}::uuid`) {
    throw new Refusal('relationship_blocked');
  }
  await db.execute(sql`insert into author_subscription (account_id, author_id)
    values (${me}::uuid, ${author.accountId}::uuid) on conflict do nothing`);
}
