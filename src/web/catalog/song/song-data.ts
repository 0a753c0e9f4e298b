// What the page of a song shows besides its entity: its levels, the one that the address names, and what its chart is like.
import type { ChartFacts } from '../../../features/levels/charts/chart.ts';
import type { LevelPages, SongLevel } from '../../../features/levels/charts/song-levels.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { Catalog } from '../common/reads.ts';

export interface SongData {
  readonly id: string;
  readonly levels: readonly SongLevel[];
  readonly chosen: SongLevel;
  /** Path of the sound below the base path. */
  readonly sound: string;
  /** Undefined when the chart cannot be shown. */
  readonly facts: ChartFacts | undefined;
}

export interface SongWish {
  readonly resource: string;
  readonly id: string;
  /** Difficulty of the address. */
  readonly difficulty: string | null;
}

/** Shown where the address names none. */
const FIRST_DIFFICULTY = 'expert';

/** The levels of an entity; undefined when it is no song with levels, or they cannot be read. */
export async function readSong(
  catalog: Catalog,
  songs: LevelPages,
  { resource, id, difficulty }: SongWish,
): Promise<SongData | undefined> {
  const { server, releaseId } = catalog;
  try {
    const found = await songs.readSong(server.id, releaseId, id);
    if (found === undefined || resource !== (found.resource ?? guessResource(catalog))) return undefined;
    const { levels, sound } = found;
    const chosen =
      levels.find((level) => level.difficulty === difficulty) ??
      levels.find((level) => level.difficulty === FIRST_DIFFICULTY) ??
      levels.at(-1);
    if (chosen === undefined) return undefined;
    const facts = await songs.readFacts(server.id, releaseId, id, chosen.difficulty);
    return { id, levels, chosen, sound, facts };
  } catch (error) {
    // The entity is there, whatever became of its levels; their own routes report the damage.
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The songs of a release that does not say which resource has them: the first that is music and has sound. */
const guessResource = ({ looks }: Catalog): string | undefined =>
  Object.entries(looks).find(([, { group, audio }]) => group === 'music' && audio !== null)?.[0];

/** Whether a field says where the charts of a song are, which its page shows otherwise. */
export function isChartField({ levels }: SongData, path: string, value: unknown): boolean {
  const isDifficulty = (name: string): boolean => levels.some(({ difficulty }) => difficulty === name);
  if (path.split('.').slice(1, -1).some(isDifficulty)) return true;
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).some(isDifficulty);
}
