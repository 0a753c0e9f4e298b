// Verifies a release completely: pointer, manifest against the release id, identity, index shards against the entries,
// source, and every object, coding and block by its digest. Reports problems; changes nothing.
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { forEachConcurrently } from '../../../kernel/concurrency/concurrently.ts';
import {
  contentKey,
  pointerKey,
  promotionsKey,
  queryRecordKey,
  releaseIdentityKey,
  releaseIndexKey,
  releaseManifestKey,
  sideManifestKey,
  sourceManifestKey,
} from '../../../kernel/object-key.ts';
import { BLOCKED_OVER_BYTES, type Objects } from '../../../platform/objects/objects.ts';
import { indexShardBytes } from './documents.ts';
import {
  openSealed,
  parseDocument,
  type QueryRecord,
  type ReleaseManifest,
  releaseIdentitySchema,
  releaseIdOf,
  releaseManifestSchema,
  type SideManifest,
  type SourceManifest,
  sideManifestSchema,
} from './formats.ts';
import { readPromotions } from './promotions.ts';
import { readQueryRecord } from './query-record.ts';
import { requireReleaseId } from './registry.ts';
import { DOCUMENTS_AT_A_TIME, readPointer, readSourceManifest } from './store.ts';

interface Problem {
  /** Object key. */
  readonly key: string;
  readonly code: string;
}

export interface Verification {
  readonly releaseId: string;
  /** Number of objects and documents read. */
  readonly checked: number;
  /** Sorted by key. */
  readonly problems: readonly Problem[];
}

interface Expected {
  readonly bytes: number;
  readonly blocks: readonly string[] | undefined;
}

