// Handlers of the pages about accounts.
import type { Handlers } from '../../../http/routing/contract.ts';
import { optional } from '../../forms/lines.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { type Refused, requireAsked, showList } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { ACCOUNT_FAULTS, type AccountData, accountPage, nameToType } from './account-page.tsx';
import { type AccountFilters, accountsPage } from './accounts-page.tsx';
import type { ACCOUNT_ACTS, accountsPages } from './contract.ts';

const PATH = '/admin/accounts';

/** Filters that say something. */
const filtersOf = (query: AccountFilters): AccountFilters =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value.trim() !== ''));

/** What people type is compared without regard to case and spaces around it. */
const isSameName = (typed: string, name: string): boolean =>
  typed.trim().replace(/^@/, '').normalize('NFKC').toLowerCase() === name.normalize('NFKC').toLowerCase();

function callAct(page: PageContext, act: (typeof ACCOUNT_ACTS)[number], uid: number) {
  const params = { uid };
  switch (act) {
    case 'reinstatement':
      return page.ask('DELETE /api/v1/admin/accounts/{uid}/suspension', { params, body: {} });
    case 'sessions':
      return page.ask('DELETE /api/v1/admin/accounts/{uid}/sessions', { params });
    case 'password-link':
      return page.ask('POST /api/v1/admin/accounts/{uid}/password-link', { params });
    case 'factors':
      return page.ask('DELETE /api/v1/admin/accounts/{uid}/factors', { params });
  }
}

export function accountsPageHandlers(shell: Shell): Handlers<typeof accountsPages> {
  const { signedIn } = openingBy(shell);
  const readAccount = async (page: PageContext, uid: number) =>
    requireAsked(await page.ask('GET /api/v1/admin/accounts/{uid}', { params: { uid } })).account;
  const show = async (page: PageContext, uid: number, data: Omit<AccountData, 'account'>) =>
    accountPage(page, { account: await readAccount(page, uid), ...data });
  /** The page again with what was refused, where it has a sentence. */
  const again =
    (page: PageContext, uid: number, more: Pick<AccountData, 'chosen'> = {}) =>
    ({ code }: Refused) =>
      ACCOUNT_FAULTS.has(code) && withStatus(409, show(page, uid, { fault: code, ...more }));

  return {
    adminAccountsPage: signedIn(async (page, { query: { q, role, state, cursor } }) => {
      const filters = filtersOf({ q, role, state });
      const asked = await page.ask('GET /api/v1/admin/accounts', { query: { ...filters, cursor } });
      const isWhole = Object.keys(filters).length === 0 && cursor === undefined;
      return showList(asked, PATH, async (accounts) => {
        const failed = isWhole
          ? requireAsked(await page.ask('GET /api/v1/admin/failed-sign-ins', {})).failures
          : undefined;
        return accountsPage(page, accounts, filters, failed);
      });
    }),
    adminAccountPage: signedIn((page, { params, query }) => show(page, params.uid, query)),
    adminAccountRoleForm: signedIn(async (page, { params, body: { role, from, name } }) => {
      const { uid } = params;
      const account = await readAccount(page, uid);
      if (!isSameName(name, nameToType(account))) {
        return { page: accountPage(page, { account, fault: 'name', chosen: role }), status: 422 };
      }
      const asked = await page.ask('PUT /api/v1/admin/accounts/{uid}/role', { params, body: { role, from } });
      // Whoever gave their own role up has no session any more.
      return submit(
        asked,
        account.isSelf ? '/sign-in' : `${PATH}/${uid}?done=role`,
        again(page, uid, { chosen: role }),
      );
    }),
    adminAccountSuspensionForm: signedIn(async (page, { params, body: { reasonCode, message, note } }) => {
      const { uid } = params;
      if (reasonCode === '') return withStatus(422, show(page, uid, { fault: 'reason', typed: { message, note } }));
      const asked = await page.ask('POST /api/v1/admin/accounts/{uid}/suspension', {
        params,
        body: { reasonCode, message: optional(message), note: note.trim() === '' ? undefined : note },
      });
      return submit(asked, `${PATH}/${uid}?done=suspension`, again(page, uid));
    }),
    adminAccountActForm: signedIn(async (page, { params: { uid, act } }) =>
      submit<unknown>(await callAct(page, act, uid), `${PATH}/${uid}?done=${act}`, again(page, uid)),
    ),
  };
}
