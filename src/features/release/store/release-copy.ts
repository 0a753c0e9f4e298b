// A copy of a release in a folder, as `livehouse pull` writes it: `release.json` (the manifest), `origin.json` (what a copy needs
// in addition), the entries under their paths, and the digests of all files. What a manifest says was written by another
// machine, so its paths, counts and id are checked before anything is done with it.
import { isReleasePath } from '../../../kernel/names.ts';
import { type OperatorError, operatorError } from '../common/operator-error.ts';
import { COPY_MANIFEST_FILE, COPY_ORIGIN_FILE } from '../snapshot/copy-files.ts';
import { reportTwins } from '../snapshot/received-snapshot.ts';
import {
  parseDocument,
  type ReleaseManifest,
  type ReleaseOrigin,
  releaseIdOf,
  releaseManifestSchema,
  releaseOriginSchema,
} from './formats.ts';

export const COPY_DIGESTS_FILE = 'SHA256SUMS';
/** A hundred times the largest release that was published for tests. */
export const COPY_MANIFEST_BYTES_MAX = 256 * 1024 * 1024;
export const COPY_ORIGIN_BYTES_MAX = 64 * 1024 * 1024;
const ENTRIES_MAX = 1_000_000;
const ARTIFACTS = 'artifacts/android/bundles/';

/** A file of a copy: an entry of the release, or an artifact of its source. */
export interface CopiedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The manifest of a release in these bytes. Throws OperatorError. */
export function checkCopiedManifest(bytes: Uint8Array): ReleaseManifest {
  const manifest = parseDocument(releaseManifestSchema, bytes);
  if (manifest === undefined) throw invalid('It is no manifest of a release.');
  const { server, sourceId, releaseId, entries, entryCount, totalBytes } = manifest;
  if (entries.length > ENTRIES_MAX) throw invalid(`It has more than ${ENTRIES_MAX} entries.`);
  const sum = entries.reduce((all, { bytes: size }) => all + size, 0);
  if (entryCount !== entries.length || totalBytes !== sum || !Number.isSafeInteger(sum)) {
    throw invalid('Its counts are not those of its entries.');
  }
  entries.forEach(({ path, role }, at) => {
    const before = entries[at - 1]?.path;
    if (before !== undefined && before >= path) throw invalid('Its entries are not sorted by path.');
    if (!path.startsWith(`${role}/`)) throw invalid(`The path "${path}" has another role.`);
  });
  reportTwins(entries, ({ file, message }) => {
    throw invalid(`${file}: ${message}`);
  });
  if (releaseIdOf(server, sourceId, entries) !== releaseId) {
    throw operatorError('release_id_mismatch', 'The release id is not that of its entries.', COPY_MANIFEST_FILE);
  }
  return manifest;
}

/** The origin in these bytes, which must be that of the release. Throws OperatorError. */
export function checkCopiedOrigin(bytes: Uint8Array, manifest: ReleaseManifest): ReleaseOrigin {
  const origin = parseDocument(releaseOriginSchema, bytes);
  if (origin === undefined) throw invalid('It does not describe the origin of a release.', COPY_ORIGIN_FILE);
  const { server, releaseId, sourceId, artifacts } = origin;
  if (server.id !== manifest.server || releaseId !== manifest.releaseId || sourceId !== manifest.sourceId) {
    throw invalid('It belongs to another release.', COPY_ORIGIN_FILE);
  }
  for (const { fileName } of artifacts) {
    if (fileName.includes('/') || !isReleasePath(`${ARTIFACTS}${fileName}`)) {
      throw invalid(`The name "${fileName}" is not that of a bundle.`, COPY_ORIGIN_FILE);
    }
  }
  const files = artifacts.map(({ fileName }) => ({ path: `${ARTIFACTS}${fileName}` }));
  if (new Set(files.map(({ path }) => path)).size < files.length) {
    throw invalid('It names a bundle twice.', COPY_ORIGIN_FILE);
  }
  reportTwins(files, ({ file, message }) => {
    throw invalid(`${file}: ${message}`, COPY_ORIGIN_FILE);
  });
  return origin;
}

/** All files that a whole copy has, sorted by path. */
export function copiedFiles({ entries }: ReleaseManifest, { artifacts }: ReleaseOrigin): readonly CopiedFile[] {
  const bundles = artifacts.map(({ fileName, bytes, sha256 }) => ({ path: `${ARTIFACTS}${fileName}`, bytes, sha256 }));
  return [...entries, ...bundles].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const invalid = (message: string, file = COPY_MANIFEST_FILE): OperatorError =>
  operatorError('release_invalid', message, file);
