// Mounts of a snapshot: where each points on this machine, and which one provides a path. A mount takes precedence over
// the snapshot's own file or folder at the same path (reported as a warning), and a longer mount over a shorter one.
import { realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Finding } from '../common/finding.ts';
import { DESCRIPTOR_FILE, type MountDeclaration } from './descriptor.ts';
import { jsonPath } from './tables/json-input.ts';

/** A resolved mount. */
export interface Mount {
  /** Snapshot path. */
  readonly path: string;
  readonly realPath: string;
  /** Whether it is outside the snapshot directory. */
  readonly outside: boolean;
}

export interface ResolvedMount extends Mount {
  readonly isFolder: boolean;
  readonly exclude: readonly Bun.Glob[];
}

/** The warning about a path that a mount hides. */
export const MOUNT_HIDES = {
  code: 'mount_hides_path',
  message: "A mount takes the place of the snapshot's own file or folder.",
} as const;

/** Tree of mounts by path segment. */
export interface MountNode {
  mount: ResolvedMount | undefined;
  readonly children: Map<string, MountNode>;
}

/** Whether a real path is the folder itself or inside it. */
export function isInside(folder: string, realPath: string): boolean {
  return realPath === folder || realPath.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Code of a failed system call (`ENOENT`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Resolves each mount to its real path. `root` is the real path of the snapshot directory. */
export function resolveMounts(
  root: string,
  declarations: readonly MountDeclaration[],
  report: (finding: Finding) => void,
): readonly ResolvedMount[] {
  const mounts: ResolvedMount[] = [];
  for (const { path, from, exclude } of declarations) {
    const refuse = (code: string, message: string): void =>
      report({ severity: 'error', file: DESCRIPTOR_FILE, path: jsonPath(['mounts', path]), code, message });
    try {
      const realPath = realpathSync(resolve(root, from));
      const stat = statSync(realPath);
      if (!stat.isDirectory() && !stat.isFile()) {
        refuse('special_file', `"${from}" is neither a file nor a folder.`);
        continue;
      }
      mounts.push({
        path,
        realPath,
        outside: !isInside(root, realPath),
        isFolder: stat.isDirectory(),
        exclude: exclude.map((pattern) => new Bun.Glob(pattern)),
      });
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      if (code === 'ENOENT' || code === 'ENOTDIR') refuse('mount_missing', `There is nothing at "${from}".`);
      else refuse('mount_unreadable', `"${from}" cannot be read (${code}).`);
    }
  }
  return mounts;
}

/** Builds the tree of mounts. A mount below a mounted file is an error. */
export function plantMounts(mounts: readonly ResolvedMount[], report: (finding: Finding) => void): MountNode {
  const root: MountNode = { mount: undefined, children: new Map() };
  // Sorted by path, so a mounted file is in the tree before any path below it.
  for (const mount of mounts) {
    let node = root;
    let blocked = false;
    for (const segment of mount.path.split('/')) {
      if (node.mount?.isFolder === false) blocked = true;
      const child: MountNode = node.children.get(segment) ?? { mount: undefined, children: new Map() };
      if (!blocked) node.children.set(segment, child);
      node = child;
    }
    if (blocked) {
      report({
        severity: 'error',
        file: DESCRIPTOR_FILE,
        path: jsonPath(['mounts', mount.path]),
        code: 'mount_conflict',
        message: 'This mount lies below a mounted file.',
      });
    } else node.mount = mount;
  }
  return root;
}

/** The possible location of a snapshot path, and the folder (or file) that it must not leave. */
export function placePath(
  root: string,
  mounts: readonly ResolvedMount[],
  path: string,
): { readonly place: string; readonly mount: ResolvedMount | undefined } {
  let best: ResolvedMount | undefined;
  for (const mount of mounts) {
    if (path !== mount.path && !path.startsWith(`${mount.path}/`)) continue;
    if (best === undefined || mount.path.length > best.path.length) best = mount;
  }
  if (best === undefined) return { place: `${root}/${path}`, mount: undefined };
  return { place: best.realPath + path.slice(best.path.length), mount: best };
}
