import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { answerCode, type SecondStepDependencies } from '../factors/second-step-codes.ts';
import { readFactors } from '../factors/state.ts';
import { readPasswordHash } from '../passwords/store.ts';
import { type RenewalDependencies, renewSession } from '../sign-in/renewal.ts';
import { type ConfirmationDependencies, isPassword, mailCode, redeemCode } from './confirmation.ts';
import type { confirmationContract } from './contract.ts';

export type ConfirmationHandlerDependencies = ConfirmationDependencies & SecondStepDependencies & RenewalDependencies;

export function confirmationHandlers(
  dependencies: ConfirmationHandlerDependencies,
): Handlers<typeof confirmationContract> {
  const { database, library } = dependencies;

  /** Whether the code is of the account's second factor or, if the account has nothing else, the mailed one. */
  async function isCode(context: RequestContext, actor: Actor, code: string, isMailed: boolean): Promise<boolean> {
    if (isMailed) return redeemCode(dependencies, requireSession(actor), code);
    return (await answerCode(dependencies, context, { accountId: actor.accountId, code })).ok;
  }

  return {
    accountConfirm: async ({ context, actor, body }) => {
      const { accountId } = actor;
      const sessionId = requireSession(actor);
      const hash = await readPasswordHash(database.db, accountId);
      const { totp, passkeys } = await readFactors(database.db, accountId);
      const isMailed = hash === undefined && !totp && passkeys === 0;
      if (body.password === undefined && body.code === undefined && body.passkey === undefined) {
        if (!isMailed) throw new Refusal('password_required');
        await mailCode(dependencies, context, accountId, sessionId);
        return { status: 202, body: { codeSent: true } };
      }
      const isProven =
        (body.password !== undefined &&
          hash !== undefined &&
          (await isPassword(dependencies.passwords, hash, body.password))) ||
        (body.code !== undefined && (isMailed || totp) && (await isCode(context, actor, body.code, isMailed))) ||
        (body.passkey !== undefined && (await library.provePasskey(context, body.passkey)) === accountId);
      if (!isProven) throw new Refusal('confirmation_failed');
      const { confirmedAt, cookies } = await renewSession(dependencies, context, sessionId);
      return { status: 200, body: { confirmedAt }, cookies };
    },
  };
}

/** The route's policy only admits session cookies. */
function requireSession({ via }: Actor): string {
  if (via.kind !== 'cookie') throw new Refusal('insufficient_scope');
  return via.sessionId;
}
