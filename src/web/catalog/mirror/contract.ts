// Routes of the pages that show the mirror of a provider. In the path, `~provider` stands where a catalog has its server; no
// server can have this name.
import { z } from 'zod';
import { REGIONS } from '../../../features/provider/common/rules.ts';
import { defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { isEntityKey, isResourceName } from '../../../kernel/names.ts';
import { cachedPage } from '../../forms/routes.ts';

const region = {
  schema: z.enum(REGIONS).describe('Provider region'),
  refusal: 'region_not_found',
} as const satisfies Parameter;
const resource = {
  schema: z.string().refine(isResourceName).describe('A collection, as in `event-stories`'),
  refusal: 'resource_not_found',
} as const satisfies Parameter;
const id = {
  schema: z.string().refine(isEntityKey).describe('Id in the collection'),
  refusal: 'provider_not_found',
} as const satisfies Parameter;

export const mirrorPages = defineContract({
  mirrorPage: {
    ...cachedPage,
    path: '/catalog/~provider',
    summary: 'The mirror of the provider: its regions',
    refusals: ['route_not_found'],
  },
  mirrorRegionPage: {
    ...cachedPage,
    path: '/catalog/~provider/{region}',
    summary: 'What the provider has of a region, and what a search in all of it finds',
    params: { region },
    refusals: ['route_not_found', 'provider_upstream'],
  },
  mirrorListPage: {
    ...cachedPage,
    path: '/catalog/~provider/{region}/{resource}',
    summary: 'A collection of the provider: search, filters, order, grid or table',
    params: { region, resource },
    refusals: ['route_not_found', 'provider_upstream'],
  },
  mirrorEntityPage: {
    ...cachedPage,
    path: '/catalog/~provider/{region}/{resource}/{id}',
    summary: 'One entity of the provider; of a song its charts, too',
    params: { region, resource, id },
    refusals: ['route_not_found', 'provider_upstream'],
  },
});
