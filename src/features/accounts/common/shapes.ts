// Declarations shared by the contracts of the own account: refusals that the gates of reads and writes cause.
import type { RefusalCode } from '../../../kernel/refusal.ts';

/** Refusals of writes: session, scope, account state, origin. */
export const STATE = [
  'authentication_required',
  'insufficient_scope',
  'account_deleted',
  'email_verification_required',
  'account_suspended',
  'cross_origin_request',
  'database_unavailable',
] as const satisfies readonly RefusalCode[];
export const READ = [
  'authentication_required',
  'account_deleted',
  'insufficient_scope',
  'database_unavailable',
] as const satisfies readonly RefusalCode[];
export const PROFILE_RESTRICTIONS = [
  'account_restricted',
  'profile_write_restricted',
] as const satisfies readonly RefusalCode[];
