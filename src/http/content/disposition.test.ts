// File names in Content-Disposition: any name yields a valid header.
import { expect, test } from 'bun:test';
import { attachmentDisposition } from './disposition.ts';

test('a long name is cut between characters', () => {
  const name = `${'x'.repeat(199)}\u{1f600}.bin`;
  expect(attachmentDisposition(name)).toBe(`attachment; filename="${'x'.repeat(199)}"`);
  expect(attachmentDisposition(`${'x'.repeat(198)}\u{1f600}.bin`)).toBe(
    `attachment; filename="${'x'.repeat(198)}__"; filename*=UTF-8''${'x'.repeat(198)}%F0%9F%98%80`,
  );
});

test('control, bidi and surrogate characters are removed; an empty name becomes "file"', () => {
  expect(attachmentDisposition('a\r\nb\u202e\ud800c')).toBe('attachment; filename="abc"');
  expect(attachmentDisposition('\u202e\0')).toBe('attachment; filename="file"');
});

test('quotes and non-ASCII characters are replaced in `filename` and encoded in `filename*`', () => {
  expect(attachmentDisposition(`a"b\\é'(1).bin`)).toBe(
    `attachment; filename="a_b__'(1).bin"; filename*=UTF-8''a%22b%5C%C3%A9%27%281%29.bin`,
  );
});
