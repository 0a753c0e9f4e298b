// The sign-in routes: those of Better Auth that are let through, and no others.

import { z } from 'zod';
import { defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { isRegistrationText, REGISTRATION_TEXT_MAX } from '../common/approval.ts';
import { body, emptyRequest, optionalBody, refused, status } from '../common/library-contract.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/passwords.ts';

const SIGN_IN = 'Sign-in';

const api = { dialect: 'api', cors: 'credentials' } as const;

/** Maximum length of a redirect target. */
const REDIRECT_MAX = 512;
/** Printable ASCII of URLs. Three of them, stored as JSON, fit into an index entry. */
const REDIRECT = /^[!#-[\]-~]*$/;

/** Fields that the sign-in library validates, described for the documentation. */
const field = (description: string, type: 'string' | 'boolean' = 'string') =>
  z.unknown().optional().meta({ type, description });
const redirect = (description: string) => z.string().max(REDIRECT_MAX).regex(REDIRECT).describe(description);
const callbackURL = redirect('Where to lead on: a path here, or an address at a trusted origin').optional();

const user = z.looseObject({ id: z.string(), email: z.string(), emailVerified: z.boolean() });
/** The account of a session that is read. */
const owner = user.extend({
  twoFactorEnabled: z.boolean().nullish().describe('Whether an authenticator app is on'),
});
const session = z.looseObject({
  id: z.string(),
  token: z.string(),
  expiresAt: z.string(),
  createdAt: z.string().describe('Time of the sign-in'),
  updatedAt: z.string().describe('When it was last extended: at most once a day'),
});
const redirectAnswer = { description: 'Redirect' } as const;
const leadsToProvider = z.object({ url: z.string(), redirect: z.boolean() });

/** Name of a service to sign in with. */
export const providerName = z.string().regex(/^[a-z][a-z0-9]{0,31}$/);

/** Query parameters of URLs in mails and from providers, which the sign-in library validates. */
const passed = (description: string): Parameter & { readonly schema: z.ZodString } => ({
  schema: z.string().max(4_096),
  refusal: 'invalid_query',
  description,
});

const authPost = {
  ...api,
  method: 'POST',
  section: SIGN_IN,
  sameOrigin: true,
  limit: 'sign-in-address',
  byLibrary: true,
} as const;
const provenPost = { ...authPost, needsProof: true } as const;
const PROOF = 'Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).';
const authGet = { ...api, method: 'GET', section: SIGN_IN, byLibrary: true } as const;

export const signInContract = defineContract({
  sessionRead: {
    ...authGet,
    path: '/api/auth/get-session',
    summary: 'The session of the cookie and its account, or null; extends a session that is older than a day',
    description: 'A session ends a week after it was last extended, and 30 days after the sign-in in any case.',
    answers: ok('The session', z.object({ session, user: owner }).nullable()),
    refusals: ['database_unavailable'],
  },
  signInEmail: {
    ...authPost,
    servedInMaintenance: true,
    path: '/api/auth/sign-in/email',
    summary: 'Sign in with address and password',
    body: body(
      z
        .object({
          email: field('Address of the account'),
          password: field('Its password'),
          rememberMe: field('Whether the cookie outlives the browser; default true', 'boolean'),
          callbackURL,
        })
        .meta({ required: ['email', 'password'] }),
    ),
    answers: {
      200: {
        description: 'Signed in; or `twoFactorRedirect`: the second factor is missing (`two-factor/verify-totp`)',
        schema: z.union([
          z.looseObject({ token: z.string(), user }),
          z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.enum(['totp', 'passkey'])) }),
        ]),
      },
      400: refused,
      401: refused,
      403: refused,
    },
    requires: 'passwordSignIn',
    refusals: ['password_sign_in_off', 'sign_in_busy', 'database_unavailable'],
  },
  signInSocial: {
    ...authPost,
    servedInMaintenance: true,
    path: '/api/auth/sign-in/social',
    summary: 'Start signing in with a provider: one of those that `accountConfigRead` names',
    body: body(
      z
        .object({
          provider: field('The provider'),
          callbackURL,
          newUserCallbackURL: callbackURL,
          errorCallbackURL: callbackURL,
          disableRedirect: field('Answer with the address alone', 'boolean'),
          inviteCode: field('Code of an invite, for a first sign-in while registration is by invitation or approval'),
          text: z
            .string()
            .refine(isRegistrationText)
            .optional()
            .meta({ maxLength: REGISTRATION_TEXT_MAX })
            .describe(
              'What the person writes about themselves; counts for a first sign-in while registration is by approval',
            ),
        })
        .meta({ required: ['provider'] }),
    ),
    answers: {
      200: { description: 'The URL to redirect to', schema: leadsToProvider },
      400: refused,
      403: refused,
      404: refused,
    },
    refusals: ['social_provider_unavailable', 'database_unavailable'],
  },
  signInCallback: {
    ...authGet,
    path: '/api/auth/callback/{provider}',
    summary: 'The callback of a sign-in provider',
    description: 'Redirects to `/account/second-factor` if the account has a second factor.',
    params: {
      provider: { schema: providerName, refusal: 'auth_route_not_found' },
    },
    query: { state: passed('State of the sign-in'), code: passed('Code of the provider'), error: passed('Its error') },
    answers: { 302: redirectAnswer },
    readsDatabase: true,
    refusals: ['social_provider_unavailable', 'database_unavailable'],
  },
  signOut: {
    ...authPost,
    servedInMaintenance: true,
    path: '/api/auth/sign-out',
    summary: 'End the session of the cookie',
    body: optionalBody(emptyRequest),
    answers: ok('Signed out', { success: z.boolean() }),
    refusals: ['database_unavailable'],
  },
  verificationSend: {
    ...authPost,
    limit: 'mail',
    path: '/api/auth/send-verification-email',
    summary: 'Mail a link that verifies an address; the response is the same for every address',
    body: body(z.object({ email: field('The address'), callbackURL }).meta({ required: ['email'] })),
    answers: { 200: { description: 'Accepted', schema: status }, 400: refused, 403: refused },
    refusals: ['database_unavailable'],
  },
  emailVerify: {
    ...authGet,
    path: '/api/auth/verify-email',
    summary: 'Redirect a token for an address to its page',
    description: 'Performs no action; the form of the page does. Mails link to the page itself, `/account/address`.',
    query: { token: passed('The mailed token'), callbackURL: passed('Ignored; an address elsewhere is refused') },
    answers: { 302: redirectAnswer },
    refusals: ['invalid_callback_url'],
  },
  passwordResetRequest: {
    ...authPost,
    limit: 'mail',
    path: '/api/auth/request-password-reset',
    summary: 'Mail a link to set a new password; the response is the same for every address',
    body: body(
      z
        .object({
          email: field('The address'),
          redirectTo: redirect('The page that takes the token: `/account/password` here, as without it').optional(),
        })
        .meta({ required: ['email'] }),
    ),
    answers: {
      200: { description: 'Accepted', schema: z.looseObject({ status: z.boolean() }) },
      400: refused,
    },
    requires: 'passwordSignIn',
    refusals: ['password_sign_in_off', 'invalid_redirect_url', 'database_unavailable'],
  },
  passwordResetOpen: {
    ...authGet,
    path: '/api/auth/reset-password/{token}',
    summary: 'Redirect a password token to its page',
    params: { token: { schema: z.string().max(128), refusal: 'auth_route_not_found' } },
    query: { callbackURL: passed('That page, `/account/password`; another is refused') },
    answers: { 302: redirectAnswer },
    refusals: ['invalid_callback_url'],
  },
  passwordReset: {
    ...authPost,
    path: '/api/auth/reset-password',
    summary: 'Set the password with a mailed token; ends all sessions and API tokens, verifies the address',
    body: body(
      z
        .object({
          token: field('The mailed token'),
          newPassword: field(`${PASSWORD_MIN} to ${PASSWORD_MAX} characters`),
        })
        .meta({ required: ['token', 'newPassword'] }),
    ),
    answers: { 200: { description: 'Set', schema: status }, 400: refused },
    refusals: ['password_too_common', 'password_too_personal', 'sign_in_busy', 'database_unavailable'],
  },
  emailChange: {
    ...provenPost,
    limit: 'mail',
    path: '/api/auth/change-email',
    summary: 'Change the address; the old one confirms, then the new one is verified',
    description: PROOF,
    body: body(z.object({ newEmail: field('The new address'), callbackURL }).meta({ required: ['newEmail'] })),
    answers: { 200: { description: 'Accepted', schema: status }, 400: refused, 401: refused, 403: refused },
    refusals: ['database_unavailable'],
  },
  passwordChange: {
    ...authPost,
    path: '/api/auth/change-password',
    summary: 'Change the password; ends all other sessions, API tokens and unused password links',
    body: body(
      z
        .object({
          currentPassword: field('The password of now'),
          newPassword: field(`${PASSWORD_MIN} to ${PASSWORD_MAX} characters`),
          keepApiTokens: z.boolean().optional().describe('Whether API tokens stay valid; default false'),
        })
        .meta({ required: ['currentPassword', 'newPassword'] }),
    ),
    answers: {
      200: { description: 'Changed', schema: z.looseObject({ token: z.string().nullable() }) },
      400: refused,
      401: refused,
      403: refused,
    },
    refusals: ['password_too_common', 'password_too_personal', 'sign_in_busy', 'database_unavailable'],
  },
  loginMethodList: {
    ...authGet,
    path: '/api/auth/list-accounts',
    summary: 'List the sign-in methods of this account',
    answers: {
      200: { description: 'The ways', schema: z.array(z.looseObject({ id: z.string(), providerId: z.string() })) },
      401: refused,
    },
    refusals: ['database_unavailable'],
  },
  loginMethodLink: {
    ...provenPost,
    path: '/api/auth/link-social',
    summary: 'Start linking a provider account with the same address',
    description: PROOF,
    body: body(
      z
        .object({ provider: field('The provider'), callbackURL, errorCallbackURL: callbackURL })
        .meta({ required: ['provider'] }),
    ),
    answers: {
      200: { description: 'The URL to redirect to', schema: leadsToProvider },
      400: refused,
      401: refused,
      403: refused,
      404: refused,
    },
    refusals: ['social_provider_unavailable', 'database_unavailable'],
  },
  loginMethodUnlink: {
    ...provenPost,
    path: '/api/auth/unlink-account',
    summary: 'Remove a sign-in method; the last one cannot be removed',
    description: PROOF,
    body: body(z.object({ accountId: field('Id of the way, as listed') }).meta({ required: ['accountId'] })),
    answers: { 200: { description: 'Removed', schema: status }, 400: refused, 401: refused },
    refusals: ['database_unavailable'],
  },
  sessionList: {
    ...authGet,
    path: '/api/auth/list-sessions',
    summary: 'List the sessions of this account',
    answers: { 200: { description: 'The sessions', schema: z.array(session) }, 401: refused },
    refusals: ['database_unavailable'],
  },
  sessionRevoke: {
    ...provenPost,
    path: '/api/auth/revoke-session',
    summary: 'End one session',
    description: PROOF,
    body: body(z.object({ token: field('Token of the session, as listed') }).meta({ required: ['token'] })),
    answers: { 200: { description: 'Ended', schema: status }, 400: refused, 401: refused },
    refusals: ['database_unavailable'],
  },
  sessionRevokeAll: {
    ...provenPost,
    path: '/api/auth/revoke-sessions',
    summary: 'End all sessions, including this one',
    description: PROOF,
    body: optionalBody(emptyRequest),
    answers: { 200: { description: 'Ended', schema: status }, 401: refused },
    refusals: ['database_unavailable'],
  },
  sessionRevokeOthers: {
    ...provenPost,
    path: '/api/auth/revoke-other-sessions',
    summary: 'End all other sessions',
    description: PROOF,
    body: optionalBody(emptyRequest),
    answers: { 200: { description: 'Ended', schema: status }, 401: refused },
    refusals: ['database_unavailable'],
  },
  authProbe: {
    ...api,
    method: 'GET',
    section: SIGN_IN,
    path: '/api/auth/ok',
    summary: 'Whether sign-in is available',
    answers: ok('It is', { ok: z.boolean() }),
  },
});
