// The provider's songs as an edition of the level server, and their charts as level data, converted on demand and
// cached in memory within a limit. Documents contain no hash of this data, since that would require converting every
// listed chart. Clients therefore read it by URL only, and the id in the URL changes with the song's record.
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { createTimedMap } from '../../../kernel/timed-map.ts';
import type { Region } from '../../provider/common/rules.ts';
import { providerLevelName } from '../common/formats.ts';
import { levelDataUrl } from '../common/names.ts';
import { ChartFault, convertChart } from '../publish/charts.ts';
import { Edition } from './edition.ts';
import type { Library } from './library.ts';
import type { ProviderCatalog, ProviderSong, ProviderSongs } from './provider-catalog.ts';
import { Shelf, type SourceSong } from './shelf.ts';

/** Interval at which the provider's documents are checked; the mirror has its own freshness rules. */
const LOOK_AGAIN_MS = 5000;
const DOCUMENTS_BYTES = 24 * 1024 * 1024;
const DATA_BYTES = 8 * 1024 * 1024;
/** A chart that failed to convert is not tried again for this long. */
const FAULT_MS = 60_000;
const FAULTS_KEPT = 4096;

const compress = promisify<Uint8Array, object, Buffer>(gzip);

/** Level data of a provider chart. */
export interface ProviderData {
  readonly bytes: Blob;
  readonly sha1: string;
}

const LEVEL_NAME = /^provider-(\d{1,9})-([a-z]{1,16})$/;

export function createProviderEditions(catalog: ProviderCatalog, region: Region, library: Library) {
  const builds = new SingleFlight<string, Edition>();
  const conversions = new SingleFlight<string, ProviderData | undefined>();
  const charts = new BoundedCache<string, ProviderData>(DATA_BYTES);
  const faults = createTimedMap<true>(FAULTS_KEPT, FAULT_MS);
  let current: Edition | undefined;
  let listed: ProviderSongs | undefined;
  let lookAgainAt = Number.NEGATIVE_INFINITY;

  /** The edition of the provider's songs. Refuses when nothing is cached and upstream is unavailable. */
  function read(): Edition | Promise<Edition> {
    const edition = current;
    if (edition !== undefined && performance.now() < lookAgainAt) return edition;
    return builds.run('edition', () => build());
  }

  /** Whether a level name belongs to a provider song. */
  function isOwn(name: string): boolean {
    return LEVEL_NAME.test(name);
  }

  /** Data of a level under the id that its item names; undefined when it does not exist or cannot be played. */
  async function readData(name: string, id: string): Promise<ProviderData | undefined> {
    const match = LEVEL_NAME.exec(name);
    const level = (await read()).shelf.readLevel(name);
    if (match === null || level === undefined || level.data.url !== levelDataUrl(name, id)) return undefined;
    const cached = charts.read(id);
    if (cached !== undefined) return cached;
    if (faults.has(id)) return undefined;
    const [, songId = '', difficulty = ''] = match;
    return conversions.run(id, () => convert(id, songId, difficulty));
  }

  async function convert(id: string, songId: string, difficulty: string): Promise<ProviderData | undefined> {
    const chart = await catalog.chart(region, songId, difficulty);
    try {
      if (chart === undefined) throw new ChartFault('there is none');
      const text = JSON.stringify(convertChart('bestdori', chart.bytes));
      const bytes = new Uint8Array(await compress(Buffer.from(text), { level: constants.Z_BEST_COMPRESSION }));
      const data = { bytes: new Blob([bytes]), sha1: sha1Hex(bytes) };
      charts.store(id, data, bytes.byteLength + 256);
      return data;
    } catch (error) {
      if (!(error instanceof ChartFault)) throw error;
      faults.set(id, true);
      return undefined;
    }
  }

  async function build(): Promise<Edition> {
    const songs = await catalog.songs(region);
    const standing = current;
    lookAgainAt = performance.now() + LOOK_AGAIN_MS;
    if (standing !== undefined && listed?.version === songs.version) return standing;
    const shelf = new Shelf([songs.songs.map((song) => presentSong(song))]);
    const edition = new Edition(shelf, DOCUMENTS_BYTES, (own) => own === current && performance.now() < lookAgainAt);
    standing?.end();
    current = edition;
    listed = songs;
    return edition;
  }

  function presentSong(song: ProviderSong): SourceSong {
    return {
      id: song.id,
      title: song.title,
      artists: song.artists,
      publishedAt: song.publishedAt,
      cover: song.coverUrl === undefined ? library.cover : { url: song.coverUrl },
      bgm: { url: song.bgmUrl },
      playlistName: `provider-playlist-${song.id}`,
      charts: song.charts.map(({ difficulty, rating, revision }) => {
        const name = providerLevelName(song.id, difficulty);
        const id = sha1Hex(Buffer.from(JSON.stringify([region, song.id, difficulty, revision])));
        return { name, difficulty, rating, engine: 'seven', data: { url: levelDataUrl(name, id) } };
      }),
    };
  }

  return { current: read, isOwn, readData };
}

export type ProviderEditions = ReturnType<typeof createProviderEditions>;

const sha1Hex = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha1').update(bytes).digest('hex');
