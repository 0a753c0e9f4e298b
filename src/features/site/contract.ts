// Documents about the service: interface description, lists of what it has for programs, health.

import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { ok } from '../../http/routing/declarations.ts';

const SECTION = 'Service';
const base = { method: 'GET', section: SECTION, dialect: 'api', cors: 'public' } as const;

const notModified = { description: 'Not modified' } as const;
/** Engine name → its state. */
export const readinessChecks = z.record(z.string(), z.enum(['ok', 'unavailable', 'storage_full']));

export const siteContract = defineContract({
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
  apiCatalogRead: {
    ...base,
    path: '/.well-known/api-catalog',
    summary: 'The interfaces of this instance and where they are described (RFC 9727)',
    answers: {
      200: { description: 'A linkset (RFC 9264)', mediaType: 'application/linkset+json' },
      304: notModified,
    },
  },
  llmsRead: {
    ...base,
    path: '/llms.txt',
    summary: 'What this instance has for programs, as a short Markdown text with links',
    answers: { 200: { description: 'The text', mediaType: 'text/plain; charset=utf-8' }, 304: notModified },
  },
  healthRead: {
    ...base,
    path: '/healthz',
    summary: 'Whether the process is alive',
    cors: 'none',
    answers: ok('Alive', { status: z.literal('ok') }),
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
