// A copy of a release as the input of a publication. Every file is read and compared with the digest of its entry; what the
// folder lacks is taken from the object store, where it may be already. The entries, and so the id, stay as they are.

import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentKey } from '../../../kernel/object-key.ts';
import { isAbsence } from '../../../platform/files/durable.ts';
import { IngestError } from '../../../platform/objects/ingest/file.ts';
import { BLOCKED_OVER_BYTES, type IngestItem, type Objects } from '../../../platform/objects/objects.ts';
import type { Finding } from '../common/finding.ts';
import { OperatorError, operatorError } from '../common/operator-error.ts';
import { capFindings } from '../snapshot/capped-findings.ts';
import { COPY_MANIFEST_FILE, COPY_ORIGIN_FILE } from '../snapshot/copy-files.ts';
import { parseDescriptor } from '../snapshot/descriptor.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ReleaseManifest, ReleaseOrigin } from '../store/formats.ts';
import {
  COPY_MANIFEST_BYTES_MAX,
  COPY_ORIGIN_BYTES_MAX,
  type CopiedFile,
  checkCopiedManifest,
  checkCopiedOrigin,
  copiedFiles,
} from '../store/release-copy.ts';
import type { SnapshotFile } from './derivation.ts';
import type { SnapshotContent } from './snapshot-content.ts';
import type { HashedFile } from './stat-index.ts';

export interface CopiedRelease {
  readonly manifest: ReleaseManifest;
  /** The entries and artifacts as files; the descriptor has what side objects are made by. */
  readonly snapshot: Snapshot;
  readonly files: readonly CopiedFile[];
}

/** Opens a copy and checks its manifest. Throws OperatorError. */
export function openCopiedRelease(directory: string): CopiedRelease {
  const root = realpathSync(directory);
  const manifest = checkCopiedManifest(readCapped(root, COPY_MANIFEST_FILE, COPY_MANIFEST_BYTES_MAX));
  const origin = checkCopiedOrigin(readCapped(root, COPY_ORIGIN_FILE, COPY_ORIGIN_BYTES_MAX), manifest);
  const files = copiedFiles(manifest, origin);
  return { manifest, files, snapshot: describe(root, origin, files) };
}

function readCapped(root: string, name: string, bytesMax: number): Uint8Array {
  const path = join(root, name);
  const stat = lstatSync(path);
  if (!stat.isFile()) throw operatorError('special_file', 'It is not a file.', name);
  if (stat.size > bytesMax) throw operatorError('file_too_large', `It has more than ${bytesMax} bytes.`, name);
  return readFileSync(path);
}

/** Parsed as a descriptor, so that the same rules apply. */
function describe(root: string, { server, levels }: ReleaseOrigin, files: readonly CopiedFile[]): Snapshot {
  const written = {
    server,
    ...(levels !== null && { levels, resources: { [levels.resource]: { file: 'catalog/-.json' } } }),
  };
  const { descriptor, findings } = parseDescriptor(Buffer.from(JSON.stringify(written)));
  if (descriptor === undefined || findings.length > 0) {
    throw new OperatorError(findings.map((finding) => ({ ...finding, file: COPY_ORIGIN_FILE })));
  }
  return {
    directory: root,
    descriptor,
    descriptorSha256: '',
    files: files.map(({ path, bytes }) => {
      return { path, realPath: join(root, path), bytes, mtimeMs: 0, ctimeMs: 0, inode: 0 };
    }),
    pathsSha256: '',
    mounts: [],
    findings: [],
  };
}

/** A file on this machine with the bytes of a file of a copy: in the folder, else in the object store. */
export function createCopyLocator(objects: Objects): (file: SnapshotFile) => Promise<string> {
  return async ({ path, realPath, sha256 }) => {
    if (statSync(realPath, { throwIfNoEntry: false }) !== undefined) return realPath;
    const local = await objects.local(contentKey(sha256));
    if (local === undefined) throw operatorError('entry_missing', MISSING, path);
    return local.path;
  };
}

const MISSING =
  'It is not in the folder, and its content is not stored here. "livehouse pull" with --files completes the folder.';
const DAMAGED = 'It is not what the release has under this path. "livehouse pull" fetches it again.';

/** Reads and checks all files, and stores their content. What is missing or altered is reported as an error. */
export async function gatherCopy(
  objects: Objects,
  { snapshot, files }: CopiedRelease,
  store: boolean,
  report: (finding: Finding) => void,
  onProgress: (done: number, total: number) => void,
): Promise<SnapshotContent> {
  const capped = capFindings(report);
  const refuse = (file: string, code: string, message: string): void =>
    capped.report({ severity: 'error', file, path: '', code, message });
  const isPlain = createFolderCheck(snapshot.directory);
  const items: { readonly at: number; readonly item: IngestItem }[] = [];
  const absent: number[] = [];
  files.forEach(({ path, bytes }, at) => {
    const realPath = snapshot.files[at]?.realPath ?? '';
    const found = readStat(realPath);
    if (found === undefined) absent.push(at);
    else if (!found.isFile() || !isPlain(path)) {
      refuse(path, 'link_leaves_tree', 'A copy of a release has files only, and no links.');
    } else if (found.size !== bytes) refuse(path, 'entry_damaged', DAMAGED);
    else items.push({ at, item: { path: realPath, bytes, hashOnly: !store } });
  });
  const hashed: HashedFile[] = files.map(({ sha256 }) => ({ sha256, blocks: undefined }));
  const written = new Set<string>();
  let done = 0;
  const ingest = (batch: typeof items): Promise<void> =>
    objects.ingest(
      batch.map(({ item }) => item),
      (index, result) => {
        const at = batch[index]?.at ?? -1;
        const file = files[at];
        done += 1;
        onProgress(done, items.length);
        if (file === undefined) return;
        if (file.sha256 !== result.sha256) refuse(file.path, 'entry_damaged', DAMAGED);
        else {
          hashed[at] = { sha256: result.sha256, blocks: result.blocks };
          if (result.written) written.add(result.sha256);
        }
      },
    );
  try {
    await ingest(items);
    const present = await objects.presentContent(absent.map((at) => files[at]?.sha256 ?? ''));
    const stored: typeof items = [];
    for (const at of absent) {
      const file = files[at];
      if (file === undefined) continue;
      const local = present.has(file.sha256) ? await objects.local(contentKey(file.sha256)) : undefined;
      if (local === undefined) refuse(file.path, 'entry_missing', MISSING);
      else if (local.bytes !== file.bytes) refuse(file.path, 'entry_damaged', DAMAGED);
      // Only large content has digests of blocks, which reading gives.
      else if (file.bytes > BLOCKED_OVER_BYTES) {
        stored.push({ at, item: { path: local.path, bytes: file.bytes, hashOnly: true } });
      }
    }
    await ingest(stored);
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    throw operatorError(error.reason, `${error.message}: ${error.path}`);
  }
  if (!store) {
    const known = await objects.presentContent(new Set(files.map(({ sha256 }) => sha256)));
    for (const { sha256 } of files) if (!known.has(sha256)) written.add(sha256);
  }
  capped.close();
  return { hashed, written, racy: false };
}

function readStat(path: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Tells whether a file is in a folder of the copy, and not behind a link. */
function createFolderCheck(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const folder = dirname(path);
    let isPlain = known.get(folder);
    if (isPlain === undefined) {
      isPlain = realpathSync(join(root, folder)) === join(root, folder);
      known.set(folder, isPlain);
    }
    return isPlain;
  };
}
