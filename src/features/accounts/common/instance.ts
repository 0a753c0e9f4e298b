// What accounts need to know of the instance: its name and language for mails and pages, and who may register.
import type { Locale } from '../../../kernel/names.ts';
import type { RegistrationMode } from '../../../platform/config/instance.ts';
import type { Transaction } from '../../../platform/database/database.ts';

export interface AccountsInstance {
  /** The last known settings, at once. */
  readonly current: { readonly name: string; readonly locale: Locale; readonly accent: string | null };
  /** What a reason code says here; undefined for an unknown one. */
  readReason(locale: Locale, code: string): string | undefined;
  /** Settings as of a second ago. */
  read(): Promise<{ readonly registration: RegistrationMode }>;
}

/** The codes with which an account is made while registration is by invitation. */
export interface Invites {
  /** Whether a code could be used now. Counts nothing. */
  isUsable(code: string): Promise<boolean>;
  /**
   * Takes a use, in the transaction that makes the account if there is one, and returns the id of the invite; undefined
   * when the code cannot be used.
   */
  take(code: string, tx?: Transaction): Promise<string | undefined>;
  /** Gives a use back whose account was not made. */
  giveBack(id: string): Promise<void>;
}

/** Refusals of a new account. */
export const REGISTRATION_REFUSALS = {
  closed: 'registration_closed',
  noInvite: 'invite_required',
  invalidInvite: 'invite_invalid',
} as const;
