// Objects that a release stores for the level server as extras, outside the release id: an index of songs and charts,
// level data by name and SHA-1, covers and sounds by SHA-1. Also the grammar of level names, which contain server, song
// and difficulty and therefore stay the same across releases (decisions, "Level server").
import { z } from 'zod';
import { isEntityKey, isServerId, SLOT_LOCALES } from '../../../kernel/names.ts';

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

/** One text for all locales, or texts by locale. */
const textSchema = z.union([z.string(), z.partialRecord(z.enum(SLOT_LOCALES), z.string())]);
export type LocalizedText = z.infer<typeof textSchema>;

const sha1 = z.string().regex(SHA1);

const indexedSongSchema = z.strictObject({
  id: z.string().refine(isEntityKey),
  title: textSchema,
  artists: textSchema,
  /** Milliseconds since the epoch. */
  publishedAt: z.int().nullable(),
  /** null: the default cover. */
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
  /** Resource of the songs; absent in releases that were published before it was recorded. */
  resource: z.string().optional(),
  songs: z.array(indexedSongSchema),
});
export type LevelIndex = z.infer<typeof levelIndexSchema>;

/** Maximum length of an item name. */
export const LEVEL_NAME_MAX = 255;
const DIFFICULTY = /^[A-Za-z0-9_-]{1,32}$/;

export const isDifficulty = (text: string): boolean => DIFFICULTY.test(text);

/** Item names must not contain a colon; `~` is the escape character (decisions, "Level server"). */
const encodeSongId = (songId: string): string => songId.replaceAll('~', '~7E').replaceAll(':', '~3A');

/** Song and difficulty as part of a level name; unique within a server. */
export const levelTail = (songId: string, difficulty: string): string => `${encodeSongId(songId)}.${difficulty}`;
export const levelName = (server: string, songId: string, difficulty: string): string =>
  `lh.${server.length}.${server}.${levelTail(songId, difficulty)}`;
/** Name of a level of the provider's songs. */
export const providerLevelName = (songId: string, difficulty: string): string => `provider-${songId}-${difficulty}`;
export const playlistName = (songId: string): string => `playlist-${encodeSongId(songId)}`;

export interface LevelNameParts {
  readonly server: string;
  readonly tail: string;
}

/** Server and tail of one of our level names; undefined for any other text. */
export function readLevelName(name: string): LevelNameParts | undefined {
  const match = /^lh\.([1-9]\d?)\./.exec(name);
  if (match === null) return undefined;
  const start = match[0].length;
  const end = start + Number(match[1]);
  const server = name.slice(start, end);
  if (!isServerId(server) || name.charAt(end) !== '.') return undefined;
  return { server, tail: name.slice(end + 1) };
}

/** Name of the extra with a level's gzip data. */
export const levelDataExtra = (tail: string, digest: string): string => `levels/data/${tail}/${digest}`;
/** Name of the extra with a cover or a sound. */
export const levelFileExtra = (digest: string): string => `levels/file/${digest}`;
export const LEVEL_EXTRAS_PREFIX = 'levels/';
