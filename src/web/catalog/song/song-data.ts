// What the page of a song shows besides its entity: its levels, the one that the address names, and what its chart is like.
import type { ChartFacts } from '../../../features/levels/charts/chart.ts';
import type { LevelPages, SongLevel } from '../../../features/levels/charts/song-levels.ts';
import { isObject } from '../../../kernel/is-object.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { Catalog } from '../common/reads.ts';

/** A level; without a name it cannot be played here. */
export interface ShownLevel extends Pick<SongLevel, 'difficulty' | 'rating'> {
  readonly name: string | undefined;
}

export interface SongData {
  readonly id: string;
  /** Region of the provider that has the charts; undefined: they are of the release. */
  readonly region?: string;
  readonly levels: readonly ShownLevel[];
  readonly chosen: ShownLevel;
  /** Path of the sound below the base path. */
  readonly sound: string;
  /** Undefined when the chart cannot be shown. */
  readonly facts: ChartFacts | undefined;
  /** What the charts of all levels are like, where they are of the release. */
  readonly charts: readonly { readonly level: ShownLevel; readonly facts: ChartFacts }[];
}

export interface SongWish {
  readonly resource: string;
  readonly id: string;
  /** Difficulty of the address. */
  readonly difficulty: string | null;
}

/** Shown where the address names none. */
const FIRST_DIFFICULTY = 'expert';

/** The level of this difficulty, else that which is shown first. */
export const chooseLevel = <L extends ShownLevel>(levels: readonly L[], difficulty: string | null): L | undefined =>
  levels.find((level) => level.difficulty === difficulty) ??
  levels.find((level) => level.difficulty === FIRST_DIFFICULTY) ??
  levels.at(-1);

/** The levels of an entity; undefined when it is no song with levels. `away`: it is a song whose levels cannot be read. */
export async function readSong(
  catalog: Catalog,
  songs: LevelPages,
  { resource, id, difficulty }: SongWish,
): Promise<SongData | 'away' | undefined> {
  const { server, releaseId } = catalog;
  try {
    const found = await songs.readSong(server.id, releaseId, id);
    if (found === undefined || resource !== (found.resource ?? guessResource(catalog))) return undefined;
    const { levels, sound } = found;
    const chosen = chooseLevel(levels, difficulty);
    if (chosen === undefined) return undefined;
    const read = await Promise.all(
      levels.map(async (level) => ({
        level,
        facts: await songs.readFacts(server.id, releaseId, id, level.difficulty),
      })),
    );
    const charts = read.flatMap(({ level, facts }) => (facts === undefined ? [] : [{ level, facts }]));
    const facts = charts.find(({ level }) => level === chosen)?.facts;
    return { id, levels, chosen, sound, facts, charts };
  } catch (error) {
    // The entity is there, whatever became of its levels; their own routes report the damage.
    if (!isRefusal(error)) throw error;
    return resource === guessResource(catalog) ? 'away' : undefined;
  }
}

/** The songs of a release that does not say which resource has them: the first that is music and has sound. */
const guessResource = ({ presentations }: Catalog): string | undefined =>
  Object.entries(presentations).find(([, { group, audio }]) => group === 'music' && audio !== null)?.[0];

/** Whether a field says where the charts of a song are, which its page shows otherwise. */
export function isChartField({ levels }: SongData, path: string, value: unknown): boolean {
  const isDifficulty = (name: string): boolean => levels.some(({ difficulty }) => difficulty === name);
  if (path.split('.').slice(1, -1).some(isDifficulty)) return true;
  return isObject(value) && Object.keys(value).some(isDifficulty);
}
