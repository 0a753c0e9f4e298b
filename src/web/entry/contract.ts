// Routes of the ways into an account: signing in, registering, and asking for a new password. Each form works without script,
// with the gates and limits of its JSON route.
import { z } from 'zod';
import { providerName } from '../../features/accounts/sign-in/contract.ts';
import { defineContract } from '../../http/routing/contract.ts';
import { accountPage, fields, accountForm as form, html, redirects, shown } from '../forms/routes.ts';

const page = { ...accountPage, access: 'viewer' } as const;
const again = html('The form again, with what is wrong');
const redirected = redirects('Redirects');

const then = z.string().max(2_048).optional();
const email = z.string().max(320);
/** Browsers send line ends as two characters; how long it may be is checked after that. */
const aboutYou = z.string().max(4_096).optional();
const query = <S extends z.ZodType>(schema: S, description: string) =>
  ({ schema, refusal: 'invalid_query', description }) as const;
const leadsTo = query(z.string().max(2_048).catch(''), 'Path of this service to lead to afterwards');
const sent = query(z.string().max(8).catch(''), 'Present after the form was sent');

export const entryContract = defineContract({
  signInPage: {
    ...page,
    path: '/sign-in',
    summary: 'The form that signs in',
    query: { then: leadsTo },
    answers: { ...shown, ...redirected },
  },
  signInSubmit: {
    ...form,
    servedInMaintenance: true,
    path: '/sign-in',
    summary: 'Sign in with address and password',
    requires: 'passwordSignIn',
    limit: 'sign-in-address',
    body: fields({ email, password: z.string().max(4_096), remember: z.string().max(8).optional(), then }),
    answers: { ...redirected, 401: again, 403: again, 429: again },
    refusals: ['password_sign_in_off', 'database_unavailable'],
  },
  signInWith: {
    ...form,
    servedInMaintenance: true,
    path: '/sign-in/with/{provider}',
    summary: 'Begin to sign in with a provider: a page whose link leads there',
    limit: 'sign-in-address',
    params: {
      provider: { schema: providerName, refusal: 'auth_route_not_found' },
    },
    body: fields({ then, invite: z.string().trim().max(64).optional(), text: aboutYou }),
    answers: shown,
    refusals: ['social_provider_unavailable', 'database_unavailable'],
  },
  signOutSubmit: {
    ...form,
    servedInMaintenance: true,
    path: '/sign-out',
    summary: 'End the session',
    limit: 'sign-in-address',
    body: fields({ then }),
    answers: redirected,
    refusals: ['database_unavailable'],
  },
  registerPage: {
    ...page,
    path: '/register',
    summary: 'The form that asks for an account',
    query: { sent, invite: query(z.string().max(64).catch(''), 'Code of an invite, to fill in') },
  },
  registerSubmit: {
    ...form,
    path: '/register',
    summary: 'Ask for an account; the answer is the same for every address',
    requires: 'registration',
    limit: 'registration',
    body: fields({
      email,
      invite: z.string().trim().max(64).optional(),
      text: aboutYou,
      altcha: z.string().max(4_096).optional(),
      'cf-turnstile-response': z.string().max(4_096).optional(),
    }),
    answers: { ...redirected, 400: again, 403: again, 503: again },
    refusals: ['registration_unavailable', 'registration_closed'],
  },
  forgotPage: {
    ...page,
    path: '/forgot',
    summary: 'The form that asks for a new password',
    query: { sent },
  },
  forgotSubmit: {
    ...form,
    path: '/forgot',
    summary: 'Mail a link to set a new password; the answer is the same for every address',
    requires: 'passwordSignIn',
    limit: 'mail',
    body: fields({ email }),
    answers: redirected,
    refusals: ['password_sign_in_off', 'database_unavailable'],
  },
});
