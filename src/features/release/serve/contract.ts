// The registry of servers, and a release by its identity or whole (specification, "Registry, release, account").
import { z } from 'zod';
import { ANY_MEDIA_TYPE, defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { isReleaseId, isReleasePath, isServerId, SERVER_REGIONS } from '../../../kernel/names.ts';
import { releaseIdentitySchema, releaseManifestSchema, releaseOriginSchema } from '../store/formats.ts';

const SECTION = 'Registry, release';

export const serverParameter = {
  schema: z.string().min(1).max(32).refine(isServerId).describe('Server identifier of the registry'),
  refusal: 'server_not_found',
} as const satisfies Parameter;

export const releaseParameter = {
  schema: z.string().max(64).refine(isReleaseId).describe('Pins the read to this release id (`r-` and 20 hex digits)'),
  refusal: 'invalid_release',
} as const satisfies Parameter;

const registrySchema = z
  .object({
    releases: z.array(
      z.object({
        id: z.string().describe('Server identifier'),
        displayName: z.string(),
        region: z.enum(SERVER_REGIONS),
      }),
    ),
  })
  .meta({ id: 'ReleaseRegistry' });

export const registryContract = defineContract({
  releaseList: {
    method: 'GET',
    path: '/api/v1/releases',
    section: SECTION,
    summary: 'Active release servers',
    description:
      'Ordered by region, display name and id. Retired servers and servers without a promoted release are absent.',
    dialect: 'api',
    cors: 'public',
    answers: { 200: { description: 'The registry', schema: registrySchema }, 304: { description: 'Not modified' } },
  },
  releaseRead: {
    method: 'GET',
    path: '/api/v1/servers/{server}/release',
    section: SECTION,
    readsRelease: 'current',
    summary: 'The release of a server: its full manifest, or its identity',
    description: 'Without `projection` the full manifest with every entry; `projection=identity` gives four keys.',
    dialect: 'api',
    cors: 'public',
    params: { server: serverParameter },
    query: {
      projection: {
        schema: z.enum(['identity']),
        refusal: 'invalid_projection',
        description: '`identity`: only the release identity',
      },
      release: releaseParameter,
    },
    answers: {
      200: {
        description: 'Release manifest or identity',
        schema: z.union([releaseManifestSchema, releaseIdentitySchema]),
      },
      206: { description: 'The part of the full manifest that `Range` names', mediaType: 'application/json' },
      304: { description: 'Not modified' },
    },
  },
  releaseOrigin: {
    method: 'GET',
    path: '/api/v1/servers/{server}/release/origin',
    section: SECTION,
    readsRelease: 'current',
    summary: 'What a copy of a release needs in addition to its entries',
    description:
      'The server, what the snapshot declared about levels, and the artifacts of the source. `livehouse pull` reads it.',
    dialect: 'api',
    cors: 'public',
    params: { server: serverParameter },
    query: { release: releaseParameter },
    answers: { 200: { description: 'The origin', schema: releaseOriginSchema }, 304: { description: 'Not modified' } },
    refusals: ['object_corrupt'],
  },
  releaseEntryRead: {
    method: 'GET',
    path: '/api/v1/servers/{server}/release/entry',
    section: SECTION,
    readsRelease: 'current',
    summary: 'An entry of a release by its path, as it is stored',
    description: 'Every entry of the manifest, also the documents and shards that the routes of the catalog read.',
    dialect: 'api',
    cors: 'public',
    params: { server: serverParameter },
    query: {
      path: {
        schema: z.string().refine(isReleasePath),
        refusal: 'release_entry_not_found',
        required: true,
        description: 'Path of the manifest, such as `api/v1/catalog/manifest.json`',
      },
      release: releaseParameter,
    },
    answers: {
      200: { description: 'The bytes', mediaType: ANY_MEDIA_TYPE },
      206: { description: 'The part that `Range` names', mediaType: ANY_MEDIA_TYPE },
      304: { description: 'Not modified' },
    },
    refusals: ['object_corrupt', 'release_entry_not_found'],
  },
});
