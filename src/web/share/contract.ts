// Routes for search engines: the list of all pages that strangers may read.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';

const base = { method: 'GET', section: 'Pages', cors: 'none', dialect: 'plain' } as const;
const answers = {
  200: { description: 'The list', mediaType: 'application/xml; charset=utf-8' },
  304: { description: 'Not modified' },
} as const;

export const shareContract = defineContract({
  sitemapIndex: {
    ...base,
    id: 'sitemapIndex',
    path: '/sitemap.xml',
    summary: 'Sitemaps of this instance',
    description: 'Without the community while the database is away.',
    answers,
    refusals: [],
  },
  sitemapPart: {
    ...base,
    id: 'sitemapPart',
    path: '/sitemap-{part}.xml',
    summary: 'At most 50,000 addresses of pages',
    description: 'Parts are named by the index.',
    params: { part: { schema: z.string().max(160), refusal: 'not_found' } },
    answers,
    refusals: ['not_found'],
  },
});
