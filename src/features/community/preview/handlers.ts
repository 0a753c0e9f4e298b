// Handler of previews.
import type { Handlers } from '../../../http/routing/contract.ts';
import { readMarkdownTree } from '../common/markdown-tree.ts';
import type { previewContract } from './contract.ts';

export const previewHandlers = (): Handlers<typeof previewContract> => ({
  markdownPreview: ({ body }) => ({ status: 200, body: { tree: readMarkdownTree(body.body) } }),
});
