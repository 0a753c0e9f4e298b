// The route of a live thread for strangers. Members get the same event on the stream of their notifications.
import { defineContract } from '../../../http/routing/contract.ts';
import { idParameter, posts } from '../common/shapes.ts';

export const liveContract = defineContract({
  commentNews: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/posts/{postId}/comments/news',
    summary: 'Stream the number of comments of a public post',
    description:
      '`event: comments`, `data: {"postId", "count"}`: at the beginning, and whenever the number changes. For callers without ' +
      'an account; whoever is signed in gets the event from the notification stream. A comment line comes every 15 s; two ' +
      'streams a client, 2,000 in all; it ends when the post is no longer public.',
    params: { postId: idParameter },
    answers: { 200: { description: 'The stream', mediaType: 'text/event-stream' } },
    refusals: ['post_not_found', 'too_many_streams'],
    statuses: { too_many_streams: 503 },
  },
});
