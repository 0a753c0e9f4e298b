// Documents about the service: interface description, files of the reference, health.
import { z } from 'zod';
import { ANY_MEDIA_TYPE, defineContract } from '../../http/routing/contract.ts';

const SECTION = 'Service';
const base = { method: 'GET', section: SECTION, dialect: 'api', cors: 'public' } as const;

const notModified = { description: 'Not modified' } as const;
/** Engine name → its state. */
export const readinessChecks = z.record(z.string(), z.enum(['ok', 'unavailable', 'storage_full']));

export const siteContract = defineContract({
  docsAsset: {
    ...base,
    path: '/docs/{file}',
    summary: 'Scripts and styles of the reference page',
    params: { file: { schema: z.string().regex(/^[a-z0-9.-]{1,64}$/), refusal: 'route_not_found' } },
    query: {
      v: {
        schema: z.string().max(64),
        refusal: 'route_not_found',
        description: 'Digest of the content, as in the page; with it the answer is immutable',
      },
    },
    answers: { 200: { description: 'The file', mediaType: ANY_MEDIA_TYPE }, 304: notModified },
  },
  openapiRead: {
    ...base,
    path: '/openapi.json',
    summary: 'OpenAPI 3.1 description of this interface',
    query: {
      profile: {
        schema: z.enum(['client']),
        refusal: 'invalid_query',
        description: '`client`: each operation once, for generators of clients',
      },
    },
    answers: { 200: { description: 'The document', schema: z.record(z.string(), z.json()) }, 304: notModified },
  },
  healthRead: {
    ...base,
    path: '/healthz',
    summary: 'Whether the process is alive',
    cors: 'none',
    answers: { 200: { description: 'Alive', schema: z.object({ status: z.literal('ok') }) } },
  },
  readinessRead: {
    ...base,
    path: '/readyz',
    summary: 'Whether the process is ready for requests, and the state of its engines',
    description:
      '503 only while starting, draining, or without objects; other engines away make it `degraded`, and so does a full disk (`disk`: `storage_full`). With `plane=community` these are 503 too.',
    cors: 'none',
    query: {
      plane: {
        schema: z.enum(['release', 'community']),
        refusal: 'invalid_query',
        description: '`community`: whether accounts and what people write work as well; default `release`',
      },
    },
    answers: {
      200: {
        description: 'Ready',
        schema: z.object({ status: z.enum(['ok', 'degraded']), checks: readinessChecks }),
      },
      503: {
        description: 'Not ready',
        schema: z.object({
          status: z.enum(['starting', 'draining', 'unavailable', 'storage_full']),
          checks: readinessChecks,
        }),
      },
    },
  },
});
