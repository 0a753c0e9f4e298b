// Names that people choose: normalised, without invisible characters and without deceptive ones.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { countCodePoints, normalizeBio, normalizeDisplayName, normalizeHandle } from './names.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 90 });

describe('display name', () => {
  test.each([
    ['  Kasumi   Toyama ', 'Kasumi Toyama'],
    ['Ｋａｓｕｍｉ', 'Kasumi'],
    ['a\tb\nc', 'a b c'],
    ['戸山\u3000香澄', '戸山 香澄'],
    ['토야마 카스미', '토야마 카스미'],
    ['Рома', 'Рома'],
    ['UωU', 'UωU'],
    ['❤️ star', '❤️ star'],
    ['Zoë', 'Zoë'],
    ['(´･ω･`)', '(\u0020\u0301・ω・`)'],
    ['🎸', '🎸'],
    ['a'.repeat(80), 'a'.repeat(80)],
    ['🎸'.repeat(80), '🎸'.repeat(80)],
  ])('%p is %p', (text, name) => {
    expect(normalizeDisplayName(text)).toBe(name);
  });

  test.each([
    [''],
    ['   '],
    ['\u3000'],
    ['a'.repeat(81)],
    // One code point that NFKC expands to eighteen.
    ['\ufdfa'.repeat(5)],
    ['a\u0000b'],
    ['a\u0007b'],
    ['a\u0085b'],
    ['a\u2028b'],
    ['a\u200bb'],
    ['a\u200db'],
    ['a\ufeffb'],
    ['\u202enimda'],
    ['a\u2066b'],
    ['a\u00adb'],
    ['\u115f\u1160'],
    ['\u3164'],
    ['\u2800'],
    ['a\ue000'],
    ['a\u{e0041}'],
    ['a\ud800'],
    ['\u0301'],
    [`Z${'\u0334'.repeat(12)}`],
    // Cyrillic а, Greek ο, and Cyrillic with an accent inside Latin words.
    ['аdmin'],
    ['Μoderator'],
    ['adm\u0456\u0301n'],
  ])('%p is none', (text) => {
    expect(normalizeDisplayName(text)).toBeUndefined();
  });

  test('normalisation is idempotent, and its result is short enough and has no invisible characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = normalizeDisplayName(text);
        if (name === undefined) return;
        expect(normalizeDisplayName(name)).toBe(name);
        expect(countCodePoints(name)).toBeLessThanOrEqual(80);
        expect(name).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^ | $| {2}/u);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('handle', () => {
  test.each([
    ['kasumi', 'kasumi'],
    ['KASUMI_01', 'kasumi_01'],
    ['ｋａｓｕｍｉ', 'kasumi'],
    ['\u212aasumi', 'kasumi'],
    ['a-b', 'a-b'],
    ['1a2', '1a2'],
    ['12_34', '12_34'],
    ['a'.repeat(32), 'a'.repeat(32)],
  ])('%p is %p', (text, handle) => {
    expect(normalizeHandle(text)).toBe(handle);
  });

  test.each([
    ['ab'],
    ['a'.repeat(33)],
    ['123'],
    ['a b'],
    ['a.b'],
    ['кasumi'],
    ['a\u200bb'],
    ['İstanbul'],
    ['abc\n'],
    [''],
  ])('%p is none', (text) => {
    expect(normalizeHandle(text)).toBeUndefined();
  });

  test('a normalised handle matches the grammar', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ maxLength: 40 })), (text) => {
        const handle = normalizeHandle(text);
        if (handle !== undefined) expect(handle).toMatch(/^(?!\d+$)[a-z0-9_-]{3,32}$/);
      }),
    );
  });
});

describe('bio', () => {
  test.each([
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    [' \n ', null],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%p is %p', (text, bio) => {
    expect(normalizeBio(text)).toEqual({ kind: 'bio', bio });
  });

  test.each([
    ['a\u0007', 'invalid'],
    ['a\u2028b', 'invalid'],
    ['a\u202eb', 'unsafe'],
    ['a\u200bb', 'unsafe'],
  ])('%p is %p', (text, kind) => {
    expect(normalizeBio(text).kind).toBe(kind as 'invalid' | 'unsafe');
  });

  test('at most 500 code points', () => {
    for (const character of ['a', 'あ', '🎸']) {
      expect(normalizeBio(character.repeat(500))).toEqual({ kind: 'bio', bio: character.repeat(500) });
      expect(normalizeBio(character.repeat(501)).kind).toBe('invalid');
    }
  });

  test('normalisation is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 520 }), (text) => {
        const outcome = normalizeBio(text);
        if (outcome.kind !== 'bio' || outcome.bio === null) return;
        expect(normalizeBio(outcome.bio)).toEqual(outcome);
        expect(countCodePoints(outcome.bio)).toBeLessThanOrEqual(500);
      }),
    );
  });
});
