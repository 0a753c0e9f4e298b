// The words of the composer by name, and which of them explains a code.
import type { COMPOSER_MESSAGES } from '../../../messages/composer.ts';
import type { Say, Spoken, Words } from '../../../messages/say.ts';
import { LIMITS } from './store.ts';

export type ComposerWord = keyof (typeof COMPOSER_MESSAGES)['en'];
export type ComposerWords = Words<ComposerWord>;
export type ComposerSpoken = Spoken<ComposerWord>;

/** Why an upload waits or failed: code → word. */
const FILE_REASONS: Readonly<Record<string, ComposerWord>> = {
  no_connection: 'whyConnection',
  busy: 'whyBusy',
  rate_limit_exceeded: 'whyBusy',
  database_unavailable: 'whyBusy',
  upload_interrupted: 'whyBusy',
  request_timeout: 'whyBusy',
  storage_unavailable: 'whyStorage',
  internal_error: 'whyBroken',
  invalid_answer: 'whyBroken',
  forbidden_container: 'whyContainer',
  invalid_jpeg_container: 'whyContainer',
  invalid_png_container: 'whyContainer',
  invalid_webp_container: 'whyContainer',
  invalid_gif_container: 'whyContainer',
  invalid_heic_container: 'whyContainer',
  invalid_video_container: 'whyContainer',
  invalid_webm_container: 'whyContainer',
  invalid_image_dimensions: 'whyContainer',
  unsupported_file: 'whyKind',
  no_video: 'whyNoVideo',
  invalid_size: 'whyEmpty',
  file_too_large: 'whyLarge',
  invalid_file_name: 'whyName',
  extension_mismatch: 'whyExtension',
  storage_quota_exceeded: 'whyQuota',
  image_dimensions_exceeded: 'whyPixels',
  video_too_long: 'whyLong',
  processing_failed: 'whyProcessing',
  moderation_block: 'whyModeration',
  completed_object_integrity_mismatch: 'whyIntegrity',
  file_unreadable: 'whyUnreadable',
  email_verification_required: 'whyVerify',
  account_suspended: 'whySuspended',
  community_upload_restricted: 'whyRestricted',
  upload_state_conflict: 'whyChanged',
  upload_not_completable: 'whyChanged',
  attachment_not_found: 'whyChanged',
};

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
  no_connection: 'offlineLost',
};

const LIMIT_OF: Readonly<Record<string, number>> = {
  faultTitle: LIMITS.title,
  faultTags: LIMITS.tags,
  fileFull: LIMITS.files,
};

/** Why an upload waits or failed, in a sentence. */
export function explainFile(code: string | undefined, words: ComposerWords, say: Say): string {
  const word = FILE_REASONS[code ?? ''];
  return word === undefined ? say(words.fileReasonOther, { code: code ?? '' }) : say(words[word]);
}

/** Why a post was refused, in a sentence. A code without one is named. */
export function explainFault(code: string, words: ComposerWords, say: Say): string {
  const word = FAULTS[code];
  return word === undefined ? say(words.faultOther, { code }) : say(words[word], { count: LIMIT_OF[word] ?? 0 });
}

/** Codes with a sentence, for the test that compares them with the contracts. */
export const EXPLAINED = { files: Object.keys(FILE_REASONS), faults: Object.keys(FAULTS) };
