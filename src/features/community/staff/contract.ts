// Routes of moderation actions by staff on posts and comments.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { REASON_CODES } from '../../moderation/common/vocabulary.ts';
import { body, idParameter, JSON_BODY, version } from '../common/shapes.ts';
import { COMMENT_ACTIONS, POST_ACTIONS } from './staff.ts';

const staff = { dialect: 'api', cors: 'credentials', section: 'Moderation' } as const;

const STAFF = [
  'cross_origin_request',
  'authentication_required',
  'insufficient_scope',
  'email_verification_required',
  'account_suspended',
  'account_deleted',
  'account_restricted',
  'staff_required',
  'database_unavailable',
] as const;

const note = z.string().max(2000).optional().describe('For the audit trail alone');
const reasonCode = z.enum(REASON_CODES);

export const staffContract = defineContract({
  postStateChange: {
    ...staff,
    id: 'postStateChange',
    method: 'POST',
    path: '/api/v1/moderation/posts/{postId}/state',
    summary: 'Hides, shows, locks or unlocks a post',
    access: 'staff',
    params: { postId: idParameter },
    body: body(z.object({ action: z.enum(POST_ACTIONS), reasonCode, note, version }), 'invalid_state_change'),
    answers: { 200: { description: 'The post’s state', schema: stateAnswer('post') } },
    refusals: [
      ...STAFF,
      ...JSON_BODY,
      'route_not_found',
      'post_not_found',
      'invalid_state_change',
      'forbidden',
      'version_conflict',
      'post_state_unchanged',
    ],
  },
  commentStateChange: {
    ...staff,
    id: 'commentStateChange',
    method: 'POST',
    path: '/api/v1/moderation/comments/{commentId}/state',
    summary: 'Hides a comment or shows it again',
    access: 'staff',
    params: { commentId: idParameter },
    body: body(z.object({ action: z.enum(COMMENT_ACTIONS), reasonCode, note, version }), 'invalid_state_change'),
    answers: { 200: { description: 'The comment’s state', schema: stateAnswer('comment') } },
    refusals: [
      ...STAFF,
      ...JSON_BODY,
      'route_not_found',
      'comment_not_found',
      'invalid_state_change',
      'forbidden',
      'version_conflict',
      'comment_state_unchanged',
    ],
  },
});

function stateAnswer(what: 'post' | 'comment') {
  const state = z.object({
    id: z.string(),
    version: z.int(),
    hidden: z.boolean(),
    locked: z.boolean().optional().describe('Posts alone'),
  });
  return z.object({ [what]: state });
}
