// Subscriptions and drafts when their owner leaves: what an export of the account has, and their removal.
import { sql } from 'drizzle-orm';
import { type ExportFile, jsonFile } from '../../../kernel/export-file.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { authorSubscription, draft, postSubscription } from '../../../platform/database/schema/community-threads.ts';

/** Removes the drafts and subscriptions of an account, and those of others to it. Idempotent. */
export async function eraseThreads(db: Queries, accountId: string): Promise<void> {
  const own = sql`account_id = ${accountId}::uuid`;
  await deleteInBatches(db, draft, own);
  await deleteInBatches(db, postSubscription, own);
  await deleteInBatches(db, authorSubscription, own);
  await deleteInBatches(db, authorSubscription, sql`author_id = ${accountId}::uuid`);
}

/** The drafts and subscriptions of an account. */
export async function* exportThreads(db: Queries, accountId: string): AsyncIterable<ExportFile> {
  const me = sql`${accountId}::uuid`;
  const lists = {
    drafts: sql`select id, version, content::json as content, created_at as "createdAt", updated_at as "updatedAt" from draft
      where account_id = ${me} order by updated_at, id`,
    'post-subscriptions': sql`select post_id as "postId", is_active as active, changed_at as "changedAt" from post_subscription
      where account_id = ${me} order by changed_at, post_id`,
    'posts-subscriptions': sql`select uid, display_name as "displayName" from author_subscription s
      join profile p on p.account_id = s.author_id where s.account_id = ${me} order by uid`,
  };
  for (const [name, query] of Object.entries(lists))
    yield jsonFile(`community/${name}.json`, [...(await db.execute(query))]);
}
