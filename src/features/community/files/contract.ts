// The route of one's own files. Uploading them is the contract of uploads.

import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { LISTED_STATUSES } from '../../uploads/common/attachments.ts';
import { attachmentView } from '../../uploads/common/view.ts';
import { cursorParameter, limitParameter, posts } from '../common/shapes.ts';

export const FILES_LIMIT = 20;

export const filesContract = defineContract({
  ownAttachmentList: {
    ...posts,
    section: 'Uploads and attachments',
    method: 'GET',
    path: '/api/v1/community/me/attachments',
    summary: 'List your files and the posts that use them, newest first',
    access: 'session',
    query: {
      limit: limitParameter(50),
      cursor: cursorParameter,
      status: { schema: z.enum(LISTED_STATUSES), refusal: 'invalid_status', description: 'Default all' },
    },
    answers: ok('The page', {
      attachments: z.array(
        z.object({
          ...attachmentView.shape,
          postId: z.string().nullable().describe('The post that uses it'),
          postTitle: z.string().nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
});
