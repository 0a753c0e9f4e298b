// Names in Content-Disposition: whatever a file is called, the header can be made and says what it may.
import { expect, test } from 'bun:test';
import { attachmentDisposition } from './disposition.ts';

test('a long name is cut between characters', () => {
  const name = `${'x'.repeat(199)}\u{1f600}.bin`;
  expect(attachmentDisposition(name)).toBe(`attachment; filename="${'x'.repeat(199)}"`);
  expect(attachmentDisposition(`${'x'.repeat(198)}\u{1f600}.bin`)).toBe(
    `attachment; filename="${'x'.repeat(198)}__"; filename*=UTF-8''${'x'.repeat(198)}%F0%9F%98%80`,
  );
});

test('control, direction and surrogate characters are left out; a name of nothing else is "file"', () => {
  expect(attachmentDisposition('a\r\nb\u202e\ud800c')).toBe('attachment; filename="abc"');
  expect(attachmentDisposition('\u202e\0')).toBe('attachment; filename="file"');
});

test('quotes and what is not ASCII are replaced, and told in full beside', () => {
  expect(attachmentDisposition(`a"b\\é'(1).bin`)).toBe(
    `attachment; filename="a_b__'(1).bin"; filename*=UTF-8''a%22b%5C%C3%A9%27%281%29.bin`,
  );
});
