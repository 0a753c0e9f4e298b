// Routes of sign-in and security: sessions, password, address, authenticator app, passkeys, and the confirmation that some of
// it asks for.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import {
  box,
  fields,
  formOf,
  html,
  ownForm,
  ownPage,
  redirects,
  showsOnce,
  submits,
  text,
} from '../../forms/routes.ts';

const NAME_MAX = 80;
const URI_MAX = 1_024;
const CODES_MAX = 512;

export const securityPages = defineContract({
  securityPage: {
    ...ownPage,
    path: '/settings/security',
    summary: 'Ways to sign in, and sessions',
    query: { done: text, error: text },
  },
  sessionEndForm: {
    ...ownForm,
    path: '/settings/security/sessions',
    summary: 'Ends a session, or all others',
    body: fields({ session: z.union([z.uuid().toLowerCase(), z.literal('others')]) }),
    answers: redirects('Ended; redirects to the page'),
  },
  passwordSettingsPage: {
    ...ownPage,
    path: '/settings/security/password',
    summary: 'The form that changes the password',
  },
  passwordChangeForm: {
    ...ownForm,
    path: '/settings/security/password',
    summary: 'Changes the password',
    body: fields({
      currentPassword: z.string(),
      newPassword: z.string(),
      keepApiTokens: box,
    }),
    answers: submits('Changed; redirects to the security page', { 422: 'a password is wrong or refused' }),
  },
  addressSettingsPage: {
    ...ownPage,
    path: '/settings/security/address',
    summary: 'The form that changes the email address',
  },
  addressChangeForm: {
    ...ownForm,
    path: '/settings/security/address',
    summary: 'Mails the link that confirms a change of the email address',
    body: fields({ newEmail: z.string() }),
    answers: submits('Mailed; redirects to the security page', { 422: 'the address is refused' }),
  },
  authenticatorPage: {
    ...ownPage,
    path: '/settings/security/app',
    summary: 'The authenticator app: on or off',
  },
  authenticatorForm: {
    ...ownForm,
    path: '/settings/security/app',
    summary: 'Sets up an authenticator app, turns it on or off, or creates new backup codes',
    body: formOf(
      z.discriminatedUnion('act', [
        z.object({ act: z.enum(['begin', 'renew', 'remove']) }),
        z.object({
          act: z.literal('code'),
          code: z.string(),
          uri: z
            .string()
            .max(URI_MAX)
            .regex(/^otpauth:\/\/totp\/[!-~]+$/),
          codes: z
            .string()
            .max(CODES_MAX)
            .regex(/^[\w-]+(?: [\w-]+)*$/),
        }),
      ]),
    ),
    answers: {
      200: showsOnce('what the app needs, or with backup codes, which are not shown again'),
      ...submits('Turned off, or the reader must confirm who they are; redirects', {
        422: 'the code is wrong',
        429: 'wait after too many wrong codes',
      }),
    },
  },
  passkeyForm: {
    ...ownForm,
    path: '/settings/security/passkeys',
    summary: 'Renames or removes a passkey',
    body: formOf(
      z.discriminatedUnion('act', [
        z.object({ act: z.literal('rename'), passkey: z.uuid(), name: z.string().trim().min(1).max(NAME_MAX) }),
        z.object({ act: z.literal('remove'), passkey: z.uuid() }),
      ]),
    ),
    answers: redirects('Done, or the reader must confirm who they are; redirects'),
  },
  providerForm: {
    ...ownForm,
    path: '/settings/security/providers',
    summary: 'Begins to link a service, or unlinks one',
    body: fields({ act: z.enum(['link', 'unlink']), provider: z.string().regex(/^[a-z0-9-]{1,32}$/) }),
    answers: {
      200: html('The page whose link leads to the service'),
      ...redirects('Unlinked, or the reader must confirm who they are; redirects'),
    },
    refusals: ['social_provider_unavailable'],
  },
  confirmPage: {
    ...ownPage,
    path: '/settings/confirm',
    summary: 'The form that confirms who the reader is',
    query: { then: text },
  },
  confirmForm: {
    ...ownForm,
    servedInMaintenance: true,
    path: '/settings/confirm',
    summary: 'Confirms with a password or a code, or mails a code',
    body: fields({ then: z.string(), password: z.string().optional(), code: z.string().optional() }),
    answers: {
      200: showsOnce('the field for the code that was mailed'),
      ...submits('Confirmed; redirects to `then`', { 422: 'the password or code is wrong' }),
    },
  },
});
