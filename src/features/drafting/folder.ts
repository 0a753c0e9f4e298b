// Lists a folder for a draft: its tables, its pictures and sound, and the mounts that give each of them a path in a release.
// Reads names only. Links are not followed: a table behind a link can be added to the descriptor by hand.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { isReleasePath } from '../../kernel/names.ts';
import { operatorError } from '../release/common/operator-error.ts';
import { systemCode } from '../release/snapshot/mounts.ts';
import { formatOf } from '../release/snapshot/tables/formats.ts';
import { type DraftedClient, draftGameClient } from './game-client.ts';
import { findMedia, type ListedFile, type MediaPaths, typeOfMedia } from './media.ts';
import { counted, type LeftOut, type Reason } from './reason.ts';

export interface TableFile {
  /** Path inside the folder. */
  readonly local: string;
  readonly bytes: number;
}

export interface ListedFolder extends MediaPaths {
  /** Real path. */
  readonly root: string;
  readonly tables: readonly TableFile[];
  /** Whether the tables are in a folder `catalog`, as a snapshot has them. */
  readonly hasCatalog: boolean;
  /** All tables there are, also those that describe a package. */
  readonly allTables: readonly string[];
  readonly gameClient: DraftedClient['gameClient'];
  readonly reasons: readonly Reason[];
  readonly leftOut: readonly LeftOut[];
}

const FILES_MAX = 1_000_000;
const DEPTH_MAX = 100;
/** Files that describe a package or its tools. */
const TOOL_FILES =
  /^(?:(?:snapshot|package|package-lock|npm-shrinkwrap|composer|composer\.lock|datapackage|deno|biome|bower|lerna|nx|turbo|renovate|vercel|release-please-.+|[jt]sconfig(?:\..+)?|.+\.schema|.+_schema)\.json|(?:pnpm-lock|pnpm-workspace|docker-compose|compose|mkdocs|_config|netlify|app|action|appveyor|codecov|crowdin|dependabot|openapi|lefthook)(?:\..+)?\.ya?ml)$/i;
/** Where a release has something of its own; a folder of such a name that holds something else is an ordinary one. */
const TREES =
  /^(?:assets\/(?:Assets|Packages)|sources\/(?:Assets|Packages)|objects\/unity|artifacts\/android|game-client|runtime)\//;

/** Lists the folder. Throws OperatorError when it cannot be read. */
export function listFolder(directory: string): ListedFolder {
  const root = openFolder(directory);
  const leftOut: LeftOut[] = [];
  const files = walk(root, leftOut);
  const hasCatalog = files.some(({ local }) => local.startsWith('catalog/') && isTable(local));
  const tables: TableFile[] = [];
  const allTables: string[] = [];
  const others: ListedFile[] = [];
  for (const file of files) {
    const { local } = file;
    if (TREES.test(local) || !isTable(local)) {
      others.push(file);
      continue;
    }
    allTables.push(local);
    const why = unfitTable(local, hasCatalog);
    if (why === undefined) tables.push(file);
    else leftOut.push({ path: local, why });
  }
  const reasons: Reason[] = [];
  const client = draftGameClient(
    others.map(({ local }) => local),
    reasons,
    leftOut,
  );
  const media = findMedia(others, (path) => TREES.test(path), allTables, leftOut);
  return {
    root,
    tables,
    hasCatalog,
    allTables,
    files: media.files,
    paths: media.paths,
    mounts: media.mounts,
    gameClient: client.gameClient,
    exclude: [...client.exclude, ...media.exclude],
    reasons: [...media.reasons, ...reasons],
    leftOut,
  };
}

const isTable = (path: string): boolean => formatOf(path) !== undefined;

function unfitTable(local: string, hasCatalog: boolean): string | undefined {
  if (TOOL_FILES.test(local.slice(local.lastIndexOf('/') + 1))) return 'it describes a package, a tool or a schema';
  if (hasCatalog && !local.startsWith('catalog/')) return 'there is a folder `catalog`, which holds the tables';
  return isReleasePath(`catalog/${local}`) ? undefined : 'its name cannot be part of an address';
}

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
        if (local === 'snapshot.json' || local === 'snapshot.notes.md') continue;
        files.push({ local, bytes: sizeOf(`${root}/${local}`) });
        if (files.length > FILES_MAX) {
          const message = `There are more than ${counted(FILES_MAX, 'file')}. Name a smaller folder.`;
          throw operatorError('too_many_files', message);
        }
      } else if (isTable(local) || typeOfMedia(local).startsWith('image/')) {
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
export function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  let length = first.lastIndexOf('/') + 1;
  for (const path of paths) {
    while (length > 0 && !path.startsWith(first.slice(0, length))) {
      length = first.lastIndexOf('/', length - 2) + 1;
    }
  }
  return first.slice(0, length);
}
