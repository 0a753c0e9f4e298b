// Which paths of each top tree can ever be served or read (snapshot format, "Directory"), as rules that a walk follows
// folder by folder. What no rule admits is left out with a warning, not an error: trees that come out of other tools
// hold such things, and nothing is lost that a route could have shown.
import type { SnapshotTree } from './descriptor-schema.ts';

export interface TreeRule {
  /** Whether files may stand directly in this folder. */
  readonly files: boolean;
  /** Ending that its files must have. */
  readonly suffix?: string;
  /** Whether its files are addressed by a path of several segments, which is stricter than a single name. */
  readonly nested?: true;
  /** Rule of a folder in it; undefined: nothing in that folder is reachable. */
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

/** Rules of the trees that are walked; `catalog` is not: only files that the descriptor names are read from it. */
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
