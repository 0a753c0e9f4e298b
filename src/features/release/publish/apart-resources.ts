// Chooses the resources whose part of the query file a second process builds.
import type { ResourceDeclaration } from '../snapshot/resource-declaration.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A second process costs a third of a second of processor time, as much as the tables of some megabytes. */
const WORTH_BYTES = 16 * 1024 * 1024;

interface Input {
  readonly resources: readonly Pick<ResourceDeclaration, 'name' | 'files'>[];
  readonly files: readonly Pick<Snapshot['files'][number], 'path' | 'bytes'>[];
}

/**
 * Up to half of the input, in resources that share no file with others: those that do have entities in common, which are stored once.
 * Empty if that is little.
 */
export function chooseApart({ resources, files }: Input): ReadonlySet<string> {
  const bytes = new Map(files.map((file) => [file.path, file.bytes]));
  const readers = Map.groupBy(
    resources.flatMap((resource) => resource.files),
    (path) => path,
  );
  const sized = resources.map((resource) => ({
    name: resource.name,
    bytes: resource.files.reduce((sum, path) => sum + (bytes.get(path) ?? 0), 0),
    isAlone: resource.files.every((path) => readers.get(path)?.length === 1),
  }));
  const half = sized.reduce((sum, one) => sum + one.bytes, 0) / 2;
  const chosen = new Set<string>();
  let taken = 0;
  for (const one of sized.toSorted((a, b) => b.bytes - a.bytes)) {
    if (!one.isAlone || taken + one.bytes > half) continue;
    taken += one.bytes;
    chosen.add(one.name);
  }
  return taken < WORTH_BYTES ? new Set() : chosen;
}
