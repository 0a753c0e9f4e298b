// Handlers of the pages about accounts.
import type { Handlers } from '../../../http/routing/contract.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, isStale, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { type AccountData, accountPage, isAccountFault, nameToType } from './account-page.tsx';
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
  const { open, answer } = openingBy(shell);
  const readAccount = async (page: PageContext, uid: number) =>
    requireAsked(await page.ask('GET /api/v1/admin/accounts/{uid}', { params: { uid } })).account;

  /** The page again with what was refused; refuses what has no sentence of its own. */
  async function again(
    page: PageContext,
    uid: number,
    refused: Parameters<typeof asRefusal>[0],
    more: Pick<AccountData, 'chosen'> = {},
  ): Promise<Response> {
    if (!isAccountFault(refused.code)) throw asRefusal(refused);
    return answer(
      page,
      accountPage(page, { account: await readAccount(page, uid), fault: refused.code, ...more }),
      409,
    );
  }

  return {
    adminAccountsPage: async (call) => {
      const page = await open(call);
      const { q, role, state, cursor } = call.query;
      const filters = filtersOf({ q, role, state });
      const asked = await page.ask('GET /api/v1/admin/accounts', { query: { ...filters, cursor } });
      if (isStale(asked)) return shell.lead(call.context, PATH);
      const isWhole = Object.keys(filters).length === 0 && cursor === undefined;
      const failed = isWhole
        ? requireAsked(await page.ask('GET /api/v1/admin/failed-sign-ins', {})).failures
        : undefined;
      return answer(page, accountsPage(page, requireAsked(asked), filters, failed));
    },
    adminAccountPage: async (call) => {
      const page = await open(call);
      const account = await readAccount(page, call.params.uid);
      return answer(page, accountPage(page, { account, done: call.query.done }));
    },
    adminAccountRoleForm: async (call) => {
      const page = await open(call);
      const { uid } = call.params;
      const { role, from, name } = call.body;
      const account = await readAccount(page, uid);
      if (!isSameName(name, nameToType(account))) {
        return answer(page, accountPage(page, { account, fault: 'name', chosen: role }), 422);
      }
      const asked = await page.ask('PUT /api/v1/admin/accounts/{uid}/role', { params: { uid }, body: { role, from } });
      // Whoever gave their own role up has no session any more.
      if (asked.ok) return shell.lead(call.context, account.isSelf ? '/sign-in' : `${PATH}/${uid}?done=role`);
      return again(page, uid, asked, { chosen: role });
    },
    adminAccountSuspensionForm: async (call) => {
      const page = await open(call);
      const { uid } = call.params;
      const { reasonCode, message, note } = call.body;
      if (reasonCode === '') {
        const data = { account: await readAccount(page, uid), fault: 'reason', typed: { message, note } } as const;
        return answer(page, accountPage(page, data), 422);
      }
      const said = withPlainLines(message).trim();
      const asked = await page.ask('POST /api/v1/admin/accounts/{uid}/suspension', {
        params: { uid },
        body: { reasonCode, message: said === '' ? undefined : said, note: note.trim() === '' ? undefined : note },
      });
      if (asked.ok) return shell.lead(call.context, `${PATH}/${uid}?done=suspension`);
      return again(page, uid, asked);
    },
    adminAccountActForm: async (call) => {
      const page = await open(call);
      const { uid, act } = call.params;
      const asked = await callAct(page, act, uid);
      if (asked.ok) return shell.lead(call.context, `${PATH}/${uid}?done=${act}`);
      return again(page, uid, asked);
    },
  };
}
