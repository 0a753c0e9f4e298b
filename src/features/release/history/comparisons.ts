// What changed between two releases: compared once a pair, in a worker, one pair at a time, and cached, since releases never
// change. Documents with equal digests are not read. Memory is bounded: two batches of documents at a time, and the changes.
import { z } from 'zod';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { SHARD_NAMES } from '../../../kernel/partition.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { ExpectedObject, VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { OpenedRelease } from '../serve/opened.ts';
import { type ChangeCounts, type ChangeList, PIECE_LINES } from './comparison-messages.ts';
import { ComparisonThread } from './comparison-thread.ts';

/** A resource of a release, as its catalog describes it. */
export interface ComparedResource {
  readonly kind: 'collection' | 'document';
  /** Release paths of the stored entities by shard, or of the one document. */
  readonly documents: ReadonlyMap<string, string>;
}

/** The resources of a release by name. Supplied by the composition. */
export type ReadResources = (release: OpenedRelease) => Promise<ReadonlyMap<string, ComparedResource>>;

export interface Comparison {
  readonly resources: ReadonlyMap<string, ChangeList>;
  readonly files: ChangeList;
  /** How the data is presented, if that changed. */
  readonly presentation: PresentationChange | undefined;
}

interface PresentationChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** Paths of the declaration that differ. */
  readonly fields: readonly string[];
}

export interface ComparisonCounts {
  readonly resources: Readonly<Record<string, ChangeCounts>>;
  readonly files: ChangeCounts;
  /** Absent where nothing of it changed. */
  readonly presentation?: PresentationChange;
}

export interface ComparisonLimits {
  /** Pairs that wait for their turn; more are refused. */
  readonly waiting: number;
  /** How long a caller waits before it is sent away; the work goes on. */
  readonly waitMs: number;
}

const presentationSchema = z.object({
  change: z.enum(['added', 'removed', 'changed']),
  fields: z.array(z.string()),
});

const LISTS_BYTES = 48 * 1024 * 1024;
const COUNTS_KEPT = 2048;
const RETRY_AFTER_SECONDS = 2;

/** @param presentationPath release path of the declared presentation, which a release may lack */
export function createComparisons(
  readResources: ReadResources,
  verified: VerifiedObjects,
  limits: ComparisonLimits,
  presentationPath: string,
) {
  const cache = new BoundedCache<string, Comparison>(LISTS_BYTES);
  const counts = new BoundedCache<string, ComparisonCounts>(COUNTS_KEPT);
  const flights = new SingleFlight<string, Comparison>();
  const working = new Set<ComparisonThread>();
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();
  let closed = false;

  /** How much changed, if it is known already. */
  function known(server: string, from: string, to: string): ComparisonCounts | undefined {
    return counts.read(keyOf({ releaseId: from }, { server, releaseId: to }));
  }

  /** How much changed. Refuses like `require`. */
  async function count(from: OpenedRelease, to: OpenedRelease): Promise<ComparisonCounts> {
    return counts.read(keyOf(from, to)) ?? countsOf(await require(from, to));
  }

  /**
   * What changed. Refuses with `comparison_not_ready` when it takes long or too many pairs wait, and with what the releases
   * are refused with when they are damaged.
   */
  async function require(from: OpenedRelease, to: OpenedRelease): Promise<Comparison> {
    const cached = cache.read(keyOf(from, to));
    if (cached !== undefined) return cached;
    const comparing = flights.run(keyOf(from, to), () => takeTurn(from, to));
    const isLate = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => isLate.resolve(undefined), limits.waitMs);
    try {
      const comparison = await Promise.race([comparing, isLate.promise]);
      if (comparison === undefined) throw notReady();
      return comparison;
    } finally {
      clearTimeout(timer);
    }
  }

  function close(): void {
    closed = true;
    for (const worker of working) worker.close();
  }

  async function takeTurn(from: OpenedRelease, to: OpenedRelease): Promise<Comparison> {
    if (waiting > limits.waiting) throw notReady();
    waiting++;
    const turn = before.then(() => compare(from, to)).finally(() => waiting--);
    before = turn.catch(() => undefined);
    const comparison = await turn;
    cache.store(keyOf(from, to), comparison, weightOf(comparison));
    counts.store(keyOf(from, to), countsOf(comparison), 1);
    return comparison;
  }

  async function compare(from: OpenedRelease, to: OpenedRelease): Promise<Comparison> {
    const before = await readResources(from);
    const after = await readResources(to);
    if (closed) throw notReady();
    const worker = new ComparisonThread();
    working.add(worker);
    try {
      const resources = new Map<string, ChangeList>();
      for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
        // A collection that became a document: its entities are gone and the document is new.
        for (const kind of ['collection', 'document'] as const) {
          const [old, now] = [documentsOf(before.get(name), kind), documentsOf(after.get(name), kind)];
          const pairs: ExpectedPair[] = [];
          for (const key of [...new Set([...old.keys(), ...now.keys()])].sort()) {
            pairs.push([await findDocument(from, old.get(key)), await findDocument(to, now.get(key))]);
          }
          await tell(worker, kind === 'document' ? { kind, name } : { kind: 'entities' }, pairs);
        }
        resources.set(name, await worker.end());
      }
      const shards = SHARD_NAMES.map((shard): ExpectedPair => [from.indexDocument(shard), to.indexDocument(shard)]);
      await tell(worker, { kind: 'files' }, shards);
      const files = await worker.end();
      const declared = [from, to].map(async (one) => (await one.readFile(presentationPath))?.identity);
      const [old, now] = await Promise.all(declared);
      await tell(worker, { kind: 'document', name: 'presentation' }, [[old, now]]);
      const [line] = readChanges(await worker.end(), 0, 1);
      return {
        resources,
        files,
        presentation: line === undefined ? undefined : presentationSchema.parse(JSON.parse(line)),
      };
    } finally {
      working.delete(worker);
      worker.close();
    }
  }

  /** Has pairs compared unless they are equal. The worker is at a batch while the next one is read. */
  async function tell(
    worker: ComparisonThread,
    word: { readonly kind: 'entities' | 'files' } | { readonly kind: 'document'; readonly name: string },
    pairs: readonly ExpectedPair[],
  ): Promise<void> {
    const read = async (object: ExpectedObject | undefined) => object && verified.readWhole(object);
    const unequal = pairs.filter(([before, after]) => before?.sha256 !== after?.sha256);
    for (const batch of batchesOf(unequal)) {
      const documents = batch.map(async ([before, after]) => ({
        before: await read(before),
        after: await read(after),
      }));
      await worker.tell({ ...word, pairs: await Promise.all(documents) });
    }
  }

  return { known, count, require, close };
}

