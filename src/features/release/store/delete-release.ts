// Deletes one release: its documents, from the side manifest down. From then on a request that pins it is 404. Content that no
// other release names is left to a collection (retention.ts), which also finishes a deletion that was interrupted.
import { leaseKey, releaseIdentityKey, releasePrefix, sideManifestKey } from '../../../kernel/object-key.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { operatorError } from '../common/operator-error.ts';
import type { Pointer } from './formats.ts';
import { describeLease, readLeases, takeLease } from './lease.ts';
import { updatePointer } from './move-pointer.ts';
import { requireReleaseId } from './registry.ts';
import { readPointer } from './store.ts';

/**
 * Removes the documents of a release that is neither current nor in use. Publications and promotions wait meanwhile. Throws
 * OperatorError: `server_not_found`, `release_not_found`, `release_in_use`, `pointer_invalid`.
 */
export async function deleteRelease(objects: Objects, server: string, releaseId: string): Promise<void> {
  await requireUnused(objects, server, releaseId);
  const lease = await takeLease(objects, server, 'collect');
  try {
    await requireUnused(objects, server, releaseId);
    // First, so that no rollback leads to what is being removed.
    await updatePointer(objects, server, 'promote', (current) => {
      if (current?.releaseId === releaseId) throw inUse(`"${releaseId}" is the current release of "${server}".`);
      return current?.history.includes(releaseId) ? { ...current, history: without(current, releaseId) } : undefined;
    });
    await objects.removeAll([sideManifestKey(server, releaseId), releaseIdentityKey(server, releaseId)]);
    const rest = await Array.fromAsync(objects.list(releasePrefix(server, releaseId)));
    await objects.removeAll(rest.map(({ key }) => key));
    await objects.flush();
  } finally {
    await lease.release();
  }
}

/** The history of a pointer without a release, and without repeats that this leaves. */
const without = ({ history }: Pointer, releaseId: string): readonly string[] =>
  history.filter((id) => id !== releaseId).filter((id, at, rest) => id !== rest[at - 1]);

/** Throws OperatorError unless there is such a release and nothing needs it. */
export async function requireUnused(objects: Objects, server: string, releaseId: string): Promise<void> {
  await requireReleaseId(objects, server, releaseId);
  const stored = await readPointer(objects, server);
  if (stored !== undefined && stored.value === undefined) {
    throw operatorError('pointer_invalid', `The pointer of "${server}" is damaged; publish or promote sets it anew.`);
  }
  if (stored?.value?.releaseId === releaseId) throw inUse(`"${releaseId}" is the current release of "${server}".`);
  const ofQuery = leaseKey(server, `query-${releaseId}`);
  // An open publication may rely on what any release of its server has.
  const holder = (await readLeases(objects)).find(
    ({ kind, key, live, server: of }) =>
      live && of === server && kind !== 'collect' && (kind !== 'query' || key === ofQuery),
  );
  if (holder !== undefined) throw inUse(describeLease(holder));
}

const inUse = (message: string) => operatorError('release_in_use', message);
