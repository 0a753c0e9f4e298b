// Routes of the reference of the interface.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { cachedPage, redirects, text } from '../forms/routes.ts';

export const referenceContract = defineContract({
  docsPage: {
    ...cachedPage,
    path: '/docs',
    summary: 'Reference of the interface: all operations',
    query: { q: text },
  },
  docsPartPage: {
    ...cachedPage,
    path: '/docs/{name}',
    summary: 'Reference of the interface: a section, or the address of an operation',
    params: { name: { schema: z.string().regex(/^[A-Za-z0-9-]{1,64}$/), refusal: 'route_not_found' } },
    answers: { ...cachedPage.answers, ...redirects('An operation: redirects to its place in its section') },
    refusals: ['route_not_found'],
  },
});
