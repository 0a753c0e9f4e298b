// Routes of the catalog's pages. What a list is asked for is not declared: its filters are named as the fields of the resource,
// and a page leaves out what it does not understand instead of refusing it.
import { z } from 'zod';
import { releaseParameter, serverParameter } from '../../features/release/serve/contract.ts';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { late } from '../../http/routing/declarations.ts';
import { pageCursor } from '../../http/routing/page-parameters.ts';
import { isEntityKey, isResourceName } from '../../kernel/names.ts';
import { cachedPage, redirects } from '../forms/routes.ts';
import { mirrorPages } from './mirror/contract.ts';

const resource = late(
  z.string().refine(isResourceName).describe('Resource name of the manifest'),
  'resource_not_found',
);
const id = late(z.string().refine(isEntityKey).describe('Entity id'), 'entity_not_found');
const filePath = late(z.string().min(1).max(1024).describe('Release path of a folder or a file'), 'not_found');
const range = {
  schema: z
    .string()
    .regex(/^r-[0-9a-f]{20}\.\.\.r-[0-9a-f]{20}$/)
    .transform((text) => {
      const [from = '', to = ''] = text.split('...');
      return { from, to };
    })
    .describe('Two release ids, the one before first: `{a}...{b}`'),
  refusal: 'release_not_found',
} as const satisfies Parameter;

const month = {
  schema: z.string().regex(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/),
  refusal: 'invalid_query',
  description: 'Year and month, such as `2026-11`, from 1900 to 2199; default the current one, in UTC',
} as const satisfies Parameter;

const cursor = pageCursor('Where older releases begin');
const query = { release: releaseParameter };
/** One of two releases that a form chose. */
const pinned = { ...releaseParameter, description: 'A release to compare' } as const satisfies Parameter;

export const catalogPagesContract = defineContract({
  ...mirrorPages,
  developersPage: {
    ...cachedPage,
    path: '/developers',
    summary: 'A guide for programs, with names of this instance in every command',
  },
  catalogPage: {
    ...cachedPage,
    path: '/catalog',
    summary: 'The catalogs: redirects to the only one, or lists them',
    answers: { ...cachedPage.answers, ...redirects('Redirects to the catalog of the only server') },
  },
  catalogServerPage: {
    ...cachedPage,
    path: '/catalog/{server}',
    summary: 'What a catalog holds, and what a search in all of it finds',
    params: { server: serverParameter },
    query,
    refusals: ['release_not_found'],
  },
  catalogListPage: {
    ...cachedPage,
    path: '/catalog/{server}/{resource}',
    summary: 'The entities of a resource: search, filters, order, grid or table',
    params: { server: serverParameter, resource },
    query,
    refusals: ['release_not_found', 'query_busy', 'list_not_found'],
  },
  catalogEntityPage: {
    ...cachedPage,
    path: '/catalog/{server}/{resource}/{id}',
    summary: 'One entity: pictures, values, and what is related to it',
    params: { server: serverParameter, resource, id },
    query,
    refusals: ['release_not_found'],
  },
  catalogEntityHistoryPage: {
    ...cachedPage,
    path: '/catalog/{server}/{resource}/{id}/history',
    summary: 'The releases in which an entity changed, with its fields before and after',
    params: { server: serverParameter, resource, id },
    query: { cursor, release: releaseParameter },
    refusals: ['release_not_found', 'query_busy'],
  },
  catalogCalendarPage: {
    ...cachedPage,
    path: '/catalog/{server}/~calendar',
    summary: 'A month of what has a beginning and an end',
    params: { server: serverParameter },
    query: { month, release: releaseParameter },
    refusals: ['release_not_found', 'not_found'],
  },
  catalogCalendarFile: {
    method: 'GET',
    section: 'Pages',
    dialect: 'plain',
    cors: 'none',
    path: '/catalog/{server}/~calendar.ics',
    summary: 'The same for calendar applications (RFC 5545)',
    description:
      'Of the current release: what is not over for more than 90 days, at most 1,000 entries, with moments in UTC. ' +
      'Titles are in the language of `lang`, else in that of the request.',
    params: { server: serverParameter },
    answers: {
      200: { description: 'The calendar', mediaType: 'text/calendar; charset=utf-8' },
      304: { description: 'Not modified' },
    },
    refusals: ['release_not_found', 'not_found', 'query_not_ready'],
  },
  catalogFilesPage: {
    ...cachedPage,
    path: '/catalog/{server}/files',
    summary: 'The trees of files of a release',
    params: { server: serverParameter },
    query,
    refusals: ['release_not_found'],
  },
  catalogFilePage: {
    ...cachedPage,
    path: '/catalog/{server}/files/{path...}',
    summary: 'A folder of files, or one file with its preview',
    params: { server: serverParameter, path: filePath },
    query,
    refusals: ['release_not_found'],
  },
  catalogReleasesPage: {
    ...cachedPage,
    path: '/catalog/{server}/releases',
    summary: 'The releases of a server that are kept',
    params: { server: serverParameter },
    query: { cursor, from: pinned, to: pinned },
    answers: { ...cachedPage.answers, ...redirects('Redirects to the comparison of the two chosen releases') },
  },
  catalogChangesPage: {
    ...cachedPage,
    path: '/catalog/{server}/releases/{range}',
    summary: 'What changed between two releases',
    params: { server: serverParameter, range },
  },
});
