// Routes of people: the public profile, and following, blocking and muting.
import { z } from 'zod';
import { ROLES } from '../../../http/gates/guard.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import { publicGameAccountView } from '../../accounts/belongings/contract.ts';
import { markdownTree, treeParameter } from '../common/markdown-tree.ts';
import { activeBody, body, cursorParameter, limitParameter, personParameter, users } from '../common/shapes.ts';
import { subjectView } from '../common/subject.ts';

export const PROFILE_LIMIT = 24;
const PROFILE_LIMIT_MAX = 50;

const relationAnswer = z
  .object({
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
      postsSubscribed: z.boolean().describe('You are notified of the new posts of this person'),
      canInteract: z.boolean(),
    }),
  })
  .meta({ id: 'RelationAnswer' });

export const personView = z
  .object({
    uid: z.int(),
    displayName: z.string(),
    handle: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    avatarSeed: z.string(),
    role: z.enum(ROLES),
  })
  .meta({ id: 'Person' });
export const PEOPLE_LIMIT = 20;
const peopleQuery = { limit: limitParameter(50), cursor: cursorParameter } as const;
const peoplePage = ok(
  'The page',
  z.object({ people: z.array(personView), nextCursor: z.string().nullable() }).meta({ id: 'PersonList' }),
);

const relationBody = body(activeBody, 'invalid_relationship');

export const peopleContract = defineContract({
  userRead: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/users/{uid}',
    summary: 'A public profile with its posts, works and game accounts',
    description: 'Across a block, in either direction, posts, works and game accounts are empty.',
    access: 'viewer',
    params: { uid: personParameter },
    query: { limit: limitParameter(PROFILE_LIMIT_MAX), cursor: cursorParameter, tree: treeParameter },
    answers: ok('The profile', {
      profile: z.object({
        uid: z.int(),
        displayName: z.string(),
        handle: z.string().nullable(),
        bio: z.string().nullable().describe('Markdown source'),
        bioTree: markdownTree.nullable().exactOptional().describe('With `tree=1`'),
        avatarSeed: z.string(),
        avatarUrl: z.string().nullable(),
        joinedAt: milliseconds,
        owner: z.boolean(),
        role: z.enum(ROLES),
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
          subject: subjectView.nullable(),
          spoiler: z.boolean(),
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
          spoiler: z.boolean(),
          coverUrl: z.string().nullable(),
        }),
      ),
      gameAccounts: z.array(publicGameAccountView),
    }),
    refusals: ['too_many_reads', 'profile_not_found'],
  },
  userFind: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/users',
    summary: 'Find people by handle or name, for mentions',
    description:
      'People whose handle or name contains `q`, at most 20: those one follows first, then those whose handle or name ' +
      'begins with it. Width and case are equal. Across a block people are left out.',
    access: 'session',
    query: {
      q: { schema: z.string().max(400), refusal: 'invalid_query', required: true, description: '1 to 80 characters' },
    },
    answers: ok('The people', { people: z.array(personView) }),
  },
  userFollowers: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/users/{uid}/followers',
    summary: 'List the followers of a person, newest first',
    description:
      'Omits people who block the viewer or are blocked by the viewer. Empty if the person and the viewer have a block.',
    access: 'viewer',
    params: { uid: personParameter },
    query: peopleQuery,
    answers: peoplePage,
    refusals: ['too_many_reads', 'profile_not_found'],
  },
  userFollowing: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/users/{uid}/following',
    summary: 'List the people whom a person follows, newest first',
    description:
      'Omits people who block the viewer or are blocked by the viewer. Empty if the person and the viewer have a block.',
    access: 'viewer',
    params: { uid: personParameter },
    query: peopleQuery,
    answers: peoplePage,
    refusals: ['too_many_reads', 'profile_not_found'],
  },
  ownBlockList: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/me/blocks',
    summary: 'List the people whom you block, newest first',
    access: 'session',
    query: peopleQuery,
    answers: peoplePage,
  },
  ownMuteList: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/me/mutes',
    summary: 'List the people whom you mute, newest first',
    access: 'session',
    query: peopleQuery,
    answers: peoplePage,
  },
  userFollow: {
    ...users,
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/follow',
    summary: 'Follow or unfollow a person',
    access: 'social',
    limit: 'react',
    params: { uid: personParameter },
    body: relationBody,
    answers: ok('The relation between the two', relationAnswer),
    refusals: ['user_not_found', 'self_relationship_forbidden', 'relationship_blocked'],
  },
  userBlock: {
    ...users,
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/block',
    summary: 'Block or unblock a person, in both directions',
    description: 'A block ends follows in both directions; they do not come back with its end.',
    access: 'withdraw',
    limit: 'react',
    params: { uid: personParameter },
    body: relationBody,
    answers: ok('The relation between the two', relationAnswer),
    refusals: ['user_not_found', 'self_relationship_forbidden'],
  },
  userMute: {
    ...users,
    method: 'PUT',
    path: '/api/v1/community/users/{uid}/mute',
    summary: 'Mute or unmute a person',
    access: 'withdraw',
    limit: 'react',
    params: { uid: personParameter },
    body: relationBody,
    answers: ok('The relation between the two', relationAnswer),
    refusals: ['user_not_found', 'self_relationship_forbidden'],
  },
});
