// Routes of the account pages: the forms that mailed links open, and the end of a social sign-in that failed.
import { z } from 'zod';
import { defineContract, type Parameter, type RouteDeclaration } from '../../http/routing/contract.ts';
import { late } from '../../http/routing/declarations.ts';
import { accountForm, accountPage, fields, formOf, html, redirects } from '../forms/routes.ts';
import { isOwnPath } from '../shell/return-path.ts';

/** The answer depends on what is stored for the link, or for the sign-in that waits. */
const page = { ...accountPage, readsDatabase: true } as const;
const form = { ...accountForm, limit: 'sign-in-address' } as const;
const token = z.string().max(128);
const ofLink = {
  token: { schema: token.catch(''), refusal: 'invalid_query', description: 'The mailed token' },
} as const satisfies Readonly<Record<string, Parameter>>;
/** A path of this service. Another text counts as absent. */
const leadsTo = {
  schema: z.string().refine(isOwnPath).catch(''),
  refusal: 'invalid_query',
  description: 'Path of this service to redirect to afterwards; default is the home page',
} as const satisfies Parameter;

/** Every answer is the same, so a malformed token is none. Tokens consist of the characters that a path has unchanged. */
const unsubscribing = {
  path: '/mail/unsubscribe/{token}',
  params: {
    token: {
      ...late(
        z
          .string()
          .max(512)
          .regex(/^[\w.~-]+$/)
          .catch(''),
        'invalid_query',
      ),
      description: 'The mailed token',
    },
  },
} as const satisfies Pick<RouteDeclaration, 'path' | 'params'>;

/** An appeal with its letters percent-encoded. */
const APPEAL_BYTES = 65_536;

export const accountContract = defineContract({
  passwordPage: {
    ...page,
    path: '/account/password',
    summary: 'The page of a mailed link with the form to set the password',
    query: ofLink,
  },
  passwordSet: {
    ...form,
    path: '/account/password',
    summary: 'Set the password with the mailed token, verify the address, and sign in',
    body: fields({ token, password: z.string().max(4_096) }),
    answers: {
      ...redirects('Signed in'),
      400: html('The page again: the link is no longer valid, or the password is refused'),
      403: html('The password is set, but the account may not sign in'),
    },
    refusals: ['sign_in_busy', 'database_unavailable'],
  },
  addressPage: {
    ...page,
    path: '/account/address',
    summary: 'The page of a mailed link about an address, with a form that performs the action',
    query: ofLink,
    refusals: ['database_unavailable'],
  },
  addressConfirm: {
    ...form,
    path: '/account/address',
    summary: 'Verify an address, confirm a change of address, or finish one, with the mailed token',
    description:
      'A link is valid once and for one hour. A change needs two: the old address confirms, then the new one is verified, which ends all sessions and API tokens. Anything else that ends the sessions of the account also ends the change.',
    body: fields({ token }),
    answers: { 200: html('Done; the page describes the next step'), 400: html('The link is no longer valid') },
    refusals: ['account_exists', 'database_unavailable'],
  },
  secondFactorPage: {
    ...page,
    path: '/account/second-factor',
    summary: 'The page that asks for the second factor of a sign-in',
    query: { then: leadsTo },
    refusals: ['database_unavailable'],
  },
  secondFactorSubmit: {
    ...form,
    servedInMaintenance: true,
    path: '/account/second-factor',
    summary: 'Complete a sign-in with a code of the authenticator app or a backup code',
    body: fields({ code: z.string().max(64), then: leadsTo.schema.optional() }),
    answers: {
      ...redirects('Signed in; redirects to `then`'),
      400: html('The page again: the code is wrong, or this browser has no pending sign-in'),
      403: html('The account cannot sign in'),
      429: html('The page again: wait after too many wrong codes'),
    },
    refusals: ['database_unavailable'],
  },
  appealLinkPage: {
    ...page,
    path: '/account/appeal',
    summary: 'The page of a mailed link by which people who cannot sign in appeal',
    query: ofLink,
  },
  appealLinkSubmit: {
    ...form,
    path: '/account/appeal',
    summary: 'Appeal with the mailed token',
    description: 'A link is valid once and for 30 days.',
    body: formOf(z.object({ token, message: z.string() }), APPEAL_BYTES),
    answers: {
      200: html('Filed'),
      400: html('The link is no longer valid'),
      422: html('The page again: the text is empty or too long'),
    },
  },
  mailUnsubscribePage: {
    ...accountPage,
    ...unsubscribing,
    summary: 'The page of a mailed link with the form that ends such mails',
  },
  mailUnsubscribe: {
    ...accountPage,
    ...unsubscribing,
    // Mail programs send it themselves, from anywhere and without a cookie. The token alone counts.
    method: 'POST',
    servedInMaintenance: true,
    summary: 'Ends the mails that a mailed token names',
    description:
      'For mail programs, too: the mails name it in `List-Unsubscribe`, with `List-Unsubscribe-Post` (RFC 8058). The body is not ' +
      'read. An unknown token is answered in the same way.',
    refusals: ['database_unavailable'],
  },
  accountErrorPage: {
    ...accountPage,
    path: '/account/error',
    summary: 'The page after a failed sign-in with a provider',
  },
  authErrorPage: {
    ...accountPage,
    path: '/api/auth/error',
    summary: 'The same page at the address that the sign-in library knows',
  },
});
