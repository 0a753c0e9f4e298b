// The answers of the provider routes as schemas. Records may have more fields than are declared here. Declarations only.
import { z } from 'zod';
import type { Wire } from '../../../http/routing/contract.ts';
import { DIFFICULTIES, REGIONS } from './rules.ts';

const texts = z.array(z.string().nullable()).length(5).describe('Text in the slots jp, en, tw, cn, kr');
const dates = z
  .array(z.int().nullable())
  .length(5)
  .describe('Milliseconds since the epoch in the slots jp, en, tw, cn, kr');

export const byId = <S extends z.ZodType>(schema: S) => z.record(z.string(), schema);
export const bandSchema = z.looseObject({ bandId: z.int(), bandName: texts.nullable(), official: z.boolean() });
export type DeclaredBand = Wire<z.output<typeof bandSchema>>;
export const songSchema = z.looseObject({
  musicId: z.int(),
  musicTitle: texts,
  bandId: z.int().nullable(),
  jacketUrl: z.string().nullable(),
  jacketThumbUrl: z.string().nullable(),
  musicUrl: z.string(),
  publishedAt: dates.nullable(),
  releaseAt: z.int().nullable(),
  difficulty: z.array(z.looseObject({ difficulty: z.enum(DIFFICULTIES), playLevel: z.number().nullable() })),
  musicCategories: z.array(z.string()),
  musicType: z.literal(0),
});
export type DeclaredSong = Wire<z.output<typeof songSchema>>;
export const songRecordSchema = songSchema.extend({
  scoreRanks: z.array(z.object({ scoreRank: z.int().min(3).max(7), requiredScore: z.number() })),
  scoreRewards: z.array(z.looseObject({ scoreRank: z.int() })),
  comboRewards: byId(z.array(z.looseObject({ comboRateType: z.string() }))),
});
export type DeclaredSongRecord = Wire<z.output<typeof songRecordSchema>>;
const metric = z.number().nullable();
const chartMetricsSchema = z.object({
  n: metric.describe('Notes'),
  time: metric.describe('Length in seconds'),
  nps: metric.describe('Notes per second'),
  firstBpm: metric,
  minBpm: metric,
  maxBpm: metric,
  playLevel: metric,
  r: metric.describe('`eff` as a fraction of the best chart of the collection'),
  score: metric.describe('1.1 × (base + 2 × skill) of the 7-second fever weights'),
  eff: metric.describe('score × 60 / (time + 30)'),
  sr: metric.describe('Share of `score` that comes from skills'),
  metricSources: z.record(z.string(), z.string()).describe('Figure to the upstream document it was taken from'),
});
export const songMetaSchema = byId(z.object({ chart: chartMetricsSchema })).describe(
  'Keys `0` (easy) to `4` (special); figures of a chart that does not exist are null',
);
export type SongMetaView = Wire<z.output<typeof songMetaSchema>>;
export const characterSchema = z.looseObject({
  characterId: z.int(),
  characterName: texts,
  bandId: z.int().nullable(),
  colorCode: z.string().nullable(),
});
export type DeclaredCharacter = Wire<z.output<typeof characterSchema>>;
export const cardSchema = z.looseObject({
  cardId: z.int(),
  characterId: z.int().nullable(),
  prefix: texts,
  rarity: z.int().nullable(),
  attribute: z.string().nullable(),
  cardType: z.string().nullable(),
  releasedAt: dates,
  releaseAt: z.int().nullable(),
  hasStory: z.boolean(),
  resourceSetName: z.string(),
  cardImage: z.string(),
  cardImages: z.object({ normal: z.string(), trained: z.string().optional() }),
  episodes: z.array(z.looseObject({ scenarioId: z.string(), title: texts })),
});
export type DeclaredCard = Wire<z.output<typeof cardSchema>>;
export const storySchema = z.looseObject({ storyId: z.string(), storyKey: z.string(), title: texts });
export type DeclaredStory = Wire<z.output<typeof storySchema>>;
export const storyRecordSchema = storySchema.extend({
  sourceServer: z.enum(REGIONS),
  commands: z.array(z.looseObject({ index: z.int(), type: z.string() })),
  sourceDiagnostics: z.looseObject({}),
});
export type DeclaredStoryRecord = Wire<z.output<typeof storyRecordSchema>>;
