// The registry of servers, and a release by its identity or whole (specification, "Registry, release, account").
import { z } from 'zod';
import { ANY_MEDIA_TYPE, defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { late } from '../../../http/routing/declarations.ts';
import {
  isEntityKey,
  isReleaseId,
  isReleasePath,
  isResourceName,
  isServerId,
  SERVER_REGIONS,
} from '../../../kernel/names.ts';
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

/** A resource of the catalog, and an entity of it. */
export const resourceParameter = late(
  z.string().refine(isResourceName).describe('Resource name of the manifest'),
  'resource_not_found',
);
export const entityParameter = late(
  z.string().refine(isEntityKey).describe('Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -'),
  'entity_not_found',
);

export const NOT_MODIFIED = { 304: { description: 'Not modified' } } as const;
/** Stored documents also serve byte ranges. */
export const PARTIAL = {
  ...NOT_MODIFIED,
  206: { description: 'The part that `Range` names', mediaType: 'application/json' },
} as const;

/** A read of the current release of a server, or of the pinned one. */
export const releaseRead = {
  method: 'GET',
  dialect: 'api',
  cors: 'public',
  readsRelease: 'current',
  params: { server: serverParameter },
  query: { release: releaseParameter },
} as const;

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
    ...releaseRead,
    path: '/api/v1/servers/{server}/release',
    section: SECTION,
    summary: 'The release of a server: its full manifest, or its identity',
    description: 'Without `projection` the full manifest with every entry; `projection=identity` gives four keys.',
    query: {
      projection: {
        schema: z.enum(['identity']),
        refusal: 'invalid_projection',
        description: '`identity`: only the release identity',
      },
      ...releaseRead.query,
    },
    answers: {
      200: {
        description: 'Release manifest or identity',
        schema: z.union([releaseManifestSchema, releaseIdentitySchema]),
      },
      206: { description: 'The part of the full manifest that `Range` names', mediaType: 'application/json' },
      ...NOT_MODIFIED,
    },
  },
  releaseOrigin: {
    ...releaseRead,
    path: '/api/v1/servers/{server}/release/origin',
    section: SECTION,
    summary: 'What a copy of a release needs in addition to its entries',
    description:
      'The server, what the snapshot declared about levels, and the artifacts of the source. `livehouse pull` reads it.',
    answers: { ...NOT_MODIFIED, 200: { description: 'The origin', schema: releaseOriginSchema } },
    refusals: ['object_corrupt'],
  },
  releaseEntryRead: {
    ...releaseRead,
    path: '/api/v1/servers/{server}/release/entry',
    section: SECTION,
    summary: 'An entry of a release by its path, as it is stored',
    description: 'Every entry of the manifest, also the documents and shards that the routes of the catalog read.',
    query: {
      path: {
        schema: z.string().refine(isReleasePath),
        refusal: 'release_entry_not_found',
        required: true,
        description: 'Path of the manifest, such as `api/v1/catalog/manifest.json`',
      },
      ...releaseRead.query,
    },
    answers: {
      200: { description: 'The bytes', mediaType: ANY_MEDIA_TYPE },
      206: { description: 'The part that `Range` names', mediaType: ANY_MEDIA_TYPE },
      304: { description: 'Not modified' },
    },
    refusals: ['object_corrupt', 'release_entry_not_found'],
  },
});
