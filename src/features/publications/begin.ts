// Begins a publication: reads the list of files, checks the servers of the token, the limits and the free disk space, takes
// the lease that protects its objects from collections, and determines which objects are missing. Only objects that releases
// of the same server name count as present, so the answer reveals nothing about other servers.
import { statfs } from 'node:fs/promises';
import type { RequestContext } from '../../http/gates/context.ts';
import { type Actor, requireServerInScope } from '../../http/gates/guard.ts';
import { isType, readCapped } from '../../http/routing/body.ts';
import { publicationPlanKey } from '../../kernel/object-key.ts';
import { Refusal, required } from '../../kernel/refusal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { WorkerPool } from '../../platform/files/worker-pool.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { splitDigests } from '../release/store/input-record.ts';
import { endRemoteLease, keepRemoteLease, readLeases } from '../release/store/lease.ts';
import { readServerDocuments } from '../release/store/server-content.ts';
import { PLAN_BYTES_MAX, type PlannedPublication } from './plan.ts';
import type { PlanReply, PlanRequest } from './plan-worker.ts';
import {
  type BegunPublication,
  countAwaitedBytes,
  insertPublication,
  listMissing,
  type Publication,
  renewPublication,
} from './publications.ts';

type Planner = Pick<WorkerPool<PlanRequest, PlanReply>, 'ask'>;

export interface BeginDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly planner: Planner;
  readonly dataDirectory: string;
  /** Bytes of one publication. */
  readonly bytesMax: number;
}

export interface Begun {
  readonly publication: Publication;
  readonly missing: readonly string[];
  readonly isNew: boolean;
}

/** Free space that a publication must leave, for what is derived from it and for everybody else. */
const SPARE_BYTES = 256 * 1024 * 1024;
/** How long a request waits for a running collection. */
const COLLECTION_WAIT_MS = 5_000;
const COLLECTION_LOOK_MS = 100;

/** Begins a publication from the body of a request, or takes up the unfinished one of the same input. */
export async function beginPublication(
  dependencies: BeginDependencies,
  context: RequestContext,
  actor: Actor,
): Promise<Begun> {
  if (!isType(context.request, 'application/json')) throw new Refusal('content_type_required');
  const planned = await plan(dependencies, await readCapped(context, PLAN_BYTES_MAX));
  const { server, inputSha256, fileCount, fileBytes } = planned;
  requireServerInScope(actor, server);
  const begun = { accountId: actor.accountId, server, inputSha256, files: fileCount, bytes: fileBytes };
  return (await takeUp(dependencies, begun)) ?? (await beginAnew(dependencies, begun, planned));
}

async function plan({ planner, bytesMax }: BeginDependencies, body: Uint8Array): Promise<PlannedPublication> {
  const reply = await planner.ask({ kind: 'plan', body, bytesMax });
  if (!('outcome' in reply)) throw new Error('the worker answered another question');
  if ('refusal' in reply.outcome) throw new Refusal(reply.outcome.refusal);
  return reply.outcome.planned;
}

async function takeUp({ database, objects }: BeginDependencies, begun: BegunPublication): Promise<Begun | undefined> {
  const publication = await renewPublication(database.db, begun);
  if (publication === undefined) return undefined;
  const { id, server, createdAt } = publication;
  await keepRemoteLease(objects, server, id, createdAt.getTime());
  return { publication, missing: await listMissing(database.db, id), isNew: false };
}

async function beginAnew(
  dependencies: BeginDependencies,
  begun: BegunPublication,
  planned: PlannedPublication,
): Promise<Begun> {
  const { database, objects } = dependencies;
  const { server } = begun;
  const id = Bun.randomUUIDv7();
  await keepRemoteLease(objects, server, id, Date.now());
  try {
    await passCollections(objects);
    const missing = await findMissing(dependencies, planned);
    await requireSpace(dependencies, missing);
    await objects.write(publicationPlanKey(id), planned.bytes);
    const publication = await insertPublication(database, id, begun, missing);
    if (publication !== undefined) {
      return { publication, missing: missing.map(({ sha256 }) => sha256), isNew: true };
    }
  } catch (error) {
    await forget(objects, server, id);
    throw error;
  }
  // The same publication was begun at the same moment.
  await forget(objects, server, id);
  return required(await takeUp(dependencies, begun), 'publication_closed');
}

async function forget(objects: Objects, server: string, id: string): Promise<void> {
  await objects.remove(publicationPlanKey(id));
  await endRemoteLease(objects, server, id);
}

/** Waits until no collection runs that began before our lease. Later ones see the lease. */
async function passCollections(objects: Objects): Promise<void> {
  const end = performance.now() + COLLECTION_WAIT_MS;
  while ((await readLeases(objects)).some(({ kind, live }) => kind === 'collect' && live)) {
    if (performance.now() > end) throw new Refusal('collection_running');
    await Bun.sleep(COLLECTION_LOOK_MS);
  }
}

interface MissingObject {
  readonly sha256: string;
  readonly bytes: number;
}

async function findMissing(
  { objects, planner }: BeginDependencies,
  planned: PlannedPublication,
): Promise<MissingObject[]> {
  const { server, digests, sizes } = planned;
  const documents = await readServerDocuments(objects, server);
  const reply = await planner.ask({ kind: 'compare', digests, documents });
  if (!('known' in reply)) throw new Error('the worker answered another question');
  const present = await objects.presentContent(splitDigests(reply.known));
  return splitDigests(digests).flatMap((sha256, index) =>
    present.has(sha256) ? [] : [{ sha256, bytes: sizes[index] ?? 0 }],
  );
}

/** Refuses what the disk cannot take beside the other publications that are still arriving. */
async function requireSpace(
  { database, objects, dataDirectory }: BeginDependencies,
  missing: readonly MissingObject[],
): Promise<void> {
  // Where content is stored elsewhere, large objects pass through this disk one after the other.
  const needed = missing.reduce((sum, { bytes }) => (objects.contentPath ? sum + bytes : Math.max(sum, bytes)), 0);
  if (needed === 0) return;
  const awaited = objects.contentPath ? await countAwaitedBytes(database.db) : 0;
  const { bavail, bsize } = await statfs(dataDirectory);
  if (bavail * bsize < needed + awaited + SPARE_BYTES) throw new Refusal('storage_full');
}
