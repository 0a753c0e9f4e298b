// Provider projections (specification, "Provider projections"; decisions, "Provider").
import { z } from 'zod';
import { ANY_MEDIA_TYPE, defineContract, type Parameter } from '../../../http/routing/contract.ts';
import {
  bandSchema,
  byId,
  cardSchema,
  characterSchema,
  songMetaSchema,
  songRecordSchema,
  songSchema,
  storyRecordSchema,
  storySchema,
} from '../common/answers.ts';
import {
  DIFFICULTIES,
  isImageName,
  isLive2dId,
  isProviderId,
  isVideoFileName,
  LIVE2D_IDS_MAX,
  REGIONS,
  readStoryId,
} from '../common/rules.ts';

const SECTION = 'Provider projections';

const region = {
  schema: z.enum(REGIONS).describe('Provider region'),
  refusal: 'region_not_found',
} as const satisfies Parameter;
const decimalId = (description: string) =>
  ({ schema: z.string().refine(isProviderId).describe(description), refusal: 'route_not_found' }) as const;
const digits = (description: string) =>
  ({
    schema: z
      .string()
      .regex(/^\d{1,9}$/)
      .describe(description),
    refusal: 'route_not_found',
  }) as const;
const image = {
  schema: z.string().refine(isImageName).describe('Image name without a suffix, as in `jacketUrl` of songs'),
  refusal: 'route_not_found',
} as const satisfies Parameter;

const base = { method: 'GET', section: SECTION, dialect: 'api', cors: 'public' } as const;

const unchanged = {
  206: { description: 'The part that `Range` names', mediaType: 'application/json' },
  304: { description: 'Not modified' },
} as const;

const LIST_REFUSALS = ['provider_upstream', 'storage_unavailable'] as const;
const RECORD_REFUSALS = [...LIST_REFUSALS, 'provider_not_found'] as const;
const NULL_SLOT = 'An id that is unknown, or not released in this region, is 404 `provider_not_found`.';

/** A document of one id. */
const record = { ...base, description: NULL_SLOT, refusals: RECORD_REFUSALS } as const;

function collection<const Path extends string, S extends z.ZodType>(
  path: Path,
  summary: string,
  schema: S,
  description = '',
) {
  return {
    ...base,
    path,
    summary,
    description: `Kept for long after upstream is gone. ${description}`.trim(),
    params: { region },
    answers: { 200: { description: 'Keyed by id', schema: byId(schema) }, ...unchanged },
    refusals: LIST_REFUSALS,
    hot: true as const,
  };
}

/** A file, unchanged as upstream has it. */
function file(mediaType: string) {
  return {
    ...base,
    answers: {
      200: { description: 'The bytes', mediaType },
      206: { description: 'The part that `Range` names', mediaType },
      304: { description: 'Not modified' },
    },
    refusals: RECORD_REFUSALS,
  } as const;
}

