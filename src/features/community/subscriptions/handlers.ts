import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import type { subscriptionsContract } from './contract.ts';
import { subscribeToAuthor, subscribeToPost } from './subscriptions.ts';

export function subscriptionsHandlers(dependencies: CommunityDependencies): Handlers<typeof subscriptionsContract> {
  return {
    postSubscribe: async ({ params, body: { active }, actor }) => {
      await subscribeToPost(dependencies, actor, params.postId, active);
      return json({ active });
    },
    userPostsSubscribe: async ({ params, body: { active }, actor }) => {
      await subscribeToAuthor(dependencies, actor, params.uid, active);
      return json({ active });
    },
  };
}
