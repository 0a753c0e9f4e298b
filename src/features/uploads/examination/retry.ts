// A second chance for files whose examination failed by no fault of their own (`processing_failed`), and for those whose
// work stands still. What was found wrong with a file stays so. The original must still be there.
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { attachment } from '../../../platform/database/schema/uploads.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { unlinkedExpiry } from '../common/attachments.ts';
import type { Attachment } from '../common/present.ts';
import { enqueueScan } from './queue.ts';

/** Why a file is rejected that was tried as often as it may be. */
export const PROCESSING_FAILED = 'processing_failed';

/** Begins again with a fresh count of attempts; undefined when there is nothing to try again. */
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
