// Validates the explorer's tree and file lists before they are served (provider sheet, 3.10). Pure. An invalid value
// gives undefined.
import { isRecord } from '../../../kernel/is-object.ts';

export type ExplorerTree = { readonly [name: string]: number | ExplorerTree };

const DEPTH_MAX = 32;
/** Maximum length of a file list (reference sheet, 7b). */
const FILES_MAX = 4096;

/** A tree of nested objects whose leaves are numbers of files. */
export function readTree(value: unknown): ExplorerTree | undefined {
  return isTree(value, 0) ? value : undefined;
}

function isTree(value: unknown, depth: number): value is ExplorerTree {
  if (!isRecord(value) || depth > DEPTH_MAX) return false;
  return Object.values(value).every((entry) =>
    typeof entry === 'number' ? Number.isSafeInteger(entry) && entry >= 0 : isTree(entry, depth + 1),
  );
}

/** File names of a bundle. Names that contain path separators are dropped. */
export function readFiles(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > FILES_MAX) return undefined;
  const names: readonly unknown[] = value;
  if (!names.every((name) => typeof name === 'string')) return undefined;
  return names.filter((name) => name !== '' && name !== '.' && name !== '..' && !/[\\/\p{Cc}]/u.test(name));
}

/** Bundle paths of a tree, for the mirror. */
export function* bundlePaths(tree: ExplorerTree, prefix = ''): Generator<string> {
  for (const [name, entry] of Object.entries(tree)) {
    if (typeof entry === 'number') {
      if (entry > 0) yield `${prefix}${name}`;
    } else yield* bundlePaths(entry, `${prefix}${name}/`);
  }
}
