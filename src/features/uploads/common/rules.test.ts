import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isRefusal } from '../../../kernel/refusal.ts';
import { transferContract } from '../transfer/contract.ts';
import {
  extensionOf,
  FILE_BYTES,
  judgeParts,
  MEDIA_TYPES,
  type MediaType,
  type NamedPart,
  PART_BYTES,
  partBytesOf,
  partCountOf,
  planIntent,
} from './rules.ts';

const ALL = new Set<MediaType>(MEDIA_TYPES);

/** The code of a refusal, or the plan. */
function plan(fileName: string, mediaType: string, size = 1, accepted: ReadonlySet<MediaType> = ALL) {
  try {
    return planIntent({ fileName, mediaType, size }, accepted);
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

describe('intents', () => {
  test.each([
    ['cat.png', 'cat.png'],
    ['  cat.png  ', 'cat.png'],
    ['C:\\Users\\me\\cat.png', 'cat.png'],
    ['../../etc/cat.png', 'cat.png'],
    ['ｃａｔ．ｐｎｇ', 'cat.png'],
    ['猫の写真.png', '猫の写真.png'],
    [`${'a'.repeat(156)}.png`, `${'a'.repeat(156)}.png`],
    // The limit counts characters, not code units.
    [`${'😀'.repeat(156)}.png`, `${'😀'.repeat(156)}.png`],
  ])('the name %j is stored as %j', (given, kept) => {
    expect(plan(given, 'image/png')).toEqual({ fileName: kept, mediaType: 'image/png', size: 1 });
  });

  test('joiners are kept, direction marks are removed', () => {
    for (const [given, kept] of [
      ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.png', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.png'],
      ['\u0645\u06cc\u200c\u0631\u0648\u0645.png', '\u0645\u06cc\u200c\u0631\u0648\u0645.png'],
      ['\u200e2026 \u05ea\u05de\u05d5\u05e0\u05d4\u200f.png', '2026 \u05ea\u05de\u05d5\u05e0\u05d4.png'],
    ] as const) {
      expect(plan(given, 'image/png')).toEqual({ fileName: kept, mediaType: 'image/png', size: 1 });
    }
  });

  test.each(['', ' ', 'folder/', 'a\u0000.png', 'a\u202e.png', 'a\u200b.png', 'a\n.png', `${'a'.repeat(157)}.png`])(
    'the name %j is none',
    (name) => expect(plan(name, 'image/png')).toBe('invalid_file_name'),
  );

  test('a media type accepts only its extensions, in upper or lower case', () => {
    for (const type of MEDIA_TYPES) {
      const extension = extensionOf(type);
      expect(plan(`a.${extension.toUpperCase()}`, ` ${type.toUpperCase()} `)).toMatchObject({ mediaType: type });
      expect(plan(`a.${extension}.exe`, type)).toBe('extension_mismatch');
      expect(plan(extension, type)).toBe('extension_mismatch');
      expect(plan(`a.${extension}`, type, 1, new Set([...ALL].filter((other) => other !== type)))).toBe(
        'unsupported_file',
      );
    }
    expect(plan('a.svg', 'image/svg+xml')).toBe('unsupported_file');
  });

  test('a file may be as large as the limit and no larger', () => {
    expect(plan('a.png', 'image/png', FILE_BYTES)).toMatchObject({ size: FILE_BYTES });
    expect(plan('a.png', 'image/png', FILE_BYTES + 1)).toBe('file_too_large');
  });

  test.each([
    ['a'.repeat(15), false],
    ['a'.repeat(16), true],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
    ['A0._:-'.repeat(3), true],
    [`_${'a'.repeat(20)}`, false],
    [`${'a'.repeat(16)}\n`, false],
    [`${'a'.repeat(10)} ${'a'.repeat(10)}`, false],
    ['鍵'.repeat(16), false],
  ])('the key %j: %p', (key, isKey) => {
    const { schema } = transferContract.uploadIntentCreate.headers['idempotency-key'];
    expect(schema.safeParse(key).success).toBe(isKey);
  });
});

const sizes = fc.oneof(
  fc.integer({ min: 1, max: FILE_BYTES }),
  // Boundary cases: whole parts, and one byte more or less.
  fc
    .tuple(fc.integer({ min: 1, max: FILE_BYTES / PART_BYTES }), fc.constantFrom(-1, 0, 1))
    .map(([parts, more]) => Math.min(FILE_BYTES, Math.max(1, parts * PART_BYTES + more))),
);

describe('parts', () => {
  test('all parts but the last are full, they cover the file, and there are no more than needed', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const count = partCountOf(size);
        const bytes = Array.from({ length: count }, (_, index) => partBytesOf(size, index + 1) ?? 0);
        expect(bytes.reduce((sum, one) => sum + one, 0)).toBe(size);
        expect(bytes.slice(0, -1).every((one) => one === PART_BYTES)).toBe(true);
        expect(bytes.at(-1)).toBeGreaterThan(0);
        expect(bytes.at(-1)).toBeLessThanOrEqual(PART_BYTES);
      }),
    );
  });

  test('there is no part outside the plan', () => {
    fc.assert(
      fc.property(sizes, fc.oneof(fc.integer(), fc.double()), (size, number) => {
        const isPlanned = Number.isInteger(number) && number >= 1 && number <= partCountOf(size);
        expect(partBytesOf(size, number) !== undefined).toBe(isPlanned);
      }),
    );
  });
});

const makeParts = (count: number): readonly NamedPart[] =>
  Array.from({ length: count }, (_, index) => ({ partNumber: index + 1, etag: `etag-${index + 1}` }));
const SIZE = 4 * PART_BYTES;
const HELD = makeParts(4);

describe('completion', () => {
  test.each([
    ['nothing listed, all held', HELD, undefined, undefined],
    ['all listed, all held', HELD, HELD, undefined],
    ['quoted and weak tags', HELD, HELD.map((part) => ({ ...part, etag: ` W/"${part.etag}" ` })), undefined],
    ['nothing listed, one not held', HELD.slice(1), undefined, 'parts_incomplete'],
    ['all listed, one not held', HELD.slice(0, 3), HELD, 'parts_incomplete'],
    ['one not listed', HELD, HELD.slice(0, 3), 'parts_incomplete'],
    ['out of order', HELD, HELD.toReversed(), 'invalid_parts'],
    ['one twice', HELD, [...HELD.slice(0, 2), ...HELD.slice(1, 3)], 'invalid_parts'],
    ['one too many', HELD, makeParts(5), 'invalid_parts'],
    ['another copy', HELD, HELD.with(2, { partNumber: 3, etag: 'of before' }), 'part_conflict'],
  ] as const)('%s', (_, held, listed, expected) => {
    expect(judgeParts(SIZE, held, listed)).toBe(expected);
  });

  test('only the exact list of the received parts completes a file', () => {
    const parts = fc.array(fc.record({ partNumber: fc.integer({ min: 1, max: 6 }), etag: fc.constantFrom('a', 'b') }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), parts, (count, listed) => {
        const held = makeParts(count).map((part) => ({ ...part, etag: 'a' }));
        const isSame = JSON.stringify(listed) === JSON.stringify(held);
        expect(judgeParts(count * PART_BYTES, held, listed) === undefined).toBe(isSame);
      }),
    );
  });
});
