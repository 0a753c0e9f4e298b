// Routes of the pages about accounts. A form redirects back to the account with what was done, or shows the page again.
import { z } from 'zod';
import { ROLES } from '../../../http/gates/guard.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { fields, listed, uid as number, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

/** Acts that need nothing but a press. */
export const ACCOUNT_ACTS = ['reinstatement', 'sessions', 'password-link', 'factors'] as const;

const uid = { schema: number.transform(Number), refusal: 'account_not_found' } as const;

export const accountsPages = defineContract({
  adminAccountsPage: {
    ...adminPage,
    path: '/admin/accounts',
    summary: 'Accounts, with filters',
    query: { q: text, role: text, state: text, cursor: text },
    answers: listed,
  },
  adminAccountPage: {
    ...adminPage,
    path: '/admin/accounts/{uid}',
    summary: 'One account, and what can be done about it',
    params: { uid },
    query: { done: text },
  },
  adminAccountRoleForm: {
    ...adminForm,
    path: '/admin/accounts/{uid}/role',
    summary: 'Changes the role of an account',
    params: { uid },
    body: fields({ role: z.enum(ROLES), from: z.enum(ROLES), name: z.string() }),
    answers: submits('Changed; redirects to the account', {
      409: 'the role was changed meanwhile, or the last administrator would lose it',
      422: 'the name is not that of the account',
    }),
  },
  adminAccountSuspensionForm: {
    ...adminForm,
    path: '/admin/accounts/{uid}/suspension',
    summary: 'Suspends an account',
    params: { uid },
    body: fields({ reasonCode: z.enum([...REASON_CODES, '']), message: z.string(), note: z.string() }),
    answers: submits('Suspended; redirects to the account', {
      409: 'it is suspended already, is one’s own, or is that of the last administrator',
      422: 'no reason is chosen',
    }),
  },
  adminAccountActForm: {
    ...adminForm,
    path: '/admin/accounts/{uid}/acts/{act}',
    summary: 'Reinstates, ends sessions, mails a password link, or removes second factors',
    params: { uid, act: { schema: z.enum(ACCOUNT_ACTS), refusal: 'route_not_found' } },
    answers: submits('Done; redirects to the account', { 409: 'it is one’s own, or not suspended any more' }),
  },
});
