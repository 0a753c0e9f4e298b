// What becomes of uploads that were under way when their rows were carried to another place: the parts that had arrived
// stay behind, since what they are called is a matter of the store that has them. The client sends them again.
import { eq, inArray, or } from 'drizzle-orm';
import type { Queries } from '../../../platform/database/database.ts';
import { attachment, attachmentPart } from '../../../platform/database/schema/uploads.ts';

/** Begins such uploads anew, and ends the leases of processes that are elsewhere. */
export async function restartUploads(tx: Pick<Queries, 'update' | 'delete'>): Promise<void> {
  await tx.delete(attachmentPart);
  await tx
    .update(attachment)
    .set({ status: 'reserved', partHandle: null })
    .where(inArray(attachment.status, ['reserved', 'finishing']));
  await tx
    .update(attachment)
    .set({ leaseToken: null, leaseHolder: null, leaseUntil: null })
    .where(or(eq(attachment.status, 'reserved'), eq(attachment.status, 'scanning')));
}
