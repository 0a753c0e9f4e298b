// Every way in which an upload or a post can be refused has a sentence.
import { expect, test } from 'bun:test';
import { communityContract } from '../../../../features/community/contract.ts';
import { MODERATION_BLOCK } from '../../../../features/uploads/common/rules.ts';
import { PROCESSING_FAILED } from '../../../../features/uploads/examination/retry.ts';
import { transferContract } from '../../../../features/uploads/transfer/contract.ts';
import { refusalsOf } from '../../../../http/openapi/refusals.ts';
import { MEDIA_FAULTS } from '../../../../platform/media/image-inspection.ts';
import { COMPOSER_MESSAGES } from '../../../messages/compose.ts';
import { sayFrom } from '../../../messages/say.ts';
import { EXPLAINED_REASONS, explainFile } from '../files/file-reasons.ts';
import { EXPLAINED_FAULTS, explainFault } from './words.ts';

/** Codes that only a mistake of our own page can cause; they are shown by their names. */
const OWN_MISTAKES = new Set<string>([
  ...['cross_origin_request', 'authentication_required', 'insufficient_scope', 'content_length_required'],
  ...['content_type_required', 'request_too_large', 'invalid_json', 'invalid_body', 'invalid_idempotency_key'],
  ...['idempotency_conflict', 'media_type_mismatch', 'size_mismatch', 'multipart_required'],
  ...['invalid_part_number', 'invalid_part_media_type', 'invalid_part_size', 'invalid_parts'],
  ...['invalid_token', 'account_deleted', 'internal_error', 'request_timeout'],
  ...['invalid_visibility', 'invalid_attachment_ids', 'invalid_edit_reason', 'invalid_spoiler'],
  // The composer sends no key.
  ...['invalid_idempotency_key', 'idempotency_conflict', 'idempotency_in_progress'],
  // The composer continues by itself after these.
  ...['upload_intent_expired', 'upload_cancelled', 'parts_incomplete', 'part_conflict', 'version_conflict'],
]);

test('every refusal of an upload is explained', () => {
  const { uploadIntentCreate, uploadContentWrite, uploadPartWrite, uploadComplete } = transferContract;
  const codes = [uploadIntentCreate, uploadContentWrite, uploadPartWrite, uploadComplete]
    .flatMap((route): readonly string[] => [...refusalsOf(route)])
    .concat(MEDIA_FAULTS, PROCESSING_FAILED, MODERATION_BLOCK, 'video_too_long', 'completed_object_integrity_mismatch')
    // Animated pictures are refused only as avatars.
    .filter((code) => !OWN_MISTAKES.has(code) && code !== 'animated_images_not_allowed');
  expect(codes.filter((code) => !EXPLAINED_REASONS.includes(code))).toEqual([]);
});

test('every refusal of a post is explained', () => {
  const { postCreate, postEdit, postAttachmentLink, postAttachmentUnlink } = communityContract;
  const codes = [postCreate, postEdit, postAttachmentLink, postAttachmentUnlink]
    .flatMap((route): readonly string[] => [...refusalsOf(route)])
    .filter((code) => !OWN_MISTAKES.has(code) && code !== 'attachment_link_not_found');
  expect([...new Set(codes)].filter((code) => !EXPLAINED_FAULTS.includes(code))).toEqual([]);
});

test('a code without a sentence is named', () => {
  const say = sayFrom(COMPOSER_MESSAGES.en, 'en');
  expect(explainFault('brand_new', say)).toContain('brand_new');
  expect(explainFile('brand_new', say)).toContain('brand_new');
  expect(explainFault('invalid_tags', say)).toContain('10');
});
