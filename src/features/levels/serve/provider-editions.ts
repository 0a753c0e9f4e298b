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

export class ProviderEditions {
  readonly #catalog: ProviderCatalog;
  readonly #region: Region;
  readonly #library: Library;
  readonly #builds = new SingleFlight<string, Edition>();
  readonly #conversions = new SingleFlight<string, ProviderData | undefined>();
  readonly #data = new BoundedCache<string, ProviderData>(DATA_BYTES);
  readonly #faults = createTimedMap<true>(FAULTS_KEPT, FAULT_MS);
  #edition: Edition | undefined;
  #songs: ProviderSongs | undefined;
  #lookAgainAt = Number.NEGATIVE_INFINITY;

  constructor(catalog: ProviderCatalog, region: Region, library: Library) {
    this.#catalog = catalog;
    this.#region = region;
    this.#library = library;
  }

  /** The edition of the provider's songs. Refuses when nothing is cached and upstream is unavailable. */
  current(): Edition | Promise<Edition> {
    const edition = this.#edition;
    if (edition !== undefined && performance.now() < this.#lookAgainAt) return edition;
    return this.#builds.run('edition', () => this.#build());
  }

  /** Whether a level name belongs to a provider song. */
  isOwn(name: string): boolean {
    return LEVEL_NAME.test(name);
  }

  /** Data of a level under the id that its item names; undefined when it does not exist or cannot be played. */
  async readData(name: string, id: string): Promise<ProviderData | undefined> {
    const match = LEVEL_NAME.exec(name);
    const level = (await this.current()).shelf.readLevel(name);
    if (match === null || level === undefined || level.data.url !== levelDataUrl(name, id)) return undefined;
    const cached = this.#data.read(id);
    if (cached !== undefined) return cached;
    if (this.#faults.has(id)) return undefined;
    const [, songId = '', difficulty = ''] = match;
    return this.#conversions.run(id, () => this.#convert(id, songId, difficulty));
  }

  async #convert(id: string, songId: string, difficulty: string): Promise<ProviderData | undefined> {
    const chart = await this.#catalog.chart(this.#region, songId, difficulty);
    try {
      if (chart === undefined) throw new ChartFault('there is none');
      const text = JSON.stringify(convertChart('bestdori', chart.bytes));
      const bytes = new Uint8Array(await compress(Buffer.from(text), { level: constants.Z_BEST_COMPRESSION }));
      const data = { bytes: new Blob([bytes]), sha1: sha1Hex(bytes) };
      this.#data.store(id, data, bytes.byteLength + 256);
      return data;
    } catch (error) {
      if (!(error instanceof ChartFault)) throw error;
      this.#faults.set(id, true);
      return undefined;
    }
  }

  async #build(): Promise<Edition> {
    const songs = await this.#catalog.songs(this.#region);
    const standing = this.#edition;
    this.#lookAgainAt = performance.now() + LOOK_AGAIN_MS;
    if (standing !== undefined && this.#songs?.version === songs.version) return standing;
    const shelf = new Shelf([songs.songs.map((song) => this.#presentSong(song))]);
    const edition = new Edition(
      shelf,
      DOCUMENTS_BYTES,
      (own) => own === this.#edition && performance.now() < this.#lookAgainAt,
    );
    standing?.end();
    this.#edition = edition;
    this.#songs = songs;
    return edition;
  }

  #presentSong(song: ProviderSong): SourceSong {
    return {
      id: song.id,
      title: song.title,
      artists: song.artists,
      publishedAt: song.publishedAt,
      cover: song.coverUrl === undefined ? this.#library.cover : { url: song.coverUrl },
      bgm: { url: song.bgmUrl },
      playlistName: `provider-playlist-${song.id}`,
      charts: song.charts.map(({ difficulty, rating, revision }) => {
        const name = providerLevelName(song.id, difficulty);
        const id = sha1Hex(Buffer.from(JSON.stringify([this.#region, song.id, difficulty, revision])));
        return { name, difficulty, rating, engine: 'seven', data: { url: levelDataUrl(name, id) } };
      }),
    };
  }
}

const sha1Hex = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha1').update(bytes).digest('hex');
