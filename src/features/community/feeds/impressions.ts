// Recommended posts that an account was shown. Owns feed_impression.
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../platform/database/database.ts';

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
