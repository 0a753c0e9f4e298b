// Routes of people: the public profile, and following, blocking and muting.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import {
  ACT,
  body,
  cursorParameter,
  JSON_BODY,
  limitParameter,
  milliseconds,
  READ,
  uidParameter,
  users,
} from '../common/shapes.ts';

export const PROFILE_LIMIT = 24;
const PROFILE_LIMIT_MAX = 50;

const relationAnswer = z.object({
  user: z.object({ uid: z.int(), name: z.string(), image: z.string().nullable() }),
  relationship: z.object({
    following: z.boolean(),
    followedBy: z.boolean(),
    blocked: z.boolean(),
    blocking: z.boolean(),
    blockedBy: z.boolean(),
    muted: z.boolean(),
    muting: z.boolean(),
    canFollow: z.boolean(),
  }),
  viewer: z.object({
    blocked: z.boolean(),
    followedBy: z.boolean(),
    following: z.boolean(),
    muted: z.boolean(),
    canInteract: z.boolean(),
  }),
});

const relationBody = body(z.object({ active: z.boolean() }), 'invalid_relationship');
const relationRefusals = [
  ...ACT,
  ...JSON_BODY,
  'route_not_found',
  'invalid_relationship',
  'user_not_found',
  'self_relationship_forbidden',
] as const;

export const peopleContract = defineContract({
  userRead: {
    ...users,
    id: 'userRead',
    method: 'GET',
    path: '/api/v1/community/users/{uid}',
    summary: 'A public profile with its posts, works and game accounts',
    description: 'Across a block, in either direction, posts, works and game accounts are empty.',
    access: 'viewer',
    params: { uid: uidParameter },
    query: { limit: limitParameter(PROFILE_LIMIT_MAX), cursor: cursorParameter },
    answers: {
      200: {
        description: 'The profile',
        schema: z.object({
          profile: z.object({
            uid: z.int(),
            displayName: z.string(),
            handle: z.string().nullable(),
            bio: z.string().nullable(),
            avatarSeed: z.string(),
            avatarUrl: z.string().nullable(),
            joinedAt: milliseconds,
            owner: z.boolean(),
            role: z.enum(['member', 'moderator', 'administrator']),
            stats: z.object({
              followers: z.int(),
              following: z.int(),
              gameAccounts: z.int(),
              posts: z.int(),
              works: z.int(),
            }),
          }),
          viewer: relationAnswer.shape.viewer,
          posts: z.array(
            z.object({
              id: z.string(),
              title: z.string(),
              excerpt: z.string(),
              tags: z.array(z.string()),
              likeCount: z.int(),
              commentCount: z.int(),
              createdAt: milliseconds,
              updatedAt: milliseconds,
              pinnedAt: milliseconds.nullable(),
              coverUrl: z.string().nullable(),
            }),
          ),
          postsNextCursor: z.string().nullable(),
          works: z.array(
            z.object({
              id: z.string(),
              kind: z.enum(['image', 'video']),
              title: z.string(),
              summary: z.string().nullable(),
              updatedAt: milliseconds,
              publishedAt: milliseconds,
              coverUrl: z.string().nullable(),
            }),
          ),
          gameAccounts: z.array(
            z.object({
              provider: z.string(),
              region: z.string(),
              playerUid: z.string(),
              displayName: z.string().nullable(),
              verificationStatus: z.literal('unverified'),
              lastSyncedAt: z.null(),
              updatedAt: milliseconds,
              latestSnapshot: z.null(),
            }),
          ),
        }),
      },
    },
    refusals: [...READ, 'route_not_found', 'invalid_limit', 'invalid_cursor', 'profile_not_found'],
  },
  userFollow: {
    ...users,
    id: 'userFollow',
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/follow',
    summary: 'Follows a person, or no longer',
    access: 'social',
    limit: 'react',
    params: { uid: uidParameter },
    body: relationBody,
    answers: { 200: { description: 'How the two stand', schema: relationAnswer } },
    refusals: [...relationRefusals, 'relationship_blocked'],
  },
  userBlock: {
    ...users,
    id: 'userBlock',
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/block',
    summary: 'Parts two people both ways, or no longer',
    description: 'A block ends follows in both directions; they do not come back with its end.',
    access: 'withdraw',
    limit: 'react',
    params: { uid: uidParameter },
    body: relationBody,
    answers: { 200: { description: 'How the two stand', schema: relationAnswer } },
    refusals: relationRefusals,
  },
  userMute: {
    ...users,
    id: 'userMute',
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/mute',
    summary: 'Hears no more of a person, or does again',
    access: 'withdraw',
    limit: 'react',
    params: { uid: uidParameter },
    body: relationBody,
    answers: { 200: { description: 'How the two stand', schema: relationAnswer } },
    refusals: relationRefusals,
  },
});
