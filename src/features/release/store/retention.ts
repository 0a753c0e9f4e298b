// Collection (garbage collection): removes releases, sources and content that nothing needs. For each server it keeps
// the current release, the N-1 other releases that were current most recently (the targets of `rollback`), and the N-1
// others that were published most recently (a staged release awaiting promotion), with their sources and all content.
//
// It is safe beside publications. The collector holds a lease that publications wait for, roots are read again before
// anything is removed, objects newer than the oldest live lease stay, and while a server is being published to, all of
// its complete releases and sources stay. Objects are removed top-down (side manifest, documents, content), so an
// interrupted collection leaves remnants for the next one, never an incomplete release.

import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { isSourceId } from '../../../kernel/names.ts';
import {
  CAS_PREFIX,
  contentDigestOf,
  isPointerKey,
  isSideManifestKey,
  pointerKey,
  releaseManifestKey,
  releasePrefix,
  sideManifestKey,
  sourceManifestKey,
  sourcesPrefix,
} from '../../../kernel/object-key.ts';
import type { ListedObject, Objects } from '../../../platform/objects/objects.ts';
import { OperatorError, operatorError } from '../common/operator-error.ts';
import { openSealed, parseDocument, releaseManifestSchema, sideManifestSchema } from './formats.ts';
import { readInputRecord, splitDigests } from './input-record.ts';
import { type FoundLease, readLeases, takeLease } from './lease.ts';
import { codingDigests } from './prepared.ts';
import { readUsableQueryRecord } from './query-record.ts';
import { requireServer } from './registry.ts';
import { listReleaseIds, listServerIds, readPointer, readSourceManifest } from './store.ts';

export const KEEP_DEFAULT = 3;
export const KEEP_MIN = 2;

export interface CollectOptions {
  readonly objects: Objects;
  /**
   * Only this server's releases are removed (the content of all servers is considered in any case). Undefined: all
   * servers.
   */
  readonly server: string | undefined;
  /** Releases to keep per server, at least KEEP_MIN. */
  readonly keep: number;
  /** Whether retired servers are removed with all their releases. Only the record of their promotions stays. */
  readonly retired?: boolean;
  readonly dryRun: boolean;
  readonly onProgress?: (step: 'read' | 'list' | 'remove') => void;
  /** Called for each damaged lease that still counts as live and therefore blocks removal. */
  readonly onDamagedLease?: (lease: FoundLease) => void;
}

export interface Collection {
  readonly dryRun: boolean;
  /** Number of releases removed (in a dry run: to be removed). */
  readonly releases: number;
  /** Number of removed objects of all kinds, and their total size. */
  readonly objects: number;
  readonly bytes: number;
}

interface Roots {
  /** Digests to keep. */
  readonly content: ReadonlySet<string>;
  /** Releases to remove. */
  readonly dropped: readonly { readonly server: string; readonly releaseId: string; readonly complete: boolean }[];
  /** Retired servers to remove. */
  readonly ended: readonly string[];
  /** Keys of source manifests to keep. */
  readonly sources: ReadonlySet<string>;
  /** Ids of all servers that were read. */
  readonly seen: readonly string[];
  /** Objects modified at or after this time are kept; milliseconds since the epoch. */
  readonly spareFrom: number;
}

/**
 * Removes everything that is no longer referenced. Throws OperatorError and removes nothing when any document is
 * damaged.
 */
export async function collectReleases(options: CollectOptions): Promise<Collection> {
  const { objects, dryRun } = options;
  if (options.server !== undefined) await requireServer(objects, options.server);
  const servers = await listServerIds(objects);
  const anchor = servers[0];
  if (anchor === undefined) return { dryRun, releases: 0, objects: 0, bytes: 0 };
  const lease = dryRun ? undefined : await takeLease(objects, anchor, 'collect');
  try {
    options.onProgress?.('read');
    for (const lease of await readLeases(objects)) if (lease.isDamaged && lease.live) options.onDamagedLease?.(lease);
    const first = await readRoots(options);
    requireAll(servers, first);
    options.onProgress?.('list');
    const candidates = await listRemovable(objects, first);
    options.onProgress?.('remove');
    // Reads the roots again after listing the candidates. Only objects that both readings release are removed.
    const second = await readRoots(options);
    requireAll(servers, second);
    const kept = new Set((await listRemovable(objects, second)).map((object) => object.key));
    const removable = candidates.filter((object) => kept.has(object.key));
    if (!dryRun) await removeInOrder(objects, removable);
    const gone = new Set(second.dropped.filter(({ complete }) => complete).map(({ releaseId }) => releaseId));
    return {
      dryRun,
      releases: first.dropped.filter(({ releaseId }) => gone.has(releaseId)).length,
      objects: removable.length,
      bytes: removable.reduce((sum, object) => sum + object.bytes, 0),
    };
  } finally {
    await lease?.release();
  }
}

/** Removes what no stored release needs, and what interrupted removals left. All releases stay. */
export const collectContent = (objects: Objects): Promise<Collection> =>
  collectReleases({ objects, server: undefined, keep: Number.POSITIVE_INFINITY, dryRun: false });

