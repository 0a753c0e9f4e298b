import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readTable } from '../../../../../tests/fixtures/read-table.ts';
import type { TableInputOptions } from './table-input.ts';

const read = (input: string | Uint8Array, options: Partial<TableInputOptions> = {}) =>
  readTable('cards.ndjson', input, options);

describe('parseNdjsonInput', () => {
  test('one value a line, blank lines skipped', () => {
    const { value, lines } = read('\n{"a":1}\r\n\n \t\r\n[2]\n"x"\nnull');
    expect(lines).toEqual([]);
    expect(value).toEqual([{ a: 1 }, [2], 'x', null]);
  });

  test('a file without values is an empty table, and a byte order mark may begin it', () => {
    expect(read('').value).toEqual([]);
    expect(read('\ufeff\n').value).toEqual([]);
    expect(read('\ufeff1\n2').value).toEqual([1, 2]);
  });

  test('`__proto__` is an ordinary key', () => {
    expect(JSON.stringify(read('{"__proto__":{"a":1}}').value)).toBe('[{"__proto__":{"a":1}}]');
  });

  test('random values give the result of JSON.parse', () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 4 })), fc.constantFrom('\n', '\r\n', '\n\n'), (texts, lineEnd) => {
        const compact = texts.map((text) => JSON.stringify(JSON.parse(text)));
        const { value, lines } = read(compact.join(lineEnd));
        expect(lines).toEqual([]);
        expect(JSON.stringify(value)).toBe(`[${compact.join(',')}]`);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  test('a file longer than a piece', () => {
    const records = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'あ'.repeat(id % 20) }));
    const { value, lines } = read(records.map((record) => JSON.stringify(record)).join('\n\n'));
    expect(lines).toEqual([]);
    expect(value).toEqual(records);
  });
});

describe('mistakes', () => {
  test('each is reported with its line and column', () => {
    const { value, lines } = read('{"a":1}\n{"a":\n\n[1,2}\n1 2\nx\n{"a":tru}\n"\t"\n\ufeff1\n');
    expect(value).toBeUndefined();
    expect(lines).toEqual([
      'invalid_ndjson: Line 2: not valid JSON: the line ends too early.',
      'invalid_ndjson: Line 4: not valid JSON: unexpected character in column 5.',
      'invalid_ndjson: Line 5: not valid JSON: unexpected character in column 3.',
      expect.stringMatching(/^invalid_ndjson: Line 6: not valid JSON: .+x.+\.$/),
      expect.stringMatching(/^invalid_ndjson: Line 7: not valid JSON: .+tru.+\.$/),
      expect.stringMatching(/^invalid_ndjson: Line 8: not valid JSON: /),
      'invalid_ndjson: Line 9: not valid JSON: unexpected character in column 1.',
    ]);
  });

  test('lines that are valid only together are refused', () => {
    for (const text of ['[1\n2]', '1],[2', '1],[2\n[[3\n4]]', '{"a":1\n"b":2}', '1,2', '1\n,2', '/*\n*/']) {
      expect([text, read(text).value]).toEqual([text, undefined]);
    }
  });

  test('a message repeats only the beginning of what is wrong', () => {
    const { lines } = read('a'.repeat(1_000_000));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(300);
  });

  test('fifty are reported', () => {
    const { lines } = read('{\n'.repeat(100_000));
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe('invalid_ndjson: There are more errors; reading stopped here.');
  });

  test('the line is counted over all pieces of the file', () => {
    const valid = `${JSON.stringify({ text: 'x'.repeat(1000) })}\n`.repeat(1000);
    expect(read(`${valid}\n{\n${valid}`).lines).toEqual([
      'invalid_ndjson: Line 1002: not valid JSON: the line ends too early.',
    ]);
  });

  test('a depth of up to 100 is allowed', () => {
    const nested = (depth: number): string => `${'{"a":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`;
    expect(read(nested(100)).lines).toEqual([]);
    const deep = read(`${nested(100)}\n1\n${nested(102)}\n2\n${nested(102)}`);
    expect(deep.value).toBeUndefined();
    expect(deep.lines).toEqual([
      'json_too_deep: Line 3: nested more than 100 deep.',
      'json_too_deep: Line 5: nested more than 100 deep.',
    ]);
    expect(deep.findings.map(({ path }) => path.slice(0, 10))).toEqual(['$[2].a[0].', '$[4].a[0].']);
    expect(read('['.repeat(2_000_000)).lines).toEqual(['json_too_deep: Line 1: nested more than 100 deep.']);
  });

  test('numbers that a double cannot hold and duplicate keys are warnings with line and path', () => {
    const text = '{"a":1}\n\n{"a":[0,9007199254740993]}\n{"b":{"k":1,"k":2}}\n';
    const { value, findings } = read(text);
    expect(value).toEqual([{ a: 1 }, { a: [0, 9007199254740992] }, { b: { k: 2 } }]);
    expect(findings.map(({ severity, code, path }) => [severity, code, path])).toEqual([
      ['warning', 'number_not_exact', '$[1].a[1]'],
      ['warning', 'duplicate_key', '$[2].b.k'],
    ]);
    expect(findings.map(({ message }) => message)).toEqual([
      'Line 3: a double cannot hold 9007199254740993; it becomes 9007199254740992. Write it as a string.',
      'Line 4: this key stands twice; the last one counts.',
    ]);
    expect(read(text, { checkNumbers: false }).findings).toHaveLength(1);
    expect(read(text, { duplicateSeverity: 'error' }).findings[1]?.severity).toBe('error');
  });

  test('warnings are capped', () => {
    expect(read('9007199254740993\n'.repeat(1000)).findings).toHaveLength(51);
    expect(read('{"a":1,"a":1}\n'.repeat(1000)).findings).toHaveLength(51);
    const long = `${' '.repeat(1000)}9007199254740993\n`.repeat(1000);
    expect(read(long).findings).toHaveLength(51);
  });

  test('other encodings, NUL and too many bytes are refused', () => {
    expect(read(new Uint8Array(Buffer.from('\ufeff{"a":1}', 'utf16le'))).lines[0]).toContain('UTF-16');
    expect(read(new Uint8Array([0x31, 0x0a, 0x22, 0xff, 0x22])).lines).toEqual([
      'unsupported_encoding: Line 2: not valid UTF-8. Save the file as UTF-8.',
    ]);
    expect(read('1\n"\0"').lines).toEqual(['invalid_ndjson: Line 2: a NUL character, which no text contains.']);
    expect(read('1\n2', { bytesMax: 2 }).lines).toEqual(['file_too_large: The file has 3 bytes; at most 2 are read.']);
  });
});
