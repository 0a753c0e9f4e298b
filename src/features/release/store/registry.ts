// The published servers, their state and their stored releases, for the command line. Read-only. A damaged release is
// listed without numbers instead of being hidden.
import { releaseManifestKey } from '../../../kernel/object-key.ts';
import { type Objects, ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import { operatorError } from '../common/operator-error.ts';
import type { Pointer, ReleaseManifest, SideManifest } from './formats.ts';
import { parseDocument, releaseManifestSchema } from './formats.ts';
import { listReleaseIds, listServerIds, readPointer, readSideManifest } from './store.ts';

interface ListedRelease {
  readonly releaseId: string;
  readonly sourceId: string | null;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number | null;
  readonly entries: number | null;
  readonly bytes: number | null;
}

/** `staged`: releases are stored and none was ever promoted. `damaged`: the pointer fails verification or cannot be read. */
type ServerStatus = Pointer['status'] | 'staged' | 'damaged';

export interface ListedServer {
  readonly id: string;
  readonly displayName: string;
  readonly region: string;
  readonly status: ServerStatus;
  readonly current: string | null;
  /** Newest first. */
  readonly releases: readonly ListedRelease[];
}

/**
 * All servers with their releases, or the named one. A server whose files cannot be read is listed without releases, unless
 * none can be read. Throws OperatorError when the named one does not exist.
 */
export async function listReleases(objects: Objects, server?: string): Promise<ListedServer[]> {
  const ids = server === undefined ? await listServerIds(objects) : [await requireServer(objects, server)];
  const servers: ListedServer[] = [];
  const failures: unknown[] = [];
  for (const id of ids) {
    try {
      const listed = await readServer(objects, id);
      if (listed !== undefined) servers.push(listed);
    } catch (error) {
      if (!(error instanceof ObjectsUnavailable)) throw error;
      failures.push(error);
      servers.push({ id, displayName: id, region: 'global', status: 'damaged', current: null, releases: [] });
    }
  }
  if (failures.length > 0 && failures.length === ids.length) throw failures[0];
  return servers;
}

/** Returns the id if anything is stored for the server. Throws OperatorError. */
export async function requireServer(objects: Objects, server: string): Promise<string> {
  if ((await listServerIds(objects)).includes(server)) return server;
  throw operatorError('server_not_found', `There is no server "${server}".`);
}

/** The valid pointer of a server. Throws OperatorError when there is none or it is damaged. */
export async function requirePointer(objects: Objects, server: string): Promise<Pointer> {
  await requireServer(objects, server);
  const stored = await readPointer(objects, server);
  if (stored === undefined)
    throw operatorError('release_unavailable', `The server "${server}" has no current release.`);
  if (stored.value === undefined) {
    throw operatorError('pointer_invalid', `The pointer of "${server}" is damaged; publish or promote sets it anew.`);
  }
  return stored.value;
}

/** The id of the named release, or of the current one. Throws OperatorError when it is not stored. */
export async function requireReleaseId(objects: Objects, server: string, releaseId?: string): Promise<string> {
  await requireServer(objects, server);
  if (releaseId === undefined) return (await requirePointer(objects, server)).releaseId;
  if ((await listReleaseIds(objects, server)).includes(releaseId)) return releaseId;
  throw operatorError('release_not_found', `The server "${server}" has no release "${releaseId}".`);
}

/** The validated manifest of a release. Throws OperatorError when it is missing or damaged. */
export async function requireManifest(objects: Objects, server: string, releaseId: string): Promise<ReleaseManifest> {
  const bytes = await objects.read(releaseManifestKey(server, releaseId));
  const manifest = bytes && parseDocument(releaseManifestSchema, bytes);
  if (manifest === undefined) {
    throw operatorError('manifest_invalid', `The manifest of release "${releaseId}" is missing or damaged.`);
  }
  return manifest;
}

async function readServer(objects: Objects, id: string): Promise<ListedServer | undefined> {
  const stored = await readPointer(objects, id);
  const releases: ListedRelease[] = [];
  let side: SideManifest | undefined;
  for (const releaseId of await listReleaseIds(objects, id)) {
    const found = await readSideManifest(objects, id, releaseId);
    if (found !== undefined && (side === undefined || found.publishedAt > side.publishedAt)) side = found;
    const listed = await readRelease(objects, id, releaseId, found);
    // A folder left by a killed process is not a release.
    if (found !== undefined || listed.entries !== null) releases.push(listed);
  }
  if (stored === undefined && releases.length === 0) return undefined;
  releases.sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0) || (a.releaseId < b.releaseId ? -1 : 1));
  const pointer = stored?.value;
  return {
    id,
    displayName: pointer?.displayName ?? side?.displayName ?? id,
    region: pointer?.region ?? side?.region ?? 'global',
    status: pointer?.status ?? (stored === undefined ? 'staged' : 'damaged'),
    current: pointer?.releaseId ?? null,
    releases,
  };
}

async function readRelease(
  objects: Objects,
  server: string,
  releaseId: string,
  side: SideManifest | undefined,
): Promise<ListedRelease> {
  const bytes = await objects.read(releaseManifestKey(server, releaseId));
  const counts = bytes && readCounts(bytes);
  return {
    releaseId,
    sourceId: side?.sourceId ?? null,
    publishedAt: side?.publishedAt ?? null,
    entries: counts?.entries ?? null,
    bytes: counts?.bytes ?? null,
  };
}

/** The two totals are near the end of the canonical text, so a list need not parse 60,000 entries. */
function readCounts(manifest: Uint8Array): { entries: number; bytes: number } | undefined {
  const tail = new TextDecoder().decode(manifest.subarray(-1024));
  const match = /"entryCount":(\d+),"releaseId":"[^"]*",.*"totalBytes":(\d+)\}\n$/.exec(tail);
  return match === null ? undefined : { entries: Number(match[1]), bytes: Number(match[2]) };
}
