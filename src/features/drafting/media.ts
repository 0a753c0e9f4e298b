// Pictures, sound and video of a folder: which release path each gets. Files in the trees of a release keep their place;
// every other folder with media is mounted below assets/Assets.
import { mediaTypeOf } from '../../kernel/media-type.ts';
import { isReleasePath } from '../../kernel/names.ts';
import { SNAPSHOT_TREES } from '../release/snapshot/descriptor-schema.ts';
import { formatOf } from '../release/snapshot/tables/formats.ts';
import { code, counted, type LeftOut, type Reason } from './reason.ts';

/** A file of the folder. */
export interface ListedFile {
  readonly local: string;
  readonly bytes: number;
}

interface DraftedMount {
  readonly from: string;
  readonly exclude: readonly string[];
}

export interface MediaPaths {
  /** Release path → media type. */
  readonly files: ReadonlyMap<string, string>;
  /** Path inside the folder → release path, of files that a mount moves. */
  readonly paths: ReadonlyMap<string, string>;
  readonly mounts: Readonly<Record<string, string | DraftedMount>>;
  readonly exclude: readonly string[];
}

/** Single files at the top that are mounted one by one. */
const SINGLE_FILES_MAX = 100;
/** Published with pictures and sound, although this service does not show them itself. */
const OTHER_MEDIA = /\.(?:ogg|oga|opus|flac|aac|avif|mov|mkv|woff2?|ttf|otf)$/i;

/** What folders hold for programs. */
const HIDDEN = ['**/.*', '**/.*/**', '**/node_modules/**'];

/** Media type of a file; drawings are pictures, too. */
export const typeOfMedia = (path: string): string => (/\.svg$/i.test(path) ? 'image/svg+xml' : mediaTypeOf(path));

const isMedia = (path: string): boolean => /^(?:image|audio|video)\//.test(typeOfMedia(path));
const isTree = (name: string): boolean => SNAPSHOT_TREES.some((tree) => tree === name);

/** Finds the media among the files that are no tables. */
export function findMedia(
  listed: readonly ListedFile[],
  isPlaced: (local: string) => boolean,
  tables: readonly string[],
  leftOut: LeftOut[],
): MediaPaths & { readonly reasons: readonly Reason[] } {
  const files = new Map<string, string>();
  const paths = new Map<string, string>();
  const groups = new Map<string, string[]>();
  const tableGroups = new Map<string, Set<string>>();
  for (const local of tables) {
    const group = groupOf(local);
    const known = tableGroups.get(group) ?? new Set<string>();
    tableGroups.set(group, known.add(local.slice(local.lastIndexOf('.'))));
  }
  for (const { local } of listed) {
    if (isPlaced(local)) {
      if (isMedia(local)) files.set(local, typeOfMedia(local));
      continue;
    }
    const group = groupOf(local);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [local]);
    else known.push(local);
  }
  const mounts: Record<string, string | DraftedMount> = {};
  const exclude: string[] = [];
  const reasons: Reason[] = [];
  let singles = 0;
  for (const [group, locals] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const media = locals.filter(isMedia);
    const isSingle = locals[0] === group;
    for (const local of locals) {
      if (isMedia(local) || formatOf(local) !== undefined) continue;
      if (media.length > 0 && !isSingle && OTHER_MEDIA.test(local)) continue;
      leftOut.push({ path: local, why: 'it is no table, picture, sound or video' });
    }
    if (media.length === 0) continue;
    const own = targetOf(group);
    const target = Object.hasOwn(mounts, own) ? `assets/Assets/${group}` : own;
    const pathOf = (local: string): string => target + local.slice(group.length);
    if (!isReleasePath(target) || Object.hasOwn(mounts, target) || (isSingle && ++singles > SINGLE_FILES_MAX)) {
      leftOut.push({ path: group, why: isSingle ? 'put pictures into a folder of their own' : 'rename the folder' });
      continue;
    }
    for (const local of media) {
      files.set(pathOf(local), typeOfMedia(local));
      paths.set(local, pathOf(local));
    }
    const others = locals.filter((local) => !isMedia(local) && !OTHER_MEDIA.test(local));
    const unwanted = isSingle ? [] : patternsOf(others, tableGroups.get(group));
    mounts[target] = unwanted.length === 0 ? group : { from: group, exclude: unwanted };
    // What lies in a folder named like a tree would be looked for there, too.
    if (isTree(group.slice(0, group.indexOf('/'))))
      exclude.push(isSingle ? escapeGlob(group) : `${escapeGlob(group)}/**`);
    const why = `it holds ${counted(media.length, 'picture, sound or video', 'pictures, sounds and videos')}; their addresses begin with \`/assets/{server}/${target.slice('assets/'.length)}\``;
    reasons.push({ resource: undefined, what: `\`mounts\` has ${code(target)} from ${code(group)}`, why });
  }
  if (paths.size > 0) exclude.push(...HIDDEN);
  return { files, paths, mounts, exclude, reasons };
}

/** The folder that is mounted for a file: the outermost one, or the one below a folder named like a tree. */
function groupOf(local: string): string {
  const [first = '', second, ...rest] = local.split('/');
  if (second === undefined) return first;
  return isTree(first) ? (rest.length === 0 ? local : `${first}/${second}`) : first;
}

const targetOf = (group: string): string => `assets/Assets/${group.replace(/^assets\//, '')}`;

/** Globs for files that are no media, by suffix. */
function patternsOf(locals: readonly string[], suffixes: ReadonlySet<string> = new Set()): readonly string[] {
  const patterns = new Set([...suffixes].map((suffix) => `**/*${escapeGlob(suffix)}`));
  for (const local of locals) {
    const name = local.slice(local.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    patterns.add(`**/${dot > 0 ? `*${escapeGlob(name.slice(dot))}` : escapeGlob(name)}`);
  }
  // Descriptors take a thousand; folders with that many kinds of files publish the rest as downloads.
  return [...patterns].sort().slice(0, 500);
}

export const escapeGlob = (text: string): string => text.replace(/[\\*?[\]{}!]/g, (sign) => `\\${sign}`);
