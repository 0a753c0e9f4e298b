// Collections of files for a folder without tables: the pictures, sounds and videos of each of its folders. Pure.
import { isEntityKey } from '../../kernel/names.ts';
import type { ResourceInput } from '../release/snapshot/descriptor-schema.ts';
import type { ListedFolder } from './folder.ts';
import { escapeGlob } from './media.ts';
import { code, counted, type Reason } from './reason.ts';
import { chooseNames } from './resource-names.ts';
import type { ResourceSummary } from './summary.ts';

const FILES_MIN = 2;
const COLLECTIONS_MAX = 100;

export interface FileCollection {
  readonly name: string;
  readonly input: ResourceInput;
  readonly summary: ResourceSummary;
}

/** One collection for every folder with several files of one kind; of too many folders, one for all. */
export function draftFileCollections(
  { files, paths }: Pick<ListedFolder, 'files' | 'paths'>,
  reasons: Reason[],
): readonly FileCollection[] {
  const locals = new Map([...paths].map(([local, path]) => [path, local]));
  const folders = new Map<string, string[]>();
  for (const path of files.keys()) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const ending = path.slice(path.lastIndexOf('.'));
    const pattern = `${folder}*${ending}`;
    folders.set(pattern, [...(folders.get(pattern) ?? []), path]);
  }
  const groups = [...folders].filter(([, members]) => members.length >= FILES_MIN).slice(0, COLLECTIONS_MAX);
  const names = chooseNames(
    groups.map(([pattern]) => {
      const parts = pattern.split('/').slice(2, -1);
      return { word: parts.at(-1) ?? 'files', before: parts.slice(0, -1) };
    }),
  );
  return groups.map(([pattern, members], at) => {
    const name = names[at] ?? 'files';
    const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
    const isPlain = members.every((path) => isEntityKey(nameOf(path)));
    const ending = pattern.slice(pattern.lastIndexOf('*') + 1);
    const folder = pattern.slice(0, pattern.lastIndexOf('*'));
    const glob = `${escapeGlob(folder)}*${escapeGlob(ending)}`;
    const id = isPlain ? 'name' : { field: 'name', encode: 'path' as const };
    reasons.push({
      resource: name,
      what: `It is a collection of ${counted(members.length, 'file')}, ${code(glob)}`,
      why: 'the folder has no tables; each file is an entity with name, size and media type',
    });
    const [first = ''] = members;
    const local = locals.get(first) ?? first;
    const summary: ResourceSummary = {
      name,
      form: 'files',
      files: [`${local.slice(0, local.lastIndexOf('/') + 1)}*${ending}`],
      path: '',
      entities: members.length,
      id: 'name',
      title: 'name',
      picture: undefined,
      dates: {},
      references: {},
      languages: {},
      paths: new Set(['path', 'name', 'mediaType', 'bytes', 'width', 'height', 'seconds']),
    };
    return { name, input: { kind: 'files', glob, id }, summary };
  });
}
