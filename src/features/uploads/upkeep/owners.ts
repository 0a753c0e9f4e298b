// Deletes all files of a deleted account, linked or not, and exports the files of an account with their metadata.
// Idempotent.
import { and, eq, notInArray } from 'drizzle-orm';
import { type ExportFile, jsonFile } from '../../../kernel/export-file.ts';
import type { Database } from '../../../platform/database/database.ts';
import { attachment } from '../../../platform/database/schema/uploads.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { deleteFilesOf, readVariants } from '../common/attachments.ts';
import { eraseJob } from '../common/jobs.ts';
import { presentAttachment } from '../common/present.ts';
import { extensionOf, isMediaType } from '../common/rules.ts';

/** Deletes all files of an account; one job per file removes the bytes. */
export async function forgetOwner(
  { database, enqueue }: { readonly database: Database; readonly enqueue: Jobs['enqueue'] },
  accountId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const id of await deleteFilesOf(tx, accountId)) await enqueue(tx, eraseJob, { id });
  });
}

/**
 * The files of an account for its export: a list, then each file as uploaded, or its main variant if the original is
 * gone.
 */
export async function* exportFiles(
  { database, objects }: { readonly database: Database; readonly objects: Objects },
  accountId: string,
): AsyncGenerator<ExportFile> {
  const { db } = database;
  const rows = await db
    .select()
    .from(attachment)
    .where(and(eq(attachment.ownerAccountId, accountId), notInArray(attachment.status, ['deleted', 'reserved'])))
    .orderBy(attachment.createdAt);
  const list = rows.map((row) => presentAttachment(row));
  yield jsonFile('attachments.json', list);
  for (const row of rows) {
    const media = (await readVariants(db, [row.id])).find(({ kind }) => kind === 'media');
    const isOriginal = row.originalRemovedAt === null;
    const key = isOriginal ? row.originalKey : media?.objectKey;
    const file = key === undefined ? undefined : await objects.local(key);
    if (file === undefined) continue;
    const type = isOriginal ? row.mediaType : (media?.mediaType ?? '');
    const extension = isMediaType(type) ? extensionOf(type) : 'bin';
    yield {
      name: `attachments/${row.id}.${extension}`,
      content: Bun.file(file.path).stream(),
      modifiedAt: row.createdAt,
    };
  }
}
