// Leases: how a publication in progress and a collection know of each other (reference sheet, 9.1). A lease is a small
// object below the server's `uploads/`, renewed every 30 s; it is dead five minutes after its last renewal, or at once
// when its process is known to be gone. A collection holds one too, with a name of its own kind.
import { randomBytes } from 'node:crypto';
import { leaseKey, leasesPrefix, SERVERS_PREFIX } from '../../kernel/object-key.ts';
import type { Objects } from '../../platform/objects.ts';
import { processMark, readProcessState } from '../../platform/process-identity.ts';
import { LEASE_SCHEMA, type Lease, leaseSchema, openSealed, sealDocument } from './formats.ts';

export type LeaseKind = 'publish' | 'collect';

const RENEW_MS = 30_000;
const DEAD_AFTER_MS = 5 * 60_000;

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
  readonly startedAt: number;
}

/** Takes a lease and renews it until released. */
export async function takeLease(objects: Objects, server: string, kind: LeaseKind): Promise<HeldLease> {
  const name = `${kind}-${processMark()}-${randomBytes(4).toString('hex')}`;
  const key = leaseKey(server, name);
  const startedAt = Date.now();
  const put = (): Promise<void> =>
    objects.write(
      key,
      sealDocument({ schema: LEASE_SCHEMA, server, lease: name, startedAt, renewedAt: Date.now(), digest: '' }),
    );
  await put();
  // A failed renewal is made good by the next one; five minutes leave room for nine.
  const timer = setInterval(() => void put().catch(() => {}), RENEW_MS);
  timer.unref();
  return {
    name,
    startedAt,
    release: async () => {
      clearInterval(timer);
      await objects.remove(key);
    },
  };
}

/** All leases of all servers, live or dead. One that cannot be read counts as live: it is being written or is damaged. */
export async function readLeases(objects: Objects): Promise<FoundLease[]> {
  const found: FoundLease[] = [];
  for (const server of await objects.children(SERVERS_PREFIX)) {
    for (const file of await objects.children(leasesPrefix(server))) {
      const name = file.replace(/\.json$/, '');
      const key = leaseKey(server, name);
      const bytes = await objects.read(key);
      if (bytes === undefined) continue;
      const lease = openSealed(leaseSchema, bytes);
      const kind = name.startsWith('collect-') ? 'collect' : 'publish';
      found.push({
        key,
        server,
        kind,
        live: lease === undefined || isLive(lease, Date.now()),
        startedAt: lease?.startedAt ?? 0,
      });
    }
  }
  return found;
}

function isLive(lease: Lease, now: number): boolean {
  if (now - lease.renewedAt > DEAD_AFTER_MS) return false;
  const mark = /^(?:publish|collect)-(\d+-\d+-[0-9a-f]+)-/.exec(lease.lease)?.[1];
  return mark === undefined || readProcessState(mark) !== 'dead';
}

/** Waits until no collection is running. */
export async function waitForCollections(objects: Objects): Promise<void> {
  for (let pauseMs = 20; ; pauseMs = Math.min(1000, pauseMs * 2)) {
    const leases = await readLeases(objects);
    if (!leases.some((lease) => lease.kind === 'collect' && lease.live)) return;
    await Bun.sleep(pauseMs);
  }
}
