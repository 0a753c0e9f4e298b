// Retries files whose examination failed for a technical reason (`processing_failed`), and those whose examination
// stalled. Faults found in a file are final. The original must still exist.
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { attachment } from '../../../platform/database/schema/uploads.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { unlinkedExpiry } from '../common/attachments.ts';
import type { Attachment } from '../common/present.ts';
import { enqueueScan } from './queue.ts';

/** Failure code of a file whose examination failed the maximum number of times. */
export const PROCESSING_FAILED = 'processing_failed';

/** Restarts the examination with a new count of attempts; undefined when there is nothing to retry. */
export function retryScan(
  { database, enqueue }: { readonly database: Database; readonly enqueue: Jobs['enqueue'] },
  id: string,
): Promise<Attachment | undefined> {
  const failed = and(eq(attachment.status, 'rejected'), eq(attachment.failureCode, PROCESSING_FAILED));
  const standing = and(
    eq(attachment.status, 'scanning'),
    sql`${attachment.processing} <> 'ready'`,
    or(isNull(attachment.leaseUntil), lte(attachment.leaseUntil, sql`now()`)),
  );
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(attachment)
      .set({
        status: 'scanning',
        failureCode: null,
        processing: 'queued',
        progress: 0,
        attempts: 0,
        expiresAt: sql`case when ${attachment.linkedAt} is null then ${unlinkedExpiry} end`,
        leaseToken: null,
        leaseHolder: null,
        leaseUntil: null,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(attachment.id, id),
          or(failed, standing),
          isNull(attachment.originalRemovedAt),
          isNull(attachment.objectsRemovedAt),
        ),
      )
      .returning();
    if (row !== undefined) await enqueueScan(enqueue, tx, row);
    return row;
  });
}
