// Routes of people's pages: the profile, and who follows whom.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';

const page = { method: 'GET', section: 'Pages', dialect: 'page', cors: 'none', access: 'viewer' } as const;
const shown = {
  200: { description: 'The page', mediaType: 'text/html; charset=utf-8' },
  304: { description: 'Not modified' },
} as const;
const text = { schema: z.string().max(512), refusal: 'invalid_query' } as const satisfies Parameter;
const handle = {
  schema: z
    .string()
    .regex(/^(?:[1-9]\d{0,14}|[A-Za-z0-9_-]{3,32})$/)
    // A handle is not made of digits alone.
    .refine((text) => !/^(?:0\d*|\d{16,})$/.test(text)),
  refusal: 'profile_not_found',
} as const satisfies Parameter;
const elsewhere = { 303: { description: 'The cursor is of another list: leads to the first page' } } as const;

export const peoplePages = defineContract({
  profilePage: {
    ...page,
    path: '/@{handle}',
    summary: 'A person with their posts',
    params: { handle },
    query: { view: text, cursor: text },
    answers: { ...shown, ...elsewhere },
  },
  followersPage: {
    ...page,
    path: '/@{handle}/followers',
    summary: 'Who follows a person',
    params: { handle },
    query: { cursor: text },
    answers: { ...shown, ...elsewhere },
  },
  followingPage: {
    ...page,
    path: '/@{handle}/following',
    summary: 'Whom a person follows',
    params: { handle },
    query: { cursor: text },
    answers: { ...shown, ...elsewhere },
  },
  userPage: {
    ...page,
    path: '/users/{uid}',
    summary: 'A person by number; leads to the page by handle',
    params: { uid: { schema: z.string().regex(/^[1-9]\d{0,14}$/), refusal: 'profile_not_found' } },
    answers: { 303: { description: 'Leads to the page by handle, or by number where there is none' } },
  },
});
