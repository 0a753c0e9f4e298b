import { z } from 'zod';
import { RESTRICTIONS, ROLES } from '../../../http/gates/guard.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, milliseconds, ok } from '../../../http/routing/declarations.ts';
import { personName } from '../../../http/routing/person-name.ts';
import { MESSAGE_MAX, REASON_CODES } from '../../../kernel/reason-code.ts';
import { tokenView } from '../../accounts/belongings/contract.ts';
import { SIGN_IN_WAYS } from '../../accounts/common/failed-sign-ins.ts';
import { ACCOUNT_STATES } from '../../accounts/staff/overview.ts';
import { cursor, limit, nextCursor, note, personFields, uidParameter } from '../../moderation/common/shapes.ts';
import { body } from '../common/shapes.ts';

const QUERY_MAX = 254;

const uid = uidParameter('account_not_found');

const accountView = z
  .object({
    ...personFields,
    emailVerified: z.boolean(),
    restrictions: z.array(z.enum(RESTRICTIONS)).describe('Kinds that count now'),
    createdAt: milliseconds,
  })
  .meta({ id: 'AdministeredAccount' });
const accountDetail = accountView
  .extend({
    isSelf: z.boolean().describe('Whether it is the account that asks'),
    hasPassword: z.boolean(),
    providers: z.array(z.string()).describe('Social providers that sign in'),
    totp: z.boolean().describe('Whether an authenticator app is set up'),
    passkeys: z.int(),
    sessions: z.int(),
    apiTokens: z.int(),
    lastSignInAt: milliseconds.nullable().describe('Of the sessions that there are'),
    failedSignIns: z.int().describe('Of the last 30 days'),
    suspension: z
      .object({
        reasonCode: z.string(),
        message: z.string().nullable().describe('What the person reads'),
        issuedAt: milliseconds,
      })
      .nullable()
      .describe('Null where the account is not suspended, or was before suspensions had reasons'),
  })
  .meta({ id: 'AdministeredAccountDetail' });
const changed = ok('The account after it', { account: accountDetail });

export const accountsAdministration = defineContract({
  adminAccountList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/accounts',
    summary: 'Accounts, newest first',
    description: 'Answers contain no email addresses. Deleted accounts are listed with `state=deleted` alone.',
    query: {
      q: {
        schema: z.string().max(QUERY_MAX),
        refusal: 'invalid_query',
        description: 'Part of a handle or name, a whole UID, or a whole email address',
      },
      role: { schema: z.enum(ROLES), refusal: 'invalid_query' },
      state: {
        schema: z.enum(ACCOUNT_STATES),
        refusal: 'invalid_query',
        description: '`restricted`: a restriction counts now. `unverified`: the address is not verified',
      },
      limit,
      cursor,
    },
    answers: ok('A page', { accounts: z.array(accountView), nextCursor }),
  },
  adminTokenList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/tokens',
    summary: 'API tokens with rights of administrators, of all accounts, newest first',
    description:
      'Those with the scope `publish`, `releases` or `webhooks`. They end with the role of their owner, with the sessions that an ' +
      'administrator ends, and when the owner revokes them.',
    answers: ok('The tokens, without their secrets', {
      tokens: z.array(
        tokenView.extend({
          owner: personName.nullable(),
          secondFactor: z
            .boolean()
            .describe('Whether it was made with a second factor; without, `STAFF_SECOND_FACTOR=required` refuses it'),
        }),
      ),
    }),
  },
  adminFailedSignInList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/failed-sign-ins',
    summary: 'Failed sign-ins of the last week, by account and network',
    description:
      'At most 100 groups, the largest first. `account` and `network` are keyed hashes: equal ones mean the same account or ' +
      'network, and nobody can read an address from them. The log has the same hashes.',
    answers: ok('The groups', {
      failures: z.array(
        z.object({
          way: z.enum(SIGN_IN_WAYS),
          account: z.string().nullable().describe('Null where the attempts named no account'),
          network: z.string().describe('Of an IPv4 address or an IPv6 /64'),
          failures: z.int(),
          firstAt: milliseconds.describe('Begin of the first hour'),
          lastAt: milliseconds,
        }),
      ),
    }),
  },
  adminAccountRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/accounts/{uid}',
    summary: 'One account, and how it signs in',
    params: { uid },
    answers: ok('The account', { account: accountDetail }),
  },
  adminAccountRole: {
    ...administratorRoute,
    method: 'PUT',
    path: '/api/v1/admin/accounts/{uid}/role',
    summary: 'Change the role of an account',
    description:
      'Ends the sessions and API tokens of the account and mails its owner. `from` is the role that the administrator saw; if ' +
      'the account has another one now, nothing changes (409 `version_conflict`). The last administrator who can sign in ' +
      'stays one, also when two give the role up at once.',
    params: { uid },
    body: body(z.object({ role: z.enum(ROLES), from: z.enum(ROLES) })),
    answers: changed,
    refusals: ['version_conflict', 'last_administrator_required'],
  },
  adminAccountSuspend: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/accounts/{uid}/suspension',
    summary: 'Suspend an account',
    description:
      'The person can no longer sign in; sessions and API tokens end. A mail gives reason and message and has a link that ' +
      'appeals once.',
    params: { uid },
    body: body(
      z.object({
        reasonCode: z.enum(REASON_CODES),
        message: z.string().trim().min(1).max(MESSAGE_MAX).describe('What the person reads').optional(),
        note,
      }),
    ),
    answers: changed,
    refusals: ['self_modification_forbidden', 'restriction_already_active', 'last_administrator_required'],
  },
  adminAccountReinstate: {
    ...administratorRoute,
    method: 'DELETE',
    path: '/api/v1/admin/accounts/{uid}/suspension',
    summary: 'End the suspension of an account',
    description: 'The owner is mailed, and signs in again.',
    params: { uid },
    body: { ...body(z.object({ note })), optional: true },
    answers: changed,
    refusals: ['restriction_already_revoked'],
  },
  adminAccountSessionsEnd: {
    ...administratorRoute,
    method: 'DELETE',
    path: '/api/v1/admin/accounts/{uid}/sessions',
    summary: 'End all sessions and API tokens of an account',
    description: 'Mailed links end too. The owner is mailed.',
    params: { uid },
    answers: changed,
    refusals: ['self_modification_forbidden'],
  },
  adminAccountPasswordLink: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/accounts/{uid}/password-link',
    summary: 'Mail a link to choose a new password',
    description: 'To the address of the account; nobody else sees it. It works once, for one hour. Earlier links end.',
    params: { uid },
    answers: { 202: { description: 'The mail is on its way', schema: z.object({ mailSent: z.literal(true) }) } },
    refusals: ['self_modification_forbidden'],
  },
  adminAccountFactorsReset: {
    ...administratorRoute,
    method: 'DELETE',
    path: '/api/v1/admin/accounts/{uid}/factors',
    summary: 'Remove the second factors and passkeys of an account',
    description: 'For people who have lost everything. Sessions and API tokens end; the owner is mailed.',
    params: { uid },
    answers: changed,
    refusals: ['self_modification_forbidden'],
  },
});
