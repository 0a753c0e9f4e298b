// Hashes the files of a snapshot, several at a time, with at most a piece of each in memory.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { HashFiles } from '../../../src/app/commands/elsewhere/local-snapshot.ts';
import { operatorError } from '../../../src/features/release/common/operator-error.ts';
import type { ScannedFile } from '../../../src/features/release/snapshot/snapshot.ts';
import { forEachConcurrently } from '../../../src/kernel/concurrency/concurrently.ts';

const FILES = 16;
const PIECE_BYTES = 1024 * 1024;

/** The SHA-256 of each file, in their order. Throws OperatorError for one that cannot be read or that changes. */
export const hashFiles: HashFiles = async (files, { onProgress }) => {
  const digests: string[] = [];
  let done = 0;
  await forEachConcurrently(files.entries(), FILES, async ([index, file]) => {
    digests[index] = await hashFile(file);
    done += 1;
    onProgress(done, files.length);
  });
  return digests;
};

async function hashFile({ path, realPath, bytes }: ScannedFile): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    const file = await open(realPath);
    try {
      const piece = new Uint8Array(Math.min(PIECE_BYTES, bytes + 1));
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, piece.length, null);
        if (bytesRead === 0) break;
        hash.update(piece.subarray(0, bytesRead));
        read += bytesRead;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw operatorError('file_unreadable', `The file cannot be read (${detail}).`, path);
  }
  if (read !== bytes) throw operatorError('file_changed', 'The file changed while it was being published.', path);
  return hash.digest('hex');
}
