// Leases, by which publications and collections know of each other (reference sheet, 9.1). A lease is a small object
// below the server's `uploads/`, renewed every 30 s. It is dead five minutes after its last renewal, or at once when
// its process is known to be gone. A collection also holds one, with its own kind in the name. The age of an empty or
// damaged lease is the age of its object, since every renewal rewrites it.
import { randomBytes } from 'node:crypto';
import { leaseKey, leasesPrefix, SERVERS_PREFIX } from '../../../kernel/object-key.ts';
import { processMark, readProcessState } from '../../../platform/files/process-identity.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { LEASE_SCHEMA, type Lease, leaseSchema, openSealed, sealDocument } from './formats.ts';

/**
 * `query`: a service makes the file that queries of a release run on. `remote`: a publication from elsewhere is open, whose
 * publisher may be cut off for hours.
 */
export const LEASE_KINDS = ['publish', 'collect', 'query', 'remote'] as const;
export type LeaseKind = (typeof LEASE_KINDS)[number];

const RENEW_MS = 30_000;
const DEAD_AFTER_MS = 5 * 60_000;
/** A publication from elsewhere to which nothing was sent for so long is over. */
const REMOTE_DEAD_AFTER_MS = 24 * 3_600_000;
/** The kind, and, if the name contains it, the mark of the holder's process. */
const LEASE_NAME = /^(publish|collect|query|remote)-(?:(\d+-\d+-[0-9a-f]+)-)?/;
/** The lease of a query file is named after its release alone; its content names the holder. */
const QUERY_HOLDER = /^query-[^.]+\.(\d+-\d+-[0-9a-f]+)$/;

export interface HeldLease {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  release(): Promise<void>;
}

export interface FoundLease {
  readonly key: string;
  readonly server: string;
  readonly kind: LeaseKind;
  readonly live: boolean;
  /** When the holder started; 0 when the lease is damaged. */
  readonly startedAt: number;
  readonly isDamaged: boolean;
  /** When it expires unless it is renewed. */
  readonly liveUntil: number;
}

/** Takes a lease and renews it until it is released. */
export async function takeLease(objects: Objects, server: string, kind: LeaseKind): Promise<HeldLease> {
  const name = `${kind}-${processMark()}-${randomBytes(4).toString('hex')}`;
  const key = leaseKey(server, name);
  const startedAt = Date.now();
  const sealed = () => sealLease(server, name, startedAt);
  await objects.write(key, sealed());
  return holdLease(objects, key, name, startedAt, sealed);
}

/** A lease as it is stored when it is taken or renewed now. */
const sealLease = (server: string, lease: string, startedAt: number): Uint8Array =>
  sealDocument({ schema: LEASE_SCHEMA, server, lease, startedAt, renewedAt: Date.now(), digest: '' });

/** Renews a lease that was taken until it is released. */
function holdLease(
  objects: Objects,
  key: string,
  name: string,
  startedAt: number,
  sealed: () => Uint8Array,
): HeldLease {
  let renewal: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A failed renewal is followed by another one; there are nine within the five minutes.
    renewal ??= objects
      .write(key, sealed())
      .catch(() => {})
      .finally(() => {
        renewal = undefined;
      });
  }, RENEW_MS);
  timer.unref();
  return {
    name,
    startedAt,
    release: async () => {
      clearInterval(timer);
      // A renewal that completes after the removal would create the lease again.
      await renewal;
      await objects.remove(key);
    },
  };
}

/**
 * Takes the one lease for making the file that queries of a release run on, and renews it until released. Undefined while
 * somebody else holds it.
 */
export async function takeQueryLease(
  objects: Objects,
  server: string,
  releaseId: string,
): Promise<HeldLease | undefined> {
  const key = leaseKey(server, `query-${releaseId}`);
  const name = `query-${releaseId}.${processMark()}`;
  const startedAt = Date.now();
  const sealed = () => sealLease(server, name, startedAt);
  const standing = await objects.readVersioned(key);
  if (standing !== undefined && judgeLease(server, key, openSealed(leaseSchema, standing.bytes), 0).live)
    return undefined;
  if (!(await objects.swap(key, standing?.version, sealed()))) return undefined;
  return holdLease(objects, key, name, startedAt, sealed);
}

const remoteLeaseKey = (server: string, id: string): string => leaseKey(server, `remote-${id}`);

/** Takes or renews the lease of a publication from elsewhere. Whoever serves it renews it; no process holds it. */
export async function keepRemoteLease(objects: Objects, server: string, id: string, startedAt: number): Promise<void> {
  await objects.write(remoteLeaseKey(server, id), sealLease(server, `remote-${id}`, startedAt));
}

export const endRemoteLease = (objects: Objects, server: string, id: string): Promise<void> =>
  objects.remove(remoteLeaseKey(server, id));

/** All leases of all servers, live and dead. */
export async function readLeases(objects: Objects): Promise<FoundLease[]> {
  const found: FoundLease[] = [];
  for (const server of await objects.children(SERVERS_PREFIX)) {
    for await (const { key, modifiedAt } of objects.list(leasesPrefix(server))) {
      const bytes = await objects.read(key);
      if (bytes !== undefined) found.push(judgeLease(server, key, openSealed(leaseSchema, bytes), modifiedAt));
    }
  }
  return found;
}

function judgeLease(server: string, key: string, lease: Lease | undefined, modifiedAt: number): FoundLease {
  const [, kind, namedMark] = LEASE_NAME.exec(key.slice(key.lastIndexOf('/') + 1)) ?? [];
  const mark = namedMark ?? QUERY_HOLDER.exec(lease?.lease ?? '')?.[1];
  const liveUntil = (lease?.renewedAt ?? modifiedAt) + (kind === 'remote' ? REMOTE_DEAD_AFTER_MS : DEAD_AFTER_MS);
  const isHolderDead = mark !== undefined && readProcessState(mark) === 'dead';
  return {
    key,
    server,
    kind: LEASE_KINDS.find((known) => known === kind) ?? 'publish',
    live: Date.now() <= liveUntil && !isHolderDead,
    startedAt: lease?.startedAt ?? 0,
    isDamaged: lease === undefined,
    liveUntil,
  };
}

const HOLDERS = {
  collect: 'collection',
  publish: 'publication',
  query: 'preparation for queries',
  remote: 'publication from elsewhere',
} as const;

/** Describes a lease that blocks a command or keeps objects, as a sentence for the operator. */
export function describeLease({ key, kind, isDamaged, startedAt, liveUntil }: FoundLease): string {
  const holder = HOLDERS[kind];
  const moment = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  if (!isDamaged) return `A ${holder} is running since ${moment(startedAt)} UTC (lease ${key}).`;
  return `The lease ${key} is damaged: it counts as a running ${holder} until ${moment(liveUntil)} UTC.`;
}

/** Waits until no collection is running. `onWait` is called once for each one. */
export async function waitForCollections(objects: Objects, onWait?: (lease: FoundLease) => void): Promise<void> {
  const told = new Set<string>();
  for (let pauseMs = 20; ; pauseMs = Math.min(1000, pauseMs * 2)) {
    const running = (await readLeases(objects)).filter((lease) => lease.kind === 'collect' && lease.live);
    if (running.length === 0) return;
    for (const lease of running) {
      if (!told.has(lease.key)) onWait?.(lease);
      told.add(lease.key);
    }
    await Bun.sleep(pauseMs);
  }
}
