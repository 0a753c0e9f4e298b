// What accounts need to know of the instance: its name and language for mails and pages, and who may register.
import type { Locale } from '../../../kernel/names.ts';
import type { RegistrationMode } from '../../../platform/config/instance.ts';

export interface AccountsInstance {
  /** The last known settings, at once. */
  readonly current: { readonly name: string; readonly locale: Locale };
  /** Settings as of a second ago. */
  read(): Promise<{ readonly registration: RegistrationMode }>;
}

/** Refusals of a registration by mode. */
export const REGISTRATION_REFUSALS = {
  open: undefined,
  invite: 'invite_required',
  closed: 'registration_closed',
} as const satisfies Readonly<Record<RegistrationMode, string | undefined>>;
