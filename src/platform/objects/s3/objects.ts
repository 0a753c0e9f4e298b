// The object store on an S3-compatible server. Writes are atomic and durable on return (so `flush` does nothing),
// pointers have compare-and-set, and local files come from the cache folder. Opening sends no request. Retries and
// timeouts are in client.ts.
import { randomBytes } from 'node:crypto';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { forEachConcurrently } from '../../../kernel/concurrency/concurrently.ts';
import { contentKey, probeKey } from '../../../kernel/object-key.ts';
import type { S3Config } from '../../config/objects.ts';
import { type CacheFolder, openCacheFolder } from '../cache/folder.ts';
import { isObjectName, requireSafeKey } from '../name.ts';
import { type ListedObject, type Objects, ObjectsUnavailable, type VersionedBytes } from '../objects.ts';
import { isPassing, openS3Client } from './client.ts';
import { BULK_REQUESTS, createS3Content } from './content.ts';
import { LocalCopies } from './copies.ts';
import { type ListPage, readListPage } from './documents.ts';
import { isMissing } from './missing.ts';
import { openS3Parts } from './parts.ts';
import { REMOVED_AT_ONCE, removeTogether } from './removal.ts';
import { Swaps, type WriterLock } from './swap.ts';

export interface S3ObjectsOptions {
  readonly s3: S3Config;
  /** Folder of local copies, shared with other users of the cache. */
  readonly cacheDirectory: string;
  readonly cacheBytes: number;
  /** Spaces of that folder that are evicted last. */
  readonly evictedLast: readonly string[];
  /** Serialises writers of a pointer where the server has no conditional writes. */
  readonly lock: WriterLock;
}

/** Servers refuse requests whose clock differs by more than this. */
const CLOCK_SKEW_MS = 15 * 60 * 1000;
/** Cache of pointers and other small objects that are read conditionally. */
const WATCHED_BYTES = 1024 * 1024;

