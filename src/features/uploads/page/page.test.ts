// The upload page: all languages have the same texts, every failure has a text, and nothing external is loaded.
import { describe, expect, test } from 'bun:test';
import { LOCALES } from '../../../kernel/names.ts';
import { MEDIA_FAULTS } from '../../../platform/media/image-inspection.ts';
import { MEDIA_TYPES } from '../common/rules.ts';
import { PROCESSING_FAILED } from '../examination/retry.ts';
import { MODERATION_BLOCK } from '../examination/scan.ts';
import { transferContract } from '../transfer/contract.ts';
import { presentUploadPage, readPageFiles, UPLOAD_PAGE_CSP } from './page.ts';
import { PAGE_REASONS } from './reasons.ts';
import { PAGE_TEXTS } from './texts.ts';

const look = { mark: '<svg></svg>', icon: 'data:image/svg+xml,x' };

/** Codes that only a bug in our own page can cause; they are shown without an explanation. */
const OWN_MISTAKES = new Set([
  ...['cross_origin_request', 'authentication_required', 'insufficient_scope', 'content_length_required'],
  ...['content_type_required', 'request_too_large', 'invalid_json', 'invalid_body', 'invalid_idempotency_key'],
  ...['idempotency_conflict', 'media_type_mismatch', 'size_mismatch', 'multipart_required'],
  ...['invalid_part_number', 'invalid_part_media_type', 'invalid_part_size', 'invalid_parts'],
  // The page continues automatically after these.
  ...['upload_intent_expired', 'upload_cancelled', 'parts_incomplete', 'part_conflict'],
]);

/** The placeholders of a text, sorted. */
const shapeOf = (value: unknown): unknown => {
  if (typeof value === 'string') return [...value.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
};

describe('the words', () => {
  test.each(LOCALES)('of %s have the same places to fill as the English ones, and none is empty', (locale) => {
    expect(shapeOf(PAGE_TEXTS[locale])).toEqual(shapeOf(PAGE_TEXTS.en));
    expect(Object.keys(PAGE_REASONS[locale])).toEqual(Object.keys(PAGE_REASONS.en));
    const sentences = [...Object.values(PAGE_REASONS[locale]), ...Object.values(PAGE_TEXTS[locale].page)];
    expect(sentences.filter((text) => text.trim() === '')).toEqual([]);
  });

  test('explain every way in which an upload may fail', () => {
    const { uploadIntentCreate, uploadContentWrite, uploadPartWrite, uploadComplete } = transferContract;
    const codes = [uploadIntentCreate, uploadContentWrite, uploadPartWrite, uploadComplete]
      .flatMap(({ refusals }): readonly string[] => refusals)
      .concat(
        MEDIA_FAULTS,
        PROCESSING_FAILED,
        MODERATION_BLOCK,
        'video_too_long',
        'completed_object_integrity_mismatch',
      )
      .filter((code) => !OWN_MISTAKES.has(code));
    // Animated pictures are refused only as avatars.
    const unexplained = codes.filter((code) => !(code in PAGE_REASONS.en) && code !== 'animated_images_not_allowed');
    expect(unexplained).toEqual([]);
  });

  test('name every kind of file', () => {
    expect(Object.keys(PAGE_TEXTS.en.kinds).sort()).toEqual([...MEDIA_TYPES].sort());
  });
});

describe('the page', () => {
  test.each(LOCALES)('in %s loads served files only, and its data stays data', async (locale) => {
    const files = await readPageFiles();
    const page = presentUploadPage(locale, look, files);
    const loaded = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? '');
    const own = loaded.filter((address) => address.startsWith('/upload/'));
    expect(own.map((address) => address.replace(/^\/upload\/|\?.*$/g, '')).sort()).toEqual([...files.keys()].sort());
    expect(loaded.filter((address) => !/^(\/(?!\/)|data:)/.test(address))).toEqual([]);
    expect(page).toContain(`<html lang="${locale}">`);
    const words = /<script type="application\/json" id="words">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(words).not.toContain('<');
    expect(JSON.parse(words).reasons).toEqual(PAGE_REASONS[locale]);
    // No placeholder remains in the markup, and it contains no inline script or style.
    expect(page.replace(words, '')).not.toMatch(/\{\w+\}| style=|<style| on\w+=/);
    expect(UPLOAD_PAGE_CSP).toContain("default-src 'none'");
    expect(UPLOAD_PAGE_CSP).not.toMatch(/http|unsafe|\*/);
  });

  test('its modules ask for each other only', async () => {
    const files = await readPageFiles();
    for (const [name, { bytes, mediaType }] of files) {
      if (!mediaType.startsWith('text/javascript')) continue;
      const text = new TextDecoder().decode(bytes);
      for (const [, asked] of text.matchAll(/from '\.\/([^']+)'/g)) {
        expect([name, asked, files.has(asked ?? '')]).toEqual([name, asked, true]);
      }
      expect(text).not.toMatch(/https?:\/\/|innerHTML|eval\(/);
    }
  });
});
