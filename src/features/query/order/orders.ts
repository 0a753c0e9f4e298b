// The order of collections, for pages of entities: the same that queries have. A release does not contain it, so that a worker
// finds it in the stored documents at the first page. One collection is read at a time, and the results are cached up to a
// limit.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { AskedWorker } from '../../../platform/files/asked-worker.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { CatalogReader, OrderedIds, ShardSet } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { FromOrder, ToOrder } from './order-messages.ts';

export interface OrdersDependencies {
  readonly reader: CatalogReader;
  readonly verified: VerifiedObjects;
  /** Folder for files in progress. */
  readonly folder: string;
}

/** Maximum bytes of all orders. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Overhead of an order. */
const ENTRY_BYTES = 512;

export class CatalogOrders {
  readonly #dependencies: OrdersDependencies;
  readonly #cache = new BoundedCache<string, OrderedIds>(KEPT_BYTES);
  readonly #flights = new SingleFlight<string, OrderedIds>();
  readonly #working = new Set<OrderWorker>();
  #before: Promise<unknown> = Promise.resolve();

  constructor(dependencies: OrdersDependencies) {
    this.#dependencies = dependencies;
  }

  /** The ids of a collection. `index` is the path of its index document. Refuses like the reader of the catalog. */
  read(release: OpenedRelease, set: ShardSet, index: string): OrderedIds | Promise<OrderedIds> {
    const key = `${release.server} ${release.releaseId} ${set.prefix}`;
    const cached = this.#cache.read(key);
    if (cached !== undefined) return cached;
    return this.#flights.run(key, async () => {
      const find = () => this.#find(release, set, index);
      const turn = this.#before.then(find, find);
      this.#before = turn;
      const { ids, ends } = await turn;
      const ordered = orderedIds(ids, ends);
      this.#cache.store(key, ordered, ids.byteLength + ends.byteLength + key.length + ENTRY_BYTES);
      return ordered;
    });
  }

  close(): void {
    for (const worker of this.#working) worker.close();
  }

  async #find(release: OpenedRelease, set: ShardSet, path: string): Promise<Extract<FromOrder, { kind: 'ordered' }>> {
    const { reader, verified, folder } = this.#dependencies;
    const readDocument = async (document: string) =>
      verified.readWhole((await reader.requireDocument(release, document)).identity);
    const worker = startOrderWorker();
    this.#working.add(worker);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const index = await readDocument(path);
      let looking = worker.ask({ kind: 'open', path: join(folder, crypto.randomUUID()), index });
      looking.catch(() => undefined);
      for (const shard of set.shards) {
        // The next document is read while the worker processes the previous one.
        const bytes = await readDocument(`${set.prefix}${shard}.json`);
        await looking;
        looking = worker.ask({ kind: 'shard', bytes });
        looking.catch(() => undefined);
      }
      await looking;
      const found = await worker.ask({ kind: 'finish' });
      if (found.kind !== 'ordered') throw new Error('an order was asked for');
      return found;
    } finally {
      this.#working.delete(worker);
      worker.close();
    }
  }
}

function orderedIds(ids: Uint8Array, ends: Uint32Array): OrderedIds {
  const text = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);
  return {
    count: ends.length,
    idAt: (position) => text.toString('latin1', position === 0 ? 0 : ends[position - 1], ends[position]),
  };
}

type OrderWorker = AskedWorker<ToOrder, FromOrder>;

const startOrderWorker = (): OrderWorker =>
  new AskedWorker(new Worker(new URL('./order-worker.ts', import.meta.url), { smol: true }), {
    failureOf: (message) =>
      // The digests of the documents match, so a malformed document was published malformed.
      new Refusal('catalog_missing', { cause: new Error(message) }),
    transferOf: (question) => (question.kind === 'shard' ? [question.bytes.buffer] : []),
  });
