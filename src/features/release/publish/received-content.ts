// The content of a publication whose files were received as objects: their digests have been verified, and their bytes are
// in the store. Only large files are read, for their block digests, unless the current release already has these.
import { BLOCKED_OVER_BYTES, type IngestItem, type Objects } from '../../../platform/objects/objects.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { readPointer, readSideManifest } from '../store/store.ts';
import type { SnapshotFile } from './derivation.ts';
import type { SnapshotContent } from './snapshot-content.ts';
import type { HashedFile } from './stat-index.ts';

export interface ReceivedSnapshot {
  readonly snapshot: Snapshot;
  /** Digest of the descriptor and the list of files. */
  readonly inputSha256: string;
  /** Path → SHA-256. */
  readonly digests: ReadonlyMap<string, string>;
  /** Digests that were sent for this publication. */
  readonly sent: ReadonlySet<string>;
  /** Digests that the releases of this server had before. What other servers have is not counted. */
  readonly known: ReadonlySet<string>;
  /** A file on this machine with the bytes of a file of the snapshot. */
  readonly locate: (file: SnapshotFile) => Promise<string>;
}

/** The content of a received snapshot, as `hashSnapshot` returns it for a directory. */
export async function gatherReceived(objects: Objects, received: ReceivedSnapshot): Promise<SnapshotContent> {
  const { snapshot, digests, sent } = received;
  const blocks = await readBlocks(objects, snapshot.descriptor.server.id);
  const hashed: HashedFile[] = snapshot.files.map(({ path }) => {
    const sha256 = digests.get(path);
    if (sha256 === undefined) throw new Error('a file has no digest');
    return { sha256, blocks: blocks.get(sha256) };
  });
  const large: { readonly index: number; readonly item: IngestItem }[] = [];
  for (const [index, file] of snapshot.files.entries()) {
    const known = hashed[index];
    if (known === undefined || file.bytes <= BLOCKED_OVER_BYTES || known.blocks !== undefined) continue;
    const path = await received.locate({ ...file, sha256: known.sha256 });
    large.push({ index, item: { path, bytes: file.bytes, hashOnly: true } });
  }
  await objects.ingest(
    large.map(({ item }) => item),
    (at, result) => {
      const index = large[at]?.index;
      if (index !== undefined) hashed[index] = { sha256: result.sha256, blocks: result.blocks };
    },
  );
  return { hashed, written: sent, racy: false };
}

async function readBlocks(objects: Objects, server: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const pointer = (await readPointer(objects, server))?.value;
  const side = pointer && (await readSideManifest(objects, server, pointer.releaseId));
  return new Map(Object.entries(side?.blocks ?? {}));
}
