import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { body, idParameter, version } from '../common/shapes.ts';
import { COMMENT_ACTIONS, POST_ACTIONS } from './staff.ts';

const staff = { dialect: 'api', cors: 'credentials', section: 'Moderation' } as const;

const message = z.string().trim().min(1).max(1_000).optional().describe('What the author reads');
const note = z.string().max(2000).optional().describe('Only for the audit trail');
const reasonCode = z.enum(REASON_CODES);

export const staffContract = defineContract({
  postStateChange: {
    ...staff,
    method: 'POST',
    path: '/api/v1/moderation/posts/{postId}/state',
    summary: 'Hide, show, lock or unlock a post',
    access: 'staff',
    params: { postId: idParameter },
    body: body(z.object({ action: z.enum(POST_ACTIONS), reasonCode, message, note, version }), 'invalid_state_change'),
    answers: ok('The state of the post', stateAnswer('post')),
    refusals: ['post_not_found', 'forbidden', 'version_conflict', 'post_state_unchanged'],
  },
  commentStateChange: {
    ...staff,
    method: 'POST',
    path: '/api/v1/moderation/comments/{commentId}/state',
    summary: 'Hide or show a comment',
    access: 'staff',
    params: { commentId: idParameter },
    body: body(
      z.object({ action: z.enum(COMMENT_ACTIONS), reasonCode, message, note, version }),
      'invalid_state_change',
    ),
    answers: ok('The state of the comment', stateAnswer('comment')),
    refusals: ['comment_not_found', 'forbidden', 'version_conflict', 'comment_state_unchanged'],
  },
});

function stateAnswer(what: 'post' | 'comment') {
  const state = z.object({
    id: z.string(),
    version: z.int(),
    hidden: z.boolean(),
    locked: z.boolean().optional().describe('Posts only'),
  });
  return z.object({ [what]: state });
}
