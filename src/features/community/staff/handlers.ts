import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import type { staffContract } from './contract.ts';
import { changeCommentState, changePostState } from './staff.ts';

export function staffHandlers(dependencies: CommunityDependencies): Handlers<typeof staffContract> {
  return {
    postStateChange: async ({ params, body, actor }) => {
      const post = await changePostState(dependencies, actor, params.postId, body);
      const { id, version, hiddenAt, commentsLockedAt } = post;
      return json({
        post: { id, version, hidden: hiddenAt !== null, locked: commentsLockedAt !== null },
      });
    },
    commentStateChange: async ({ params, body, actor }) => {
      const { id, version, hiddenAt } = await changeCommentState(dependencies, actor, params.commentId, body);
      return json({ comment: { id, version, hidden: hiddenAt !== null } });
    },
  };
}
