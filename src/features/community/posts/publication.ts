// Detects the publication of a post: the first time that it is public and allowed. Listeners are called once, even if the
// post is edited, hidden or archived later. Subscribers of the author are notified once others may read it.
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../../../platform/database/database.ts';
import { readRow } from '../../../platform/database/rows.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { ACTIVE_POST, PUBLIC_POST } from '../common/visibility.ts';

const publishedRow = z.object({
  authorId: z.string(),
  server: z.string().nullable(),
  resource: z.string().nullable(),
  subjectId: z.string().nullable(),
  tags: z.array(z.string()),
});

/** Marks a post as published if it is visible to everybody for the first time, and calls the listener. Idempotent. */
export async function notePublication(
  { onPublished, tellSubscribers }: Pick<CommunityDependencies, 'onPublished' | 'tellSubscribers'>,
  tx: Transaction,
  id: string,
): Promise<void> {
  // Also of posts that only members may read.
  await tellSubscribers(tx, 'new_post', id);
  const first = await readRow(tx, publishedRow)`update post p set published_at = now()
    where p.id = ${id}::uuid and p.published_at is null and ${ACTIVE_POST} and ${PUBLIC_POST}
    returning p.author_id as "authorId", p.subject_server as server, p.subject_resource as resource,
      p.subject_id as "subjectId", p.tags`;
  if (first === undefined) return;
  const [author] = await tx.select({ uid: profile.uid }).from(profile).where(eq(profile.accountId, first.authorId));
  if (author === undefined) return;
  const { server, resource, subjectId, tags } = first;
  const hasSubject = server !== null && resource !== null && subjectId !== null;
  const subject = hasSubject ? { server, resource, id: subjectId } : null;
  await onPublished(tx, { postId: id, authorUid: author.uid, subject, tags });
}
