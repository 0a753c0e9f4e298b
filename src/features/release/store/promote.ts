// Changes a server's pointer manually: promote a stored release, roll back, retire the server. Each change is one
// compare-and-set. Releases themselves are not modified, and only complete ones can become current.
import type { Objects } from '../../../platform/objects/objects.ts';
import { operatorError } from '../common/operator-error.ts';
import type { Pointer, SideManifest } from './formats.ts';
import { type FoundLease, takeLease, waitForCollections } from './lease.ts';
import { appendHistory, updatePointer } from './move-pointer.ts';
import { requirePointer, requireReleaseId } from './registry.ts';
import { readWholeRelease } from './store.ts';

export interface PointerMove {
  readonly server: string;
  readonly releaseId: string;
  readonly status: Pointer['status'];
  /** The previously current release; null when there was none. */
  readonly previous: string | null;
  readonly changed: boolean;
}

/** Called for each running collection that the command waits for. */
type OnWait = (lease: FoundLease) => void;

/** What the caller saw. Where something else stands now, nothing changes: OperatorError `current_release_changed`. */
export interface Expected {
  /** The current release; null: there was none. Undefined: whatever stands. */
  readonly from?: string | null | undefined;
  /** Of a rollback: the release before the current one. Undefined: whatever it is. */
  readonly to?: string | undefined;
}

function requireExpected(server: string, { from }: Expected, current: Pick<Pointer, 'releaseId'> | undefined): void {
  if (from !== undefined && from !== (current?.releaseId ?? null)) throw changedMeanwhile(server);
}

const changedMeanwhile = (server: string) =>
  operatorError('current_release_changed', `The current release of "${server}" has changed meanwhile.`);

/** Makes a stored release current, and reactivates a retired server. Throws OperatorError. */
export async function promoteRelease(
  objects: Objects,
  server: string,
  releaseId: string,
  onWait?: OnWait,
  expected: Expected = {},
): Promise<PointerMove> {
  await requireReleaseId(objects, server, releaseId);
  return underLease(objects, server, onWait, () => promoteStored(objects, server, releaseId, expected));
}

async function promoteStored(
  objects: Objects,
  server: string,
  releaseId: string,
  expected: Expected,
): Promise<PointerMove> {
  await requireReleaseId(objects, server, releaseId);
  const side = await requireWhole(objects, server, releaseId);
  let previous: string | null = null;
  const changed = await updatePointer(objects, server, 'promote', (current) => {
    requireExpected(server, expected, current);
    previous = current?.releaseId ?? null;
    if (current?.releaseId === releaseId && current.status === 'active') return undefined;
    const history = appendHistory(current?.history ?? [], releaseId);
    return { ...factsOf(side), status: 'active', history };
  });
  return { server, releaseId, status: 'active', previous, changed };
}

/** Returns to the previously current release. Throws OperatorError when there is none. */
export async function rollbackRelease(
  objects: Objects,
  server: string,
  onWait?: OnWait,
  expected: Expected = {},
): Promise<PointerMove> {
  await requirePointer(objects, server);
  return underLease(objects, server, onWait, () => rollBackOnce(objects, server, expected));
}

async function rollBackOnce(objects: Objects, server: string, expected: Expected): Promise<PointerMove> {
  for (;;) {
    const pointer = await requirePointer(objects, server);
    requireExpected(server, expected, pointer);
    const history = pointer.history.slice(0, -1);
    const releaseId = history.at(-1);
    if (releaseId === undefined) {
      throw operatorError('nothing_to_roll_back', `The server "${server}" has no release before the current one.`);
    }
    if (expected.to !== undefined && expected.to !== releaseId) throw changedMeanwhile(server);
    const side = await requireWhole(objects, server, releaseId);
    const { status, digest } = pointer;
    let raced = false;
    await updatePointer(objects, server, 'rollback', (current) => {
      raced = current?.digest !== digest;
      return raced ? undefined : { ...factsOf(side), status, history };
    });
    if (!raced) return { server, releaseId, status, previous: pointer.releaseId, changed: true };
  }
}

/**
 * Removes a server from the registry. Its releases stay; publishing or promoting one reactivates it. Throws
 * OperatorError.
 */
export async function retireServer(objects: Objects, server: string, expected: Expected = {}): Promise<PointerMove> {
  const { releaseId } = await requirePointer(objects, server);
  const changed = await updatePointer(objects, server, 'retire', (current) => {
    requireExpected(server, expected, current);
    return current === undefined || current.status === 'retired' ? undefined : { ...current, status: 'retired' };
  });
  return { server, releaseId, status: 'retired', previous: releaseId, changed };
}

/** Holds a lease, so that no collection removes the release while it is being made current. */
async function underLease<T>(
  objects: Objects,
  server: string,
  onWait: OnWait | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const lease = await takeLease(objects, server, 'publish');
  try {
    await waitForCollections(objects, onWait);
    return await work();
  } finally {
    await lease.release();
  }
}

function factsOf({ server, sourceId, releaseId, displayName, region }: SideManifest) {
  return { server, sourceId, releaseId, displayName, region };
}

async function requireWhole(objects: Objects, server: string, releaseId: string): Promise<SideManifest> {
  const side = await readWholeRelease(objects, server, releaseId);
  if (side !== undefined) return side;
  const message = `The release "${releaseId}" is not there or is damaged; "livehouse releases verify" says how.`;
  throw operatorError('release_invalid', message);
}
