// Routes of subscriptions: to the comments of a post, and to the posts of a person.

import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { activeAnswer, activeBody, body, idParameter, personParameter, posts, users } from '../common/shapes.ts';

export const subscriptionsContract = defineContract({
  postSubscribe: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/posts/{postId}/subscription',
    summary: 'Get notified of the comments of a post, or stop that',
    description:
      'The author of a post and whoever commented on it are subscribed until they stop it. Notifications are of kind ' +
      '`thread`: one unread notification a post, which counts its comments.',
    access: 'withdraw',
    limit: 'react',
    params: { postId: idParameter },
    body: body(activeBody, 'invalid_subscription'),
    answers: ok('The new state', activeAnswer),
    refusals: ['post_not_found'],
  },
  userPostsSubscribe: {
    ...users,
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/posts-subscription',
    summary: 'Get notified of the new posts of a person, or stop that',
    description: 'Notifications are of kind `new_post`. A block ends subscriptions in both directions.',
    access: 'withdraw',
    limit: 'react',
    params: { uid: personParameter },
    body: body(activeBody, 'invalid_subscription'),
    answers: ok('The new state', activeAnswer),
    refusals: ['user_not_found', 'self_relationship_forbidden', 'relationship_blocked'],
  },
});
