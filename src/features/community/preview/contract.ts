// The route that shows how a text will look before it is sent.

import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { markdownTree } from '../common/markdown-tree.ts';
import { isPreview } from '../common/rules.ts';
import { BODY_BYTES, body, posts } from '../common/shapes.ts';

export const previewContract = defineContract({
  markdownPreview: {
    ...posts,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/community/markdown',
    summary: 'Preview a Markdown text as the tree that `tree=1` returns',
    description:
      'Stores nothing. A tree is a list of blocks; each node is a text or an element of a closed list of types. Headings ' +
      'begin at level 3, pictures are links, HTML is text, and links lead to `http`, `https` and `mailto` alone.',
    access: 'session',
    limit: 'preview',
    body: body(
      z.object({ body: z.string().refine(isPreview).describe('At most 20,000 characters') }),
      'invalid_markdown',
      {},
      BODY_BYTES,
    ),
    answers: ok('The tree', { tree: markdownTree }),
  },
});
