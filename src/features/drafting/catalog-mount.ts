// The mounts of a draft: where its tables are, and which of them no resource is made of. Pure.
import type { SnapshotInput } from '../release/snapshot/descriptor-schema.ts';
import type { ListedFolder } from './folder.ts';
import { escapeGlob } from './media.ts';
import type { LearnedDocument } from './read-tables.ts';
import { code, type Reason } from './reason.ts';
import type { NamedCollection } from './resources.ts';

export const usedPaths = (
  named: readonly NamedCollection[],
  documents: readonly LearnedDocument[],
): readonly string[] => [
  ...named.flatMap(({ collection: { files, source } }) =>
    // The part of the path that stands for a language, or for any, stays below the mount.
    source.kind === 'files' ? files.map(({ local }) => local) : [source.pattern.replace(/[^/]*[*{].*$/, '')],
  ),
  ...documents.map(({ file }) => file.local),
];

export function draftMounts(
  folder: ListedFolder,
  base: string,
  named: readonly NamedCollection[],
  documents: readonly LearnedDocument[],
  marks: LearnedDocument | undefined,
  hasTables: boolean,
  reasons: Reason[],
): NonNullable<SnapshotInput['mounts']> {
  const media = Object.fromEntries(
    Object.entries(folder.mounts).map(([path, mount]) => [
      path,
      typeof mount === 'string' ? mount : { from: mount.from, exclude: [...mount.exclude] },
    ]),
  );
  if (folder.hasCatalog || !hasTables) return media;
  const from = base === '' ? '.' : base.slice(0, -1);
  const used = new Set([
    ...named.flatMap(({ collection }) => collection.files.map(({ local }) => local)),
    ...documents.map(({ file }) => file.local),
    ...(marks === undefined ? [] : [marks.file.local]),
  ]);
  // The descriptor itself lies in the folder that is mounted.
  const exclude = [...(base === '' ? ['snapshot.json'] : []), ...excludeUnused(folder.allTables, used, base)];
  // What is outside of the mounted folder is mounted by itself.
  for (const local of used) {
    if (local.startsWith(base)) continue;
    const [top = ''] = local.split('/');
    media[`catalog/${top}`] = top;
  }
  reasons.unshift({
    resource: undefined,
    what: `\`mounts.catalog\` is ${code(from)}`,
    why: 'a release takes its tables from `catalog/`, and they are here; nothing is copied. What is left out is in `exclude`',
  });
  return { catalog: exclude.length === 0 ? from : { from, exclude: [...exclude] }, ...media };
}

/** Globs for the tables that no resource is made of: whole folders where none of their tables is used. */
function excludeUnused(all: readonly string[], used: ReadonlySet<string>, base: string): readonly string[] {
  const below = all.filter((local) => local.startsWith(base));
  const usedFolders = new Set<string>();
  for (const local of used) {
    const parts = local.slice(base.length).split('/');
    for (let depth = 0; depth < parts.length; depth++) usedFolders.add(parts.slice(0, depth).join('/'));
  }
  const patterns = new Set<string>();
  for (const local of below) {
    if (used.has(local)) continue;
    const parts = local.slice(base.length).split('/');
    const depth = parts.findIndex((_, at) => at > 0 && !usedFolders.has(parts.slice(0, at).join('/')));
    patterns.add(depth < 0 ? escapeGlob(parts.join('/')) : `${escapeGlob(parts.slice(0, depth).join('/'))}/**`);
  }
  if (patterns.size <= EXCLUDES_MAX) return [...patterns];
  // Too many single files: by suffix, where no table with it is used.
  const endings = new Map<string, boolean>();
  for (const local of below) {
    const ending = /(?:\.[A-Za-z][A-Za-z0-9-]*)+$/.exec(local)?.[0] ?? '';
    endings.set(ending, (endings.get(ending) ?? false) || used.has(local));
  }
  return [...endings].filter(([, isUsed]) => !isUsed).map(([ending]) => `**/*${escapeGlob(ending)}`);
}

const EXCLUDES_MAX = 500;