/** Removes top-down; within a step the order does not matter. */
async function removeInOrder(objects: Objects, removable: readonly ListedObject[]): Promise<void> {
  const isContent = ({ key }: ListedObject): boolean => contentDigestOf(key) !== undefined;
  const steps = [
    removable.filter(({ key }) => isSideManifestKey(key)),
    removable.filter(({ key }) => !isSideManifestKey(key) && !isPointerKey(key) && contentDigestOf(key) === undefined),
    removable.filter(isContent),
    // Last: as long as it is there, the next collection knows that the server is retired.
    removable.filter(({ key }) => isPointerKey(key)),
  ];
  for (const step of steps) await objects.removeAll(step.map(({ key }) => key));
  await objects.flush();
}

/**
 * Refuses when one listing contains a server that another lacks. A failing store may return incomplete listings without
 * an error.
 */
function requireAll(servers: readonly string[], { seen }: Roots): void {
  const lost = servers.find((server) => !seen.includes(server));
  if (lost !== undefined) refuse(lost, 'the listing');
}

async function readRoots({ objects, server: only, keep, retired = false }: CollectOptions): Promise<Roots> {
  const content = new Set<string>();
  const sources = new Set<string>();
  const dropped: Roots['dropped'][number][] = [];
  const ended: string[] = [];
  const live = (await readLeases(objects)).filter((lease) => lease.live && lease.kind !== 'collect');
  const spareFrom = Math.min(Number.POSITIVE_INFINITY, ...live.map((lease) => lease.startedAt)) - objects.clockSkewMs;
  const seen = await listServerIds(objects);
  for (const server of seen) {
    const published = await readPublished(objects, server);
    const busy = live.some((lease) => lease.server === server);
    const chosen = !busy && (only === undefined || only === server);
    const plan = await planKept(objects, server, published, chosen ? keep : undefined);
    const isEnded = chosen && retired && plan.isRetired;
    const kept = isEnded ? new Set<string>() : plan.kept;
    if (isEnded) ended.push(server);
    if (busy) await addSources(objects, server, content, sources);
    for (const [releaseId, publishedAt] of published) {
      if (kept.has(releaseId) || (publishedAt ?? 0) >= spareFrom) {
        if (publishedAt !== undefined) await addStanding(objects, server, releaseId, content, sources);
      } else dropped.push({ server, releaseId, complete: publishedAt !== undefined });
    }
  }
  return { content, sources, dropped, ended, seen, spareFrom };
}

/** Release id → time of publication; undefined for a remnant without a side manifest. */
async function readPublished(objects: Objects, server: string): Promise<ReadonlyMap<string, number | undefined>> {
  const published = new Map<string, number | undefined>();
  for (const releaseId of await listReleaseIds(objects, server)) {
    const bytes = await objects.read(sideManifestKey(server, releaseId));
    const side = bytes && openSealed(sideManifestSchema, bytes);
    if (bytes !== undefined && (side?.server !== server || side.releaseId !== releaseId)) refuse(server, releaseId);
    published.set(releaseId, side?.publishedAt);
  }
  return published;
}

/** The releases of a server to keep; all of them when `keep` is undefined. */
async function planKept(
  objects: Objects,
  server: string,
  published: ReadonlyMap<string, number | undefined>,
  keep: number | undefined,
): Promise<{ readonly kept: ReadonlySet<string>; readonly isRetired: boolean }> {
  const stored = await readPointer(objects, server);
  if (stored !== undefined && stored.value === undefined) refuse(server, 'the pointer');
  const pointer = stored?.value;
  const complete = [...published].flatMap(([id, at]) => (at === undefined ? [] : [{ id, at }]));
  const isRetired = pointer?.status === 'retired';
  // The release of a retired server is gone where an earlier removal of the server was interrupted.
  const isLacking = pointer !== undefined && !complete.some(({ id }) => id === pointer.releaseId);
  if (isLacking && !isRetired) refuse(server, pointer.releaseId);
  if (keep === undefined) return { kept: new Set(complete.map(({ id }) => id)), isRetired };
  const kept = new Set<string>();
  for (const id of [...(pointer?.history ?? [])].reverse()) {
    if (kept.size < keep && published.get(id) !== undefined) kept.add(id);
  }
  const others = complete.filter(({ id }) => id !== pointer?.releaseId).sort((a, b) => b.at - a.at);
  for (const { id } of others.slice(0, pointer === undefined ? keep : keep - 1)) kept.add(id);
  return { kept, isRetired };
}

/** Like addRelease, but ignores a release that another collection is removing: its side manifest is removed first. */
async function addStanding(...release: Parameters<typeof addRelease>): Promise<void> {
  const [objects, server, releaseId] = release;
  try {
    await addRelease(...release);
  } catch (error) {
    if ((await objects.read(sideManifestKey(server, releaseId))) !== undefined) throw error;
  }
}

