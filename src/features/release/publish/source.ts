// The source of a release: its id and its artifacts. A source id is bound to one set of artifacts permanently.
// Publishing a different set under the same id is refused, because clients keep URLs that contain the id.
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { CAS_PREFIX, sourceManifestKey } from '../../../kernel/object-key.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Finding } from '../common/finding.ts';
import { OperatorError } from '../common/operator-error.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { CAS_SCHEMA, SOURCE_SCHEMA, type SourceManifest, sealDocument } from '../store/formats.ts';
import { readSourceManifest } from '../store/store.ts';
import { ARTIFACT_PREFIX } from './snapshot-content.ts';
import type { HashedFile } from './stat-index.ts';

type SourceFile = SourceManifest['files'][number];

export interface PlannedSource {
  readonly server: string;
  readonly sourceId: string;
  readonly files: readonly SourceFile[];
  /** Block digests of artifacts over 64 MiB. */
  readonly blocks: Readonly<Record<string, readonly string[]>>;
}

/** `s-` and 20 hex digits of a hash over path and digest of every input file, sorted by path. */
export function deriveSourceId(snapshot: Snapshot, hashed: readonly HashedFile[]): string {
  const hasher = new Bun.CryptoHasher('sha256');
  let text = '';
  snapshot.files.forEach((file, i) => {
    text += `${file.path}\0${hashed[i]?.sha256}\n`;
    if (text.length < 1_000_000) return;
    hasher.update(text);
    text = '';
  });
  return `s-${hasher.update(text).digest('hex').slice(0, 20)}`;
}

/** The artifacts of a snapshot as listed by its source, sorted by path. */
export function planSource(snapshot: Snapshot, hashed: readonly HashedFile[], sourceId: string): PlannedSource {
  const files: SourceFile[] = [];
  const blocks: Record<string, readonly string[]> = {};
  snapshot.files.forEach((file, i) => {
    const digest = hashed[i];
    if (digest === undefined || !file.path.startsWith(ARTIFACT_PREFIX)) return;
    const originalFilename = file.path.slice(ARTIFACT_PREFIX.length);
    if (originalFilename.includes('/')) return;
    const path = file.path.slice('artifacts/'.length);
    files.push({ path, role: 'unity-bundle', originalFilename, bytes: file.bytes, sha256: digest.sha256 });
    if (digest.blocks !== undefined) blocks[digest.sha256] = digest.blocks;
  });
  return { server: snapshot.descriptor.server.id, sourceId, files, blocks };
}

/** A finding if the source is already stored with different artifacts. */
export async function checkSource(objects: Objects, plan: PlannedSource): Promise<readonly Finding[]> {
  const stored = (await readSourceManifest(objects, plan.server, plan.sourceId))?.value;
  return stored === undefined || artifactDigest(stored.files) === artifactDigest(plan.files) ? [] : [conflict(plan)];
}

/**
 * Stores the source manifest, durable on return; false when it already exists. Replaces a damaged one. Throws
 * OperatorError when different artifacts were stored under this id concurrently.
 */
export async function writeSource(objects: Objects, plan: PlannedSource): Promise<boolean> {
  for (;;) {
    const stored = await readSourceManifest(objects, plan.server, plan.sourceId);
    if (stored?.value !== undefined) {
      if (artifactDigest(stored.value.files) === artifactDigest(plan.files)) return false;
      throw new OperatorError([conflict(plan)]);
    }
    const key = sourceManifestKey(plan.server, plan.sourceId);
    if (await objects.swap(key, stored?.version, sourceBytes(plan))) return true;
  }
}

function sourceBytes({ server, sourceId, files, blocks }: PlannedSource): Uint8Array {
  return sealDocument({
    schema: SOURCE_SCHEMA,
    server,
    sourceId,
    files: files.map((file) => ({ ...file })),
    fileCount: files.length,
    fileBytes: files.reduce((sum, file) => sum + file.bytes, 0),
    storage: { schema: CAS_SCHEMA, prefix: CAS_PREFIX },
    blocks,
  });
}

function artifactDigest(files: readonly SourceFile[]): string {
  const lines = files.map((file) => `${file.path}\0${file.sha256}\0${file.bytes}`);
  return sha256Hex(lines.sort().join('\n'));
}

function conflict({ sourceId }: PlannedSource): Finding {
  return {
    severity: 'error',
    file: 'snapshot.json',
    path: '$.sourceId',
    code: 'source_conflict',
    message: `The source "${sourceId}" is published already with other artifacts; give this one another sourceId.`,
  };
}
