// Finds files with the same bytes, so that a table is published once.
import { readFileSync } from 'node:fs';
import { systemCode } from '../release/snapshot/mounts.ts';
import type { TableFile } from './folder.ts';
import { folderOf } from './group-files.ts';
import { languageOfTag } from './language-names.ts';
import type { LeftOut } from './reason.ts';

/** The files without copies of others. Of several, the one in the folder with the most tables stays. */
export function dropCopies(root: string, files: readonly TableFile[], leftOut: LeftOut[]): readonly TableFile[] {
  const bySize = Map.groupBy(files, ({ bytes }) => bytes);
  const byFolder = Map.groupBy(files, ({ local }) => folderOf(local));
  const weight = ({ local }: TableFile): number => byFolder.get(folderOf(local))?.length ?? 0;
  const dropped = new Set<TableFile>();
  for (const same of bySize.values()) {
    if (same.length < 2) continue;
    const byDigest = new Map<string, TableFile>();
    for (const file of [...same].sort((a, b) => weight(b) - weight(a) || (a.local < b.local ? -1 : 1))) {
      const digest = digestOf(`${root}/${file.local}`);
      const first = digest === undefined ? undefined : byDigest.get(digest);
      if (digest === undefined) continue;
      if (first === undefined) {
        byDigest.set(digest, file);
        continue;
      }
      // Languages and entities may have the same texts; only a file of the same name is a copy.
      if (nameOf(first.local) !== nameOf(file.local) || folderOf(first.local) === folderOf(file.local)) continue;
      if (isOtherLanguage(first.local, file.local)) continue;
      dropped.add(file);
      leftOut.push({ path: file.local, why: 'it is a copy of another file, byte for byte', of: first.local });
    }
  }
  return files.filter((file) => !dropped.has(file));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const TAG = /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/;

/** Whether the paths differ in folders that are called like languages only. */
function isOtherLanguage(a: string, b: string): boolean {
  const plain = (path: string): string =>
    path
      .split('/')
      .filter((part) => !(TAG.test(part) && languageOfTag(part) !== undefined))
      .join('/');
  return plain(a) === plain(b);
}

function digestOf(path: string): string | undefined {
  try {
    return new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
