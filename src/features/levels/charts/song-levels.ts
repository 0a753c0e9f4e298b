// The levels of songs as pages show them: which song has which, what its charts are like, and the list of all.
import type { Region } from '../../provider/common/rules.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { Releases } from '../../release/serve/releases.ts';
import {
  LEVEL_INDEX_EXTRA,
  type LocalizedText,
  levelName,
  providerLevelName,
  readLevelName,
} from '../common/formats.ts';
import type { ReleaseEditions } from '../serve/edition.ts';
import type { ReadLevels } from '../serve/level-index.ts';
import { readTerms } from '../serve/search.ts';
import { compareDifficulties, type Playlist } from '../serve/shelf.ts';
import type { ChartFacts } from './chart.ts';
import type { Charts } from './charts.ts';

export interface SongLevel {
  readonly difficulty: string;
  readonly rating: number;
  /** Name of the level, as clients know it. */
  readonly name: string;
}

/** The levels of a song in a release. */
interface SongLevels {
  /** Resource of the songs; undefined in releases whose index does not name it. */
  readonly resource: string | undefined;
  /** Path of the sound that players hear, below the base path. */
  readonly sound: string;
  /** Easiest first. */
  readonly levels: readonly SongLevel[];
}

/** A song with levels in the list of all servers. */
export interface ListedSong {
  readonly id: string;
  /** Server of the first of its levels. */
  readonly server: string;
  readonly resource: string | undefined;
  readonly title: LocalizedText;
  readonly artists: LocalizedText;
  /** Path of a square picture, below the base path. */
  readonly cover: string | undefined;
  /** Easiest first. */
  readonly levels: readonly SongLevel[];
}

export interface LevelPages {
  /** Whether a current release has a song with levels. An index that was not read yet counts as one with songs. */
  hasSongs(): boolean;
  /** The levels of a song; undefined when it has none. */
  readSong(server: string, pin: string | undefined, song: string): Promise<SongLevels | undefined>;
  /** Undefined when the chart cannot be shown. */
  readFacts(server: string, pin: string | undefined, song: string, difficulty: string): Promise<ChartFacts | undefined>;
  /** Name of a level of the provider; undefined when the level server does not list the songs of this region. */
  providerLevel(region: Region, song: string, difficulty: string): string | undefined;
  /** Undefined when the chart cannot be shown. Refuses while the provider cannot be read. */
  readProviderFacts(region: Region, song: string, difficulty: string): Promise<ChartFacts | undefined>;
  /** A page of the songs with levels, newest first. Refuses when no release can be read. */
  listSongs(
    q: string | undefined,
    page: number,
    length: number,
  ): Promise<{ readonly total: number; readonly songs: readonly ListedSong[] }>;
}

export interface LevelPageDependencies {
  readonly releases: Releases;
  readonly readLevels: ReadLevels;
  readonly editions: ReleaseEditions;
  readonly charts: Charts;
  /** Provider region whose songs the level server lists. */
  readonly providerRegion: Region;
}

const FILES = '/levelserver/repository';

export function createLevelPages(dependencies: LevelPageDependencies): LevelPages {
  const { releases, readLevels, editions, charts, providerRegion } = dependencies;

  async function resourceOf(server: string): Promise<string | undefined> {
    const release = releases.currentReleases().find((one) => one.server === server);
    return release && (await readLevels(release))?.resource;
  }

  async function presentListed({ song, levels }: Playlist): Promise<ListedSong> {
    const [first] = levels;
    const server = (first && readLevelName(first.name)?.server) ?? '';
    return {
      id: song.id,
      server,
      title: song.title,
      artists: song.artists,
      cover: song.cover.url ?? undefined,
      resource: await resourceOf(server),
      levels: levels.map(({ difficulty, rating, name }) => ({ difficulty, rating, name })).toReversed(),
    };
  }

  const filled = new WeakMap<OpenedRelease, boolean>();
  /** Synchronous, since every page asks: the index is read once in the background. */
  function hasSongs(release: OpenedRelease): boolean {
    if (release.side.extras[LEVEL_INDEX_EXTRA] === undefined) return false;
    const known = filled.get(release);
    if (known !== undefined) return known;
    filled.set(release, true);
    readLevels(release).then(
      (levels) => filled.set(release, levels !== undefined && levels.songs.size > 0),
      // Whoever reads the index reports what is wrong with it.
      () => undefined,
    );
    return true;
  }

  return {
    hasSongs: () => releases.currentReleases().some(hasSongs),
    readSong: async (server, pin, id) => {
      const levels = await readLevels(await releases.require(server, pin));
      const song = levels?.songs.get(id);
      if (levels === undefined || song === undefined) return undefined;
      const found = song.charts.map(({ difficulty, rating }) => ({
        difficulty,
        rating,
        name: levelName(server, id, difficulty),
      }));
      return {
        resource: levels.resource,
        sound: `${FILES}/${song.bgm}`,
        levels: found.sort((a, b) => compareDifficulties(b.difficulty, a.difficulty) || a.rating - b.rating),
      };
    },
    readFacts: async (server, pin, song, difficulty) =>
      (await charts.read(await releases.require(server, pin), song, difficulty))?.facts,
    providerLevel: (region, song, difficulty) =>
      region === providerRegion ? providerLevelName(song, difficulty) : undefined,
    readProviderFacts: async (region, song, difficulty) => (await charts.readProvider(region, song, difficulty))?.facts,
    listSongs: async (q, page, length) => {
      const { shelf } = await editions.current();
      const found = q === undefined ? shelf.playlists : shelf.findPlaylists(readTerms(q));
      const shown = found.slice((page - 1) * length, page * length);
      return { total: found.length, songs: await Promise.all(shown.map(presentListed)) };
    },
  };
}
