import { describe, expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { Alias, Lexer, stringify } from 'yaml';
import { readTable } from '../../../../../tests/fixtures/read-table.ts';
import { parseYamlInput } from './yaml-input.ts';

const read = (input: string | Uint8Array, options = {}) => readTable('cards.yaml', input, options);
const tableOf = (input: string): unknown => {
  const { value, lines } = read(input);
  expect(lines).toEqual([]);
  return value;
};
const errorsOf = (input: string | Uint8Array): readonly string[] => {
  const { value, lines } = read(input);
  expect(value).toBeUndefined();
  return lines;
};

const LARGE = 32 * 1024 * 1024 - 1024;
const filled = (unit: string, before = '', after = ''): string =>
  `${before}${unit.repeat(Math.floor(LARGE / unit.length))}${after}`;

test.each([
  ['brackets', filled('[],', '[', '1]')],
  ['numbers', filled('0,', '[', '1]')],
  ['empty items', filled('- \n')],
  ['an indented list', filled('  - 1\n', 'a:\n')],
])('too many tokens end a file before it is parsed: %s', (_, text) => {
  using lex = spyOn(Lexer.prototype, 'lex');
  const message = 'more than 12000000 tokens. Write so much data as JSON or NDJSON.';
  expect(errorsOf(text)).toEqual([expect.stringContaining(message)]);
  expect(lex).not.toHaveBeenCalled();
});

/** So many tokens take a while on a busy machine. */
const PARSE_MS = 120_000;

test(
  'too many tokens in one item end a file before all of it is in memory',
  () => {
    const message = 'Line 1, column 1: what begins here has more than 4000000 tokens.';
    expect(errorsOf(`[${'1,'.repeat(4_100_000)}1]`)).toEqual([expect.stringContaining(message)]);
    expect(errorsOf(`a: 1\nb:\n${'  - 1\n'.repeat(1_100_000)}`)).toEqual([
      expect.stringContaining('more than 4000000'),
    ]);
  },
  PARSE_MS,
);

test('a large file of prose has few tokens', () => {
  const { value, lines } = read(filled('  One, two: three [and four], he said.\n', 'text: |\n'));
  expect([lines, typeof value]).toEqual([[], 'object']);
});

describe('values', () => {
  test('are those of the core schema of 1.2', () => {
    const text =
      '[1, -2.5, 1e3, 0xff, 0o17, +1, 007, true, False, null, ~, "1", yes, on, 1_000, 12:30, !!str 1, !!int 2]';
    const value = [1, -2.5, 1000, 255, 15, 1, 7, true, false, null, null, '1', 'yes', 'on', '1_000', '12:30', '1', 2];
    expect(tableOf(text)).toEqual(value);
  });

  test('dates stay text', () => {
    expect(tableOf('- 2026-11-27\n- 2026-11-27T09:00:00Z\n- 2026-11-27 09:00:00\n')).toEqual([
      '2026-11-27',
      '2026-11-27T09:00:00Z',
      '2026-11-27 09:00:00',
    ]);
  });

  test('keys are texts as they are written', () => {
    expect(Object.entries(Object(tableOf('0x1: a\n1.0: b\ntrue: c\nnull: d\n~: e\n"": f\n2026-01-01: g\n')))).toEqual([
      ['0x1', 'a'],
      ['1.0', 'b'],
      ['true', 'c'],
      ['null', 'd'],
      ['~', 'e'],
      ['', 'f'],
      ['2026-01-01', 'g'],
    ]);
  });

  test('`__proto__` and `<<` are ordinary keys', () => {
    const text = '__proto__: {a: 1}\nb: &b {c: 2}\nd: {<<: *b, e: 3}\n';
    expect(JSON.stringify(tableOf(text))).toBe('{"__proto__":{"a":1},"b":{"c":2},"d":{"<<":{"c":2},"e":3}}');
  });

  test('aliases repeat their value, also across the pieces of a file', () => {
    expect(tableOf('- &a {x: 1}\n- *a\n- [*a, &a 2, *a]\n- *a\n')).toEqual([{ x: 1 }, { x: 1 }, [{ x: 1 }, 2, 2], 2]);
    expect(tableOf('&k key: &v value\nother: [*k, *v]\n')).toEqual({ key: 'value', other: ['key', 'value'] });
  });

  test('block texts, folded texts, comments and a document with markers', () => {
    const text = '# first\n---\n# second\n- text: |\n    a\n    - b\n  other: >-\n    c\n    d\n# end\n...\n# after\n';
    expect(tableOf(text)).toEqual([{ text: 'a\n- b\n', other: 'c d' }]);
    expect(tableOf('# only\n---\n')).toBeNull();
    expect(tableOf('%YAML 1.2\n---\na: b\n')).toEqual({ a: 'b' });
    expect(tableOf('\ufeffa: b\r\nc: d\r\n')).toEqual({ a: 'b', c: 'd' });
  });

  test('numbers that a double cannot hold are warnings', () => {
    const { value, findings } = read('- 1\n- id: 9007199254740993\n- 0xffffffffffffffff\n- 0.1\n- 1.50\n');
    expect(value).toEqual([1, { id: 9007199254740992 }, 2 ** 64, 0.1, 1.5]);
    expect(findings.map(({ severity, code, message }) => `${severity} ${code} ${message}`)).toEqual([
      'warning number_not_exact Line 2, column 7: a double cannot hold 9007199254740993; it becomes 9007199254740992. Write it as a string.',
      expect.stringContaining('Line 3, column 3: a double cannot hold 0xffffffffffffffff;'),
    ]);
    expect(read('9007199254740993', { checkNumbers: false }).findings).toEqual([]);
    expect(read('- 9007199254740993\n'.repeat(200)).findings).toHaveLength(51);
  });
});

describe('mistakes', () => {
  test.each([
    ['', 'invalid_yaml: The file is empty; a YAML document was expected.'],
    ['a: 1\nb: [1, 2\nc: 3\n', /^invalid_yaml: Line 3, column 1: .*must be sufficiently indented/],
    ['- a\n- "b\n', /^invalid_yaml: Line \d, column \d: Missing closing "quote\.$/],
    ['a: b: c\n', 'invalid_yaml: Line 1, column 4: Nested mappings are not allowed in compact mappings.'],
    ['a:\n\t- b\n', /^invalid_yaml: Line 2, column \d: .*[Tt]abs? /],
    ['a: @b\n', /^invalid_yaml: Line 1, column 4: .*reserved character @/],
    ['[a\n]]\n', /^invalid_yaml: Line 2, column 2: /],
    ['a: .inf\n', 'invalid_yaml: Line 1, column 4: JSON has no number .inf. Write it as a string.'],
    ['- .NaN\n', 'invalid_yaml: Line 1, column 3: JSON has no number .NaN. Write it as a string.'],
    ['a: 1\nb:\n  c: 2\n  c: 3\n', 'duplicate_key: Line 4, column 3: the key "c" stands twice in one mapping.'],
    ['1: a\n"1": b\n', 'duplicate_key: Line 2, column 1: the key "1" stands twice in one mapping.'],
    [
      '__proto__: a\n__proto__: b\n',
      'duplicate_key: Line 2, column 1: the key "__proto__" stands twice in one mapping.',
    ],
    [': a\n', 'invalid_yaml: Line 1, column 1: a key is missing before ":".'],
    ['? [a]\n: b\n', /^invalid_yaml: Line 1, column 3: a key is a text/],
    ['&a b: c\n*a : d\n', /^invalid_yaml: Line 2, column 1: a key is a text/],
    ['{? {a: b} : c}\n', /^invalid_yaml: Line 1, column 4: a key is a text/],
    ['a: 1\n---\nb: 2\n', 'invalid_yaml: Line 2, column 1: a second document begins here; a file holds one.'],
    ['a: 1\n...\nb: 2\n', 'invalid_yaml: Line 3, column 1: a second document begins here; a file holds one.'],
    ['%YAML 1.1\n---\na: yes\n', 'invalid_yaml: Line 1, column 1: the file declares YAML 1.1, but is read as 1.2.'],
    ['a: !color red\n', 'invalid_yaml: Line 1, column 4: Unresolved tag: !color.'],
    ['a: !!binary aGk=\n', 'invalid_yaml: Line 1, column 4: Unresolved tag: tag:yaml.org,2002:binary.'],
    ['- !!set {a}\n', 'invalid_yaml: Line 1, column 3: Unresolved tag: tag:yaml.org,2002:set.'],
    ['- !!timestamp 2026-01-01\n', /^invalid_yaml: Line 1, column 3: Unresolved tag/],
    ['- !!int x\n', /^invalid_yaml: Line 1, column 3: Unresolved tag/],
    ['- *a\n', 'invalid_yaml: Line 1, column 3: the alias *a has no anchor above it.'],
    ['&a [1, *a]\n', 'invalid_yaml: Line 1, column 8: the alias *a stands inside the value that it names.'],
    ['&a\nb: &c\n  d: *a\n', 'invalid_yaml: Line 3, column 6: the alias *a stands inside the value that it names.'],
  ])('%j', (text, expected) => {
    if (typeof expected === 'string') expect(errorsOf(text)).toEqual([expected]);
    else expect(errorsOf(text)).toEqual([expect.stringMatching(expected)]);
  });

  test('a place is counted over all pieces of the file', () => {
    const items = `- {a: ${'x'.repeat(1000)}}\n`.repeat(300);
    expect(errorsOf(`${items}- {a: 1, a: 2}\n${items}`)).toEqual([
      'duplicate_key: Line 301, column 10: the key "a" stands twice in one mapping.',
    ]);
  });

  test('other encodings, NUL and too many bytes are refused', () => {
    expect(errorsOf(new Uint8Array(Buffer.from('\ufeffa: 1\n', 'utf16le')))[0]).toContain('UTF-16');
    expect(errorsOf(new Uint8Array([0x61, 0x0a, 0xff]))[0]).toStartWith('unsupported_encoding: Line 2:');
    expect(errorsOf('a: 1\nb: "\0"\n')).toEqual(['invalid_yaml: Line 2: a NUL character, which no text contains.']);
    expect(errorsOf(new Uint8Array(32 * 1024 * 1024 + 1))).toEqual([
      'file_too_large: The file has 33554433 bytes; at most 33554432 are read.',
    ]);
    expect(read('a: 1', { bytesMax: 3 }).lines).toEqual(['file_too_large: The file has 4 bytes; at most 3 are read.']);
  });
});

describe('hostile files', () => {
  test('a depth of up to 100 is allowed', () => {
    for (const [open, middle, close] of [
      ['[', '1', ']'],
      ['{a: ', '1', '}'],
      ['- ', 'a', ''],
      ['[{a: ', '1', '}]'],
    ] as const) {
      const levels = open.length > 4 ? 50 : 100;
      expect(read(open.repeat(levels) + middle + close.repeat(levels)).lines).toEqual([]);
      const deep = errorsOf(open.repeat(levels + 1) + middle + close.repeat(levels + 1));
      expect(deep).toEqual([expect.stringMatching(/^yaml_too_deep: Line 1, column \d+: nested more than 100 deep\.$/)]);
      expect(errorsOf(open.repeat(300_000))[0]).toContain('too_deep');
    }
    const indented = Array.from({ length: 2000 }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
    expect(errorsOf(indented)[0]).toContain('Line 10');
  });

  test('aliases that multiply are refused', () => {
    const levels = Array.from({ length: 20 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]\n`);
    expect(errorsOf(`a0: &a0 x\n${levels.join('')}`)).toEqual([
      'too_many_aliases: Line 4, column 14: the alias *a2 repeats its value more than 100 times, with the aliases inside it.',
    ]);
    expect(tableOf(`- &a x\n${'- *a\n'.repeat(100)}`)).toHaveLength(101);
    expect(errorsOf(`- &a x\n${'- *a\n'.repeat(101)}`)[0]).toStartWith('too_many_aliases: Line 102, column 3:');
    const long = `- &a ${'x'.repeat(1024 * 1024)}\n${'- *a\n'.repeat(40)}`;
    expect(errorsOf(long)).toEqual([
      'too_many_aliases: Line 34, column 3: what aliases repeat has more than 33554432 characters.',
    ]);
  });

  test('many anchors, keys and mistakes take linear time', () => {
    // The package looks for an anchor in the whole document.
    using resolve = spyOn(Alias.prototype, 'resolve');
    const anchors = Array.from({ length: 2500 }, (_, i) => `- &a${i} x\n- *a${i}\n`).join('');
    expect(tableOf(anchors)).toHaveLength(5000);
    expect(resolve).not.toHaveBeenCalled();
    const started = performance.now();
    const keys = Array.from({ length: 10_000 }, (_, i) => `k${i}: x\n`).join('');
    expect(Object.keys(Object(tableOf(keys)))).toHaveLength(10_000);
    // The package alone makes an error with a stack trace of each bracket.
    for (const unit of [']', '[a]', '- "\n', '}', '[]', 'a: b: ', '%A\n'])
      expect(errorsOf(unit.repeat(2000))).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('pieces', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '- a',
      'a: b',
      '---',
      '...',
      '# x',
      '\n- a\n',
      'a\nb: c\n',
      ' ',
      '|',
      '*a',
      '&a',
      '1',
      'true',
      '"',
      ']',
    ),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('record')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    record: fc.dictionary(text, tie('any'), { maxKeys: 4 }),
  }));
  const root = fc.oneof(
    fc.array(value.any, { minLength: 1, maxLength: 12 }),
    fc.dictionary(text, value.any, { minKeys: 1, maxKeys: 12 }),
  );
  const readIn = (source: string, pieceLength: number): readonly unknown[] => {
    const messages: string[] = [];
    const report = ({ message }: { readonly message: string }): number => messages.push(message);
    const parsed = parseYamlInput(new TextEncoder().encode(source), { file: 'f.yaml', report, pieceLength });
    return [JSON.stringify(parsed?.value), parsed !== undefined, messages.length === 0];
  };

  test('what the package writes is read as it was, whole and in pieces', () => {
    fc.assert(
      fc.property(root, fc.constantFrom(0, 20, 80), fc.nat(3), (json, lineWidth, indentSeq) => {
        const source = stringify(json, { lineWidth, indentSeq: indentSeq === 0, directives: indentSeq === 1 });
        const expected = [JSON.stringify(json), true, true];
        expect([source, ...readIn(source, 1e9)]).toEqual([source, ...expected]);
        expect([source, ...readIn(source, 1)]).toEqual([source, ...expected]);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  // No comments: the package refuses one in the first column after a lone `-`, but not after the first `-` of a text.
  test('damaged files are refused whole and in pieces, or in neither way', () => {
    const unit = fc.constantFrom(
      '- a\n',
      'a: ',
      '"',
      "'",
      '[',
      ']\n',
      '|\n',
      ' x\n',
      '\n',
      '---\n',
      'b\n',
      ': ',
      '? ',
      '...\n',
      '{',
      '}',
    );
    fc.assert(
      fc.property(root, fc.nat(), fc.array(unit, { maxLength: 4 }), (json, place, inserted) => {
        const source = stringify(json);
        const at = place % (source.length + 1);
        const broken = (source.slice(0, at) + inserted.join('') + source.slice(at)).toWellFormed();
        expect([broken, ...readIn(broken, 1)]).toEqual([broken, ...readIn(broken, 1e9)]);
      }),
      { seed: 2, numRuns: 150 },
    );
  });
});
