// Which file is examined next. Videos have a queue of their own. Pictures are taken by how little waits before them: of one
// account in the order of arrival, small ones earlier, and the first files of one account before the later ones of another.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { attachment } from '../../../platform/database/schema/uploads.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { filmJob, scanJob } from '../common/jobs.ts';
import type { Attachment } from '../common/present.ts';
import { isVideo } from '../common/rules.ts';

const MEBIBYTE = 1024 * 1024;
/** A large file stands as far behind as this many files at most, so that small ones of others cannot hold it up for long. */
const SIZE_PLACES_MAX = 8;

/** Promises the examination of a file that is `scanning`. */
export async function enqueueScan(
  enqueue: Jobs['enqueue'],
  tx: Transaction,
  { id, ownerAccountId, mediaType, size }: Pick<Attachment, 'id' | 'ownerAccountId' | 'mediaType' | 'size'>,
  options: { readonly startAfter?: Date } = {},
): Promise<void> {
  const [found] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(attachment)
    .where(
      and(
        eq(attachment.ownerAccountId, ownerAccountId),
        eq(attachment.status, 'scanning'),
        inArray(attachment.processing, ['queued', 'processing']),
      ),
    );
  const places = (found?.count ?? 0) + Math.min(SIZE_PLACES_MAX, Math.floor(size / MEBIBYTE));
  const job = isVideo(mediaType) ? filmJob : scanJob;
  await enqueue(tx, job, { id }, { ...options, group: ownerAccountId, priority: -places });
}
