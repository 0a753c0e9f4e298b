// Decides who may create an account by a first sign-in with another service. The invite code is part of the state of the
// sign-in. The library creates the account in its own transaction, and no other query may run beside it. The invite is
// therefore used before, as soon as the other service has identified the person, and given back if the request creates no
// account.
import { APIError } from 'better-auth/api';
import type { RegistrationMode } from '../../../platform/config/instance.ts';
import { type Application, isRegistrationText } from '../common/approval.ts';
import { type Invites, REGISTRATION_REFUSALS } from '../common/instance.ts';
import { domainOf } from '../doors/patterns.ts';
import type { RegistrationDoors } from '../doors/store.ts';
import type { Admission, RequestNotes } from './request-notes.ts';

export interface InvitationDependencies {
  /** Who may make an account now. */
  readonly readRegistrationMode: () => Promise<RegistrationMode>;
  readonly invites: Invites;
  readonly doors: Pick<RegistrationDoors, 'read'>;
}

const refused = (code: string): Admission => ({ kind: 'refused', code });

/**
 * Decides whether a first sign-in may make an account; takes a use of the invite that it needs. An invite skips the queue of
 * approvals, and so does a role that the service gives.
 */
export async function admit(
  { readRegistrationMode, invites, doors: read }: InvitationDependencies,
  asked: { readonly code: unknown; readonly text: unknown; readonly clientKey: string; readonly isStaff: boolean },
): Promise<Admission> {
  const { code, text, clientKey, isStaff } = asked;
  const mode = await readRegistrationMode();
  if (mode === 'closed') return refused(REGISTRATION_REFUSALS.closed);
  const doors = await read.read();
  if (doors.blocksClient(clientKey)) return refused(REGISTRATION_REFUSALS.closed);
  const blocks = (email: string): boolean => doors.blocksDomain(domainOf(email));
  const hasCode = typeof code === 'string' && code !== '';
  if (mode === 'open' || (mode === 'approval' && isStaff)) {
    return { kind: 'admitted', invite: undefined, application: undefined, blocks };
  }
  if (mode === 'approval' && !hasCode) {
    const written = typeof text === 'string' && isRegistrationText(text) ? text.trim() : '';
    return { kind: 'admitted', invite: undefined, application: { text: written || null }, blocks };
  }
  if (!hasCode) return refused(REGISTRATION_REFUSALS.noInvite);
  const invite = await invites.take(code);
  return invite === undefined
    ? refused(REGISTRATION_REFUSALS.invalidInvite)
    : { kind: 'admitted', invite, application: undefined, blocks };
}

/**
 * Refuses an account that a first sign-in would make; else says whether an administrator decides about it. The library leads to
 * the error page with the code.
 */
export function requireAdmission(admission: Admission | undefined, email: string): Application | undefined {
  // Every way to a new account asks a service who signs in, which decides.
  if (admission === undefined) throw new Error('nobody decided whether an account may be made');
  if (admission.kind === 'admitted' && !admission.blocks(email)) return admission.application;
  const code = admission.kind === 'refused' ? admission.code : REGISTRATION_REFUSALS.closed;
  throw new APIError('FORBIDDEN', { code, message: 'No new account can be made' });
}

/** Gives the use of an invite back if the request made no account. */
export async function settleAdmission(
  { invites }: InvitationDependencies,
  { admission, isNewAccount }: RequestNotes,
): Promise<void> {
  if (isNewAccount || admission?.kind !== 'admitted' || admission.invite === undefined) return;
  await invites.giveBack(admission.invite);
}
