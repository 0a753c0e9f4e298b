// Routes of writing: the page of the composer, and the form that it is without script. `/upload` was a page of its own.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { uuid } from '../../http/routing/declarations.ts';

const base = { section: 'Pages', dialect: 'page', cors: 'none', path: '/compose' } as const;
const html = { mediaType: 'text/html; charset=utf-8' } as const;

const post = {
  schema: uuid,
  refusal: 'post_not_found',
  description: 'Id of one’s own post, to change it',
} as const satisfies Parameter;

/** A form has as many bytes as a body of 20,000 letters of four bytes, percent-encoded. */
const FORM_BYTES = 262_144;

export const composeContract = defineContract({
  composePage: {
    ...base,
    method: 'GET',
    summary: 'The page on which posts are written and changed',
    access: 'cookie-session',
    query: {
      post,
      tag: { schema: z.string().max(200), refusal: 'invalid_tags', description: 'A tag that the new post gets' },
      subject: {
        schema: z.string().max(400),
        refusal: 'invalid_subject',
        description: 'What the new post is about: `server/resource/id`',
      },
    },
    answers: { 200: { description: 'The page', ...html } },
    refusals: ['account_suspended', 'forbidden'],
  },
  composeWrite: {
    ...base,
    method: 'POST',
    summary: 'Publishes a post from the form of the page, or changes one',
    description: 'Like `postCreate` and `postEdit`, for browsers without script. Files stay as they are.',
    access: 'community',
    limit: 'write',
    sameOrigin: 'form',
    query: { post },
    body: {
      kind: 'form',
      schema: z.object({
        title: z.string().max(2_000).default(''),
        body: z.string().default(''),
        tags: z.string().max(2_000).default(''),
        visibility: z.enum(['public', 'protected', 'private']).default('public'),
        spoiler: z.literal('on').optional(),
        subject: z.string().max(400).optional(),
        reason: z.string().max(2_000).default(''),
        version: z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number)
          .optional(),
      }),
      capBytes: FORM_BYTES,
      invalid: 'invalid_post',
    },
    answers: {
      303: { description: 'Leads to the post' },
      422: { description: 'The page again, with what was written and what is wrong', ...html },
    },
    refusals: ['forbidden'],
  },
  uploadLead: {
    ...base,
    method: 'GET',
    path: '/upload',
    summary: 'Leads to the composer, which uploads files',
    dialect: 'plain',
    answers: { 308: { description: 'Leads there' } },
  },
});
