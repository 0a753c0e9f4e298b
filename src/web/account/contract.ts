// Routes of the account pages: the forms that mailed links open, and the end of a social sign-in that failed.
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { isOwnPath } from '../shell/then.ts';

const PAGES = 'Account pages';

const html = { mediaType: 'text/html; charset=utf-8' } as const;

/** A path of this service. Another text counts as absent. */
const leadsTo = {
  schema: z.string().refine(isOwnPath).catch(''),
  refusal: 'invalid_query',
  description: 'Path of this service to redirect to afterwards; default is the home page',
} as const satisfies Parameter;

export const accountContract = defineContract({
  passwordPage: {
    method: 'GET',
    path: '/account/password',
    section: PAGES,
    summary: 'The page of a mailed link with the form to set the password',
    dialect: 'page',
    cors: 'none',
    query: {
      token: { schema: z.string().max(128).catch(''), refusal: 'invalid_query', description: 'The mailed token' },
    },
    answers: { 200: { description: 'The page', ...html } },
    readsDatabase: true,
  },
  passwordSet: {
    method: 'POST',
    path: '/account/password',
    section: PAGES,
    summary: 'Set the password with the mailed token, verify the address, and sign in',
    dialect: 'page',
    cors: 'none',
    sameOrigin: 'form',
    limit: 'sign-in-address',
    body: {
      kind: 'form',
      schema: z.object({ token: z.string().max(128), password: z.string().max(4_096) }),
      capBytes: 16_384,
      invalid: 'invalid_body',
    },
    answers: {
      303: { description: 'Signed in; redirects' },
      400: { description: 'The page again: the link is no longer valid, or the password is refused', ...html },
      403: { description: 'The password is set, but the account may not sign in', ...html },
    },
    refusals: ['sign_in_busy', 'database_unavailable'],
  },
  addressPage: {
    method: 'GET',
    path: '/account/address',
    section: PAGES,
    summary: 'The page of a mailed link about an address, with a form that performs the action',
    dialect: 'page',
    cors: 'none',
    query: {
      token: { schema: z.string().max(128).catch(''), refusal: 'invalid_query', description: 'The mailed token' },
    },
    answers: { 200: { description: 'The page', ...html } },
    readsDatabase: true,
    refusals: ['database_unavailable'],
  },
  addressConfirm: {
    method: 'POST',
    path: '/account/address',
    section: PAGES,
    summary: 'Verify an address, confirm a change of address, or finish one, with the mailed token',
    description:
      'A link is valid once and for one hour. A change needs two: the old address confirms, then the new one is verified, which ends all sessions and API tokens. Anything else that ends the sessions of the account also ends the change.',
    dialect: 'page',
    cors: 'none',
    sameOrigin: 'form',
    limit: 'sign-in-address',
    body: { kind: 'form', schema: z.object({ token: z.string().max(128) }), capBytes: 16_384, invalid: 'invalid_body' },
    answers: {
      200: { description: 'Done; the page describes the next step', ...html },
      400: { description: 'The link is no longer valid', ...html },
    },
    refusals: ['account_exists', 'database_unavailable'],
  },
  secondFactorPage: {
    method: 'GET',
    path: '/account/second-factor',
    section: PAGES,
    summary: 'The page that asks for the second factor of a sign-in',
    dialect: 'page',
    cors: 'none',
    query: { then: leadsTo },
    answers: { 200: { description: 'The page', ...html } },
    readsDatabase: true,
    refusals: ['database_unavailable'],
  },
  secondFactorSubmit: {
    method: 'POST',
    path: '/account/second-factor',
    section: PAGES,
    summary: 'Complete a sign-in with a code of the authenticator app or a backup code',
    dialect: 'page',
    cors: 'none',
    sameOrigin: 'form',
    limit: 'sign-in-address',
    body: {
      kind: 'form',
      schema: z.object({ code: z.string().max(64), then: leadsTo.schema.optional() }),
      capBytes: 16_384,
      invalid: 'invalid_body',
    },
    answers: {
      303: { description: 'Signed in; redirects to `then`' },
      400: { description: 'The page again: the code is wrong, or this browser has no pending sign-in', ...html },
      403: { description: 'The account cannot sign in', ...html },
      429: { description: 'The page again: wait after too many wrong codes', ...html },
    },
    refusals: ['database_unavailable'],
  },
  appealLinkPage: {
    method: 'GET',
    path: '/account/appeal',
    section: PAGES,
    summary: 'The page of a mailed link by which people who cannot sign in appeal',
    dialect: 'page',
    cors: 'none',
    query: {
      token: { schema: z.string().max(128).catch(''), refusal: 'invalid_query', description: 'The mailed token' },
    },
    answers: { 200: { description: 'The page', ...html } },
    readsDatabase: true,
  },
  appealLinkSubmit: {
    method: 'POST',
    path: '/account/appeal',
    section: PAGES,
    summary: 'Appeal with the mailed token',
    description: 'A link is valid once and for 30 days.',
    dialect: 'page',
    cors: 'none',
    sameOrigin: 'form',
    limit: 'sign-in-address',
    body: {
      kind: 'form',
      schema: z.object({ token: z.string().max(128), message: z.string() }),
      capBytes: 65_536,
      invalid: 'invalid_body',
    },
    answers: {
      200: { description: 'Filed', ...html },
      400: { description: 'The link is no longer valid', ...html },
      422: { description: 'The page again: the text is empty or too long', ...html },
    },
  },
  accountErrorPage: {
    method: 'GET',
    path: '/account/error',
    section: PAGES,
    summary: 'The page after a failed sign-in with a provider',
    dialect: 'page',
    cors: 'none',
    answers: { 200: { description: 'The page', ...html } },
  },
  authErrorPage: {
    method: 'GET',
    path: '/api/auth/error',
    section: PAGES,
    summary: 'The same page at the address that the sign-in library knows',
    dialect: 'page',
    cors: 'none',
    answers: { 200: { description: 'The page', ...html } },
  },
});
