// Rules for the paths of each top-level tree that can be served or read (snapshot format, "Directory"); the walk
// applies them folder by folder. Other files are left out with a warning, not an error, because trees exported by other
// tools contain such files and no route could serve them.
import type { SnapshotTree } from './descriptor-schema.ts';

export interface TreeRule {
  /** Whether files may be directly in this folder. */
  readonly files: boolean;
  /** Required suffix of its files. */
  readonly suffix?: string;
  /**
   * Whether its files are addressed by a path of several segments, which allows fewer characters than a single name.
   */
  readonly nested?: true;
  /** Rule for a subfolder; undefined: nothing in it is reachable. */
  readonly folder: (name: string) => TreeRule | undefined;
  /** Completes "is not served: …". */
  readonly reason: string;
}

const anything: TreeRule = { files: true, nested: true, folder: () => anything, reason: '' };
const recordsOnly: TreeRule = {
  files: true,
  suffix: '.json',
  nested: true,
  folder: () => recordsOnly,
  reason: 'source records end in .json',
};
const filesOnly: TreeRule = { files: true, folder: () => undefined, reason: 'this folder holds files only' };

function foldersOnly(folders: ReadonlyMap<string, TreeRule>, reason: string): TreeRule {
  return { files: false, folder: (name) => folders.get(name), reason };
}

const IN_PROJECT = 'only Assets/ and Packages/ are';

/** Rules of the walked trees. `catalog` is not walked: only files named by the descriptor are read from it. */
export const TREE_RULES: ReadonlyMap<SnapshotTree, TreeRule> = new Map<SnapshotTree, TreeRule>([
  [
    'artifacts',
    foldersOnly(
      new Map([['android', foldersOnly(new Map([['bundles', filesOnly]]), 'only android/bundles/ is')]]),
      'only android/bundles/ is',
    ),
  ],
  [
    'assets',
    foldersOnly(
      new Map([
        ['Assets', anything],
        ['Packages', anything],
      ]),
      IN_PROJECT,
    ),
  ],
  ['game-client', { files: false, folder: () => filesOnly, reason: 'only master/ and the platform folder are' }],
  ['objects', foldersOnly(new Map([['unity', anything]]), 'only unity/ is')],
  ['runtime', anything],
  [
    'sources',
    foldersOnly(
      new Map([
        ['Assets', recordsOnly],
        ['Packages', recordsOnly],
      ]),
      IN_PROJECT,
    ),
  ],
]);