export const providerContract = defineContract({
  bandList: collection('/api/v1/game/provider/{region}/bands', 'Bands and the credits that join several', bandSchema),
  songList: collection('/api/v1/game/provider/{region}/songs', 'Songs released in any region', songSchema),
  songMetaList: collection('/api/v1/game/provider/{region}/song-meta', 'Chart metrics of all songs', songMetaSchema),
  characterList: collection('/api/v1/game/provider/{region}/characters', 'Characters', characterSchema),
  cardList: collection(
    '/api/v1/game/provider/{region}/cards',
    'Cards released in this region',
    cardSchema,
    'Only the single card contains episodes; `hasStory` says whether it has any.',
  ),
  songRead: {
    ...record,
    path: '/api/v1/game/provider/{region}/songs/{musicId}',
    summary: 'A song with score ranks and rewards',
    params: { region, musicId: decimalId('Song id of the collection') },
    answers: { 200: { description: 'The song', schema: songRecordSchema }, ...unchanged },
  },
  songMetaRead: {
    ...record,
    path: '/api/v1/game/provider/{region}/song-meta/{musicId}',
    summary: 'Chart metrics of a song',
    params: { region, musicId: decimalId('Song id of the collection') },
    answers: { 200: { description: 'The metrics', schema: songMetaSchema }, ...unchanged },
  },
  cardRead: {
    ...record,
    path: '/api/v1/game/provider/{region}/cards/{cardId}',
    summary: 'A card with its episodes',
    params: { region, cardId: decimalId('Card id of the collection') },
    answers: { 200: { description: 'The card', schema: cardSchema }, ...unchanged },
  },
  eventStoryList: collection(
    '/api/v1/game/provider/{region}/stories/event',
    'Stories of events',
    storySchema,
    'Ids are `event.{eventId}-{n}`, n from 1.',
  ),
  bandStoryList: collection(
    '/api/v1/game/provider/{region}/stories/band',
    'Stories of bands',
    storySchema,
    'Ids are `band.{scenarioId}`.',
  ),
  mainStoryList: collection(
    '/api/v1/game/provider/{region}/stories/main',
    'Main stories',
    storySchema,
    'Ids are `main.{id}`.',
  ),
  afterliveStoryList: collection(
    '/api/v1/game/provider/{region}/stories/afterlive',
    'Talks after a live',
    storySchema,
    'Ids are `afterlive.{id}`.',
  ),
  storyRead: {
    ...record,
    path: '/api/v1/game/provider/{region}/stories/{storyId}',
    summary: 'A story as commands that a player runs in order',
    description: `The scenario comes from the first of this region, jp and the rest that has it (\`sourceServer\`). ${NULL_SLOT}`,
    params: {
      region,
      storyId: {
        schema: z
          .string()
          .refine((text) => readStoryId(text) !== undefined)
          .describe(
            '`event.{eventId}-{n}`, `band.{scenarioId}`, `main.{id}`, `afterlive.{id}`, `card.{resourceSet}.{scenarioId}`',
          ),
        refusal: 'route_not_found',
      },
    },
    answers: { 200: { description: 'The story', schema: storyRecordSchema }, ...unchanged },
  },
  editorTree: {
    ...base,
    path: '/api/v1/game/provider/{region}/editor-assets',
    summary: "Tree of the region's bundles; leaves count files",
    params: { region },
    answers: {
      200: { description: 'The tree', schema: z.object({ server: z.enum(REGIONS), tree: byId(z.json()) }) },
      ...unchanged,
    },
    refusals: LIST_REFUSALS,
    hot: true,
  },
  editorBundle: {
    ...record,
    path: '/api/v1/game/provider/{region}/editor-assets/{bundlePath...}',
    summary: 'File names of a bundle',
    description: 'At most 768 characters, 16 segments, 160 characters a segment; anything else is 400 `invalid_path`.',
    params: {
      region,
      bundlePath: {
        schema: z.string().min(1).max(4096).describe('Path of a leaf of the tree'),
        refusal: 'invalid_path',
      },
    },
    answers: {
      200: {
        description: 'The list',
        schema: z.object({ server: z.enum(REGIONS), path: z.string(), files: z.array(z.string()).max(4096) }),
      },
      ...unchanged,
    },
  },
  chartRead: {
    ...file('text/plain; charset=utf-8'),
    path: '/api/v1/game/provider/{region}/charts/{musicId}/{difficulty}',
    summary: 'A chart, unchanged as upstream has it',
    description: `Checked to be a list of known notes. ${NULL_SLOT}`,
    params: {
      region,
      musicId: decimalId('Song id of the collection'),
      difficulty: { schema: z.enum(DIFFICULTIES), refusal: 'route_not_found' },
    },
  },
  jacketRead: {
    ...file('image/png'),
    path: '/api/v1/game/provider/{region}/media/jacket/{package}/{image}',
    summary: 'A jacket',
    params: { region, package: digits('Jacket package: the song id rounded up to ten'), image },
  },
  jacketThumbRead: {
    ...file('image/png'),
    path: '/api/v1/game/provider/{region}/media/jacket-thumb/{package}/{image}',
    summary: 'A small jacket',
    params: { region, package: digits('Jacket package: the song id rounded up to ten'), image },
  },
  soundRead: {
    ...file('audio/mpeg'),
    path: '/api/v1/game/provider/{region}/media/sound/{soundId}',
    summary: 'A song',
    params: { region, soundId: digits('Song id') },
  },
  musicVideoRead: {
    ...file('video/mp4'),
    path: '/api/v1/game/provider/{region}/media/mv/{fileName}',
    summary: 'A music video',
    params: {
      region,
      fileName: {
        schema: z.string().refine(isVideoFileName).describe('Bundle name with `.mp4`'),
        refusal: 'route_not_found',
      },
    },
  },
  stageChallengeRead: {
    ...file('image/png'),
    path: '/api/v1/game/provider/{region}/media/stage-challenge/{assetId}',
    summary: 'Picture of a stage challenge, from the first region that has it',
    params: { region, assetId: digits('Id with its leading zeros') },
  },
  rawRead: {
    ...file(ANY_MEDIA_TYPE),
    path: '/api/v1/game/provider/{region}/raw/{providerPath...}',
    summary: 'An unchanged file of the provider',
    description:
      'Files below `assets/{region}/` of this region, `res/`, and static documents below `api/` (`….json`). Traversal, encoded ' +
      'NUL, double slashes, other regions and other roots are 400 `invalid_path`. Types that a browser should not show ' +
      'are sent as downloads.',
    params: {
      region,
      providerPath: {
        schema: z.string().min(1).max(1024).describe('Path at the provider, several segments'),
        refusal: 'invalid_path',
      },
    },
  },
  live2dBatch: {
    ...base,
    path: '/api/v1/game/provider/{region}/live2d',
    summary: 'Live2d models by id',
    params: { region },
    query: {
      id: {
        schema: z
          .string()
          .transform((text) => text.trim())
          .refine((text) => text === '' || isLive2dId(text)),
        refusal: 'invalid_batch',
        many: true,
        description: `Repeated: at most ${LIVE2D_IDS_MAX} different ids of letters, digits, \`_\` and \`-\``,
      },
      server: {
        schema: z.enum(REGIONS),
        refusal: 'region_not_found',
        description: 'Region to look at first',
      },
    },
    answers: {
      200: {
        description: 'Models, and the ids that no region has',
        schema: z.object({ items: byId(z.looseObject({ id: z.string() })), missing: z.array(z.string()) }),
      },
      ...unchanged,
    },
    refusals: LIST_REFUSALS,
  },
});
