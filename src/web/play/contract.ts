// Route of the page about playing.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { cachedPage } from '../forms/routes.ts';

const find = {
  schema: z.string().max(200),
  refusal: 'invalid_query',
  description: 'Terms that must occur in title, artists or difficulties',
} as const satisfies Parameter;

export const playContract = defineContract({
  playPage: {
    ...cachedPage,
    path: '/play',
    summary: 'How to connect a client, and the songs that can be played',
    description: 'A page number past the end, or none at all, shows the last page or the first.',
    query: { q: find },
  },
});
