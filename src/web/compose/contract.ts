// Routes of writing: the page of the composer, and the form that it is without script. `/upload` was a page of its own.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { box, form, formOf, id, page, submits } from '../forms/routes.ts';

const post = { ...id('post_not_found'), description: 'Id of one’s own post, to change it' };

/** A form has as many bytes as a body of 20,000 letters of four bytes, percent-encoded. */
const FORM_BYTES = 262_144;

export const composeContract = defineContract({
  composePage: {
    ...page,
    path: '/compose',
    summary: 'The page on which posts are written and changed',
    access: 'cookie-session',
    query: {
      post,
      draft: {
        schema: z.string().max(64),
        refusal: 'draft_not_found',
        description: 'A draft of one’s own for a new post, to go on with it',
      },
      tag: { schema: z.string().max(200), refusal: 'invalid_tags', description: 'A tag that the new post gets' },
      subject: {
        schema: z.string().max(400),
        refusal: 'invalid_subject',
        description: 'What the new post is about: `server/resource/id`',
      },
    },
    refusals: ['account_suspended', 'forbidden'],
  },
  composeWrite: {
    ...form,
    path: '/compose',
    summary: 'Publishes a post from the form of the page, or changes one',
    description: 'Like `postCreate` and `postEdit`, for browsers without script. Files stay as they are.',
    access: 'community',
    limit: 'write',
    query: { post },
    body: formOf(
      z.object({
        title: z.string().max(2_000).default(''),
        body: z.string().default(''),
        tags: z.string().max(2_000).default(''),
        visibility: z.enum(['public', 'protected', 'private']).default('public'),
        spoiler: box.transform((value) => value === 'on'),
        subject: z.string().max(400).optional(),
        reason: z.string().max(2_000).default(''),
        version: z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number)
          .optional(),
      }),
      FORM_BYTES,
      'invalid_post',
    ),
    answers: submits('Redirects to the post', { 422: 'what was written, and what is wrong' }),
    refusals: ['forbidden'],
  },
  uploadLead: {
    method: 'GET',
    path: '/upload',
    section: 'Pages',
    summary: 'Redirects to the composer, which uploads files',
    dialect: 'plain',
    cors: 'none',
    answers: { 308: { description: 'Leads there' } },
  },
});
