// Lists the files below `catalog/` of a snapshot on this machine, with its mounts. Names only. Links are not followed: a table
// behind a link is named by its path.
import { readdirSync } from 'node:fs';
import { isReleasePath } from '../../../kernel/names.ts';
import type { ResolvedMount } from './mounts.ts';

const FILES_MAX = 1_000_000;
const DEPTH_MAX = 100;

/** Snapshot paths of all files below `catalog/`, sorted; those of mounts in place of what they hide. */
export function listCatalog(root: string, mounts: readonly ResolvedMount[]): readonly string[] {
  const files = new Set<string>();
  const isMounted = (path: string): boolean => mounts.some((mount) => mount.path === path);
  const visit = (folder: string, path: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      const own = `${path}/${entry.name}`;
      // Hidden ones belong to programs, installed packages to others.
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || isMounted(own)) continue;
      if (entry.isDirectory() && depth < DEPTH_MAX) visit(`${folder}/${entry.name}`, own, depth + 1);
      else if (entry.isFile() && isReleasePath(own) && files.size < FILES_MAX) files.add(own);
    }
  };
  if (!isMounted('catalog')) visit(`${root}/catalog`, 'catalog', 0);
  for (const mount of mounts) {
    if (mount.path !== 'catalog' && !mount.path.startsWith('catalog/')) continue;
    if (mount.isFolder) visit(mount.realPath, mount.path, 0);
    else files.add(mount.path);
  }
  return [...files].sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // What cannot be read is reported where the descriptor names it.
    return [];
  }
}
