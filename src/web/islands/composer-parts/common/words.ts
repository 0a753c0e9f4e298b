// The words of the composer by name, and which of them explains a code.
import type { COMPOSER_MESSAGES } from '../../../messages/compose.ts';
import type { SayKey, Spoken } from '../../../messages/say.ts';
import { LIMITS } from './store.ts';

export type ComposerWord = keyof (typeof COMPOSER_MESSAGES)['en'];
export type ComposerSay = SayKey<ComposerWord>;
export type ComposerSpoken = Spoken<ComposerWord>;

/** Why a post was refused: code → word. */
const FAULTS: Readonly<Record<string, ComposerWord>> = {
  empty: 'faultEmpty',
  too_long: 'faultLong',
  invalid_post: 'faultTitle',
  invalid_title: 'faultTitle',
  invalid_tags: 'faultTags',
  files: 'faultFiles',
  attachment_not_ready: 'faultFiles',
  too_many_attachments: 'fileFull',
  invalid_subject: 'faultSubject',
  authentication_required: 'signedOut',
  rate_limit_exceeded: 'faultLimited',
  post_quota_exceeded: 'faultQuota',
  community_write_restricted: 'faultRestricted',
  community_action_restricted: 'faultRestricted',
  email_verification_required: 'faultVerify',
  account_suspended: 'faultSuspended',
  account_deleted: 'faultSuspended',
  account_unavailable: 'faultSuspended',
  post_not_found: 'faultGone',
  route_not_found: 'faultGone',
  forbidden: 'faultForbidden',
  post_unchanged: 'faultUnchanged',
  database_unavailable: 'faultAway',
  storage_unavailable: 'faultAway',
  storage_full: 'faultAway',
  maintenance: 'faultMaintenance',
  no_connection: 'offlineLost',
};

const LIMIT_OF: Readonly<Record<string, number>> = {
  faultTitle: LIMITS.title,
  faultTags: LIMITS.tags,
  fileFull: LIMITS.files,
};

/** Why a post was refused, in a sentence. A code without one is named. */
export function explainFault(code: string, say: ComposerSay): string {
  const word = FAULTS[code];
  return word === undefined ? say('faultOther', { code }) : say(word, { count: LIMIT_OF[word] ?? 0 });
}

/** Codes with a sentence, for the test that compares them with the contracts. */
export const EXPLAINED_FAULTS = Object.keys(FAULTS);