async function addRelease(
  objects: Objects,
  server: string,
  releaseId: string,
  content: Set<string>,
  sources: Set<string>,
): Promise<void> {
  await addNamed(objects, server, releaseId, content, sources);
  // A damaged record references nothing; the query file is then built again.
  const record = (await readUsableQueryRecord(objects, server, releaseId))?.value;
  if (record !== undefined) content.add(record.file.sha256);
  const inputs = (await readInputRecord(objects, server, releaseId))?.value;
  for (const sha256 of splitDigests(inputs?.inputs ?? '')) content.add(sha256);
}

/**
 * Digests of files that only queries run on, and of inputs that only the next publication from elsewhere needs. They are made
 * or sent anew wherever a release goes, so an export leaves them out.
 * Empty while a release is damaged, since it may name any content.
 */
export async function listLocalContent(objects: Objects): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  const local = new Set<string>();
  try {
    for (const server of await listServerIds(objects)) {
      await addSources(objects, server, named, new Set());
      for (const releaseId of await listReleaseIds(objects, server)) {
        const record = (await readUsableQueryRecord(objects, server, releaseId))?.value;
        if (record !== undefined) local.add(record.file.sha256);
        const inputs = (await readInputRecord(objects, server, releaseId))?.value;
        for (const sha256 of splitDigests(inputs?.inputs ?? '')) local.add(sha256);
        await addNamed(objects, server, releaseId, named, new Set());
      }
    }
  } catch (error) {
    if (error instanceof OperatorError) return new Set();
    throw error;
  }
  return local.difference(named);
}

async function addNamed(
  objects: Objects,
  server: string,
  releaseId: string,
  content: Set<string>,
  sources: Set<string>,
): Promise<void> {
  const bytes = await objects.read(sideManifestKey(server, releaseId));
  const side = bytes && openSealed(sideManifestSchema, bytes);
  if (side === undefined) return refuse(server, releaseId);
  // Verified by digest: a bit flip in a digest would otherwise remove content of a kept release.
  const stored = await objects.read(releaseManifestKey(server, releaseId));
  const proven = stored !== undefined && sha256Hex(stored) === side.manifest.sha256;
  const manifest = proven ? parseDocument(releaseManifestSchema, stored) : undefined;
  if (manifest === undefined) return refuse(server, releaseId);
  const source = await readSourceManifest(objects, server, side.sourceId);
  if (source !== undefined && source.value === undefined) refuse(server, side.sourceId);
  sources.add(sourceManifestKey(server, side.sourceId));
  for (const { sha256 } of manifest.entries) content.add(sha256);
  for (const { sha256 } of source?.value?.files ?? []) content.add(sha256);
  for (const { sha256 } of Object.values(side.extras)) content.add(sha256);
  for (const coding of Object.values(side.codings)) for (const digest of codingDigests(coding)) content.add(digest);
}

/** A publication in progress may reuse any source of its server. */
async function addSources(objects: Objects, server: string, content: Set<string>, sources: Set<string>): Promise<void> {
  for (const sourceId of (await objects.children(sourcesPrefix(server))).filter(isSourceId)) {
    sources.add(sourceManifestKey(server, sourceId));
    for (const { sha256 } of (await readSourceManifest(objects, server, sourceId))?.value?.files ?? []) {
      content.add(sha256);
    }
  }
}

/** All removable objects, in order of removal. */
async function listRemovable(objects: Objects, roots: Roots): Promise<ListedObject[]> {
  const removable: ListedObject[] = [];
  const take = (object: ListedObject): void => {
    if (object.modifiedAt < roots.spareFrom) removable.push(object);
  };
  for (const { server, releaseId } of roots.dropped) {
    const documents = await Array.fromAsync(objects.list(releasePrefix(server, releaseId)));
    const side = sideManifestKey(server, releaseId);
    for (const object of documents.filter(({ key }) => key === side)) take(object);
    for (const object of documents.filter(({ key }) => key !== side)) take(object);
  }
  for (const server of roots.ended) removable.push({ key: pointerKey(server), bytes: 0, modifiedAt: 0 });
  for (const server of await listServerIds(objects)) {
    for (const sourceId of (await objects.children(sourcesPrefix(server))).filter(isSourceId)) {
      const key = sourceManifestKey(server, sourceId);
      if (roots.sources.has(key)) continue;
      for await (const object of objects.list(`${sourcesPrefix(server)}${sourceId}/`)) take(object);
    }
  }
  for (const { key, live } of await readLeases(objects)) {
    if (!live) removable.push({ key, bytes: 0, modifiedAt: 0 });
  }
  for await (const object of objects.list(`${CAS_PREFIX}/`)) {
    const digest = object.key.slice(object.key.lastIndexOf('/') + 1);
    if (!roots.content.has(digest)) take(object);
  }
  return removable;
}

function refuse(server: string, what: string): never {
  const message = `Nothing was removed: ${what} of server "${server}" is damaged. Repair it (publish again) first.`;
  throw operatorError('manifest_invalid', message);
}
