// Handler of previews.
import { answerJson } from '../../../http/answer/json.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { readMarkdownTree } from '../common/markdown-tree.ts';
import type { previewContract } from './contract.ts';

export const previewHandlers = (): Handlers<typeof previewContract> => ({
  markdownPreview: ({ context, body }) => answerJson(context, { tree: readMarkdownTree(body.body) }),
});