/** Opens the store. Sends no request and writes nothing before the first call. */
export function openS3Objects(options: S3ObjectsOptions): Objects {
  const client = openS3Client(options.s3);
  let opened: CacheFolder | undefined;
  const openCache = (): CacheFolder => {
    opened ??= openCacheFolder({
      root: options.cacheDirectory,
      maxBytes: options.cacheBytes,
      evictedLast: options.evictedLast,
    });
    return opened;
  };
  const copies = new LocalCopies(client, openCache);
  const swaps = new Swaps(client, options.lock);
  const watched = new BoundedCache<string, VersionedBytes>(WATCHED_BYTES);
  const parts = openS3Parts({ client, openCache, local: (key) => copies.local(key) });

  const forget = (key: string): void => {
    watched.drop(key);
    copies.forget(key);
  };
  const safe = (key: string): string => {
    requireSafeKey(key);
    return key;
  };

  async function* pages(prefix: string, delimiter: string): AsyncIterable<ListPage> {
    if (prefix !== '') requireSafeKey(prefix);
    const folder = client.fullKey(prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`);
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        prefix: folder,
        ...(delimiter !== '' && { delimiter }),
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const answer = await client.send({ method: 'GET', key: undefined, query });
      const page = readListPage(Buffer.from(answer.bytes).toString());
      yield page;
      token = page.next;
    } while (token !== undefined);
  }

  async function* list(prefix: string): AsyncIterable<ListedObject> {
    for await (const page of pages(prefix, '')) {
      for (const { key, bytes, modifiedAt } of page.objects) {
        yield { key: client.ownKey(key), bytes, modifiedAt: modifiedAt - client.clockOffsetMs };
      }
    }
  }

  async function read(key: string): Promise<Uint8Array | undefined> {
    const answer = await client.send({ method: 'GET', key: safe(key), accept: [404] });
    return isMissing(answer) ? undefined : answer.bytes;
  }

  /** Costs one 304 response while the object is unchanged. */
  async function readVersioned(key: string): Promise<VersionedBytes | undefined> {
    const known = watched.read(key);
    const headers = known === undefined ? {} : { 'If-None-Match': known.version };
    const answer = await client.send({ method: 'GET', key: safe(key), headers, accept: [304, 404] });
    if (answer.status === 304) return known;
    watched.drop(key);
    if (isMissing(answer)) return undefined;
    const version = answer.headers.get('etag');
    if (version === null) throw new ObjectsUnavailable('The object store sends no ETag');
    const found = { bytes: answer.bytes, version };
    watched.store(key, found, answer.bytes.byteLength + 256);
    return found;
  }

  async function write(key: string, bytes: Uint8Array, sha256?: string): Promise<void> {
    await client.send({
      method: 'PUT',
      key: safe(key),
      body: Uint8Array.from(bytes),
      ...(sha256 !== undefined && { sha256 }),
    });
    forget(key);
  }

  async function remove(key: string): Promise<void> {
    await client.send({ method: 'DELETE', key: safe(key), accept: [404] });
    forget(key);
  }

  async function removeMany(keys: readonly string[]): Promise<void> {
    const failures = await removeTogether(client, keys);
    for (const key of keys) forget(key);
    for (const { key: fullKey, code } of failures) {
      const key = keys.find((candidate) => client.fullKey(candidate) === fullKey);
      if (key === undefined || !isPassing(code)) {
        throw new ObjectsUnavailable(`The object store could not remove ${fullKey} (${code})`);
      }
      // The request itself succeeded and so was not retried; the failed keys are removed one by one.
      await remove(key);
    }
  }

  const content = createS3Content(client, list);

  return {
    clockSkewMs: CLOCK_SKEW_MS,
    copies: copies.counts,
    parts: { ...parts, sweep: () => parts.sweep(false) },
    writeFile: async (key, path) => {
      const written = await content.putFile(safe(key), path);
      forget(key);
      return written;
    },
    read,
    readVersioned,
    local: async (key) => copies.local(safe(key)),
    renew: async (key) => copies.renew(safe(key)),
    write: (key, bytes) => write(key, bytes),
    writeContent: async (sha256, bytes) => {
      if ((await content.sizes([sha256])).get(sha256) === bytes.byteLength) return false;
      await write(contentKey(sha256), bytes, sha256);
      return true;
    },
    ingest: content.ingest,
    digestContent: content.digest,
    presentContent: async (digests) => new Set((await content.sizes(digests)).keys()),
    flush: async () => undefined,
    swap: async (key, expected, next) => {
      try {
        return await swaps.swap(safe(key), expected, next);
      } finally {
        forget(key);
      }
    },
    list,
    children: async (prefix) => {
      const names: string[] = [];
      for await (const page of pages(prefix, '/')) {
        for (const path of [...page.folders, ...page.objects.map(({ key }) => key)]) {
          const name = path.replace(/\/$/, '').slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
          if (isObjectName(name)) names.push(name);
        }
      }
      return names.sort();
    },
    remove,
    removeAll: async (keys) => {
      for (const key of keys) requireSafeKey(key);
      const batches = Array.from({ length: Math.ceil(keys.length / REMOVED_AT_ONCE) }, (_, i) =>
        keys.slice(i * REMOVED_AT_ONCE, (i + 1) * REMOVED_AT_ONCE),
      );
      await forEachConcurrently(batches, BULK_REQUESTS / 4, removeMany);
    },
    sweepLeftovers: (dryRun = false) => parts.sweep(dryRun),
    probe: async () => {
      const key = probeKey(randomBytes(16).toString('hex'));
      const bytes = randomBytes(64);
      try {
        await write(key, bytes);
        const back = await read(key);
        if (back === undefined || Buffer.compare(back, bytes) !== 0) {
          throw new ObjectsUnavailable('The object store does not give back what was written');
        }
      } finally {
        await remove(key).catch(() => undefined);
      }
      const puts = (await swaps.isConditional())
        ? 'conditional puts work'
        : `the server has no conditional puts: publishers are kept apart by ${swaps.lockReach}`;
      return `${client.place}; ${puts}`;
    },
    close: async () => {
      client.close();
      copies.close();
    },
  };
}
