// Groups files by folder and ending, so that many files of one form become one resource. Pure.
import type { TableFile } from './folder.ts';
import { stemOf } from './resource-names.ts';

/** Folders of one form whose files become one resource. */
const GLOB_FOLDERS_MIN = 3;
/** Files of one form, each with a table of its own, that become as many resources. */
export const TABLES_OF_ONE_FORM = 48;
const NUMBERED = /^(.*?)[-_ ]?\d+$/;

/** What comes before the number at the end of a name; empty: there is none. */
export const wordBefore = (path: string): string => NUMBERED.exec(stemOf(path))?.[1] ?? '';

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
/** What follows the first dot of a name: `.min.json`. */
const endingOf = (path: string): string =>
  /\.[^/]*$/.exec(path.slice(path.lastIndexOf('/') + 1).replace(/^\.+/, ''))?.[0] ?? '';
const suffixesOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = /(?:\.[A-Za-z][A-Za-z0-9-]*)+$/.exec(name);
  return found === null ? endingOf(path) : found[0];
};

export interface FileGroup {
  /** Groups of single folders, where several folders are one group. */
  readonly parts?: readonly FileGroup[];
  /** Name of the files, where all have the same one. */
  readonly name?: string;
  readonly folder: string;
  readonly ending: string;
  readonly files: readonly TableFile[];
}

export function groupFiles(files: readonly TableFile[]): readonly FileGroup[] {
  const groups = Map.groupBy(files, ({ local }) => `${folderOf(local)}\0${suffixesOf(local)}`);
  const own = [...groups].map(([key, members]): FileGroup => {
    const [folder = '', ending = ''] = key.split('\0');
    return { folder, ending, files: members };
  });
  return joinFolders(own);
}

/** Groups of folders beside each other that hold files with names that say nothing, such as one folder an entity. */
function joinFolders(groups: readonly FileGroup[]): readonly FileGroup[] {
  const byParent = Map.groupBy(groups, ({ folder, ending }) => {
    const parent = folder === '' ? '\0' : folderOf(folder.slice(0, -1));
    return `${parent}\0${ending}`;
  });
  return [...byParent.values()].flatMap((siblings) => {
    const [first] = siblings;
    if (first === undefined || first.folder === '' || siblings.length < GLOB_FOLDERS_MIN) return siblings;
    const parent = folderOf(first.folder.slice(0, -1));
    const total = siblings.reduce((sum, { files }) => sum + files.length, 0);
    // Different tables in each folder are no entities.
    const names = new Map<string, number>();
    for (const { files } of siblings)
      for (const { local } of files) names.set(stemOf(local), (names.get(stemOf(local)) ?? 0) + 1);
    const repeated = [...names.values()].filter((count) => count >= siblings.length / 2).length;
    if (total < siblings.length || (repeated > 1 && repeated * 2 > names.size)) {
      return siblings.length > TABLES_OF_ONE_FORM ? byStem(siblings) : siblings;
    }
    return [
      { folder: `${parent}*/`, ending: first.ending, files: siblings.flatMap(({ files }) => files), parts: siblings },
    ];
  });
}

/** The same tables in many folders: a group for each table. */
function byStem(siblings: readonly FileGroup[]): readonly FileGroup[] {
  const named = siblings.flatMap(({ files, folder }) =>
    files.map((file) => ({ file, name: file.local.slice(folder.length) })),
  );
  const parent = folderOf((siblings[0]?.folder ?? '').slice(0, -1));
  return [...Map.groupBy(named, ({ name }) => name)].map(([name, members]) => {
    const files = members.map(({ file }) => file);
    return { folder: `${parent}*/`, ending: name, files, name };
  });
}

/** Files of one folder whose names differ by a number at the end are read together. */
export function groupNumbered(files: readonly TableFile[]): readonly (readonly TableFile[])[] {
  const groups = Map.groupBy(files, ({ local }) => {
    const word = wordBefore(local);
    return word === '' ? `file ${local}` : `group ${folderOf(local)}${word}`;
  });
  return [...groups.values()];
}
