// Routes of people's pages: the profile, and who follows whom.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { formOf, listedOrSame, onOff, ownForm, page, redirects, text, uid } from '../forms/routes.ts';

const FORM_BYTES = 1024;

const handle = {
  schema: z
    .string()
    .regex(/^(?:[1-9]\d{0,14}|[A-Za-z0-9_-]{3,32})$/)
    // A handle is not made of digits alone.
    .refine((text) => !/^(?:0\d*|\d{16,})$/.test(text)),
  refusal: 'profile_not_found',
} as const satisfies Parameter;

export const peoplePages = defineContract({
  profilePage: {
    ...page,
    path: '/@{handle}',
    summary: 'A person with their posts',
    params: { handle },
    query: { view: text, cursor: text },
    answers: listedOrSame,
  },
  postsSubscribeForm: {
    ...ownForm,
    path: '/@{handle}/posts-subscription',
    summary: 'Subscribes to the posts of a person, or ends that, without script',
    params: { handle },
    body: formOf(z.object({ active: onOff }), FORM_BYTES, 'invalid_subscription'),
    answers: redirects('Redirects to the person'),
  },
  followersPage: {
    ...page,
    path: '/@{handle}/followers',
    summary: 'Who follows a person',
    params: { handle },
    query: { cursor: text },
    answers: listedOrSame,
  },
  followingPage: {
    ...page,
    path: '/@{handle}/following',
    summary: 'Whom a person follows',
    params: { handle },
    query: { cursor: text },
    answers: listedOrSame,
  },
  userPage: {
    ...page,
    path: '/users/{uid}',
    summary: 'A person by number; redirects to the page by handle',
    params: { uid: { schema: uid, refusal: 'profile_not_found' } },
    answers: redirects('Redirects to the page by handle, or by number where there is none'),
  },
});
