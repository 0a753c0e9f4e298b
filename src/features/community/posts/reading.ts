// Reads or locks one post for a viewer who may read it. Every action on a post starts here.
import { sql } from 'drizzle-orm';
import type { Role } from '../../../http/gates/guard.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { prepareSql, prepareWrite } from '../../../platform/database/prepared.ts';
import { AUTHOR_JOINS, type PostRow, postColumns, postRow } from '../common/rows.ts';
import { ME, readsPost, type Viewer } from '../common/visibility.ts';

// Prepared, since every post page and every change of a post runs it.
const postStatement = prepareSql(postRow, ({ role }: { readonly role: Role | undefined }) => {
  const viewer = role && { ...ME, role };
  return sql`select ${postColumns(viewer, true)} from post p ${AUTHOR_JOINS}
    where p.id = ${sql.placeholder('id')}::uuid and ${readsPost(viewer)}`;
});

/** A post at its own address; undefined when the viewer may not read it. */
export async function readPost(db: Queries | Transaction, id: string, viewer: Viewer): Promise<PostRow | undefined> {
  return postStatement.first(db, { role: viewer?.role }, { id, me: viewer?.accountId });
}

/** Like `readPost`; refuses with `post_not_found`. */
export async function requirePost(db: Queries | Transaction, id: string, viewer: Viewer): Promise<PostRow> {
  return required(await readPost(db, id, viewer), 'post_not_found');
}

const lockStatement = prepareWrite(
  () => sql`select 1 as there from post where id = ${sql.placeholder('id')}::uuid for no key update`,
);

/** A post that this actor may read, locked until the end of the transaction. */
export async function lockPost(tx: Transaction, id: string, viewer: Viewer): Promise<PostRow> {
  // The connection runs the second after the first, so it sees what the lock waited for.
  const [, found] = await Promise.all([lockStatement.list(tx, {}, { id }), requirePost(tx, id, viewer)]);
  return found;
}

/** Refuses reactions and comments on a post that is hidden, archived or not allowed yet. */
export function requireOpenPost(found: PostRow): void {
  if (found.hiddenAt !== null) throw new Refusal('post_hidden');
  if (found.archivedAt !== null) throw new Refusal('post_archived');
  if (found.moderationStatus !== 'allow') throw new Refusal('post_not_ready');
}
