import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { cursorParameter, limitParameter, listedPost, posts } from '../common/shapes.ts';
import { subjectParameter } from '../common/subject.ts';
import { PERIODS } from './activity.ts';
import { SCOPES, STATES } from './feed.ts';

export const FEED_LIMIT = 20;
const FEED_LIMIT_MAX = 50;
export const SEED_MAX = 2_147_483_647;

export const feedsContract = defineContract({
  postList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/posts',
    summary: 'A page of a feed',
    description:
      'Cursors belong to the scope, period, state, search, tag and subject that they were given for. `all` shows featured ' +
      'posts first; `top` those with the most likes and comments within the period, then the other ones written within it; ' +
      '`recommended` answers a `seed` that must be sent with its cursor. `q` is one substring of title or body, in any ' +
      'script; width and case are equal.',
    access: 'viewer',
    query: {
      limit: limitParameter(FEED_LIMIT_MAX),
      cursor: cursorParameter,
      q: { schema: z.string().max(400), refusal: 'invalid_query', description: '1 to 100 characters' },
      tag: { schema: z.string().max(200), refusal: 'invalid_tag', description: 'A normalised tag' },
      subject: subjectParameter,
      period: {
        schema: z.enum(PERIODS),
        refusal: 'invalid_period',
        description: 'Only with `top`; default `week`',
      },
      scope: { schema: z.enum(SCOPES), refusal: 'invalid_scope', description: 'Default `all`' },
      state: {
        schema: z.enum(STATES),
        refusal: 'invalid_state',
        description: 'Values other than `active` need the scope `mine`',
      },
      seed: {
        schema: z
          .string()
          .regex(/^\d{1,10}$/)
          .transform(Number)
          .pipe(z.int().max(SEED_MAX)),
        refusal: 'invalid_seed',
        wire: integer(0, SEED_MAX),
        description: `0 to ${SEED_MAX}`,
      },
      refresh: {
        schema: z.literal('1'),
        refusal: 'invalid_refresh',
        description: 'Ignores which posts were shown before',
      },
    },
    answers: ok('The page', {
      posts: z.array(listedPost),
      nextCursor: z.string().nullable(),
      seed: z.int().optional().describe('With `scope=recommended`'),
    }),
    refusals: [
      'too_many_reads',
      'invalid_refresh_cursor',
      'authentication_required',
      'insufficient_scope',
      'invalid_state_scope',
      'recommendation_seed_required',
      'recommendation_seed_mismatch',
    ],
  },
});
