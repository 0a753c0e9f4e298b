// Opens a snapshot directory: its descriptor, the operator's files with their locations and stat facts, and every
// mistake that is visible without reading the files. Hashes, stores and derives nothing.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import type { Finding } from '../common/finding.ts';
import { capFindings } from './capped-findings.ts';
import { DESCRIPTOR_BYTES_MAX, DESCRIPTOR_FILE, type Descriptor, parseDescriptor } from './descriptor.ts';
import { SNAPSHOT_TREES } from './descriptor-schema.ts';
import { type CatalogFiles, findTables, namedTables } from './find-tables.ts';
import { listCatalog } from './list-catalog.ts';
import {
  isInside,
  MOUNT_HIDES,
  type Mount,
  placePath,
  plantMounts,
  type ResolvedMount,
  resolveMounts,
  systemCode,
} from './mounts.ts';
import { formatOf } from './tables/formats.ts';
import { jsonPath } from './tables/json-input.ts';
import { TREE_RULES } from './trees.ts';
import { createWalk, type FileGathering, gatherFacts, type ScannedFile, type WalkedFiles } from './walk.ts';

export type { Mount } from './mounts.ts';
export type { ScannedFile } from './walk.ts';

export interface Snapshot {
  /** Real path. */
  readonly directory: string;
  readonly descriptor: Descriptor;
  readonly descriptorSha256: string;
  /** Sorted by path (UTF-16 code units). */
  readonly files: readonly ScannedFile[];
  /** Digest over paths and locations of the files in all trees. Files named only by the descriptor are not included. */
  readonly pathsSha256: string;
  readonly mounts: readonly Mount[];
  /** Any error among them must stop a publication. */
  readonly findings: readonly Finding[];
}

/** A directory with a missing or unusable descriptor; the findings say why. */
export interface UnusableSnapshot {
  readonly directory: string;
  readonly descriptor: undefined;
  readonly findings: readonly Finding[];
}

export interface OpenSnapshotOptions {
  /** Called for every mount, inside or outside the snapshot, before anything below it is listed or read. */
  readonly onMount?: (mount: Mount) => void;
  /** How the files of a valid descriptor are examined. Undefined: only statted. */
  readonly gather?: (descriptor: Descriptor) => Promise<FileGathering | undefined>;
}

/** Opens a snapshot directory. Mistakes become findings; only a disk failure throws. */
export async function openSnapshot(
  directory: string,
  options: OpenSnapshotOptions = {},
): Promise<Snapshot | UnusableSnapshot> {
  const findings: Finding[] = [];
  const opened = readDescriptorFile(directory, (finding) => findings.push(finding));
  if (opened === undefined) return { directory, descriptor: undefined, findings };
  const { root, bytes } = opened;
  const parsed = parseDescriptor(bytes);
  findings.push(...parsed.findings);
  if (parsed.descriptor === undefined) return { directory: root, descriptor: undefined, findings };

  const capped = capFindings((finding) => findings.push(finding));
  const { report } = capped;
  const mounts = resolveMounts(root, parsed.descriptor.mounts, report);
  const catalog = catalogFiles(root, mounts);
  const descriptor = findTables(parsed.descriptor, catalog, (path, code, message) =>
    report({ severity: 'error', file: DESCRIPTOR_FILE, path, code, message }),
  );
  if (mounts.some(({ path, isFolder }) => isFolder && isCatalog(path))) warnOfUnnamed(descriptor, catalog, report);
  for (const { path, realPath, outside } of mounts) options.onMount?.({ path, realPath, outside });
  const sound = !findings.some(({ severity }) => severity === 'error');
  const gathering = (sound ? await options.gather?.(descriptor) : undefined) ?? gatherFacts();
  const { files, pathsSha256 } = await scanFiles(root, descriptor, mounts, gathering, report);
  capped.close();
  return {
    directory: root,
    descriptor,
    descriptorSha256: sha256Hex(bytes),
    files,
    pathsSha256,
    mounts: mounts.map(({ path, realPath, outside }) => ({ path, realPath, outside })),
    findings,
  };
}

const RELEASE_TREES: readonly string[] = ['assets/', 'objects/', 'runtime/', 'game-client/'];

/**
 * Whether an operator's file is itself an entry of the release, under its own path. Other files are inputs of
 * derivations (catalog, sources) or belong to the source manifest (artifacts).
 */
export function isReleaseEntry(path: string): boolean {
  return RELEASE_TREES.some((tree) => path.startsWith(tree));
}

function readDescriptorFile(
  directory: string,
  report: (finding: Finding) => void,
): { readonly root: string; readonly bytes: Uint8Array } | undefined {
  const refuse = (code: string, message: string): undefined => {
    report({ severity: 'error', file: DESCRIPTOR_FILE, path: '', code, message });
    return undefined;
  };
  try {
    const root = realpathSync(directory);
    const place = realpathSync(`${root}/${DESCRIPTOR_FILE}`);
    if (!isInside(root, place)) return refuse('link_leaves_tree', 'The descriptor is a link that leaves the snapshot.');
    const stat = statSync(place);
    if (!stat.isFile()) return refuse('special_file', 'The descriptor is not a file.');
    if (stat.size > DESCRIPTOR_BYTES_MAX) return refuse('file_too_large', 'The descriptor is over 16 MiB.');
    return { root, bytes: readFileSync(place) };
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return refuse('descriptor_missing', `There is no ${DESCRIPTOR_FILE} in "${directory}".`);
    }
    return refuse('unreadable', `The descriptor cannot be read (${code}).`);
  }
}

const isCatalog = (path: string): boolean => path === 'catalog' || path.startsWith('catalog/');

