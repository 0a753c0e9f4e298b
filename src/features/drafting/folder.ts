// Lists a folder for a draft: its JSON tables, its pictures and sound, and the mounts that give each of them a path in a
// release. Reads names only. Links are not followed: a table behind a link can be added to the descriptor by hand.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { mediaTypeOf } from '../../kernel/media-type.ts';
import { isReleasePath } from '../../kernel/names.ts';
import { operatorError } from '../release/common/operator-error.ts';
import { systemCode } from '../release/snapshot/mounts.ts';
import { type DraftedClient, draftGameClient } from './game-client.ts';
import { findMedia, type ListedFile, type MediaPaths } from './media.ts';
import { code, counted, type LeftOut, type Reason } from './reason.ts';

export interface TableFile {
  /** Snapshot path, below `catalog/`. */
  readonly path: string;
  /** Path inside the folder. */
  readonly local: string;
  readonly bytes: number;
}

export interface ListedFolder extends MediaPaths {
  /** Real path. */
  readonly root: string;
  readonly tables: readonly TableFile[];
  readonly gameClient: DraftedClient['gameClient'];
  readonly reasons: readonly Reason[];
  readonly leftOut: readonly LeftOut[];
}

const FILES_MAX = 1_000_000;
const DEPTH_MAX = 100;
const TABLES_MAX = 5_000;
/** Files that describe a package or its tools. */
const TOOL_FILES =
  /^(?:snapshot|package|package-lock|npm-shrinkwrap|composer|deno|biome|bower|lerna|nx|turbo|renovate|vercel|[jt]sconfig(?:\..+)?|.+\.schema|.+_schema)\.json$/i;
/** Where a release has something of its own; a folder of such a name that holds something else is an ordinary one. */
const TREES =
  /^(?:assets\/(?:Assets|Packages)|sources\/(?:Assets|Packages)|objects\/unity|artifacts\/android|game-client|runtime)\//;

/** Lists the folder. Throws OperatorError when it cannot be read or holds neither tables nor media. */
export function listFolder(directory: string): ListedFolder {
  const root = openFolder(directory);
  const leftOut: LeftOut[] = [];
  const files = walk(root, leftOut);
  const hasCatalog = files.some(({ local }) => local.startsWith('catalog/') && isJson(local));
  const found: ListedFile[] = [];
  const others: ListedFile[] = [];
  for (const file of files) {
    const { local } = file;
    const name = local.slice(local.lastIndexOf('/') + 1);
    if (TREES.test(local) || !isJson(local)) others.push(file);
    else if (TOOL_FILES.test(name)) leftOut.push({ path: local, why: 'it describes a package, a tool or a schema' });
    else if (hasCatalog && !local.startsWith('catalog/')) {
      leftOut.push({ path: local, why: 'there is a folder `catalog`, which holds the tables' });
    } else found.push(file);
  }
  if (found.length > TABLES_MAX) {
    const message = `There are ${counted(found.length, 'JSON file')}, more than ${TABLES_MAX}. Name the folder that holds the tables.`;
    throw operatorError('too_many_tables', message);
  }
  const base = hasCatalog ? 'catalog/' : commonFolder(found.map(({ local }) => local));
  const tables = found.flatMap((file) => {
    const path = `catalog/${file.local.slice(base.length)}`;
    if (isReleasePath(path)) return [{ ...file, path }];
    leftOut.push({ path: file.local, why: 'its name cannot be part of an address' });
    return [];
  });
  const reasons: Reason[] = [];
  const client = draftGameClient(
    others.map(({ local }) => local),
    reasons,
    leftOut,
  );
  const media = findMedia(others, (path) => TREES.test(path), leftOut);
  if (tables.length === 0 && media.files.size === 0) {
    const message = `There are no JSON tables, pictures or sounds in "${directory}".`;
    throw operatorError('nothing_found', message);
  }
  const isMounted = !hasCatalog && tables.length > 0;
  const from = base === '' ? '.' : base.slice(0, -1);
  return {
    root,
    tables,
    files: media.files,
    paths: media.paths,
    mounts: { ...(isMounted && { catalog: from }), ...media.mounts },
    gameClient: client.gameClient,
    exclude: [...client.exclude, ...media.exclude],
    reasons: [
      ...(isMounted
        ? [
            {
              resource: undefined,
              what: `\`mounts.catalog\` is ${code(from)}`,
              why: 'a release takes its tables from `catalog/`, and the JSON files are here; nothing is copied',
            },
          ]
        : []),
      ...media.reasons,
      ...reasons,
    ],
    leftOut,
  };
}

const isJson = (path: string): boolean => /\.json$/i.test(path);

function openFolder(directory: string): string {
  try {
    const root = realpathSync(directory);
    if (!statSync(root).isDirectory()) throw operatorError('not_a_folder', `"${directory}" is not a folder.`);
    return root;
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    if (reason === 'ENOENT' || reason === 'ENOTDIR') {
      throw operatorError('folder_missing', `There is no folder "${directory}".`);
    }
    throw operatorError('unreadable', `The folder "${directory}" cannot be read (${reason}).`);
  }
}

function walk(root: string, leftOut: LeftOut[]): readonly ListedFile[] {
  const files: ListedFile[] = [];
  const visit = (prefix: string, depth: number): void => {
    for (const entry of listNames(root, prefix, leftOut)) {
      const local = prefix + entry.name;
      // Hidden ones belong to programs, installed packages to others.
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) {
        if (depth < DEPTH_MAX) visit(`${local}/`, depth + 1);
        else leftOut.push({ path: local, why: `it is nested more than ${DEPTH_MAX} folders deep` });
      } else if (entry.isFile()) {
        files.push({ local, bytes: sizeOf(`${root}/${local}`) });
        if (files.length > FILES_MAX) {
          const message = `There are more than ${counted(FILES_MAX, 'file')}. Name a smaller folder.`;
          throw operatorError('too_many_files', message);
        }
      } else if (isJson(local) || mediaTypeOf(local).startsWith('image/')) {
        leftOut.push({ path: local, why: 'it is a link or no ordinary file' });
      }
    }
  };
  visit('', 0);
  return files;
}

function listNames(root: string, prefix: string, leftOut: LeftOut[]) {
  try {
    return readdirSync(`${root}/${prefix}`, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    if (prefix === '') throw operatorError('unreadable', `The folder cannot be read (${reason}).`);
    leftOut.push({ path: prefix, why: `it cannot be read (${reason})` });
    return [];
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The deepest folder that holds all of them, with a slash; empty for the folder itself. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  let length = first.lastIndexOf('/') + 1;
  for (const path of paths) {
    while (length > 0 && !path.startsWith(first.slice(0, length))) {
      length = first.lastIndexOf('/', length - 2) + 1;
    }
  }
  return first.slice(0, length);
}
