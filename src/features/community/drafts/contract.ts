// Routes of drafts: what a person writes and has not published yet, on all of their devices.
import { z } from 'zod';
import { defineContract, type Wire } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { ATTACHMENTS_MAX } from '../common/rules.ts';
import { body, cursorParameter, limitParameter, posts, visibility } from '../common/shapes.ts';

export const DRAFTS_PAGE = 20;
export const CONTENT_BYTES = 65_536;
/** The content with what is around it, and with the escapes that a program may write. */
const DRAFT_BODY_BYTES = 2 * CONTENT_BYTES;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const id = {
  schema: z.string().regex(new RegExp(`^(?:post|(?:(?:edit|comment)-)?${UUID})$`)),
  refusal: 'draft_not_found',
  description: '`post` (a new one), `edit-{postId}`, `comment-{postId}`, or a UUID of your own',
} as const;

const content = z
  .strictObject({
    title: z.string().optional(),
    body: z.string().optional().describe('Markdown source'),
    tags: z.array(z.string()).max(100).optional(),
    visibility: visibility.optional(),
    spoiler: z.boolean().optional(),
    subject: z.string().nullable().optional().describe('`server/resource/id` of what it is about'),
    reason: z.string().optional().describe('Of an edit'),
    files: z
      .array(z.strictObject({ id: z.string(), fileName: z.string(), alt: z.string() }))
      .max(ATTACHMENTS_MAX)
      .optional()
      .describe('Your files that the post is to have'),
    parentId: z.string().nullable().optional().describe('The comment that is answered'),
    postVersion: z.int().min(1).optional().describe('The version of the post that is edited'),
  })
  .describe('All of it is optional, and nothing is checked until it is published; at most 64 KiB')
  .meta({ id: 'DraftContent' });
export type DraftContentView = Wire<z.output<typeof content>>;

export const draftView = z
  .object({
    id: z.string(),
    version: z.int(),
    content,
    createdAt: milliseconds,
    updatedAt: milliseconds,
  })
  .meta({ id: 'Draft' });
export type DraftView = Wire<z.output<typeof draftView>>;

const stored = z.object({ draft: draftView }).meta({ id: 'DraftAnswer' });

export const draftsContract = defineContract({
  draftList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/me/drafts',
    summary: 'List your drafts, the last changed first',
    description: 'Nobody else reads them, staff included. They are deleted 90 days after their last change.',
    access: 'withdraw',
    query: { limit: limitParameter(50), cursor: cursorParameter },
    answers: ok('The page', { drafts: z.array(draftView), nextCursor: z.string().nullable() }),
  },
  draftRead: {
    ...posts,
    method: 'GET',
    path: '/api/v1/me/drafts/{id}',
    summary: 'Read a draft',
    access: 'withdraw',
    params: { id },
    answers: ok('The draft', stored),
    refusals: ['draft_not_found'],
  },
  draftWrite: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/me/drafts/{id}',
    summary: 'Store a draft',
    description:
      'Of more than 50, the one whose last change is the oldest is deleted. A repeat with the same content changes nothing.',
    access: 'withdraw',
    limit: 'write',
    params: { id },
    body: body(
      z.object({ content, version: z.int().min(0).describe('The version that it replaces; 0: there is none') }),
      'invalid_draft',
      {},
      DRAFT_BODY_BYTES,
    ),
    answers: {
      200: { description: 'The stored draft', schema: stored },
      409: {
        description: '`version_conflict`: another version is stored, or none any more',
        schema: z.object({
          error: z.object({ code: z.literal('version_conflict'), message: z.string() }),
          draft: draftView.nullable().describe('The stored one'),
        }),
      },
    },
  },
  draftDelete: {
    ...posts,
    method: 'DELETE',
    path: '/api/v1/me/drafts/{id}',
    summary: 'Delete a draft',
    access: 'withdraw',
    limit: 'write',
    params: { id },
    query: {
      version: {
        schema: z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number),
        refusal: 'invalid_query',
        wire: integer(1),
        description: 'Deletes this version alone, so that what another device has stored since stays',
      },
    },
    answers: { 204: { description: 'Deleted, or it was not there, or has another version' } },
    refusals: ['draft_not_found'],
  },
});