function catalogFiles(root: string, mounts: readonly ResolvedMount[]): CatalogFiles {
  let listed: readonly string[] | undefined;
  return {
    has: (path) => statSync(placePath(root, mounts, path).place, { throwIfNoEntry: false })?.isFile() === true,
    list: () => {
      listed ??= listCatalog(root, mounts);
      return listed;
    },
  };
}

/** Warns of tables in mounted folders that no resource is made of. */
function warnOfUnnamed(descriptor: Descriptor, catalog: CatalogFiles, report: (finding: Finding) => void): void {
  const named = new Set(namedTables(descriptor).map(({ path }) => path));
  const folders = descriptor.mounts.filter(({ path }) => isCatalog(path));
  const left = [...descriptor.exclude, ...folders.flatMap(({ exclude }) => exclude)].map((glob) => new Bun.Glob(glob));
  for (const path of catalog.list()) {
    if (formatOf(path) === undefined || named.has(path)) continue;
    const mount = folders.find((folder) => path.startsWith(`${folder.path}/`));
    if (mount === undefined) continue;
    const inMount = path.slice(mount.path.length + 1);
    if (left.some((glob) => glob.match(path) || glob.match(inMount))) continue;
    const message = 'No resource is made of this table. Name it in `resources`, or leave it out by `exclude`.';
    report({ severity: 'warning', file: path, path: '', code: 'unnamed_table', message });
  }
}

async function scanFiles(
  root: string,
  descriptor: Descriptor,
  mounts: readonly ResolvedMount[],
  gathering: FileGathering,
  report: (finding: Finding) => void,
): Promise<WalkedFiles> {
  const exclude = descriptor.exclude.map((pattern) => new Bun.Glob(pattern));
  const walk = createWalk(exclude, gathering, report);
  const nodes = plantMounts(mounts, report);
  for (const tree of SNAPSHOT_TREES) {
    const rule = TREE_RULES.get(tree);
    if (rule === undefined) continue;
    const node = nodes.children.get(tree);
    if (node?.mount !== undefined) tellHidden(root, tree, report);
    const real = node?.mount === undefined ? findTree(root, tree, report) : undefined;
    if (real !== undefined || node !== undefined) walk.walkTree(tree, real, rule, node ?? undefined);
  }
  // The catalog is not walked, so hidden paths in it are reported here.
  for (const { path } of mounts) if (path.startsWith('catalog/')) tellHidden(root, path, report);
  const named = findNamedFiles(root, descriptor, mounts, exclude, report);
  const { files, pathsSha256 } = await walk.finish();
  const after = files.findIndex(({ path }) => path > 'catalog/');
  const cut = after < 0 ? files.length : after;
  return { files: [...files.slice(0, cut), ...named, ...files.slice(cut)], pathsSha256 };
}

/** Reports a path that a mount hides, if it exists. */
function tellHidden(root: string, path: string, report: (finding: Finding) => void): void {
  if (existsSync(`${root}/${path}`)) report({ severity: 'warning', file: path, path: '', ...MOUNT_HIDES });
}

/** Real path of a top-level tree of the snapshot itself. It may be a link, but only within the snapshot. */
function findTree(root: string, tree: string, report: (finding: Finding) => void): string | undefined {
  const refuse = (code: string, message: string): undefined => {
    report({ severity: 'error', file: tree, path: '', code, message });
    return undefined;
  };
  try {
    const real = realpathSync(`${root}/${tree}`);
    if (!isInside(root, real)) return refuse('link_leaves_tree', 'The link leaves the snapshot; use a mount.');
    if (real === root) return refuse('link_loop', 'The link leads back to the snapshot.');
    return statSync(real).isDirectory() ? real : refuse('not_a_folder', 'A top tree must be a folder.');
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' ? undefined : refuse('unreadable', `The folder cannot be read (${code}).`);
  }
}

/** The catalog files that the descriptor names, in path order. */
function findNamedFiles(
  root: string,
  descriptor: Descriptor,
  mounts: readonly ResolvedMount[],
  exclude: readonly Bun.Glob[],
  report: (finding: Finding) => void,
): readonly ScannedFile[] {
  const found: ScannedFile[] = [];
  for (const { path, mention } of namedTables(descriptor)) {
    const file = findFile(path, (code, message) => {
      report({ severity: 'error', file: DESCRIPTOR_FILE, path: jsonPath(mention), code, message });
      return undefined;
    });
    if (file !== undefined) found.push(file);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));

  function findFile(path: string, refuse: (code: string, message: string) => undefined): ScannedFile | undefined {
    const { place, mount } = placePath(root, mounts, path);
    const inMount = mount === undefined ? path : path.slice(mount.path.length + 1);
    const left = exclude.some((glob) => glob.match(path));
    if (left || mount?.exclude.some((glob) => glob.match(path) || glob.match(inMount))) {
      return refuse('missing_file', `"${path}" is excluded.`);
    }
    try {
      const boundary = mount?.realPath ?? realpathSync(`${root}/catalog`);
      const realPath = realpathSync(place);
      if (!isInside(boundary, realPath) || (mount === undefined && !isInside(root, realPath))) {
        return refuse('link_leaves_tree', `"${path}" is a link that leaves its tree or mount; use a mount.`);
      }
      const stat = statSync(realPath);
      if (!stat.isFile()) return refuse('special_file', `"${path}" is not a file.`);
      const { size: bytes, mtimeMs, ctimeMs, ino: inode } = stat;
      return { path, realPath, bytes, mtimeMs, ctimeMs, inode };
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      if (code === 'ENOENT' || code === 'ENOTDIR') return refuse('missing_file', `There is no file "${path}".`);
      return refuse('unreadable', `"${path}" cannot be read (${code}).`);
    }
  }
}
