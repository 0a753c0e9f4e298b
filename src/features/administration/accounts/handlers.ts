// Handlers of the routes that manage accounts. accounts/staff makes the changes.
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { cursorsOf, nameList } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import type { AccountAdministration } from '../../accounts/staff/administration.ts';
import type { AccountDetail, ListedAccount } from '../../accounts/staff/overview.ts';
import type { accountsAdministration } from './contract.ts';

const uidCursors = cursorsOf(z.strictObject({ list: z.string(), uid: z.int().min(1) }));

export function accountsAdministrationHandlers(
  accounts: AccountAdministration,
): Handlers<typeof accountsAdministration> {
  const answerAccount = async (actor: Actor, uid: number) => ({
    status: 200 as const,
    body: { account: presentDetail(await accounts.read(uid), actor) },
  });

  return {
    adminAccountList: async ({ query }) => {
      const { q = '', role, state, limit = PAGE_LIMIT_DEFAULT } = query;
      const text = q.trim();
      const list = nameList('administered accounts', text, role, state);
      const beforeUid = uidCursors.read(list, query.cursor)?.uid;
      const found = await accounts.list({ text, role, state, beforeUid, limit: limit + 1 });
      const { rows, nextCursor } = uidCursors.cut(list, found, limit, ({ uid }) => ({ uid }));
      return json({ accounts: rows.map(presentAccount), nextCursor });
    },
    adminTokenList: async () => json({ tokens: await accounts.listStaffTokens() }),
    adminFailedSignInList: async () => {
      const failures = await accounts.listFailedSignIns();
      return json({
        failures: failures.map(({ firstAt, lastAt, ...rest }) => ({
          ...rest,
          firstAt: firstAt.getTime(),
          lastAt: lastAt.getTime(),
        })),
      });
    },
    adminAccountRead: ({ params, actor }) => answerAccount(actor, params.uid),
    adminAccountRole: async ({ params, body, actor }) => {
      await accounts.changeRole(actor, params.uid, body);
      return answerAccount(actor, params.uid);
    },
    adminAccountSuspend: async ({ params, body, actor }) => {
      await accounts.suspend(actor, params.uid, body);
      return answerAccount(actor, params.uid);
    },
    adminAccountReinstate: async ({ params, body, actor }) => {
      await accounts.reinstate(actor, params.uid, body.note);
      return answerAccount(actor, params.uid);
    },
    adminAccountSessionsEnd: async ({ params, actor }) => {
      await accounts.endSessions(actor, params.uid);
      return answerAccount(actor, params.uid);
    },
    adminAccountPasswordLink: async ({ params, actor }) => {
      await accounts.sendPasswordLink(actor, params.uid);
      return { status: 202, body: { mailSent: true } };
    },
    adminAccountFactorsReset: async ({ params, actor }) => {
      await accounts.resetFactors(actor, params.uid);
      return answerAccount(actor, params.uid);
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
    hasPassword,
    providers,
    totp,
    passkeys,
    sessions,
    apiTokens,
    failedSignIns,
    lastSignInAt: lastSignInAt?.getTime() ?? null,
    suspension: suspension === undefined ? null : { ...suspension, issuedAt: suspension.issuedAt.getTime() },
  };
};
