// What a release stores for the level server, beside itself (side objects, outside the release id): an index of its songs
// and charts, level data by name and SHA-1, and covers and sounds by SHA-1. Also the grammar of level names, which hold
// server, song and difficulty and therefore survive new releases (decisions, "Level server").
import { z } from 'zod';
import { isEntityKey, isServerId, LOCALES } from '../../../kernel/names.ts';

export const LEVELS_SCHEMA = 'service-levels-v1';
/** Name of the index among the extras of a release. */
export const LEVEL_INDEX_EXTRA = 'levels/index.json';

export const SHA1 = /^[0-9a-f]{40}$/;
/** Engines by what they play: `seven` lanes for bestdori charts, `twelve` lanes for usc and sus charts. */
export const ENGINE_IDS = ['seven', 'twelve'] as const;
export type EngineId = (typeof ENGINE_IDS)[number];

export const CHART_FORMATS = ['bestdori', 'usc', 'sus'] as const;
export type ChartFormat = (typeof CHART_FORMATS)[number];
export const engineOf = (format: ChartFormat): EngineId => (format === 'bestdori' ? 'seven' : 'twelve');

/** One text for all, or texts by locale. */
const textSchema = z.union([z.string(), z.partialRecord(z.enum(LOCALES), z.string())]);
export type LocalizedText = z.infer<typeof textSchema>;

const sha1 = z.string().regex(SHA1);

export const indexedSongSchema = z.strictObject({
  id: z.string().refine(isEntityKey),
  title: textSchema,
  artists: textSchema,
  /** Milliseconds since the epoch. */
  publishedAt: z.int().nullable(),
  /** null: the cover of our own. */
  cover: sha1.nullable(),
  bgm: sha1,
  charts: z.array(
    z.strictObject({
      difficulty: z.string(),
      rating: z.number(),
      engine: z.enum(ENGINE_IDS),
      /** SHA-1 of the gzip level data. */
      data: sha1,
    }),
  ),
});
export type IndexedSong = z.infer<typeof indexedSongSchema>;

export const levelIndexSchema = z.strictObject({
  schema: z.literal(LEVELS_SCHEMA),
  server: z.string().refine(isServerId),
  songs: z.array(indexedSongSchema),
});
export type LevelIndex = z.infer<typeof levelIndexSchema>;

/** Largest length of an item name. */
export const LEVEL_NAME_MAX = 255;
const DIFFICULTY = /^[A-Za-z0-9_-]{1,32}$/;

export const isDifficulty = (text: string): boolean => DIFFICULTY.test(text);

/** Item names know no colon; `~` is the escape (decisions, "Level server"). */
const encodeSongId = (songId: string): string => songId.replaceAll('~', '~7E').replaceAll(':', '~3A');

/** Song and difficulty inside a level name; unique within a server. */
export const levelTail = (songId: string, difficulty: string): string => `${encodeSongId(songId)}.${difficulty}`;
export const levelName = (server: string, songId: string, difficulty: string): string =>
  `lh.${server.length}.${server}.${levelTail(songId, difficulty)}`;
export const playlistName = (songId: string): string => `playlist-${encodeSongId(songId)}`;

export interface LevelNameParts {
  readonly server: string;
  readonly tail: string;
}

/** Server and tail of a level name of ours; undefined for any other text. */
export function readLevelName(name: string): LevelNameParts | undefined {
  const match = /^lh\.([1-9]\d?)\./.exec(name);
  if (match === null) return undefined;
  const start = match[0].length;
  const end = start + Number(match[1]);
  const server = name.slice(start, end);
  if (!isServerId(server) || name.charAt(end) !== '.') return undefined;
  return { server, tail: name.slice(end + 1) };
}

/** Extra with the gzip data of a level. */
export const levelDataExtra = (tail: string, digest: string): string => `levels/data/${tail}/${digest}`;
/** Extra with a cover or a sound. */
export const levelFileExtra = (digest: string): string => `levels/file/${digest}`;
export const LEVEL_EXTRAS_PREFIX = 'levels/';
