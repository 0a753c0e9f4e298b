// The titles of releases, read once for each release at its first search. A worker reads the stored documents, so that other
// requests do not wait. One release is read at a time, and the results are cached up to a limit.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { AskedWorker } from '../../../platform/files/asked-worker.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { ReadShown } from '../../query/serve/field-kinds.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { TitledCollection } from './title-index.ts';
import type { FromTitles, ToTitles } from './title-messages.ts';

export interface TitleDependencies {
  readonly reader: CatalogReader;
  readonly verified: VerifiedObjects;
  readonly readShown: ReadShown;
}

/** Maximum bytes of all cached titles. */
const KEPT_BYTES = 96 * 1024 * 1024;
/** Maximum bytes of the titles of one release. Of a release with more, only the first collections are searched. */
const RELEASE_BYTES = 48 * 1024 * 1024;
/** Of a title, in addition to its characters: objects and references. */
const TITLE_BYTES = 96;

export interface Titles {
  readonly collections: readonly TitledCollection[];
  /** Whether all titles are there. */
  readonly isWhole: boolean;
}

/** Reads and caches the titles of releases. */
export class TitleIndexes {
  readonly #dependencies: TitleDependencies;
  readonly #cache = new BoundedCache<string, Titles>(KEPT_BYTES);
  readonly #flights = new SingleFlight<string, Titles>();
  readonly #working = new Set<TitleWorker>();
  #before: Promise<unknown> = Promise.resolve();

  constructor(dependencies: TitleDependencies) {
    this.#dependencies = dependencies;
  }

  /** The titles of all collections of a release. Refuses like the reader of the catalog. */
  read(release: OpenedRelease): Titles | Promise<Titles> {
    const key = `${release.server} ${release.releaseId}`;
    const cached = this.#cache.read(key);
    if (cached !== undefined) return cached;
    return this.#flights.run(key, async () => {
      const find = () => this.#find(release, key);
      const turn = this.#before.then(find, find);
      this.#before = turn;
      return turn;
    });
  }

  close(): void {
    for (const worker of this.#working) worker.close();
  }

  async #find(release: OpenedRelease, key: string): Promise<Titles> {
    const { reader, verified, readShown } = this.#dependencies;
    const shown = await readShown(release);
    const worker = startTitleWorker();
    this.#working.add(worker);
    const collections: TitledCollection[] = [];
    let bytes = 0;
    try {
      for (const { resource, title } of shown) {
        const { entities } = await reader.requireResource(release, resource);
        if (entities === undefined) continue;
        for (const shard of entities.shards) {
          const document = await reader.requireDocument(release, `${entities.prefix}${shard}.json`);
          await worker.ask({ kind: 'shard', title, bytes: await verified.readWhole(document.identity) });
        }
        const found = await worker.ask({ kind: 'finish' });
        if (found.kind !== 'titled') throw new Error('titles were asked for');
        const { ids, texts } = found;
        bytes += texts.reduce((sum, text, at) => sum + 2 * (text.length + (ids[at]?.length ?? 0)) + TITLE_BYTES, 0);
        if (bytes > RELEASE_BYTES) break;
        collections.push({ resource, ids, texts });
      }
    } finally {
      this.#working.delete(worker);
      worker.close();
    }
    const titles = { collections, isWhole: bytes <= RELEASE_BYTES };
    this.#cache.store(key, titles, Math.min(bytes, RELEASE_BYTES) + key.length + TITLE_BYTES);
    return titles;
  }
}

type TitleWorker = AskedWorker<ToTitles, FromTitles>;

const startTitleWorker = (): TitleWorker =>
  new AskedWorker(new Worker(new URL('./title-worker.ts', import.meta.url), { smol: true }), {
    failureOf: (message) => new Error(message),
    transferOf: (question) => (question.kind === 'shard' ? [question.bytes.buffer] : []),
  });
