// Handlers of second factors and passkeys: what Livehouse checks before the sign-in library, and what it records and tells
// the owner after it.
import type { RequestContext } from '../../../http/gates/context.ts';
import { requireConfirmed } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isUniqueViolation, onUnique } from '../../../platform/database/errors.ts';
import type { AuditState } from '../../audit/actions.ts';
import { type AccessAction, recordAccess } from '../common/access-audit.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { NoticeKind } from '../mail/notice-texts.ts';
import { type Library, presentLibraryAnswer } from '../sign-in/library.ts';
import type { ReadActor } from '../sign-in/sessions.ts';
import type { factorsContract } from './contract.ts';
import { answerBackupCode, answerTotp, readStepAccount, type SecondStepDependencies } from './second-step-codes.ts';
import { endSingleFactorSessions, readFactors } from './state.ts';

export interface FactorHandlerDependencies extends SecondStepDependencies {
  readonly mail: AccountMail;
  readonly readActor: ReadActor;
  /** Whether passkeys work under the public address. */
  readonly hasPasskeys: () => boolean;
}

const PASSKEYS_MAX = 20;
/** Of requests that come together, one succeeds at each try. */
const ENABLE_TRIES = 16;

/** Stands for the password that the library asks for, which the confirmation of the session replaces. */
const CONFIRMED = { body: { password: 'confirmed' }, wishes: { isConfirmed: true, isReplacement: true } } as const;

export function factorsHandlers(dependencies: FactorHandlerDependencies): Handlers<typeof factorsContract> {
  const { database, hasPasskeys, library, mail, readActor } = dependencies;

  const requirePasskeys = (): void => {
    if (!hasPasskeys()) throw new Refusal('passkeys_unavailable');
  };

  /** Forwards a request of the actor. The library asks for a sign-in where the session ended after it was admitted. */
  async function forwardAdmitted(context: RequestContext, forward: Parameters<Library['ask']>[1]): Promise<Response> {
    const answer = await library.ask(context, forward);
    if (answer.status === 401) throw new Refusal('authentication_required');
    return presentLibraryAnswer(context, answer);
  }

  /** Records a change in the audit trail and mails the owner. */
  async function announce<const A extends AccessAction>(
    context: RequestContext,
    accountId: string,
    action: A,
    kind: NoticeKind,
    details?: AuditState<A>,
  ): Promise<void> {
    await database.transaction((tx) => recordAccess(tx, accountId, action, details));
    mail.notify(kind, accountId, context.request.headers.get('accept-language'));
  }

  return {
    twoFactorEnable: async ({ context }) => {
      const forward = { path: '/two-factor/enable', method: 'POST', ...CONFIRMED } as const;
      for (let tries = 1; ; tries++) {
        try {
          return await forwardAdmitted(context, forward);
        } catch (error) {
          // Another request of the account has begun meanwhile. The later one replaces it.
          if (tries === ENABLE_TRIES || !isUniqueViolation(error, 'two_factor_account_unique')) throw error;
        }
      }
    },
    totpVerify: async ({ context, body }) => {
      const owner = await readActor(context);
      if (owner !== undefined) requireConfirmed(owner);
      const accountId = owner?.accountId ?? (await readStepAccount(dependencies, context));
      const wasOn = owner === undefined || (await readFactors(database.db, owner.accountId)).totp;
      const wishes = { isReplacement: owner !== undefined };
      const answer = await answerTotp(dependencies, context, { accountId, code: body.code, wishes });
      if (answer.ok && owner !== undefined && !wasOn) {
        await endSingleFactorSessions(database.db, owner.accountId);
        await announce(context, owner.accountId, 'account.second-factor-on', 'second-factor-on');
      }
      return presentLibraryAnswer(context, answer);
    },
    backupCodeVerify: async ({ context, body }) => {
      const accountId = (await readActor(context))?.accountId ?? (await readStepAccount(dependencies, context));
      return presentLibraryAnswer(
        context,
        await answerBackupCode(dependencies, context, { accountId, code: body.code }),
      );
    },
    twoFactorDisable: async ({ context, actor }) => {
      const { totp } = await readFactors(database.db, actor.accountId);
      const answer = await forwardAdmitted(context, { path: '/two-factor/disable', method: 'POST', ...CONFIRMED });
      if (answer.ok && totp) {
        await announce(context, actor.accountId, 'account.second-factor-off', 'second-factor-off');
      }
      return answer;
    },
    backupCodesRenew: async ({ context, actor }) => {
      const path = '/two-factor/generate-backup-codes';
      const answer = await forwardAdmitted(context, { path, method: 'POST', ...CONFIRMED });
      if (answer.ok) {
        await announce(context, actor.accountId, 'account.backup-codes-renew', 'backup-codes-renewed');
      }
      return answer;
    },
    passkeyCreateOptions: ({ context }) => {
      requirePasskeys();
      return forwardAdmitted(context, { path: '/passkey/generate-register-options' });
    },
    passkeyCreate: async ({ context, actor, body }) => {
      requirePasskeys();
      const { passkeys } = await readFactors(database.db, actor.accountId);
      if (passkeys >= PASSKEYS_MAX) throw new Refusal('passkey_limit');
      const path = '/passkey/verify-registration';
      const answer = await forwardAdmitted(context, { path, method: 'POST', body }).catch(
        onUnique('passkey_credential_unique', 'passkey_exists'),
      );
      if (answer.ok) await announce(context, actor.accountId, 'account.passkey-add', 'passkey-added');
      return answer;
    },
    passkeyUseOptions: ({ context }) => {
      requirePasskeys();
      return library.forward(context, { path: '/passkey/generate-authenticate-options' });
    },
    passkeySignIn: async ({ context, body }) => {
      requirePasskeys();
      const path = '/passkey/verify-authentication';
      const answer = await library.forward(context, { path, method: 'POST', body });
      if (!answer.ok) await dependencies.failed.note(context, 'passkey', { accountId: undefined });
      return answer;
    },
    passkeyList: ({ context }) => forwardAdmitted(context, { path: '/passkey/list-user-passkeys' }),
    passkeyRename: ({ context, body }) =>
      library.forward(context, { path: '/passkey/update-passkey', method: 'POST', body }),
    passkeyDelete: async ({ context, actor, body }) => {
      const { id } = body;
      const answer = await library.forward(context, { path: '/passkey/delete-passkey', method: 'POST', body });
      if (answer.ok) {
        await announce(context, actor.accountId, 'account.passkey-remove', 'passkey-removed', { id });
      }
      return answer;
    },
  };
}