/** Verifies a release (by default the current one). Throws OperatorError when it is not stored at all. */
export async function verifyRelease(
  objects: Objects,
  server: string,
  releaseId?: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Verification> {
  const id = await requireReleaseId(objects, server, releaseId);
  const problems: Problem[] = [];
  const report = (key: string, code: string): void => {
    problems.push({ key, code });
  };
  let checked = 0;

  const pointer = await readPointer(objects, server);
  if (pointer !== undefined) {
    checked += 1;
    if (pointer.value === undefined) report(pointerKey(server), 'pointer_invalid');
  }
  const promotions = await readPromotions(objects, server);
  if (promotions !== undefined) {
    checked += 1;
    if (promotions.value === undefined) report(promotionsKey(server), 'promotions_invalid');
  }

  const manifest = await verifyManifest(objects, server, id, report);
  const side = await verifySide(objects, server, id, manifest, report);
  await verifyIdentity(objects, server, id, manifest, report);
  checked += 3;
  if (manifest !== undefined) checked += await verifyIndex(objects, server, manifest.document, side, report);
  const sourceId = manifest?.document.sourceId ?? side?.sourceId;
  const source = sourceId === undefined ? undefined : await verifySource(objects, server, sourceId, report);
  if (sourceId !== undefined) checked += 1;
  const record = await verifyQueryRecord(objects, server, id, report);
  if (record.isThere) checked += 1;
  const expected = gatherContent({ manifest: manifest?.document, side, source, record: record.value }, (sha256, code) =>
    report(contentKey(sha256), code),
  );
  await verifyContent(objects, expected, report, onProgress);
  problems.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { releaseId: id, checked: checked + expected.size, problems };
}

type Report = (key: string, code: string) => void;

async function verifyManifest(objects: Objects, server: string, releaseId: string, report: Report) {
  const key = releaseManifestKey(server, releaseId);
  const bytes = await objects.read(key);
  if (bytes === undefined) {
    report(key, 'manifest_missing');
    return undefined;
  }
  const document = parseDocument(releaseManifestSchema, bytes);
  if (document === undefined) {
    report(key, 'manifest_invalid');
    return undefined;
  }
  const sorted = document.entries.every((entry, i) => i === 0 || entry.path > (document.entries[i - 1]?.path ?? ''));
  const totals =
    document.entryCount === document.entries.length &&
    document.totalBytes === document.entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (!sorted || !totals) report(key, 'manifest_invalid');
  const id = releaseIdOf(document.server, document.sourceId, document.entries);
  if (document.server !== server || document.releaseId !== releaseId || id !== releaseId) {
    report(key, 'release_id_mismatch');
  }
  return { document, sha256: sha256Hex(bytes), bytes: bytes.byteLength };
}

async function verifySide(
  objects: Objects,
  server: string,
  releaseId: string,
  manifest: { readonly sha256: string; readonly bytes: number } | undefined,
  report: Report,
): Promise<SideManifest | undefined> {
  const key = sideManifestKey(server, releaseId);
  const bytes = await objects.read(key);
  if (bytes === undefined) {
    report(key, 'side_missing');
    return undefined;
  }
  const side = openSealed(sideManifestSchema, bytes);
  if (side === undefined || side.server !== server || side.releaseId !== releaseId) {
    report(key, 'side_invalid');
    return undefined;
  }
  const { sha256, bytes: size } = side.manifest;
  if (manifest !== undefined && (manifest.sha256 !== sha256 || manifest.bytes !== size)) {
    report(releaseManifestKey(server, releaseId), 'manifest_mismatch');
  }
  return side;
}

async function verifyIdentity(
  objects: Objects,
  server: string,
  releaseId: string,
  manifest: { readonly document: ReleaseManifest } | undefined,
  report: Report,
): Promise<void> {
  const key = releaseIdentityKey(server, releaseId);
  const bytes = await objects.read(key);
  if (bytes === undefined) {
    report(key, 'identity_missing');
    return;
  }
  const identity = parseDocument(releaseIdentitySchema, bytes);
  const sound =
    identity?.server === server &&
    identity.releaseId === releaseId &&
    (manifest === undefined || identity.sourceId === manifest.document.sourceId);
  if (!sound) report(key, 'identity_invalid');
}

async function verifyIndex(
  objects: Objects,
  server: string,
  manifest: ReleaseManifest,
  side: SideManifest | undefined,
  report: Report,
): Promise<number> {
  const { releaseId, entries } = manifest;
  const shards = indexShardBytes(server, releaseId, entries);
  await forEachConcurrently(shards, DOCUMENTS_AT_A_TIME, async ([shard, expected]) => {
    const key = releaseIndexKey(server, releaseId, shard);
    const bytes = await objects.read(key);
    if (bytes === undefined) report(key, 'index_missing');
    else if (Buffer.compare(bytes, expected) !== 0) report(key, 'index_mismatch');
    else if (side !== undefined && side.index[shard]?.sha256 !== sha256Hex(bytes)) report(key, 'index_mismatch');
  });
  return shards.size;
}

async function verifySource(
  objects: Objects,
  server: string,
  sourceId: string,
  report: Report,
): Promise<SourceManifest | undefined> {
  const source = await readSourceManifest(objects, server, sourceId);
  if (source === undefined) report(sourceManifestKey(server, sourceId), 'source_missing');
  else if (source.value === undefined) report(sourceManifestKey(server, sourceId), 'source_invalid');
  return source?.value;
}

/** A release without the record is whole: a service makes it at first use. */
async function verifyQueryRecord(
  objects: Objects,
  server: string,
  releaseId: string,
  report: Report,
): Promise<{ readonly isThere: boolean; readonly value: QueryRecord | undefined }> {
  const record = await readQueryRecord(objects, server, releaseId);
  if (record !== undefined && record.value === undefined)
    report(queryRecordKey(server, releaseId), 'query_record_invalid');
  return { isThere: record !== undefined, value: record?.value };
}

interface FoundDocuments {
  readonly manifest: ReleaseManifest | undefined;
  readonly side: SideManifest | undefined;
  readonly source: SourceManifest | undefined;
  readonly record: QueryRecord | undefined;
}

/** All content that the documents reference, by digest. Two different sizes for one digest are a problem. */
function gatherContent(
  { manifest, side, source, record }: FoundDocuments,
  report: (sha256: string, code: string) => void,
): ReadonlyMap<string, Expected> {
  const expected = new Map<string, Expected>();
  const blocks = new Map(Object.entries({ ...source?.blocks, ...side?.blocks }));
  if (record !== undefined && record.blocks.length > 0) blocks.set(record.file.sha256, record.blocks);
  const codings = Object.values(side?.codings ?? {}).flatMap(({ br, gzip }) => [br, gzip]);
  const all = [
    ...(manifest?.entries ?? []),
    ...(source?.files ?? []),
    ...codings.filter((form) => form !== undefined),
    ...Object.values(side?.extras ?? {}),
    ...(record === undefined ? [] : [record.file]),
  ];
  for (const { sha256, bytes } of all) {
    const earlier = expected.get(sha256);
    if (earlier !== undefined && earlier.bytes !== bytes) report(sha256, 'size_conflict');
    expected.set(sha256, { bytes, blocks: blocks.get(sha256) });
    if (bytes > BLOCKED_OVER_BYTES && !blocks.has(sha256) && earlier === undefined) report(sha256, 'blocks_missing');
  }
  return expected;
}

async function verifyContent(
  objects: Objects,
  expected: ReadonlyMap<string, Expected>,
  report: Report,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const items = [...expected].map(([sha256, { bytes, blocks }]) => ({ sha256, bytes, blocks }));
  let done = 0;
  await objects.digestContent(items, (index, found) => {
    const { sha256, bytes, blocks } = items[index] ?? { sha256: '', bytes: 0, blocks: undefined };
    const key = contentKey(sha256);
    if (found.kind !== 'read') report(key, `object_${found.kind}`);
    else if (found.sha256 !== sha256 || found.bytes !== bytes) report(key, 'object_corrupt');
    else if (blocks !== undefined && blocks.join() !== found.blocks?.join()) report(key, 'blocks_mismatch');
    done += 1;
    onProgress(done, items.length);
  });
}
