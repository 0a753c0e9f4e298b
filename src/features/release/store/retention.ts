// Collection: the only thing that ever removes releases, sources and content. Kept of each server are the current
// release, the N-1 different releases that were current last before it (what `rollback` goes back to), and the N-1 others
// that were published last (a staged release that waits for its promotion); with them their sources and all content.
//
// Safe beside publications: whoever collects holds a lease that a publication waits for, roots are read again before
// anything is removed, what is newer than the oldest live lease stays, and of a server that is being published to every
// complete release and source stays. Removal goes from the top down (side manifest,
// documents, content), so that a collection that dies leaves a leftover that the next one takes, never a release with a hole.

import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { isSourceId } from '../../../kernel/names.ts';
import {
  CAS_PREFIX,
  contentDigestOf,
  isSideManifestKey,
  releaseManifestKey,
  releasePrefix,
  sideManifestKey,
  sourceManifestKey,
  sourcesPrefix,
} from '../../../kernel/object-key.ts';
import type { ListedObject, Objects } from '../../../platform/objects/objects.ts';
import { operatorError } from '../common/operator-error.ts';
import { openSealed, parseDocument, releaseManifestSchema, sideManifestSchema } from './formats.ts';
import { type FoundLease, readLeases, takeLease } from './lease.ts';
import { codingDigests } from './prepared.ts';
import { requireServer } from './registry.ts';
import { listReleaseIds, listServerIds, readPointer, readSourceManifest } from './store.ts';

export const KEEP_DEFAULT = 3;
export const KEEP_MIN = 2;

export interface CollectOptions {
  readonly objects: Objects;
  /** Only this server's releases are removed (content of all is looked at in any case); undefined: all servers. */
  readonly server: string | undefined;
  /** Releases to keep of each server, at least KEEP_MIN. */
  readonly keep: number;
  readonly dryRun: boolean;
  readonly onProgress?: (step: 'read' | 'list' | 'remove') => void;
  /** Told of each damaged lease that still counts as live: nothing is removed because of it. */
  readonly onDamagedLease?: (lease: FoundLease) => void;
}

export interface Collection {
  readonly dryRun: boolean;
  /** Releases removed (in a dry run: to be removed). */
  readonly releases: number;
  /** Objects of all kinds removed, and their size. */
  readonly objects: number;
  readonly bytes: number;
}

interface Roots {
  /** Digests that must stay. */
  readonly content: ReadonlySet<string>;
  /** Prefixes of releases that go. */
  readonly dropped: readonly { readonly server: string; readonly releaseId: string; readonly complete: boolean }[];
  /** Keys of source manifests that stay. */
  readonly sources: ReadonlySet<string>;
  /** Ids of all servers that were looked at. */
  readonly seen: readonly string[];
  /** Objects modified at or after this stay; milliseconds since the epoch. */
  readonly spareFrom: number;
}

/** Removes what nothing needs any more. Throws OperatorError and removes nothing when any document is damaged. */
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
    // The roots again, now that the candidates are known: only what both readings give up goes.
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

/** From the top down; within one step there is no order. */
async function removeInOrder(objects: Objects, removable: readonly ListedObject[]): Promise<void> {
  const isContent = ({ key }: ListedObject): boolean => contentDigestOf(key) !== undefined;
  const steps = [
    removable.filter(({ key }) => isSideManifestKey(key)),
    removable.filter((object) => !isSideManifestKey(object.key) && !isContent(object)),
    removable.filter(isContent),
  ];
  for (const step of steps) await objects.removeAll(step.map(({ key }) => key));
  await objects.flush();
}

/** A server that one listing names and another does not: a store in trouble answers with too little and no error. */
function requireAll(servers: readonly string[], { seen }: Roots): void {
  const lost = servers.find((server) => !seen.includes(server));
  if (lost !== undefined) refuse(lost, 'the listing');
}

async function readRoots({ objects, server: only, keep }: CollectOptions): Promise<Roots> {
  const content = new Set<string>();
  const sources = new Set<string>();
  const dropped: Roots['dropped'][number][] = [];
  const live = (await readLeases(objects)).filter((lease) => lease.live && lease.kind === 'publish');
  const spareFrom = Math.min(Number.POSITIVE_INFINITY, ...live.map((lease) => lease.startedAt)) - objects.clockSkewMs;
  const seen = await listServerIds(objects);
  for (const server of seen) {
    const published = await readPublished(objects, server);
    const busy = live.some((lease) => lease.server === server);
    const chosen = !busy && (only === undefined || only === server);
    const kept = await planKept(objects, server, published, chosen ? keep : undefined);
    if (busy) await addSources(objects, server, content, sources);
    for (const [releaseId, publishedAt] of published) {
      if (kept.has(releaseId) || (publishedAt ?? 0) >= spareFrom) {
        if (publishedAt !== undefined) await addStanding(objects, server, releaseId, content, sources);
      } else dropped.push({ server, releaseId, complete: publishedAt !== undefined });
    }
  }
  return { content, sources, dropped, seen, spareFrom };
}

/** Release id → when it was published; undefined for a leftover without a side manifest. */
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

/** Which releases of a server stay; all of them when `keep` is undefined. */
async function planKept(
  objects: Objects,
  server: string,
  published: ReadonlyMap<string, number | undefined>,
  keep: number | undefined,
): Promise<ReadonlySet<string>> {
  const stored = await readPointer(objects, server);
  if (stored !== undefined && stored.value === undefined) refuse(server, 'the pointer');
  const pointer = stored?.value;
  const complete = [...published].flatMap(([id, at]) => (at === undefined ? [] : [{ id, at }]));
  if (pointer !== undefined && !complete.some(({ id }) => id === pointer.releaseId)) refuse(server, pointer.releaseId);
  if (keep === undefined) return new Set(complete.map(({ id }) => id));
  const kept = new Set<string>();
  for (const id of [...(pointer?.history ?? [])].reverse()) {
    if (kept.size < keep && published.get(id) !== undefined) kept.add(id);
  }
  const others = complete.filter(({ id }) => id !== pointer?.releaseId).sort((a, b) => b.at - a.at);
  for (const { id } of others.slice(0, pointer === undefined ? keep : keep - 1)) kept.add(id);
  return kept;
}

/** As addRelease; nothing of a release that another collection is taking away: its side manifest goes first. */
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
  const bytes = await objects.read(sideManifestKey(server, releaseId));
  const side = bytes && openSealed(sideManifestSchema, bytes);
  if (side === undefined) return refuse(server, releaseId);
  // Proven, not just read: a digest that changed on the disk would give the content of a kept release away.
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

/** A publication may be about to use any source of its server again. */
async function addSources(objects: Objects, server: string, content: Set<string>, sources: Set<string>): Promise<void> {
  for (const sourceId of (await objects.children(sourcesPrefix(server))).filter(isSourceId)) {
    sources.add(sourceManifestKey(server, sourceId));
    for (const { sha256 } of (await readSourceManifest(objects, server, sourceId))?.value?.files ?? []) {
      content.add(sha256);
    }
  }
}

/** Everything that may go, in the order in which it goes. */
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
