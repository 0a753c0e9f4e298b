import { haveStaffScope, requireAdministrator } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { belongingsContract } from './contract.ts';
import { createGameAccount, editGameAccount, listGameAccounts, removeGameAccount } from './game-accounts.ts';
import { createToken, findToken, listTokens, planToken, revokeToken } from './tokens.ts';

export interface BelongingsDependencies {
  readonly database: Database;
  readonly mail: AccountMail;
}

export function belongingsHandlers({ database, mail }: BelongingsDependencies): Handlers<typeof belongingsContract> {
  const { db } = database;
  return {
    gameAccountList: async ({ actor }) => json({ gameAccounts: await listGameAccounts(db, actor.accountId) }),
    gameAccountCreate: async ({ actor, body }) => {
      const gameAccount = await createGameAccount(database, actor.accountId, body);
      return { status: 201, body: { gameAccount } };
    },
    gameAccountEdit: async ({ actor, params, body }) =>
      json({ gameAccount: await editGameAccount(db, actor.accountId, params.id, body) }),
    gameAccountDelete: async ({ actor, params }) => {
      await removeGameAccount(db, actor.accountId, params.id);
      return { status: 204 };
    },

    tokenList: async ({ actor }) => json({ tokens: await listTokens(db, actor.accountId) }),
    tokenCreate: {
      create: async ({ context, actor, body }) => {
        if (haveStaffScope(body.scopes)) requireAdministrator(actor);
        const isProvenTwice = actor.via.kind === 'cookie' && actor.via.isProvenTwice;
        const plan = { ...planToken(body, Date.now()), isProvenTwice };
        const made = await createToken(database, actor.accountId, plan);
        mail.notify('token-created', actor.accountId, context.request.headers.get('accept-language'));
        return { status: 201, body: made };
      },
      readCreated: async ({ actor, id }) => {
        const token = await findToken(db, actor.accountId, id);
        return token && { token };
      },
    },
    tokenDelete: async ({ context, actor, params }) => {
      await database.transaction((tx) => revokeToken(tx, actor.accountId, params.id));
      mail.notify('token-revoked', actor.accountId, context.request.headers.get('accept-language'));
      return { status: 204 };
    },
  };
}
