// Provides the query file of a release: found by its record, verified by its digest, and created in the background if a
// release has none. One process creates it for all. For a read-only store, each machine keeps its own in the cache folder. A
// file that was created elsewhere is never opened.
import { mkdirSync } from 'node:fs';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { contentKey } from '../../../kernel/object-key.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { errorCode } from '../../../platform/files/durable.ts';
import type { CacheFolder } from '../../../platform/objects/cache/folder.ts';
import { HashPool } from '../../../platform/objects/hash-pool.ts';
import { isUnchanged } from '../../../platform/objects/local-file.ts';
import { type LocalObject, type Objects, ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import type { ExpectedObject, VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { CATALOG_MANIFEST_PATH } from '../../catalog/paths.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import { PRESENTATION_PATH } from '../../presentation/common/paths.ts';
import type { OpenQueryFileMaker, QueryFileMaker } from '../../release/publish/query-file-maker.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import { takeQueryLease, waitForCollections } from '../../release/store/lease.ts';
import {
  hasQueryFile,
  type MadeQueryFile,
  readUsableQueryRecord,
  storeQueryFile,
  writeQueryRecord,
} from '../../release/store/query-record.ts';
import { readCached, storeInCache } from './cached-file.ts';

/** A verified file. */
export interface ReadyFile {
  readonly path: string;
  readonly fingerprint: string;
  /** Its digest in the store; undefined for one in the cache folder. */
  readonly object: ExpectedObject | undefined;
  readonly sha256: string;
  readonly bytes: number;
}

export interface QueryFilesDependencies {
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly reader: CatalogReader;
  readonly log: Log;
  /** Folder for files in progress. */
  readonly folder: string;
  readonly openMaker: OpenQueryFileMaker;
  /** Opened when the store turns out to be read-only. */
  readonly openCache: () => CacheFolder;
}

const REMEMBERED = 64;
/** A verified file is checked again after this time. */
const RECHECK_MS = 250;
/** Records are read again after this time, because a collection may have removed the release. */
const RECORD_MS = 10_000;
/** Delay after a failure. */
const PAUSE_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

interface CachedFile {
  readonly ready: ReadyFile;
  readonly local: LocalObject;
  lookedAt: number;
  readonly readAt: number;
}

export class QueryFiles {
  readonly #dependencies: QueryFilesDependencies;
  readonly #pool = new HashPool();
  readonly #kept = new BoundedCache<string, CachedFile>(REMEMBERED);
  readonly #proofs = new BoundedCache<string, string>(REMEMBERED);
  readonly #finding = new SingleFlight<string, ReadyFile>();
  readonly #making = new Map<string, number>();
  #queue: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(dependencies: QueryFilesDependencies) {
    this.#dependencies = dependencies;
  }

  /** The file of a release. Refuses with `query_not_ready` while it is created, or with `object_corrupt`. */
  require(release: OpenedRelease): ReadyFile | Promise<ReadyFile> {
    const key = keyOf(release);
    const kept = this.#kept.read(key);
    if (kept !== undefined && performance.now() - kept.readAt < RECORD_MS && isSame(kept)) return kept.ready;
    return this.#finding.run(key, () => this.#find(release, key));
  }

  /** Makes the file of a release anew, in the background, if it has one of an earlier layout. */
  renew(release: OpenedRelease): void {
    const { objects, log } = this.#dependencies;
    const { server, releaseId } = release;
    readUsableQueryRecord(objects, server, releaseId)
      .then((record) => {
        if (record?.isEarlier === true) this.#begin(release, keyOf(release));
      })
      // Whoever asks the release tries again.
      .catch((error: unknown) => log.debug('the query file of a release cannot be read', { server, releaseId, error }));
  }

  /** Whether the file that answered is unchanged. */
  isFresh(release: OpenedRelease, ready: ReadyFile): boolean {
    const kept = this.#kept.read(keyOf(release));
    return kept !== undefined && kept.ready.sha256 === ready.sha256 && isSame(kept);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pool.close();
    await this.#queue;
  }

  async #find(release: OpenedRelease, key: string): Promise<ReadyFile> {
    const { objects } = this.#dependencies;
    const { server, releaseId } = release;
    const record = await readUsableQueryRecord(objects, server, releaseId);
    if (record !== undefined) {
      const { file, blocks } = record.value;
      const { sha256, bytes } = file;
      const object: ExpectedObject = { sha256, bytes, ...(blocks.length > 0 && { blocks }) };
      const local = await objects.local(contentKey(sha256));
      if (record.isEarlier) this.#begin(release, key);
      if (local !== undefined) return this.#keep(key, await this.#proveStored(object, local), object);
    }
    const cached = this.#cache && (await readCached(this.#cache, server, releaseId));
    if (cached !== undefined) {
      await this.#prove(cached, cached.sha256, cached.bytes);
      return this.#keep(key, cached, undefined, cached.sha256);
    }
    this.#begin(release, key);
    throw new Refusal('query_not_ready', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  #keep(key: string, local: LocalObject, object: ExpectedObject | undefined, sha256 = object?.sha256 ?? ''): ReadyFile {
    const { path, fingerprint, bytes } = local;
    const ready: ReadyFile = { path, fingerprint, object, sha256, bytes };
    const now = performance.now();
    this.#kept.store(key, { ready, local, lookedAt: now, readAt: now }, 1);
    return ready;
  }

  /** A damaged copy is fetched once more. */
  async #proveStored(object: ExpectedObject, local: LocalObject): Promise<LocalObject> {
    try {
      await this.#prove(local, object.sha256, object.bytes);
      return local;
    } catch (error) {
      const renewed = await this.#dependencies.objects.renew(contentKey(object.sha256));
      if (renewed === undefined) throw error;
      await this.#prove(renewed, object.sha256, object.bytes);
      return renewed;
    }
  }

  async #prove(local: LocalObject, sha256: string, bytes: number): Promise<void> {
    const proof = `${sha256} ${local.fingerprint}`;
    if (this.#proofs.read(local.path) === proof) return;
    const found = await this.#pool.hash(local.path, 0, local.bytes).catch((cause: unknown) => {
      throw new Refusal('object_corrupt', { cause });
    });
    if (found.sha256 !== sha256 || found.bytes !== bytes) {
      throw new Refusal('object_corrupt', { cause: new Error(`the query file ${sha256} is altered`) });
    }
    this.#proofs.store(local.path, proof, 1);
  }

  // ---- creating

  #cache: CacheFolder | undefined;

  /** Starts creating a file, one after another, unless it is in progress or has just failed. */
  #begin(release: OpenedRelease, key: string): void {
    const barredUntil = this.#making.get(key);
    if (this.#isClosed || (barredUntil !== undefined && performance.now() < barredUntil)) return;
    this.#making.set(key, Number.POSITIVE_INFINITY);
    this.#queue = this.#queue.then(async () => {
      if (this.#isClosed) return;
      try {
        await this.#make(release);
        this.#making.delete(key);
      } catch (error) {
        this.#making.set(key, performance.now() + PAUSE_MS);
        const { server, releaseId } = release;
        this.#dependencies.log.warn('a release could not be prepared for queries', { server, releaseId, error });
      }
    });
  }

  async #make(release: OpenedRelease): Promise<void> {
    const { objects, log } = this.#dependencies;
    const { server, releaseId } = release;
    const startedAt = performance.now();
    try {
      await using lease = await heldQueryLease(objects, server, releaseId);
      // Another process creates it.
      if (lease === undefined) return;
      await waitForCollections(objects);
      if (await hasQueryFile(objects, server, releaseId)) return;
      await using maker = this.#openMaker();
      const stored = await storeQueryFile(objects, await this.#fill(maker, release));
      await objects.flush();
      await waitForCollections(objects);
      if ((await objects.presentContent([stored.sha256])).size === 0) throw new Error('the file vanished');
      await writeQueryRecord(objects, server, releaseId, stored);
      const milliseconds = Math.round(performance.now() - startedAt);
      log.info('a release is ready for queries', { server, releaseId, bytes: stored.bytes, milliseconds });
    } catch (error) {
      if (!isReadOnly(error)) throw error;
      log.info('the object store takes no writes: the file for queries stays in the cache folder', { error });
      this.#cache ??= this.#dependencies.openCache();
      await this.#makeInCache(release, this.#cache);
    }
  }

  async #makeInCache(release: OpenedRelease, cache: CacheFolder): Promise<void> {
    const { server, releaseId } = release;
    if ((await readCached(cache, server, releaseId)) !== undefined) return;
    await using maker = this.#openMaker();
    await storeInCache(cache, server, releaseId, (await this.#fill(maker, release)).path);
  }

  #openMaker(): QueryFileMaker {
    mkdirSync(this.#dependencies.folder, { recursive: true, mode: 0o700 });
    return this.#dependencies.openMaker(this.#dependencies.folder);
  }

  /** Passes all documents of a release to the maker; returns the complete file. */
  async #fill(maker: QueryFileMaker, release: OpenedRelease): Promise<MadeQueryFile> {
    const { reader, verified, objects } = this.#dependencies;
    const give = async (path: string): Promise<void> => {
      const { identity } = await reader.requireDocument(release, path);
      const { sha256 } = identity;
      const content = objects.contentPath?.(sha256) ?? (await verified.readWhole(identity));
      await maker.add({ path, sha256, content });
    };
    if ((await release.readFile(PRESENTATION_PATH, 'catalog_missing')) !== undefined) await give(PRESENTATION_PATH);
    for (const { entry, entities } of (await reader.open(release)).values()) {
      if (entry.kind === 'document') continue;
      await give(entry.index);
      for (const shard of entities?.shards ?? []) {
        await give(`${entities?.prefix ?? ''}${shard}.json`);
        if (this.#isClosed) throw new Error('the service is stopping');
      }
    }
    await give(CATALOG_MANIFEST_PATH);
    const made = await maker.finish();
    if ('path' in made) return made;
    throw new Error(made.failure);
  }
}

const keyOf = ({ server, releaseId }: OpenedRelease): string => `${server} ${releaseId}`;

/** Whether the file is the verified one; checks it unless that was just done. */
function isSame(kept: CachedFile): boolean {
  const now = performance.now();
  if (now - kept.lookedAt < RECHECK_MS) return true;
  if (!isUnchanged(kept.local)) return false;
  kept.lookedAt = now;
  return true;
}

async function heldQueryLease(
  objects: Objects,
  server: string,
  releaseId: string,
): Promise<AsyncDisposable | undefined> {
  const lease = await takeQueryLease(objects, server, releaseId);
  return lease && { [Symbol.asyncDispose]: () => lease.release() };
}

/** Whether a store answers reads but refuses writes. */
function isReadOnly(error: unknown): boolean {
  if (error instanceof ObjectsUnavailable) return true;
  return ['EROFS', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '');
}
