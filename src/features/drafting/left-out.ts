// What a draft left out, grouped for people: by reason, and by folder where there are many files. Pure.
import { folderOf } from './group-files.ts';
import type { LeftOut } from './reason.ts';

/** More files than these are listed by folder. */
const FILES_LISTED = 200;

export interface LeftOutGroup {
  readonly why: string;
  readonly count: number;
  /** Files, or folders with the number of files below them. */
  readonly places: readonly { readonly path: string; readonly files: number; readonly of: string | undefined }[];
}

/** Groups by reason, the largest first. */
export function groupLeftOut(leftOut: readonly LeftOut[]): readonly LeftOutGroup[] {
  const groups = new Map<string, LeftOut[]>();
  for (const one of leftOut) {
    const known = groups.get(one.why);
    if (known === undefined) groups.set(one.why, [one]);
    else known.push(one);
  }
  const byFolder = leftOut.length > FILES_LISTED;
  return [...groups]
    .map(([why, own]) => ({ why, count: own.length, places: byFolder ? foldersOf(own) : own.map(placeOf) }))
    .sort((a, b) => b.count - a.count);
}

const placeOf = ({ path, of }: LeftOut): LeftOutGroup['places'][number] => ({ path, files: 1, of });

/** A folder with several files of a group is one place. */
function foldersOf(all: readonly LeftOut[]): LeftOutGroup['places'] {
  const folders = Map.groupBy(all, ({ path }) => folderOf(path));
  return [...folders].flatMap(([folder, own]) =>
    own.length < 3 || folder === '' ? own.map(placeOf) : [{ path: folder, files: own.length, of: undefined }],
  );
}
