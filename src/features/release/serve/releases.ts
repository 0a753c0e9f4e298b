// The releases as this process sees them: the watched pointers of all servers, the opened current releases, and a few
// opened pinned ones. Readers get an immutable release; a promotion replaces the value for later readers. Read-only;
// knows nothing of HTTP.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { isServerId, SERVER_REGIONS, type ServerRegion } from '../../../kernel/names.ts';
import { pointerKey, releaseIdentityKey, SERVERS_PREFIX } from '../../../kernel/object-key.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import { type Objects, ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { openSealed, type Pointer, pointerSchema } from '../store/formats.ts';
import { createShardCache, type OpenedRelease, openRelease } from './opened.ts';

export interface ServerListing {
  readonly id: string;
  readonly displayName: string;
  readonly region: ServerRegion;
}

type ServerState =
  | { readonly kind: 'current'; readonly version: string; readonly pointer: Pointer; readonly release: OpenedRelease }
  | { readonly kind: 'retired'; readonly version: string }
  /** The pointer or its release fails verification. Checked again at every poll. */
  | { readonly kind: 'damaged'; readonly version: string };

/** A promoted release must be visible on every process within two seconds. */
const POLL_MS = 1000;
const INDEX_MEMORY_BYTES = 64 * 1024 * 1024;
const PINNED_KEPT = 16;
/** Interval at which a cached pinned release is checked for removal by a collection. */
const PINNED_LOOK_MS = 2000;

interface PinnedRelease {
  readonly release: OpenedRelease;
  readonly lookedAt: number;
}

