// Release media, artifacts and game-client files (specification, "Release media and files", "Game-client files").
import { z } from 'zod';
import { ANY_MEDIA_TYPE, defineContract, type Parameter } from '../../http/routing/contract.ts';
import { late } from '../../http/routing/declarations.ts';
import { pageCursor, pageLimit } from '../../http/routing/page-parameters.ts';
import { GAME_CLIENT_FILE_NAME_MAX, isPlatform, isShardName, isSourceId } from '../../kernel/names.ts';
import { PARTIAL, releaseRead, serverParameter } from '../release/serve/contract.ts';
import { gameClientIndexSchema, gameClientManifestSchema } from './formats.ts';

const MEDIA = 'Release media and files';
const CLIENT = 'Game-client files';

const mediaServer = { ...serverParameter, refusal: 'not_found' } as const satisfies Parameter;
const path = late(z.string().min(1).max(1024).describe('Path inside the release, several segments'), 'not_found');
const fileName = late(z.string().min(1).max(GAME_CLIENT_FILE_NAME_MAX).describe('File name, one segment'), 'not_found');
const platform = late(z.string().refine(isPlatform).describe('`bundles.platform` of the manifest'), 'not_found');

const media = { ...releaseRead, dialect: 'plain', hot: true } as const;
/** Bytes of this media type, or a part of them. */
const bytesOf = <const T extends string>(mediaType: T) =>
  ({
    200: { description: 'The bytes', mediaType },
    206: { description: 'The part that `Range` names', mediaType },
    304: { description: 'Not modified' },
  }) as const;
const byteAnswers = bytesOf(ANY_MEDIA_TYPE);
const FALLBACK =
  'A path whose file name ends in `(en)`, `(ko)`, `(zh-Hans)` or `(zh-Hant)` before its suffix may be answered with the ' +
  'alternate or the unlocalized file, under the requested address and with the ETag of the file sent.';

/** A file of the release by its path. */
const releaseFile = {
  ...media,
  section: MEDIA,
  description: FALLBACK,
  params: { server: mediaServer, path },
  answers: byteAnswers,
  refusals: ['object_corrupt'],
} as const;

export const FILES_LIMIT_DEFAULT = 100;
const FILES_LIMIT_MAX = 1_000;

const fileListSchema = z
  .object({
    files: z.array(
      z.object({
        path: z.string().describe('Release path'),
        mediaType: z.string(),
        bytes: z.int().min(0),
        sha256: z.string().describe('SHA-256 of the bytes, 64 lowercase hex digits'),
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ReleaseFiles' });

export const filesContract = defineContract({
  releaseFileList: {
    ...releaseRead,
    path: '/api/v1/servers/{server}/release/files',
    section: MEDIA,
    summary: 'The media, runtime and game-client files of a release, by path',
    description: 'Pages stay on the release of the first one. Documents of the catalog are not listed.',
    query: {
      prefix: {
        schema: z.string().max(1024),
        refusal: 'invalid_query',
        description: 'What paths begin with, such as `assets/Assets/icons/`',
      },
      limit: pageLimit(FILES_LIMIT_DEFAULT, '', FILES_LIMIT_MAX),
      cursor: pageCursor('Opaque `nextCursor` of the previous page, of the same prefix'),
      ...releaseRead.query,
    },
    answers: { 200: { description: 'A page of files', schema: fileListSchema }, 304: { description: 'Not modified' } },
  },
  assetRead: {
    ...releaseFile,
    path: '/assets/{server}/{path...}',
    summary: 'A media file below Assets/ or Packages/',
  },
  runtimeRead: {
    ...releaseFile,
    path: '/runtime/{server}/{path...}',
    summary: 'A runtime file',
  },
  objectRead: {
    ...releaseFile,
    path: '/objects/{server}/{path...}',
    summary: 'An engine object below unity/',
  },
  artifactRead: {
    ...media,
    readsRelease: 'stored',
    path: '/artifacts/{server}/{sourceId}/android/bundles/{fileName}',
    section: MEDIA,
    summary: 'A bundle of a source, by its original file name',
    params: {
      server: mediaServer,
      sourceId: { schema: z.string().refine(isSourceId).describe('Source id'), refusal: 'not_found' },
      fileName,
    },
    query: {},
    answers: bytesOf('application/octet-stream'),
    refusals: ['object_corrupt'],
  },
  clientManifest: {
    ...media,
    path: '/game-client/{server}/manifest.json',
    section: CLIENT,
    summary: 'Game-client manifest',
    params: { server: mediaServer },
    answers: { ...PARTIAL, 200: { description: 'The manifest', schema: gameClientManifestSchema } },
    refusals: ['game_client_manifest_missing'],
  },
  clientIndex: {
    ...media,
    path: '/game-client/{server}/bundles/index/{shard}',
    section: CLIENT,
    summary: 'A shard of the client file index',
    params: {
      server: mediaServer,
      shard: late(
        z
          .string()
          .regex(/^[0-9a-f]{2}\.json$/)
          .transform((text) => text.slice(0, 2))
          .refine(isShardName)
          .describe('`{hh}.json`, hh two lowercase hex digits'),
        'not_found',
      ),
    },
    answers: { ...PARTIAL, 200: { description: 'The shard', schema: gameClientIndexSchema } },
    refusals: ['game_client_index_invalid'],
  },
  clientMaster: {
    ...media,
    path: '/game-client/{server}/master/{fileName}',
    section: CLIENT,
    summary: 'The version text or a master data file',
    params: { server: mediaServer, fileName },
    answers: byteAnswers,
    refusals: ['object_corrupt', 'game_client_manifest_missing'],
  },
  clientAsset: {
    ...media,
    path: '/game-client/{server}/asset/{platform}/{fileName}',
    section: CLIENT,
    summary: 'A catalog or bundle file of the game client',
    params: { server: mediaServer, platform, fileName },
    answers: byteAnswers,
    refusals: ['object_corrupt', 'game_client_manifest_missing', 'game_client_index_invalid'],
  },
});
