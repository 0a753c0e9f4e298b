import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { readMarkdownTree } from '../common/markdown-tree.ts';
import type { previewContract } from './contract.ts';

export const previewHandlers = (): Handlers<typeof previewContract> => ({
  markdownPreview: ({ body }) => json({ tree: readMarkdownTree(body.body) }),
});
