// Handlers of the routes that manage accounts. accounts/staff makes the changes.
import { z } from 'zod';
import { answerJson } from '../../../http/answer/json.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { cursorsOf, nameList } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { cutPage } from '../../../kernel/page.ts';
import type { AccountAdministration } from '../../accounts/staff/administration.ts';
import type { AccountDetail, ListedAccount } from '../../accounts/staff/overview.ts';
import type { accountsAdministration } from './contract.ts';

const uidCursors = cursorsOf(z.strictObject({ list: z.string(), uid: z.int().min(1) }));

export function accountsAdministrationHandlers(
  accounts: AccountAdministration,
): Handlers<typeof accountsAdministration> {
  const answerAccount = async (context: RequestContext, actor: Actor, uid: number): Promise<Response> =>
    answerJson(context, { account: presentDetail(await accounts.read(uid), actor) });

  return {
    adminAccountList: async ({ context, query }) => {
      const { q = '', role, state, limit = PAGE_LIMIT_DEFAULT } = query;
      const text = q.trim();
      const list = nameList('administered accounts', text, role, state);
      const beforeUid = uidCursors.read(list, query.cursor)?.uid;
      const found = await accounts.list({ text, role, state, beforeUid, limit: limit + 1 });
      const { rows, next } = cutPage(found, limit, ({ uid }) => ({ uid }));
      return answerJson(context, { accounts: rows.map(presentAccount), nextCursor: uidCursors.write(list, next) });
    },
    adminFailedSignInList: async ({ context }) => {
      const failures = await accounts.listFailedSignIns();
      return answerJson(context, {
        failures: failures.map(({ firstAt, lastAt, ...rest }) => ({
          ...rest,
          ...{ firstAt: firstAt.getTime(), lastAt: lastAt.getTime() },
        })),
      });
    },
    adminAccountRead: ({ context, params, actor }) => answerAccount(context, actor, params.uid),
    adminAccountRole: async ({ context, params, body, actor }) => {
      await accounts.changeRole(actor, params.uid, body);
      return answerAccount(context, actor, params.uid);
    },
    adminAccountSuspend: async ({ context, params, body, actor }) => {
      await accounts.suspend(actor, params.uid, body);
      return answerAccount(context, actor, params.uid);
    },
    adminAccountReinstate: async ({ context, params, body, actor }) => {
      await accounts.reinstate(actor, params.uid, body.note);
      return answerAccount(context, actor, params.uid);
    },
    adminAccountSessionsEnd: async ({ context, params, actor }) => {
      await accounts.endSessions(actor, params.uid);
      return answerAccount(context, actor, params.uid);
    },
    adminAccountPasswordLink: async ({ context, params, actor }) => {
      await accounts.sendPasswordLink(actor, params.uid);
      return answerJson(context, { mailSent: true }, { status: 202 });
    },
    adminAccountFactorsReset: async ({ context, params, actor }) => {
      await accounts.resetFactors(actor, params.uid);
      return answerAccount(context, actor, params.uid);
    },
  };
}

const presentAccount = (found: ListedAccount) => {
  const { uid, handle, displayName, role, status, emailVerified, restrictions, createdAt } = found;
  return { uid, handle, displayName, role, status, emailVerified, restrictions, createdAt: createdAt.getTime() };
};

const presentDetail = (found: AccountDetail & { readonly failedSignIns: number }, actor: Actor) => {
  const { failedSignIns, hasPassword, providers, totp, passkeys, sessions, apiTokens, lastSignInAt, suspension } =
    found;
  return {
    ...presentAccount(found),
    isSelf: found.accountId === actor.accountId,
    ...{ hasPassword, providers, totp, passkeys, sessions, apiTokens, failedSignIns },
    lastSignInAt: lastSignInAt?.getTime() ?? null,
    suspension: suspension === undefined ? null : { ...suspension, issuedAt: suspension.issuedAt.getTime() },
  };
};
