// Decides who may create an account by a first sign-in with another service. The invite code is part of the state of the
// sign-in. The library creates the account in its own transaction, and no other query may run beside it. The invite is
// therefore used before, as soon as the other service has identified the person, and given back if the request creates no
// account.
import { APIError } from 'better-auth/api';
import type { RegistrationMode } from '../../../platform/config/instance.ts';
import { type Invites, REGISTRATION_REFUSALS } from '../common/instance.ts';
import type { Admission, RequestNotes } from './request-notes.ts';

export interface InvitationDependencies {
  /** Who may make an account now. */
  readonly readRegistrationMode: () => Promise<RegistrationMode>;
  readonly invites: Invites;
}

const refused = (code: string): Admission => ({ kind: 'refused', code });

/** Decides whether a first sign-in may make an account; takes a use of the invite that it needs. */
export async function admit(
  { readRegistrationMode, invites }: InvitationDependencies,
  code: unknown,
): Promise<Admission> {
  const mode = await readRegistrationMode();
  if (mode === 'closed') return refused(REGISTRATION_REFUSALS.closed);
  if (mode === 'open') return { kind: 'admitted', invite: undefined };
  if (typeof code !== 'string' || code === '') return refused(REGISTRATION_REFUSALS.noInvite);
  const invite = await invites.take(code);
  return invite === undefined ? refused(REGISTRATION_REFUSALS.invalidInvite) : { kind: 'admitted', invite };
}

/** Refuses an account that a first sign-in would make. The library leads to the error page with the code. */
export function requireAdmission(admission: Admission | undefined): void {
  // Every way to a new account asks a service who signs in, which decides.
  if (admission === undefined) throw new Error('nobody decided whether an account may be made');
  if (admission.kind === 'admitted') return;
  throw new APIError('FORBIDDEN', { code: admission.code, message: 'No new account can be made' });
}

/** Gives the use of an invite back if the request made no account. */
export async function settleAdmission(
  { invites }: InvitationDependencies,
  { admission, isNewAccount }: RequestNotes,
): Promise<void> {
  if (isNewAccount || admission?.kind !== 'admitted' || admission.invite === undefined) return;
  await invites.giveBack(admission.invite);
}
