// A snapshot that arrived as a descriptor and a list of files, without a directory. Applies the rules of the walk
// (walk.ts) to the list, so that it reports what `livehouse publish` reports for a directory with the same files. There are
// no mounts and no links. Reads no file.
import { isAddressable } from '../../../http/routing/path-segments.ts';
import { isReleasePath } from '../../../kernel/names.ts';
import type { Finding } from '../common/finding.ts';
import { capFindings } from './capped-findings.ts';
import { DESCRIPTOR_FILE, type Descriptor, parseDescriptor } from './descriptor.ts';
import { findTables, namedTables } from './find-tables.ts';
import type { ScannedFile, Snapshot, UnusableSnapshot } from './snapshot.ts';
import { jsonPath } from './tables/json-input.ts';
import { TREE_RULES, type TreeRule } from './trees.ts';

/** A file of the publisher: where it stands in the snapshot, and which content it has. */
export interface ListedFile {
  /** A release path (`isReleasePath`) below one of the trees of a snapshot. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

type Report = (finding: Finding) => void;

const RULES: ReadonlyMap<string, TreeRule> = new Map(TREE_RULES);

/**
 * Opens a snapshot from the value of its descriptor and its files, sorted by path and unique.
 *
 * @param placeOf where the bytes of a file are, or will be, on this machine
 */
export function openReceivedSnapshot(
  descriptorValue: unknown,
  files: readonly ListedFile[],
  placeOf: (file: ListedFile) => string,
): Snapshot | UnusableSnapshot {
  const bytes = Buffer.from(JSON.stringify(descriptorValue));
  const parsed = parseDescriptor(bytes);
  const findings: Finding[] = [...parsed.findings];
  if (parsed.descriptor === undefined) return { directory: '', descriptor: undefined, findings };
  const catalog = files.filter(({ path }) => path.startsWith('catalog/')).map(({ path }) => path);
  const listed = new Set(catalog);
  const descriptor = findTables(
    parsed.descriptor,
    { has: (path) => listed.has(path), list: () => catalog },
    (path, code, message) => findings.push({ severity: 'error', file: DESCRIPTOR_FILE, path, code, message }),
  );
  if (descriptor.mounts.length > 0) {
    const message = 'A publication from elsewhere has no mounts; its files are sent.';
    findings.push({ severity: 'error', file: DESCRIPTOR_FILE, path: '$.mounts', code: 'mounts_not_allowed', message });
  }
  const capped = capFindings((finding) => findings.push(finding));
  const kept = keepServed(descriptor, files, capped.report);
  reportTwins(kept, capped.report);
  reportMissing(descriptor, kept, capped.report);
  capped.close();
  return {
    directory: '',
    descriptor,
    descriptorSha256: Bun.SHA256.hash(bytes, 'hex'),
    files: kept.map((file): ScannedFile => {
      return { path: file.path, realPath: placeOf(file), bytes: file.bytes, mtimeMs: 0, ctimeMs: 0, inode: 0 };
    }),
    pathsSha256: '',
    mounts: [],
    findings,
  };
}

function keepServed(descriptor: Descriptor, files: readonly ListedFile[], report: Report): readonly ListedFile[] {
  const exclude = descriptor.exclude.map((pattern) => new Bun.Glob(pattern));
  const named = new Set(namedTables(descriptor).map(({ path }) => path));
  return files.filter(({ path }) => {
    const isExcluded = exclude.some((glob) => glob.match(path));
    if (path.startsWith('catalog/')) return named.has(path) && !isExcluded;
    return !isExcluded && judgePath(path, report);
  });
}

/** Whether a file is taken, by the rules of its tree. What no address leads to is left out with a warning. */
function judgePath(path: string, report: Report): boolean {
  const warn = (file: string, code: string, message: string): void =>
    report({ severity: 'warning', file, path: '', code, message });
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  let rule = RULES.get(segments[0] ?? '');
  for (let depth = 1; rule !== undefined && depth < segments.length - 1; depth++) {
    const below: TreeRule | undefined = rule.folder(segments[depth] ?? '');
    if (below === undefined) warn(segments.slice(0, depth + 1).join('/'), 'not_served', notServed(rule));
    rule = below;
  }
  if (rule === undefined) return false;
  if (segments.length < 2 || !rule.files || (rule.suffix !== undefined && !name.endsWith(rule.suffix))) {
    warn(path, 'not_served', notServed(rule));
    return false;
  }
  if (!isReleasePath(path) || name.includes('\u{fffd}')) {
    const message = 'The name is not valid UTF-8, too long, or has a control character or backslash.';
    report({ severity: 'error', file: path, path: '', code: 'invalid_path', message });
    return false;
  }
  const address = path.slice(0, path.length - (rule.suffix ?? '').length);
  if (rule.nested && path.includes('%') && !isAddressable(address)) {
    warn(path, 'not_addressable', 'Published, but no address leads here: decoded, the name is another path.');
  }
  return true;
}

const notServed = ({ reason }: TreeRule): string => `Left out: no address leads here, ${reason}.`;

/** Two names that differ only in their Unicode normalisation, and a name that is both a file and a folder. */
export function reportTwins(files: readonly Pick<ListedFile, 'path'>[], report: Report): void {
  const normalised = new Map<string, string>();
  const paths = new Set(files.map(({ path }) => path));
  const refuse = (file: string, code: string, message: string): void =>
    report({ severity: 'error', file, path: '', code, message });
  const judged = new Set<string>();
  for (const { path } of files) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const place = path.slice(0, end);
      if (end < path.length && paths.has(place)) {
        refuse(place, 'path_conflict', 'This is a file, and other files stand below it.');
      }
      if (judged.has(place)) break;
      judged.add(place);
      const normal = place.normalize('NFC');
      const twin = normalised.get(normal);
      if (twin === undefined) normalised.set(normal, place);
      else refuse(place, 'name_clash', 'Another name here differs only in its Unicode normalisation.');
    }
  }
}

function reportMissing(descriptor: Descriptor, files: readonly ListedFile[], report: Report): void {
  const present = new Set(files.map(({ path }) => path));
  for (const { path: file, mention } of namedTables(descriptor)) {
    if (present.has(file)) continue;
    const isExcluded = descriptor.exclude.some((pattern) => new Bun.Glob(pattern).match(file));
    const message = isExcluded ? `"${file}" is excluded.` : `There is no file "${file}".`;
    report({ severity: 'error', file: DESCRIPTOR_FILE, path: jsonPath(mention), code: 'missing_file', message });
  }
}
