// Routes for readers elsewhere: Atom feeds of public posts, and oEmbed.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { personParameter, posts, users } from '../common/shapes.ts';
import { subjectParameter } from '../common/subject.ts';

const FEED = {
  200: { description: 'The feed', mediaType: 'application/atom+xml' },
  304: { description: 'Unchanged' },
} as const;
const pixels = {
  schema: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number),
  refusal: 'invalid_query',
  wire: integer(1, 99_999),
  description: 'Pixels',
} as const;

export const syndicationContract = defineContract({
  postFeed: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/feed.atom',
    summary: 'The newest public posts as Atom, of one tag or about one entity',
    description:
      'At most 20 posts, as a stranger sees them. A spoiler has no summary. The ids of entries never change.',
    query: {
      tag: { schema: z.string().max(200), refusal: 'invalid_tag', description: 'A normalised tag' },
      subject: subjectParameter,
    },
    answers: FEED,
    refusals: ['too_many_reads'],
  },
  userFeed: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/users/{uid}/feed.atom',
    summary: 'The newest public posts of a person as Atom',
    params: { uid: personParameter },
    answers: FEED,
    refusals: ['too_many_reads', 'profile_not_found'],
  },
  embedRead: {
    ...posts,
    method: 'GET',
    path: '/oembed',
    summary: 'oEmbed of a public post, or of an entity of a catalog',
    description:
      '`url` is the address of its page on this instance. The `html` is a blockquote with a link: no frame, no script. Titles are ' +
      'in the language that `url` names in `lang`, else in that of `Accept-Language`, else in that of the instance. A post or an ' +
      'entity with a picture has a thumbnail, within `maxwidth` and `maxheight`.',
    access: 'viewer',
    query: {
      url: { schema: z.url().max(2_000), refusal: 'invalid_query', required: true },
      format: { schema: z.string().max(20), refusal: 'embed_format_unsupported', description: '`json`' },
      maxwidth: pixels,
      maxheight: pixels,
    },
    answers: {
      200: {
        description: 'The embed',
        schema: z.object({
          version: z.literal('1.0'),
          type: z.literal('rich'),
          title: z.string(),
          author_name: z.string().optional(),
          author_url: z.string().optional(),
          provider_name: z.string(),
          provider_url: z.string(),
          cache_age: z.int().describe('Seconds'),
          thumbnail_url: z.string().optional(),
          thumbnail_width: z.int().optional(),
          thumbnail_height: z.int().optional(),
          html: z.string(),
          width: z.int(),
          height: z.int(),
        }),
      },
      304: { description: 'Unchanged' },
    },
    refusals: ['too_many_reads', 'embed_not_found'],
  },
});
