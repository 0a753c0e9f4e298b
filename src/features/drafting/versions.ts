// Folders with the same tables for many versions of a game: one of them makes a site. Pure.
import type { TableFile } from './folder.ts';
import type { LeftOut } from './reason.ts';

/** Fewer versions are published beside each other. */
const VERSIONS_MIN = 4;
const VERSION = /^v?(\d+(?:[._]\d+)+)(?:[-_.]?(?:rc|pre|beta|alpha|snapshot)?\d*)?$/i;

/** The files without those of older versions. */
export function dropVersions(files: readonly TableFile[], leftOut: LeftOut[]): readonly TableFile[] {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const { local } of files) {
    const parts = local.split('/');
    const at = versionAt(parts);
    if (at < 0) continue;
    const parent = parts.slice(0, at).join('/');
    const versions = folders.get(parent) ?? new Map<string, Set<string>>();
    const names = versions.get(parts[at] ?? '') ?? new Set<string>();
    versions.set(parts[at] ?? '', names.add(parts.slice(at + 1).join('/')));
    folders.set(parent, versions);
  }
  const newest = new Map<string, string>();
  for (const [parent, versions] of folders) {
    if (versions.size < VERSIONS_MIN) continue;
    const most = Math.max(...[...versions.values()].map(({ size }) => size));
    // The newest one that has nearly all tables; some versions have a few changed ones only.
    const whole = [...versions].filter(([, names]) => names.size * 2 >= most).map(([version]) => version);
    const [first] = whole.sort((a, b) => compareVersions(b, a));
    if (first !== undefined) newest.set(parent, first);
  }
  return files.filter(({ local }) => {
    const parts = local.split('/');
    const at = versionAt(parts);
    const chosen = at < 0 ? undefined : newest.get(parts.slice(0, at).join('/'));
    if (chosen === undefined || parts[at] === chosen) return true;
    leftOut.push({
      path: local,
      why: 'it is of another version; the newest one is used',
      of: [...parts.slice(0, at), chosen].join('/'),
    });
    return false;
  });
}

const versionAt = (parts: readonly string[]): number =>
  parts.findIndex((part, at) => at < parts.length - 1 && VERSION.test(part));

function compareVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => (VERSION.exec(text)?.[1] ?? '').split(/[._]/).map(Number));
  for (let at = 0; at < 8; at++) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
