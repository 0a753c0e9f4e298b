// Routes for search engines and other sites: the list of all pages that strangers may read, and pictures of pages.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { uuid } from '../../http/routing/declarations.ts';
import { integer } from '../../http/routing/wire-type.ts';

const base = { method: 'GET', section: 'Pages', cors: 'none', dialect: 'plain' } as const;
const answers = {
  200: { description: 'The list', mediaType: 'application/xml; charset=utf-8' },
  304: { description: 'Not modified' },
} as const;

const card = {
  ...base,
  section: 'Pages',
  query: {
    v: { schema: z.string().max(64), refusal: 'not_found' },
    lang: { schema: z.string().max(16), refusal: 'not_found' },
  },
  answers: {
    200: { description: 'The card, 1200 × 630', mediaType: 'image/png' },
    302: { description: 'Too many cards are being drawn: redirects to the mark of the instance' },
    304: answers[304],
  },
} as const;
const releaseIdSchema = z.string().regex(/^r-[0-9a-f]{20}$/);
const segment = { schema: z.string().min(1).max(300), refusal: 'not_found' } as const;

export const shareContract = defineContract({
  sitemapIndex: {
    ...base,
    path: '/sitemap.xml',
    summary: 'Sitemaps of this instance',
    description: 'Without the community while the database is away.',
    answers,
  },
  sitemapPart: {
    ...base,
    path: '/sitemap-{part}.xml',
    summary: 'At most 50,000 addresses of pages',
    description: 'Parts are named by the index.',
    params: { part: { schema: z.string().max(160), refusal: 'not_found' } },
    answers,
  },
  instanceCardRead: { ...card, path: '/share/instance.png', summary: 'Card of the instance' },
  postCardRead: {
    ...card,
    path: '/share/posts/{postId}.png',
    summary: 'Card of a public post',
    params: { postId: { schema: uuid, refusal: 'not_found' } },
  },
  personCardRead: {
    ...card,
    path: '/share/people/{uid}.png',
    summary: 'Card of a person',
    params: { uid: { schema: z.string().regex(/^[1-9]\d{0,14}$/), refusal: 'not_found', wire: integer(1) } },
  },
  entityCardRead: {
    ...card,
    path: '/share/entities/{server}/{resource}/{id}.png',
    summary: 'Card of an entity of the current release',
    params: { server: segment, resource: segment, id: segment },
  },
  releaseCardRead: {
    ...card,
    path: '/share/releases/{server}/{releaseId}.png',
    summary: 'Card of what a release changed',
    description: 'Since the release that was current before it, or since `from`.',
    params: { server: segment, releaseId: { schema: releaseIdSchema, refusal: 'not_found' } },
    query: { ...card.query, from: { schema: releaseIdSchema, refusal: 'not_found' } },
  },
});