export function createReleases(objects: Objects, verified: VerifiedObjects, log: Log) {
  const shards = createShardCache(verified, INDEX_MEMORY_BYTES);
  const pinnedReleases = new BoundedCache<string, PinnedRelease>(PINNED_KEPT);
  const opening = new SingleFlight<string, OpenedRelease | undefined>();
  const listeners: ((release: OpenedRelease) => void)[] = [];
  const watchers: ((versions: ReadonlyMap<string, string>) => void)[] = [];
  let servers: ReadonlyMap<string, ServerState> = new Map();
  let listing: readonly ServerListing[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Servers whose files could not be read at the last poll. What was known of them is still served. */
  let unreadable: ReadonlySet<string> = new Set();
  let reachable = false;
  let closed = false;

  /** Reads all pointers once, then watches them. If the store is unavailable it retries and does not throw. */
  async function start(): Promise<void> {
    await poll();
    const again = (): void => {
      if (closed) return;
      timer = setTimeout(() => void poll().finally(again), POLL_MS);
      timer.unref();
    };
    again();
  }

  function close(): void {
    closed = true;
    clearTimeout(timer);
  }

  /** Calls `listener` for every release that becomes current in this process, including the first ones. */
  function onActivated(listener: (release: OpenedRelease) => void): void {
    listeners.push(listener);
    for (const state of servers.values()) if (state.kind === 'current') listener(state.release);
  }

  /** Calls `watcher` after each poll with the pointer version per server by which requests are now answered. */
  function onLooked(watcher: (versions: ReadonlyMap<string, string>) => void): void {
    watchers.push(watcher);
  }

  /** Current releases of all active servers, by server id. */
  function currentReleases(): readonly OpenedRelease[] {
    return [...servers.values()].flatMap((state) => (state.kind === 'current' ? [state.release] : []));
  }

  /** The server's current release. Refuses with `server_not_found`, `release_invalid` or `storage_unavailable`. */
  function requireCurrent(server: string): OpenedRelease {
    const state = servers.get(server);
    if (state?.kind === 'current') return state.release;
    if (state?.kind === 'damaged') throw new Refusal('release_invalid');
    throw refuseUnknown(server);
  }

  /**
   * Version of the server's pointer as of the last poll, also of a retired server. Refuses with `server_not_found` or
   * `storage_unavailable`.
   */
  function requirePointerVersion(server: string): string {
    const state = servers.get(server);
    if (state !== undefined) return state.version;
    throw refuseUnknown(server);
  }

  function refuseUnknown(server: string): Refusal {
    const isAway = !reachable || unreadable.has(server);
    return new Refusal(isAway ? 'storage_unavailable' : 'server_not_found');
  }

  /** Whether a request, pinned or not, would get exactly this release without access to the store. */
  function isStanding(release: OpenedRelease, pinned: boolean): boolean {
    const state = servers.get(release.server);
    if (state?.kind === 'current' && state.release === release) return true;
    if (!pinned) return false;
    const cached = pinnedReleases.read(`${release.server} ${release.releaseId}`);
    return cached?.release === release && performance.now() - cached.lookedAt < PINNED_LOOK_MS;
  }

  /**
   * A release by its id, whether or not it is current. Refuses with `server_not_found`, `release_not_found`,
   * `release_identity_invalid` or `release_invalid`.
   */
  function requirePinned(server: string, releaseId: string): OpenedRelease | Promise<OpenedRelease> {
    const state = servers.get(server);
    if (state?.kind === 'current' && state.release.releaseId === releaseId) return state.release;
    const key = `${server} ${releaseId}`;
    const cached = pinnedReleases.read(key);
    if (cached !== undefined && performance.now() - cached.lookedAt < PINNED_LOOK_MS) return cached.release;
    return opening
      .run(key, () => openPinned(server, releaseId, cached?.release))
      .then((release) => {
        if (release === undefined) {
          pinnedReleases.drop(key);
          throw new Refusal(state === undefined ? 'server_not_found' : 'release_not_found');
        }
        pinnedReleases.store(key, { release, lookedAt: performance.now() }, 1);
        return release;
      });
  }

  /** Opens a release, or checks that an opened one still exists. */
  async function openPinned(
    server: string,
    releaseId: string,
    opened: OpenedRelease | undefined,
  ): Promise<OpenedRelease | undefined> {
    if (opened === undefined) return openRelease(objects, shards, server, releaseId);
    return (await objects.local(releaseIdentityKey(server, releaseId))) && opened;
  }

  /** The release that a request selects: the pinned one if it names one, else the current one. */
  function require(server: string, pin: string | undefined): OpenedRelease | Promise<OpenedRelease> {
    return pin === undefined ? requireCurrent(server) : requirePinned(server, pin);
  }

  async function poll(): Promise<void> {
    try {
      const names = (await objects.children(SERVERS_PREFIX)).filter(isServerId);
      const looks = await Promise.allSettled(names.map((name) => look(name)));
      const failed = new Map<string, unknown>();
      const next = new Map<string, ServerState>();
      for (const [i, name] of names.entries()) {
        const presentation = looks[i];
        if (presentation?.status === 'rejected') failed.set(name, presentation.reason);
        const state = presentation?.status === 'fulfilled' ? presentation.value : servers.get(name);
        if (state !== undefined) next.set(name, state);
      }
      // Files of one server that cannot be read, for example because another user wrote them, take no other away.
      const [first] = failed.values();
      if (failed.size > 0 && failed.size === names.length) throw first;
      for (const [server, error] of failed) {
        if (!unreadable.has(server)) log.warn('the release of a server cannot be read', { server, error });
      }
      unreadable = new Set(failed.keys());
      publish(next);
      reachable = true;
      const versions = new Map([...next].map(([name, { version }]) => [name, version]));
      for (const watcher of watchers) watcher(versions);
    } catch (error) {
      if (reachable || !(error instanceof ObjectsUnavailable)) log.warn('release pointers cannot be read', { error });
      reachable = false;
    }
  }

  async function look(server: string): Promise<ServerState | undefined> {
    const before = servers.get(server);
    const stored = await objects.readVersioned(pointerKey(server));
    if (stored === undefined) return undefined;
    if (before !== undefined && before.kind !== 'damaged' && before.version === stored.version) return before;
    try {
      const pointer = openSealed(pointerSchema, stored.bytes);
      if (pointer === undefined || pointer.server !== server) throw new Refusal('release_invalid');
      if (pointer.status === 'retired') return { kind: 'retired', version: stored.version };
      const release = await openRelease(objects, shards, server, pointer.releaseId);
      if (release === undefined || release.sourceId !== pointer.sourceId) throw new Refusal('release_invalid');
      return { kind: 'current', version: stored.version, pointer, release };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // After the end, the files may be gone while a last poll reads them.
      if (before?.kind !== 'damaged' && !closed) {
        log.error('the current release is damaged', { server, code: error.code });
      }
      return { kind: 'damaged', version: stored.version };
    }
  }

  function publish(next: ReadonlyMap<string, ServerState>): void {
    const before = servers;
    servers = next;
    listing = [...next.entries()]
      .flatMap(([id, state]) =>
        state.kind === 'current' ? [{ id, displayName: state.pointer.displayName, region: state.pointer.region }] : [],
      )
      .sort(compareListings);
    for (const [server, state] of next) {
      if (state.kind !== 'current') continue;
      const old = before.get(server);
      if (old?.kind === 'current' && old.release === state.release) continue;
      log.info('release is current', { server, releaseId: state.release.releaseId });
      for (const listener of listeners) listener(state.release);
    }
  }

  return {
    start,
    close,
    onActivated,
    onLooked,
    currentReleases,
    requireCurrent,
    requirePointerVersion,
    isStanding,
    requirePinned,
    require,
    /** Whether the object store responded to the last poll. */
    get reachable(): boolean {
      return reachable;
    },
    /** Active servers, ordered by region, display name, id. */
    get listing(): readonly ServerListing[] {
      return listing;
    },
  };
}

export type Releases = ReturnType<typeof createReleases>;

function compareListings(a: ServerListing, b: ServerListing): number {
  const byRegion = SERVER_REGIONS.indexOf(a.region) - SERVER_REGIONS.indexOf(b.region);
  if (byRegion !== 0) return byRegion;
  const [nameA, nameB] = [a.displayName.toLowerCase(), b.displayName.toLowerCase()];
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
