// Routes of tags: the directory, and a person's followed and muted tags.
import { z } from 'zod';
import { defineContract, type Wire } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import { body, cursorParameter, posts, tagLimitParameter } from '../common/shapes.ts';

export const TAG_LIMIT = 30;

export const preference = z.enum(['follow', 'mute']);
export type TagPreference = z.output<typeof preference>;
const tagFields = {
  id: z.string(),
  normalizedName: z.string(),
  displayName: z.string(),
  description: z.null(),
  postCount: z.int().describe('Number of public posts with the tag'),
  followerCount: z.int(),
  preference: preference.nullable().describe('Of the viewer'),
};
const tagView = z.object(tagFields).meta({ id: 'Tag' });
export type TagView = Wire<z.output<typeof tagView>>;
const nextCursor = z.string().nullable();

export const tagsContract = defineContract({
  tagList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/tags',
    summary: 'List tags of visible posts by name',
    access: 'viewer',
    query: {
      limit: tagLimitParameter,
      q: { schema: z.string().max(200), refusal: 'invalid_query', description: 'Part of the name, 1 to 64 characters' },
      cursor: cursorParameter,
    },
    answers: ok('The page', { tags: z.array(tagView), nextCursor }),
    readsDatabase: true,
  },
  tagPreferenceList: {
    ...posts,
    method: 'GET',
    path: '/api/v1/community/tags/preferences',
    summary: 'List your followed and muted tags, newest first',
    access: 'session',
    query: { limit: tagLimitParameter, cursor: cursorParameter },
    answers: ok('The page', {
      preferences: z.array(z.object({ kind: preference, createdAt: milliseconds, tag: tagView })),
      nextCursor,
    }),
  },
  tagPrefer: {
    ...posts,
    method: 'PUT',
    path: '/api/v1/community/tags/{tag}/preference',
    summary: 'Follow or mute a tag, or clear the preference',
    description:
      'Posts with a followed tag show in `following` and rise in `recommended`; those with a muted one are left out of ' +
      '`all`, `latest`, `following` and `recommended`.',
    access: 'social',
    limit: 'react',
    params: { tag: { schema: z.string().max(200), refusal: 'tag_not_found', description: 'Name of the tag' } },
    body: body(z.object({ preference: preference.nullable() }), 'invalid_tag_preference'),
    answers: ok('The new state', {
      preference: z.object({ kind: preference, createdAt: milliseconds }).nullable(),
      tag: z.object({ ...tagFields, status: z.literal('active') }),
    }),
  },
});
