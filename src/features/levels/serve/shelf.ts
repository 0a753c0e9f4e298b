// Levels and playlists in their order, from any source: one shelf for the merged current releases of all servers, and
// one for the provider. Decides which server's chart is used when several have one, the sort order, which levels are
// newest, what a random draw may return, and what a search finds. A plain value; knows nothing of documents.
import type { Srl } from '@sonolus/core';
import type { EngineId, LocalizedText } from '../common/formats.ts';
import { searchTextOf } from './search.ts';

export interface SourceSong {
  readonly id: string;
  readonly title: LocalizedText;
  readonly artists: LocalizedText;
  readonly publishedAt: number | null;
  readonly cover: Srl;
  readonly bgm: Srl;
  readonly playlistName: string;
  readonly charts: readonly SourceChart[];
}

interface SourceChart {
  readonly name: string;
  readonly difficulty: string;
  readonly rating: number;
  readonly engine: EngineId;
  readonly data: Srl;
}

export interface Level extends SourceChart {
  readonly song: SourceSong;
}

export interface Playlist {
  readonly name: string;
  readonly song: SourceSong;
  /** Hardest first. */
  readonly levels: readonly Level[];
}

/** Hardest first. Other difficulties follow, by rating. */
const DIFFICULTY_ORDER = ['master', 'special', 'expert', 'hard', 'normal', 'easy'];
/** Difficulties preferred by random draws. */
const RANDOM_DIFFICULTIES = new Set(['master', 'special', 'expert', 'hard']);

export class Shelf {
  /** In list order: newest song first, hardest chart first. */
  readonly levels: readonly Level[];
  readonly playlists: readonly Playlist[];
  /** The candidates of random draws: one level per song. */
  readonly randomLevels: readonly Level[];
  readonly difficulties: readonly string[];
  readonly ratings: { readonly min: number; readonly max: number };
  readonly #levelByName = new Map<string, Level>();
  readonly #playlistByName = new Map<string, Playlist>();
  readonly #levelPlaces = new Map<string, number>();
  /** Search texts of the songs, in the order of the playlists. */
  readonly #texts: readonly string[];

  /** @param sources songs per source; the first source that has a song and difficulty is used */
  constructor(sources: readonly (readonly SourceSong[])[]) {
    const merged = new Map<string, { readonly song: SourceSong; readonly levels: Map<string, Level> }>();
    for (const songs of sources) {
      for (const song of songs) {
        const standing = merged.get(song.id) ?? { song, levels: new Map<string, Level>() };
        merged.set(song.id, standing);
        for (const chart of song.charts) {
          const level = { ...chart, song };
          // A level that another server overrides is not listed, but can still be read by name.
          this.#levelByName.set(level.name, level);
          if (!standing.levels.has(level.difficulty)) standing.levels.set(level.difficulty, level);
        }
      }
    }
    this.playlists = [...merged.values()]
      .sort((a, b) => compareSongs(a.song, b.song))
      .map(({ song, levels }) => ({ name: song.playlistName, song, levels: [...levels.values()].sort(compareLevels) }));
    this.levels = this.playlists.flatMap(({ levels }) => levels);
    for (const playlist of this.playlists) this.#playlistByName.set(playlist.name, playlist);
    this.levels.forEach((level, place) => {
      this.#levelPlaces.set(level.name, place);
    });
    this.randomLevels = this.playlists.flatMap(
      ({ levels }) => levels.find(({ difficulty }) => RANDOM_DIFFICULTIES.has(difficulty)) ?? levels[0] ?? [],
    );
    this.difficulties = [...new Set(this.levels.map(({ difficulty }) => difficulty))]
      .sort(compareDifficulties)
      .reverse();
    const ratings = this.levels.map(({ rating }) => rating);
    this.ratings = {
      min: Math.floor(ratings.reduce((a, b) => Math.min(a, b), ratings[0] ?? 0)),
      max: Math.ceil(ratings.reduce((a, b) => Math.max(a, b), ratings[0] ?? 0)),
    };
    this.#texts = this.playlists.map(({ levels }) => searchTextOf(levels.map(({ song }) => song)));
  }

  readLevel(name: string): Level | undefined {
    return this.#levelByName.get(name);
  }

  readPlaylist(name: string): Playlist | undefined {
    return this.#playlistByName.get(name);
  }

  /** The hardest charts of the newest songs. */
  newestLevels(count: number): readonly Level[] {
    return this.playlists.slice(0, count).flatMap(({ levels }) => levels[0] ?? []);
  }

  /** The next levels in list order, cyclically. */
  levelsAfter(level: Level, count: number): readonly Level[] {
    const place = this.#levelPlaces.get(level.name);
    if (place === undefined) return this.levels.slice(0, count);
    const next = Array.from({ length: Math.min(count, this.levels.length - 1) }, (_, i) => place + 1 + i);
    return next.flatMap((at) => this.levels[at % this.levels.length] ?? []);
  }

  /** Levels whose song or difficulty contains every term, in list order. */
  findLevels(terms: readonly string[]): readonly Level[] {
    return this.playlists.flatMap(({ levels }, at) => {
      const rest = this.#missing(at, terms);
      return rest.length === 0 ? levels : levels.filter((level) => rest.every((term) => isDifficulty(level, term)));
    });
  }

  findPlaylists(terms: readonly string[]): readonly Playlist[] {
    return this.playlists.filter(({ levels }, at) =>
      this.#missing(at, terms).every((term) => levels.some((level) => isDifficulty(level, term))),
    );
  }

  /** The terms that the text of a song does not contain. */
  #missing(at: number, terms: readonly string[]): readonly string[] {
    const text = this.#texts[at] ?? '';
    return terms.filter((term) => !text.includes(term));
  }
}

const isDifficulty = (level: Level, term: string): boolean => level.difficulty.toLowerCase().includes(term);

/** Published time descending (unknown last), then song id, numeric ids before others and descending. */
function compareSongs(a: SourceSong, b: SourceSong): number {
  const time = (b.publishedAt ?? Number.NEGATIVE_INFINITY) - (a.publishedAt ?? Number.NEGATIVE_INFINITY);
  if (time !== 0 && !Number.isNaN(time)) return time;
  const [numberA, numberB] = [numberOf(a.id), numberOf(b.id)];
  if (numberA !== numberB) return numberB - numberA;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

const numberOf = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : -1);

function compareLevels(a: Level, b: Level): number {
  return (
    compareDifficulties(a.difficulty, b.difficulty) ||
    b.rating - a.rating ||
    (a.difficulty < b.difficulty ? -1 : a.difficulty > b.difficulty ? 1 : 0)
  );
}

/** Hardest first. */
export function compareDifficulties(a: string, b: string): number {
  const rank = (difficulty: string): number => {
    const place = DIFFICULTY_ORDER.indexOf(difficulty);
    return place === -1 ? DIFFICULTY_ORDER.length : place;
  };
  return rank(a) - rank(b);
}
