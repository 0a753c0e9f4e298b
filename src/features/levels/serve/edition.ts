// An edition of the level server: a shelf with its prepared bodies and a shuffled order for random draws. The edition
// of the releases is replaced when the current release of any server changes; its bodies are then dropped, so memory
// use does not grow with the number of releases. If the index of a new release is damaged, the last good edition stays.
import { SingleFlight } from '../../../kernel/bounded-cache.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import { describeError, type Log } from '../../../platform/telemetry/log.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { Releases, ServerListing } from '../../release/serve/releases.ts';
import { type IndexedSong, levelName, playlistName } from '../common/formats.ts';
import { levelDataUrl, repositoryLink } from '../common/names.ts';
import { Documents } from './documents.ts';
import type { ReadLevels } from './level-index.ts';
import type { Library } from './library.ts';
import { type Level, type Playlist, Shelf, type SourceSong } from './shelf.ts';

const DOCUMENTS_BYTES = 64 * 1024 * 1024;
const SEARCHES_BYTES = 8 * 1024 * 1024;
const GROUP = 5;

export class Edition {
  readonly shelf: Shelf;
  readonly documents: Documents;
  /** Cached separately, so that rare searches do not evict frequently read bodies. */
  readonly searches = new Documents(SEARCHES_BYTES);
  /** Whether this edition is still the current one; cheap. */
  readonly isCurrent: () => boolean;
  /** Levels and playlists for random sections, in groups of five. Every one of the pool is in a group. */
  readonly levelGroups: readonly (readonly Level[])[];
  readonly playlistGroups: readonly (readonly Playlist[])[];

  constructor(shelf: Shelf, documentsBytes: number, isCurrent: (edition: Edition) => boolean) {
    this.shelf = shelf;
    this.documents = new Documents(documentsBytes);
    this.isCurrent = () => isCurrent(this);
    this.levelGroups = groupsOf(shelf.randomLevels);
    this.playlistGroups = groupsOf(shelf.playlists);
  }

  end(): void {
    this.documents.clear();
    this.searches.clear();
  }
}

function groupsOf<T>(pool: readonly T[]): readonly (readonly T[])[] {
  const order = [...pool];
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    const [a, b] = [order[i], order[other]];
    if (a === undefined || b === undefined) continue;
    order[i] = b;
    order[other] = a;
  }
  const groups: T[][] = [];
  for (let at = 0; at < order.length; at += GROUP) {
    const group = order.slice(at, at + GROUP);
    // The last group is filled up from the front.
    groups.push([...group, ...order.slice(0, Math.min(GROUP, at + group.length) - group.length)]);
  }
  return groups;
}

/** The edition of the current releases of all servers. */
export function createReleaseEditions(releases: Releases, readLevels: ReadLevels, library: Library, log: Log) {
  const builds = new SingleFlight<string, Edition>();
  let standing: Edition | undefined;
  let built: readonly OpenedRelease[] = [];
  let seen: readonly ServerListing[] | undefined;

  /** The current edition; synchronous unless a release has just changed. Refuses with 503 when there is none. */
  function current(): Edition | Promise<Edition> {
    const edition = standing;
    if (edition !== undefined && stands()) return edition;
    return builds.run('edition', () => build());
  }

  /** Whether the edition was built from the current releases. Compared again only after the pointers were polled. */
  function stands(): boolean {
    const { listing } = releases;
    if (listing === seen) return true;
    const current = releases.currentReleases();
    if (current.length !== built.length || current.some((release, at) => release !== built[at])) return false;
    seen = listing;
    return true;
  }

  async function build(): Promise<Edition> {
    const { listing, reachable } = releases;
    const current = releases.currentReleases();
    if (current.length === 0 && !reachable) return keepOr(new Refusal('storage_unavailable'));
    try {
      // A server whose release is now damaged must not silently lose its levels.
      for (const { server } of built) if (!current.some((release) => release.server === server)) leave(server);
      const bySlug = [...current].sort((a, b) => (a.server < b.server ? -1 : 1));
      const sources = await Promise.all(bySlug.map((release) => readSongs(release)));
      const edition = new Edition(new Shelf(sources), DOCUMENTS_BYTES, (own) => own === standing && stands());
      standing?.end();
      standing = edition;
      built = current;
      seen = listing;
      return edition;
    } catch (error) {
      log.warn('the levels of the current releases cannot be read', { error: describeError(error) });
      seen = listing;
      return keepOr(error);
    }
  }

  /** Accepts that a server was retired; refuses when its release is damaged. */
  function leave(server: string): void {
    try {
      releases.requireCurrent(server);
    } catch (error) {
      if (!isRefusal(error, 'server_not_found')) throw error;
    }
  }

  function keepOr(error: unknown): Edition {
    if (standing !== undefined) return standing;
    throw error;
  }

  async function readSongs(release: OpenedRelease): Promise<readonly SourceSong[]> {
    const levels = await readLevels(release);
    return [...(levels?.songs.values() ?? [])].map((song) => presentSong(release.server, song));
  }

  function presentSong(server: string, song: IndexedSong): SourceSong {
    return {
      id: song.id,
      title: song.title,
      artists: song.artists,
      publishedAt: song.publishedAt,
      cover: song.cover === null ? library.cover : repositoryLink(song.cover),
      bgm: repositoryLink(song.bgm),
      playlistName: playlistName(song.id),
      charts: song.charts.map(({ difficulty, rating, engine, data }) => {
        const name = levelName(server, song.id, difficulty);
        return { name, difficulty, rating, engine, data: { hash: data, url: levelDataUrl(name, data) } };
      }),
    };
  }

  return { current };
}

export type ReleaseEditions = ReturnType<typeof createReleaseEditions>;
