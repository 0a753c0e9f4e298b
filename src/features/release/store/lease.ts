// Leases: how a publication in progress and a collection know of each other (reference sheet, 9.1). A lease is a small
// object below the server's `uploads/`, renewed every 30 s; it is dead five minutes after its last renewal, or at once
// when its process is known to be gone. A collection holds one too, with a name of its own kind. The age of a lease that
// is empty or damaged is the age of its object, since every renewal writes the object anew.
import { randomBytes } from 'node:crypto';
import { leaseKey, leasesPrefix, SERVERS_PREFIX } from '../../../kernel/object-key.ts';
import { processMark, readProcessState } from '../../../platform/files/process-identity.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { LEASE_SCHEMA, type Lease, leaseSchema, openSealed, sealDocument } from './formats.ts';

export type LeaseKind = 'publish' | 'collect';

const RENEW_MS = 30_000;
const DEAD_AFTER_MS = 5 * 60_000;
/** Kind and, where the name carries it, the mark of the holder's process. */
const LEASE_NAME = /^(publish|collect)-(?:(\d+-\d+-[0-9a-f]+)-)?/;

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
  /** When the holder began; 0 when the lease is damaged and does not tell. */
  readonly startedAt: number;
  readonly isDamaged: boolean;
  /** When it dies unless it is renewed. */
  readonly liveUntil: number;
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
  let renewal: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A failed renewal is made good by the next one; five minutes leave room for nine.
    renewal ??= put()
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
      // A renewal that arrives after the removal would create the lease again.
      await renewal;
      await objects.remove(key);
    },
  };
}

/** All leases of all servers, live or dead. */
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
  const [, kind, mark] = LEASE_NAME.exec(key.slice(key.lastIndexOf('/') + 1)) ?? [];
  const liveUntil = (lease?.renewedAt ?? modifiedAt) + DEAD_AFTER_MS;
  const isHolderDead = mark !== undefined && readProcessState(mark) === 'dead';
  return {
    key,
    server,
    kind: kind === 'collect' ? 'collect' : 'publish',
    live: Date.now() <= liveUntil && !isHolderDead,
    startedAt: lease?.startedAt ?? 0,
    isDamaged: lease === undefined,
    liveUntil,
  };
}

/** What a lease means for whoever has to wait for it or keep objects because of it, as a sentence for the operator. */
export function describeLease({ key, kind, isDamaged, startedAt, liveUntil }: FoundLease): string {
  const holder = kind === 'collect' ? 'collection' : 'publication';
  const moment = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  if (!isDamaged) return `A ${holder} is running since ${moment(startedAt)} UTC (lease ${key}).`;
  return `The lease ${key} is damaged: it counts as a running ${holder} until ${moment(liveUntil)} UTC.`;
}

/** Waits until no collection is running; `onWait` is told once of each that is waited for. */
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
