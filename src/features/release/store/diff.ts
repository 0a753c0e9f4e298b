// The difference between two releases of a server, by release path. A path is changed if its bytes or its media type
// differ.
import type { Objects } from '../../../platform/objects/objects.ts';
import { requireManifest, requireReleaseId } from './registry.ts';

export interface ReleaseDifference {
  /** Release paths, sorted. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The changes from release `from` to release `to`. Throws OperatorError when one is missing. */
export async function diffReleases(
  objects: Objects,
  server: string,
  from: string,
  to: string,
): Promise<ReleaseDifference> {
  await requireReleaseId(objects, server, from);
  await requireReleaseId(objects, server, to);
  const before = new Map(
    (await requireManifest(objects, server, from)).entries.map((entry) => [
      entry.path,
      `${entry.sha256} ${entry.mediaType}`,
    ]),
  );
  const added: string[] = [];
  const changed: string[] = [];
  for (const entry of (await requireManifest(objects, server, to)).entries) {
    const earlier = before.get(entry.path);
    before.delete(entry.path);
    if (earlier === undefined) added.push(entry.path);
    else if (earlier !== `${entry.sha256} ${entry.mediaType}`) changed.push(entry.path);
  }
  return { added, removed: [...before.keys()], changed };
}
