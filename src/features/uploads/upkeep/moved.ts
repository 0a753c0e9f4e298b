// Resets uploads in progress whose rows were imported: received parts are not transferred, because their tokens belong
// to the original store. The client sends them again.
import { eq, inArray, or } from 'drizzle-orm';
import type { Queries } from '../../../platform/database/database.ts';
import { attachment, attachmentPart } from '../../../platform/database/schema/uploads.ts';

/** Restarts such uploads, and ends the leases of processes of the original installation. */
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
