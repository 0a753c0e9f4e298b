// The order in which files are examined. Videos have a queue of their own. A picture's priority depends on how much of
// its owner's work is waiting: per account in order of arrival, small files earlier, and an account's first files
// before another account's later ones.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { attachment } from '../../../platform/database/schema/uploads.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { filmJob, scanJob } from '../common/jobs.ts';
import type { Attachment } from '../common/present.ts';
import { isVideo } from '../common/rules.ts';

const MEBIBYTE = 1024 * 1024;
/** A large file counts as at most this many files, so that other people's small files cannot delay it for long. */
const SIZE_PLACES_MAX = 8;

/** Enqueues the examination of a file in state `scanning`. */
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
