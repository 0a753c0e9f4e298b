// Registrations that an administrator decides about (`registration: approval`). An account is made as `pending` and cannot sign
// in. It begins to wait once the person has proved that the address, or the account elsewhere, is theirs; then staff is notified.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { account } from '../../../platform/database/schema/accounts.ts';

/** Characters of the text of a registration. */
export const REGISTRATION_TEXT_MAX = 500;

/** Whether a text may come with a registration. */
export const isRegistrationText = (text: string): boolean =>
  [...text].length <= REGISTRATION_TEXT_MAX && text.isWellFormed() && !text.includes('\0');

/** A registration that waits for a decision, with what the person wrote about themselves. */
export interface Application {
  readonly text: string | null;
}

/** What an account is made with. */
export const approvalOf = (application: Application | undefined) =>
  application === undefined ? {} : ({ approval: 'pending', approvalText: application.text } as const);

/** Notifies administrators, in the transaction in which a registration begins to wait. */
export type OnRegistration = (tx: Transaction, accountId: string) => Promise<void>;

/** Lets a registration wait for its decision, once. Does nothing for other accounts. */
export async function beginWaiting(tx: Transaction, accountId: string, onRegistration: OnRegistration): Promise<void> {
  const begun = await tx
    .update(account)
    .set({ approvalSince: sql`now()` })
    .where(and(eq(account.id, accountId), eq(account.approval, 'pending'), isNull(account.approvalSince)))
    .returning({ id: account.id });
  if (begun.length > 0) await onRegistration(tx, accountId);
}