export type Comparisons = ReturnType<typeof createComparisons>;

/** A document in the release before, and in the one after. */
type ExpectedPair = readonly [ExpectedObject | undefined, ExpectedObject | undefined];

/** A batch ends with the pair that makes it as large as this, or as long. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_PAIRS = 32;

function* batchesOf(pairs: readonly ExpectedPair[]): Generator<readonly ExpectedPair[]> {
  let batch: ExpectedPair[] = [];
  let bytes = 0;
  for (const pair of pairs) {
    batch.push(pair);
    bytes += (pair[0]?.bytes ?? 0) + (pair[1]?.bytes ?? 0);
    if (bytes < BATCH_BYTES && batch.length < BATCH_PAIRS) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

const documentsOf = (resource: ComparedResource | undefined, kind: ComparedResource['kind']) =>
  resource?.kind === kind ? resource.documents : NOTHING;

export async function findDocument(
  release: OpenedRelease,
  path: string | undefined,
): Promise<ExpectedObject | undefined> {
  if (path === undefined) return undefined;
  return required(await release.readFile(path, 'catalog_missing'), 'catalog_missing').identity;
}

/** JSON texts of changes from `start` on, at most `limit`. */
export function readChanges(list: ChangeList, start: number, limit: number): readonly string[] {
  const texts: string[] = [];
  for (let i = Math.floor(start / PIECE_LINES); texts.length < limit; i++) {
    const piece = list.pieces[i];
    if (piece === undefined) break;
    const lines = new TextDecoder().decode(Bun.gunzipSync(piece)).split('\n');
    const from = Math.max(0, start - i * PIECE_LINES);
    texts.push(...lines.slice(from, from + limit - texts.length));
  }
  return texts;
}

export const totalOf = ({ added, removed, changed }: ChangeCounts): number => added + removed + changed;

function countsOf({ resources, files, presentation }: Comparison): ComparisonCounts {
  const counts = ({ added, removed, changed }: ChangeCounts): ChangeCounts => ({ added, removed, changed });
  return {
    resources: Object.fromEntries([...resources].map(([name, list]) => [name, counts(list)])),
    files: counts(files),
    ...(presentation && { presentation }),
  };
}

function weightOf({ resources, files }: Comparison): number {
  let bytes = 1024;
  for (const { pieces } of [...resources.values(), files]) {
    bytes += 256;
    for (const piece of pieces) bytes += piece.byteLength + 128;
  }
  return bytes;
}

type Named = Pick<OpenedRelease, 'releaseId'>;

const keyOf = (from: Named, to: Named & Pick<OpenedRelease, 'server'>): string =>
  `${to.server} ${from.releaseId} ${to.releaseId}`;

const notReady = (): Refusal => new Refusal('comparison_not_ready', { retryAfterSeconds: RETRY_AFTER_SECONDS });
