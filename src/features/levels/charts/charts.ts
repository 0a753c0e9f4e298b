// Charts as they are answered, made once per chart in a worker and cached by the digest of what they were made of, up to a
// limit. Charts that cannot be shown are remembered too.
import type { Content } from '../../../http/content/bytes.ts';
import { prepareContent } from '../../../http/content/prepared.ts';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { WorkerPool } from '../../../platform/files/worker-pool.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { Region } from '../../provider/common/rules.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import { levelDataExtra, levelTail } from '../common/formats.ts';
import type { ReadLevels } from '../serve/level-index.ts';
import type { ProviderCatalog } from '../serve/provider-catalog.ts';
import type { ChartFacts } from './chart.ts';
import type { ChartReply, ChartRequest } from './chart-worker.ts';

/** A chart that can be shown. */
export interface MadeChart {
  /** Bytes with their codings. The headers are placeholders. */
  readonly content: Content;
  readonly facts: ChartFacts;
}

const KEPT_BYTES = 32 * 1024 * 1024;
/** Overhead of an entry, and weight of a chart that cannot be shown. */
const ENTRY_BYTES = 2048;
/** Codings together with the bytes. */
const CODED_WEIGHT = 2;
/** Compressed level data; a chart that is shown has far less. */
const PACKED_MAX = 10 * 1024 * 1024;

type Cached = { readonly chart: MadeChart | undefined };

export function createCharts(readLevels: ReadLevels, verified: VerifiedObjects, provider: ProviderCatalog) {
  const pool = new WorkerPool<ChartRequest, ChartReply>(new URL('./chart-worker.ts', import.meta.url));
  const cache = new BoundedCache<string, Cached>(KEPT_BYTES);
  const flights = new SingleFlight<string, Cached>();

  /** The chart of a release; undefined when there is none that can be shown. Refuses what is damaged. */
  async function read(release: OpenedRelease, song: string, difficulty: string): Promise<MadeChart | undefined> {
    const levels = await readLevels(release);
    const indexed = levels?.songs.get(song)?.charts.find((chart) => chart.difficulty === difficulty);
    const extra = indexed && release.side.extras[levelDataExtra(levelTail(song, difficulty), indexed.data)];
    if (indexed === undefined || extra === undefined || extra.bytes > PACKED_MAX) return undefined;
    const lanes = indexed.engine === 'seven' ? 7 : 12;
    return make(`${lanes} ${extra.sha256}`, async () => {
      const bytes = await verified.readWhole(release.expect(extra.sha256, extra.bytes));
      return { kind: 'level', lanes, bytes };
    });
  }

  /** The chart of the provider. Refuses with `provider_upstream` when it cannot be read now. */
  async function readProvider(region: Region, song: string, difficulty: string): Promise<MadeChart | undefined> {
    const found = await provider.chart(region, song, difficulty);
    if (found === undefined) return undefined;
    return make(`provider ${found.sha256}`, async () => ({ kind: 'bestdori', lanes: 7, bytes: found.bytes }));
  }

  function close(): void {
    pool.close();
  }

  async function make(key: string, read: () => Promise<Omit<ChartRequest, 'id'>>): Promise<MadeChart | undefined> {
    const cached = cache.read(key);
    if (cached !== undefined) return cached.chart;
    const { chart } = await flights.run(key, async () => {
      const reply = await pool.ask(await read());
      const made: Cached = { chart: reply.chart && (await prepare(reply.chart)) };
      cache.store(key, made, ENTRY_BYTES + CODED_WEIGHT * (reply.chart?.json.byteLength ?? 0));
      return made;
    });
    return chart;
  }

  return { read, readProvider, close };
}

export type Charts = ReturnType<typeof createCharts>;

const prepare = async ({ json, facts }: NonNullable<ChartReply['chart']>): Promise<MadeChart> => ({
  content: await prepareContent(json, new Headers()),
  facts,
});
