// Why an upload waits or failed, in the words of the composer.
import type { ComposerSay, ComposerWord } from '../common/words.ts';

/** Why an upload waits or failed: code → word. */
const FILE_REASONS: Readonly<Record<string, ComposerWord>> = {
  no_connection: 'whyConnection',
  busy: 'whyBusy',
  rate_limit_exceeded: 'whyBusy',
  database_unavailable: 'whyBusy',
  upload_interrupted: 'whyBusy',
  maintenance: 'whyMaintenance',
  request_timeout: 'whyBusy',
  storage_unavailable: 'whyStorage',
  storage_full: 'whyStorage',
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

/** Why an upload waits or failed, in a sentence. */
export function explainFile(code: string | undefined, say: ComposerSay): string {
  const word = FILE_REASONS[code ?? ''];
  return word === undefined ? say('fileReasonOther', { code: code ?? '' }) : say(word);
}

/** Codes with a sentence, for the test that compares them with the contracts. */
export const EXPLAINED_REASONS = Object.keys(FILE_REASONS);
