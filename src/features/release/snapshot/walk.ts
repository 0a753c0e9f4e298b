// The walk over a snapshot's trees: folders, mounts, links. Synchronous, because 60,000 files then take a fifth of a
// second, and several times that through promises. Each file costs one stat, performed in parallel on another core;
// plain ASCII names cost one test.
//
// A symbolic link is followed while it stays inside its tree or mount. A link that leaves it, dangles or loops is an
// error, as is every special file. Names are case-sensitive. Two names that differ only in Unicode normalisation are an
// error, because clients could not distinguish their URLs.
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAddressable } from '../../../http/routing/path-segments.ts';
import { isReleasePath } from '../../../kernel/names.ts';
import { openStatPool } from '../../../platform/objects/ingest/stat-pool.ts';
import type { Finding } from '../common/finding.ts';
import { isInside, MOUNT_HIDES, type MountNode, type ResolvedMount, systemCode } from './mounts.ts';
import type { TreeRule } from './trees.ts';

/** One of the operator's files, not read yet. */
export interface ScannedFile {
  /** Snapshot path: `assets/Assets/…`, `catalog/songs.json`. */
  readonly path: string;
  /** Path of its bytes, with links resolved. */
  readonly realPath: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export type FoundFile = Pick<ScannedFile, 'path' | 'realPath'>;

/** An untrusted snapshot must not fill the memory; links can make a small folder look endless. */
const ENTRIES_MAX = 4_000_000;
const FOLDER_LINKS_MAX = 10_000;
const DEPTH_MAX = 200;
const DIGEST_BATCH = 1024;
const PLAIN_NAME = /^[\x20-\x5b\x5d-\x7e]+$/;

export interface Walk {
  /** Walks one top-level tree. `real` is its folder; undefined when the tree consists of mounts only. */
  walkTree(tree: string, real: string | undefined, rule: TreeRule, node: MountNode | undefined): void;
  /** Ends the walk and returns the files of all trees. */
  finish(): Promise<WalkedFiles>;
}

export interface WalkedFiles {
  /** Tree by tree in path order. */
  readonly files: readonly ScannedFile[];
  /** Digest over every path and the location of its bytes. */
  readonly pathsSha256: string;
}

/** The context of a part of the walk: a tree of the snapshot itself, or one mount. */
interface Area {
  /** Real path that links must not leave. */
  readonly boundary: string;
  readonly exclude: readonly Bun.Glob[];
  /** Path of the mount with a trailing slash, for globs over paths inside it. */
  readonly prefix: string;
}

/** Examines files while the walk finds them. */
export interface FileGathering {
  add(file: FoundFile): void;
  /** Stat facts in the order of the files, four numbers each, as in a stat pool. */
  finish(): Promise<Float64Array>;
}

/** A gathering that only stats the files. */
export function gatherFacts(): FileGathering {
  const pool = openStatPool();
  return { add: ({ realPath }) => pool.add(realPath), finish: async () => pool.finish() };
}

/** A walk over the trees of one snapshot. */
export function createWalk(
  exclude: readonly Bun.Glob[],
  gathering: FileGathering,
  report: (finding: Finding) => void,
): Walk {
  const found: FoundFile[] = [];
  /** Real paths of the folders currently open. A link to one of them is a loop. */
  const open = new Set<string>();
  let entries = 0;
  let folderLinks = 0;

  return {
    walkTree(tree, real, rule, node) {
      if (node?.mount !== undefined) walkMount(tree, node.mount, rule, node, 0);
      else walkFolder(`${tree}/`, real, rule, node, { boundary: real ?? '', exclude: [], prefix: '' }, 0);
    },
    async finish() {
      // Computed first, while the other core is still statting files.
      const pathsSha256 = digestPaths(found);
      const facts = await gathering.finish();
      const files: ScannedFile[] = [];
      let at = 0;
      for (const { path, realPath } of found) {
        const bytes = facts[at++] ?? Number.NaN;
        const mtimeMs = facts[at++] ?? 0;
        const ctimeMs = facts[at++] ?? 0;
        const inode = facts[at++] ?? 0;
        if (Number.isNaN(bytes)) lookAgain(path, realPath, files);
        else files.push({ path, realPath, bytes, mtimeMs, ctimeMs, inode });
      }
      return { files, pathsSha256 };
    },
  };

  function walkMount(path: string, mount: ResolvedMount, rule: TreeRule, node: MountNode, depth: number): void {
    const area: Area = { boundary: mount.realPath, exclude: mount.exclude, prefix: `${mount.path}/` };
    if (mount.isFolder) walkFolder(`${path}/`, mount.realPath, rule, node, area, depth);
    else refuse(path, 'not_a_folder', 'A top tree must be a folder.');
  }

  function walkFolder(
    prefix: string,
    real: string | undefined,
    rule: TreeRule,
    node: MountNode | undefined,
    area: Area,
    depth: number,
  ): void {
    if (depth > DEPTH_MAX) {
      refuse(prefix, 'too_deep', `Folders are nested more than ${DEPTH_MAX} deep.`);
      return;
    }
    /** File names as they are and folder names with a trailing slash, so that sorting them sorts the full paths. */
    const names: string[] = [];
    let followed: Map<string, { readonly realPath: string; readonly stat: Stats }> | undefined;
    for (const entry of real === undefined ? [] : listFolder(prefix, real)) {
      const { name } = entry;
      const child = node?.children.get(name);
      if (child?.mount !== undefined) {
        warn(prefix + name, MOUNT_HIDES.code, MOUNT_HIDES.message);
      } else if (entry.isFile()) names.push(name);
      else if (entry.isDirectory()) names.push(`${name}/`);
      else {
        if (isExcluded(prefix + name, area)) continue;
        const target = followEntry(prefix + name, `${real}/${name}`, area);
        if (target === undefined) continue;
        followed ??= new Map();
        const listed = target.stat.isDirectory() ? `${name}/` : name;
        followed.set(listed, target);
        names.push(listed);
      }
    }
    if (node !== undefined) {
      for (const [name, child] of node.children) {
        if (child.mount?.isFolder === false) names.push(name);
        else if (names.includes(name)) refuse(prefix + name, 'mount_conflict', 'A mount lies below this file.');
        else if (!names.includes(`${name}/`)) names.push(`${name}/`);
      }
    }
    if (entries > ENTRIES_MAX) return;
    entries += names.length + 1;
    if (entries > ENTRIES_MAX) {
      refuse(prefix.slice(0, -1), 'too_many_files', `There are more than ${ENTRIES_MAX} files and folders.`);
      return;
    }
    names.sort();
    if (real !== undefined) open.add(real);
    let unusual: string[] | undefined;
    for (const name of names) {
      if (!PLAIN_NAME.test(name)) {
        unusual ??= [];
        unusual.push(name);
      }
      if (name.endsWith('/')) visitFolder(name.slice(0, -1), followed?.get(name)?.realPath);
      else visitFile(name, followed?.get(name)?.realPath);
    }
    if (real !== undefined) open.delete(real);
    if (unusual !== undefined) reportTwins(prefix, unusual, names);
    return;

    function visitFolder(name: string, linkedTo: string | undefined): void {
      const path = prefix + name;
      const child = node?.children.get(name);
      const below = rule.folder(name);
      if (below === undefined) {
        if (!isExcluded(path, area) && !isExcluded(`${path}/-`, area)) notServed(path, rule);
        return;
      }
      if (!isSoundPath(path, name)) {
        refusePath(path);
        return;
      }
      if (child?.mount !== undefined) {
        walkMount(path, child.mount, below, child, depth + 1);
        return;
      }
      const own = linkedTo ?? (real === undefined ? undefined : `${real}/${name}`);
      // A folder that only leads to a mount may not exist in the snapshot.
      const there = own !== undefined && (child === undefined || isFolder(own)) ? own : undefined;
      walkFolder(`${path}/`, there, below, child, area, depth + 1);
    }

    function visitFile(name: string, linkedTo: string | undefined): void {
      const path = prefix + name;
      const mount = node?.children.get(name)?.mount;
      const place: Area =
        mount === undefined ? area : { boundary: '', exclude: mount.exclude, prefix: `${mount.path}/` };
      if (isExcluded(path, place)) return;
      if (!rule.files || (rule.suffix !== undefined && !name.endsWith(rule.suffix))) {
        notServed(path, rule);
        return;
      }
      if (!isSoundPath(path, name)) {
        refusePath(path);
        return;
      }
      if (rule.nested && !hasAddress(path, rule)) {
        warn(path, 'not_addressable', 'Published, but no address leads here: decoded, the name is another path.');
      }
      const realPath = mount?.realPath ?? linkedTo ?? `${real}/${name}`;
      const file = { path, realPath };
      found.push(file);
      gathering.add(file);
    }
  }

  function listFolder(path: string, real: string): readonly Dirent[] {
    try {
      return readdirSync(real, { withFileTypes: true });
    } catch (error) {
      refuse(path.slice(0, -1), 'unreadable', `The folder cannot be read (${requireSystemCode(error)}).`);
      return [];
    }
  }

  function lookAgain(path: string, realPath: string, files: ScannedFile[]): void {
    try {
      const { size, mtimeMs, ctimeMs, ino } = statSync(realPath);
      files.push({ path, realPath, bytes: size, mtimeMs, ctimeMs, inode: ino });
    } catch (error) {
      refuse(path, 'unreadable', `The file cannot be read (${requireSystemCode(error)}).`);
    }
  }

  /** Resolves an entry that is neither file nor folder, if it is a link that may be followed. */
  function followEntry(
    path: string,
    place: string,
    area: Area,
  ): { readonly realPath: string; readonly stat: Stats } | undefined {
    try {
      const isLink = lstatSync(place).isSymbolicLink();
      const realPath = isLink ? realpathSync(place) : place;
      if (isLink && !isInside(area.boundary, realPath)) {
        refuse(path, 'link_leaves_tree', 'The link leaves its tree or mount; use a mount.');
        return undefined;
      }
      const stat = statSync(realPath);
      if (stat.isDirectory() && [...open].some((folder) => isInside(realPath, folder))) {
        refuse(path, 'link_loop', 'The link leads back to a folder that holds it.');
        return undefined;
      }
      // Links to folders multiply: forty of them can create a trillion folders without a loop.
      if (stat.isDirectory() && ++folderLinks > FOLDER_LINKS_MAX) {
        if (folderLinks === FOLDER_LINKS_MAX + 1) {
          refuse(path, 'too_many_links', `More than ${FOLDER_LINKS_MAX} links to folders are met on the way.`);
        }
        return undefined;
      }
      if (stat.isDirectory() || stat.isFile()) return { realPath, stat };
      refuse(path, 'special_file', 'This is neither a file nor a folder.');
    } catch (error) {
      const code = requireSystemCode(error);
      if (code === 'ELOOP') refuse(path, 'link_loop', 'The link leads to itself.');
      else if (code === 'ENOENT') refuse(path, 'broken_link', 'The link leads nowhere.');
      else refuse(path, 'unreadable', `The entry cannot be read (${code}).`);
    }
    return undefined;
  }

  function isExcluded(path: string, area: Area): boolean {
    for (const glob of exclude) if (glob.match(path)) return true;
    for (const glob of area.exclude) {
      if (glob.match(path) || glob.match(path.slice(area.prefix.length))) return true;
    }
    return false;
  }

  function reportTwins(prefix: string, unusual: readonly string[], names: readonly string[]): void {
    const seen = new Map(names.filter((name) => PLAIN_NAME.test(name)).map((name) => [name, name]));
    for (const name of unusual) {
      const normal = name.normalize('NFC');
      const twin = seen.get(normal);
      if (twin === undefined) seen.set(normal, name);
      else refuse(prefix + name, 'name_clash', 'Another name here differs only in its Unicode normalisation.');
    }
  }

  function notServed(path: string, rule: TreeRule): void {
    warn(path, 'not_served', `Left out: no address leads here, ${rule.reason}.`);
  }

  function refusePath(path: string): void {
    const shown = path.toWellFormed().replace(/\p{Cc}/gu, '\u{fffd}');
    refuse(shown, 'invalid_path', 'The name is not valid UTF-8, too long, or has a control character or backslash.');
  }

  function refuse(file: string, code: string, message: string): void {
    report({ severity: 'error', file, path: '', code, message });
  }

  function warn(file: string, code: string, message: string): void {
    report({ severity: 'warning', file, path: '', code, message });
  }
}

/** Whether the path is a valid release path. Bytes of a name that are not UTF-8 arrive as U+FFFD. */
function isSoundPath(path: string, name: string): boolean {
  // Parent folders were checked before. A plain name can only be too long or a dot segment, and directory entries
  // contain no dot segments.
  if (PLAIN_NAME.test(name) && path.length <= 340) return true;
  return isReleasePath(path) && !name.includes('\u{fffd}');
}

/** Whether a request path can address the file: a name with a percent sign may decode to another path. */
function hasAddress(path: string, { suffix = '' }: TreeRule): boolean {
  return !path.includes('%') || isAddressable(path.slice(0, path.length - suffix.length));
}

/** Digest over paths and locations, in order. Paths contain no NUL, so the hashed text is unambiguous. */
export function digestPaths(files: readonly FoundFile[]): string {
  const hasher = new Bun.CryptoHasher('sha256');
  for (let at = 0; at < files.length; at += DIGEST_BATCH) {
    let text = '';
    for (const { path, realPath } of files.slice(at, at + DIGEST_BATCH)) text += `${path}\0${realPath}\0`;
    hasher.update(text);
  }
  return hasher.digest('hex');
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}

function requireSystemCode(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) throw error;
  return code;
}
