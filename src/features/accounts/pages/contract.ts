// Routes of the account pages: the forms that mailed links open, and the end of a social sign-in that failed.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';

const PAGES = 'Account pages';

const html = { mediaType: 'text/html; charset=utf-8' } as const;

export const pagesContract = defineContract({
  passwordPage: {
    id: 'passwordPage',
    method: 'GET',
    path: '/account/password',
    section: PAGES,
    summary: 'The page that a mailed link opens: a form to set the password',
    dialect: 'api',
    cors: 'none',
    query: {
      token: { schema: z.string().max(128).catch(''), refusal: 'invalid_query', description: 'The mailed token' },
    },
    answers: { 200: { description: 'The page', ...html } },
    readsDatabase: true,
    refusals: ['too_many_reads'],
  },
  passwordSet: {
    id: 'passwordSet',
    method: 'POST',
    path: '/account/password',
    section: PAGES,
    summary: 'Set the password with the mailed token, verify the address, and sign in',
    dialect: 'api',
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
      303: { description: 'Signed in; leads on' },
      400: { description: 'The page again: the link or the password does not do', ...html },
      403: { description: 'The password is set, but the account may not sign in', ...html },
    },
    refusals: [
      'cross_origin_request',
      'content_type_required',
      'request_too_large',
      'invalid_body',
      'rate_limit_exceeded',
      'sign_in_busy',
      'database_unavailable',
    ],
  },
  addressPage: {
    id: 'addressPage',
    method: 'GET',
    path: '/account/address',
    section: PAGES,
    summary: 'The page that a mailed link about an address opens: says what its form does, and does nothing',
    dialect: 'api',
    cors: 'none',
    query: {
      token: { schema: z.string().max(128).catch(''), refusal: 'invalid_query', description: 'The mailed token' },
    },
    answers: { 200: { description: 'The page', ...html } },
    readsDatabase: true,
    refusals: ['too_many_reads', 'database_unavailable'],
  },
  addressConfirm: {
    id: 'addressConfirm',
    method: 'POST',
    path: '/account/address',
    section: PAGES,
    summary: 'Verify an address, confirm a change of address, or finish one, with the mailed token',
    description:
      'A link works once and for one hour. A change takes two: the old address confirms, then the new one is verified, which ends all sessions and API tokens. Whatever else ends the sessions of the account ends the change.',
    dialect: 'api',
    cors: 'none',
    sameOrigin: 'form',
    limit: 'sign-in-address',
    body: { kind: 'form', schema: z.object({ token: z.string().max(128) }), capBytes: 16_384, invalid: 'invalid_body' },
    answers: {
      200: { description: 'Done: the page says what comes next', ...html },
      400: { description: 'The link does not work any more', ...html },
    },
    refusals: [
      'cross_origin_request',
      'content_type_required',
      'request_too_large',
      'invalid_body',
      'rate_limit_exceeded',
      'account_exists',
      'database_unavailable',
    ],
  },
  accountErrorPage: {
    id: 'accountErrorPage',
    method: 'GET',
    path: '/account/error',
    section: PAGES,
    summary: 'Where a social sign-in ends that did not work',
    dialect: 'api',
    cors: 'none',
    answers: { 200: { description: 'The page', ...html } },
    refusals: [],
  },
});
