// Handler of the confirmation of a session.
import { answerJson } from '../../../http/answer/json.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { readPasswordHash } from '../passwords/store.ts';
import { type ConfirmationParts, isPassword, mailCode, redeemCode, stampSession } from './confirmation.ts';
import type { confirmationContract } from './contract.ts';

export function confirmationHandlers(parts: ConfirmationParts): Handlers<typeof confirmationContract> {
  const { database } = parts;
  return {
    accountConfirm: async ({ context, actor, body }) => {
      const sessionId = requireSession(actor);
      const hash = await readPasswordHash(database.db, actor.accountId);
      if (body.password === undefined && body.code === undefined) {
        if (hash !== undefined) throw new Refusal('password_required');
        await mailCode(parts, context, actor.accountId, sessionId);
        return answerJson(context, { codeSent: true }, { status: 202 });
      }
      const isProven =
        hash === undefined
          ? body.code !== undefined && (await redeemCode(parts, sessionId, body.code))
          : body.password !== undefined && (await isPassword(parts.passwords, hash, body.password));
      if (!isProven) throw new Refusal('confirmation_failed');
      return answerJson(context, { confirmedAt: await stampSession(database, sessionId) });
    },
  };
}

/** The route's policy only admits session cookies. */
function requireSession({ via }: Actor): string {
  if (via.kind !== 'cookie') throw new Refusal('insufficient_scope');
  return via.sessionId;
}
