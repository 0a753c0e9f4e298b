import { describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readTable } from '../../../../../tests/fixtures/read-table.ts';
import { numberOf } from './csv-columns.ts';

const read = (input: string | Uint8Array, options = {}) => readTable('cards.csv', input, options);
const tableOf = (input: string | Uint8Array, options = {}): unknown => {
  const { value, lines } = read(input, options);
  expect(lines).toEqual([]);
  return value;
};
const errorsOf = (input: string | Uint8Array, options = {}): readonly string[] => {
  const { value, lines } = read(input, options);
  expect(value).toBeUndefined();
  return lines;
};
const MIB = 1024 * 1024;

describe('records', () => {
  test('one record a line, in file order, with the header as keys', () => {
    expect(tableOf('id,name\n2,b\n1,a\n')).toEqual([
      { id: 2, name: 'b' },
      { id: 1, name: 'a' },
    ]);
  });

  test('lines may end in three ways in one file, and the last may lack its end', () => {
    expect(tableOf('id,name\r\n1,a\r2,b\n3,c')).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, name: 'c' },
    ]);
    expect(tableOf('id,name\r\n1,"a"\r2,"b"\n3,"c"')).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, name: 'c' },
    ]);
  });

  test('blank lines are skipped', () => {
    expect(tableOf('\n\nid\n\n1\n\r\n"2"\n\n\n')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('an empty cell is absent', () => {
    expect(tableOf('id,name,note\n1,,\n2,"",x\n')).toEqual([{ id: 1 }, { id: 2, note: 'x' }]);
    expect(tableOf('id\n""\n')).toEqual([{}]);
  });

  test('a header alone is an empty table', () => {
    expect(tableOf('id,name')).toEqual([]);
    expect(tableOf('id,name\r\n')).toEqual([]);
  });

  test('quoted cells hold delimiters, line ends and quotes', () => {
    expect(tableOf('id,text\n1,"a, ""b""\r\nc"\n2,"\n"\n')).toEqual([
      { id: 1, text: 'a, "b"\r\nc' },
      { id: 2, text: '\n' },
    ]);
  });

  test('spaces belong to the cell', () => {
    expect(tableOf('id, name\n1, a \n')).toEqual([{ id: 1, ' name': ' a ' }]);
  });

  test('formulas of spreadsheets are text', () => {
    expect(tableOf('id,text\n1,=1+1\n2,@x\n3,+1\n')).toEqual([
      { id: 1, text: '=1+1' },
      { id: 2, text: '@x' },
      { id: 3, text: '+1' },
    ]);
  });

  test('a byte order mark is no part of the first header, elsewhere it is text', () => {
    expect(tableOf('\ufeffid,name\n1,\ufeffa\n')).toEqual([{ id: 1, name: '\ufeffa' }]);
    expect(tableOf('\ufeff"id"\n1\n')).toEqual([{ id: 1 }]);
  });
});

describe('headers', () => {
  test('dots do not split them', () => {
    expect(tableOf('name.en,name.ja\na,b\n')).toEqual([{ 'name.en': 'a', 'name.ja': 'b' }]);
  });

  test('names of Object.prototype are ordinary keys', () => {
    const value = tableOf('__proto__,constructor,toString\n1,x,\n2,,z\n');
    expect(JSON.stringify(value)).toBe('[{"__proto__":1,"constructor":"x"},{"__proto__":2,"toString":"z"}]');
    const mixed = tableOf('__proto__,id\n1,1\n,2\nx,3\n');
    expect(JSON.stringify(mixed)).toBe('[{"__proto__":"1","id":1},{"id":2},{"__proto__":"x","id":3}]');
    expect(Object.getPrototypeOf(Object(mixed)[0])).toBe(Object.prototype);
  });

  test('empty ones are refused with their columns', () => {
    expect(errorsOf('id,,name,\n')).toEqual([
      'invalid_csv: Line 1: columns 2 and 4 have no name. Every column needs one.',
    ]);
    expect(errorsOf('\n\nid,\n')).toEqual(['invalid_csv: Line 3: column 2 has no name. Every column needs one.']);
  });

  test('double ones are refused with their name and both columns', () => {
    expect(errorsOf('id,name,id,"name"\n1,2,3,4\n')).toEqual([
      'invalid_csv: Line 1: columns 1 and 3 are both called "id". Each name may stand once.',
      'invalid_csv: Line 1: columns 2 and 4 are both called "name". Each name may stand once.',
    ]);
  });

  test('an empty file is refused', () => {
    for (const text of ['', '\ufeff', '\n\r\n']) {
      expect(errorsOf(text)).toEqual(['invalid_csv: The file is empty; its first line should be the header.']);
    }
  });
});

describe('the delimiter', () => {
  test.each([
    ['id,a;b\n1,2\n', { id: 1, 'a;b': 2 }],
    ['id;name;x,y\n1;a;2\n', { id: 1, name: 'a', 'x,y': 2 }],
    ['id\tname\n1\ta,b;c\n', { id: 1, name: 'a,b;c' }],
    ['id;"a,b,c"\n1;2\n', { id: 1, 'a,b,c': 2 }],
    ['id\n1;2\n', { id: '1;2' }],
  ])('is the one that the header %j has most', (text, record) => {
    expect(tableOf(text)).toEqual([record]);
  });

  test('a .tsv prefers tabs', () => {
    const text = 'id\ta,b,c\n1\t2\n';
    expect(readTable('cards.tsv', text).value).toEqual([{ id: 1, 'a,b,c': 2 }]);
    expect(errorsOf(text)).toEqual(['invalid_csv: Line 2: 1 cell, but the header has 3 columns.']);
    expect(readTable('cards.tsv', 'id,name\n1,a\n').value).toEqual([{ id: 1, name: 'a' }]);
  });

  test('the option decides', () => {
    expect(tableOf('a,b,c;d\n1;2\n', { delimiter: ';' })).toEqual([{ 'a,b,c': 1, d: 2 }]);
    expect(tableOf('a,b\n1,2\n', { delimiter: '\t' })).toEqual([{ 'a,b': '1,2' }]);
  });
});

describe('types of columns', () => {
  const columnOf = (cells: readonly string[]): unknown[] =>
    Object(tableOf(`value\n${cells.join('\n')}\n`)).map((record: object) => Object.values(record)[0]);

  test('a column of numbers that JavaScript writes in the same way is numeric', () => {
    const cells = ['0', '-1', '1.5', '9007199254740991', '-0.1', '0.000001', '1e-7', '0.30000000000000004'];
    expect(columnOf(cells)).toEqual(cells.map(Number));
    expect(columnOf(['1', '"2"'])).toEqual([1, 2]);
  });

  test.each([
    '007',
    '1e3',
    '1E3',
    '+1',
    '-0',
    '1.50',
    '1.',
    '.5',
    '1.0',
    '00',
    '-01',
    '9007199254740992',
    '12345678901234567890',
    '1e+21',
    '0.1000000000000000055',
    '1,5',
    ' 1',
    '1 ',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '-Infinity',
    '-',
    '.',
    '1-2',
    '1.2.3',
    '٣',
  ])('one cell %j makes the column text', (cell) => {
    expect(columnOf(['1', `"${cell}"`, '2.5', '-3'])).toEqual(['1', cell, '2.5', '-3']);
    expect(columnOf([`"${cell}"`, '1'])).toEqual([cell, '1']);
  });

  test('empty cells do not count', () => {
    expect(tableOf('id,power\na,\nb,5\nc,\n')).toEqual([{ id: 'a' }, { id: 'b', power: 5 }, { id: 'c' }]);
  });

  test('a column of true and false is boolean, with others it is text', () => {
    expect(columnOf(['true', 'false'])).toEqual([true, false]);
    expect(columnOf(['true', 'false', '1'])).toEqual(['true', 'false', '1']);
    expect(columnOf(['1', 'true'])).toEqual(['1', 'true']);
    expect(columnOf(['true', 'TRUE'])).toEqual(['true', 'TRUE']);
  });

  test('numberOf is the rule, written out', () => {
    const rule = (cell: string): number => {
      const number = Number(cell);
      const isKept = String(number) === cell && Number.isFinite(number);
      return isKept && (Number.isSafeInteger(number) || !Number.isInteger(number)) ? number : Number.NaN;
    };
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789.-e+'), maxLength: 26 });
    const number = fc.double({ noNaN: true }).map(String);
    const decimal = fc.tuple(fc.integer(), fc.nat(10 ** 9)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.oneof(digits, number, decimal, fc.maxSafeInteger().map(String)), (cell) => {
        expect([cell, numberOf(cell, 0, cell.length)]).toEqual([cell, rule(cell)]);
        expect(numberOf(`9${cell}9`, 1, cell.length + 1)).toEqual(rule(cell));
      }),
      { seed: 1, numRuns: 10_000 },
    );
  });
});

describe('mistakes', () => {
  test('records with missing or extra cells are refused with their lines', () => {
    expect(errorsOf('a,b\n1\n1,2\n1,2,3\n"x\ny",2\r\n\n"1"\n')).toEqual([
      'invalid_csv: Line 2: 1 cell, but the header has 2 columns.',
      'invalid_csv: Line 4: 3 cells, but the header has 2 columns.',
      'invalid_csv: Line 8: 1 cell, but the header has 2 columns.',
    ]);
    expect(errorsOf('a\n1,2\n')).toEqual(['invalid_csv: Line 2: 2 cells, but the header has 1 column.']);
  });

  test('fifty are reported', () => {
    const lines = errorsOf(`a,b\n${'1\n'.repeat(1000)}`);
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe('invalid_csv: There are more errors; reading stopped here.');
    expect(errorsOf(`a,b\n${'"1"\n'.repeat(1000)}`)).toHaveLength(51);
  });

  test('a quote that is never closed is refused with the line where it opens', () => {
    expect(errorsOf('a,b\n1,2\n3,"x\n4,5\n')).toEqual([
      'invalid_csv: Line 3: the quote that opens here is never closed.',
    ]);
    expect(errorsOf('a,b\n"1\n2","x""\n4,5\n')).toEqual([
      'invalid_csv: Line 3: the quote that opens here is never closed.',
    ]);
    expect(errorsOf('"a')).toEqual(['invalid_csv: Line 1: the quote that opens here is never closed.']);
  });

  test('a misplaced quote is refused with its line', () => {
    expect(errorsOf('a,b\n1,2\n3,5" disc\n4,5\n')).toEqual([
      'invalid_csv: Line 3: a quote inside a cell that does not begin with one. Put the whole cell in quotes and double this one.',
    ]);
    expect(errorsOf('a,b\n"1","2"\n"x"y,2\n')).toEqual([
      'invalid_csv: Line 3: text after a closing quote. A quote inside a quoted cell is written twice.',
    ]);
    expect(errorsOf('a,b"c\n')[0]).toStartWith('invalid_csv: Line 1: a quote inside a cell');
  });

  test('another encoding than UTF-8 is refused', () => {
    const utf16 = new Uint8Array(Buffer.from('\ufeffid,name\n1,あ\n', 'utf16le'));
    const isUtf16 = ['unsupported_encoding: The file is encoded as UTF-16. Save it as UTF-8.'];
    expect(errorsOf(utf16)).toEqual(isUtf16);
    expect(errorsOf(utf16.subarray(2))).toEqual(isUtf16);
    expect(errorsOf(new Uint8Array(Buffer.from(utf16).swap16()))).toEqual(isUtf16);
    expect(errorsOf(new Uint8Array(Buffer.from('id,name\n1,caf\xe9\n', 'latin1')))).toEqual([
      'unsupported_encoding: Line 2: not valid UTF-8. Save the file as UTF-8.',
    ]);
  });

  test('NUL is refused with its line', () => {
    expect(errorsOf('id,name\n1,a\r2,\0\n')).toEqual(['invalid_csv: Line 3: a NUL character, which no text contains.']);
  });
});

describe('limits', () => {
  test('bytes of a file', () => {
    expect(errorsOf('id\n1\n', { bytesMax: 4 })).toEqual(['file_too_large: The file has 5 bytes; at most 4 are read.']);
  });

  test('5,000 columns', () => {
    const header = (count: number): string => Array.from({ length: count }, (_, i) => `c${i}`).join(',');
    expect(tableOf(`${header(5000)}\n${'1,'.repeat(4999)}1\n`)).toHaveLength(1);
    expect(errorsOf(header(5001))).toEqual([
      'table_too_wide: Line 1: the header has 5001 columns; at most 5000 are read.',
    ]);
    expect(errorsOf(','.repeat(99_999))[0]).toContain('has 100000 columns');
  });

  test('16 MiB a record, with and without quotes', () => {
    const filled = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(0x61);
    const join = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    const tooLarge = (line: number): string =>
      `record_too_large: Line ${line}: the record that begins here is over 16777216 bytes.`;
    expect(tableOf(join('id,text\n1,', filled(16 * MIB - 2), '\n2,b\n'))).toHaveLength(2);
    expect(errorsOf(join('id,text\n1,', filled(16 * MIB - 1), '\n'))).toEqual([tooLarge(2)]);
    expect(errorsOf(filled(17 * MIB))).toEqual([tooLarge(1)]);
    expect(errorsOf(join('id,text\n1,a\n2,"', filled(17 * MIB)))).toEqual([
      `${tooLarge(3)} A quote opened in line 3 is not closed within it.`,
    ]);
    expect(errorsOf(join('id,text\n', '1,a\n'.repeat(500_000), '1,', filled(17 * MIB), '"'))).toEqual([
      tooLarge(500_002),
    ]);
  });
});

describe('compared with csv-parse', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'ab1.-あ é😀=\ufeff', ';'), maxLength: 6 });
  const quoted = fc
    .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\r\n', ';', 'あ'), maxLength: 6 })
    .map((cell) => `"${cell.replaceAll('"', '""')}"`);
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
  const table = fc
    .record({ width: fc.integer({ min: 1, max: 5 }), quotedShare: fc.constantFrom(0, 1, 5), lines: fc.nat(40) })
    .chain(({ width, quotedShare, lines }) => {
      const cell = fc.oneof({ arbitrary: plain, weight: 10 }, { arbitrary: quoted, weight: quotedShare });
      const record = fc.tuple(fc.array(cell, { minLength: width, maxLength: width }), lineEnd);
      return fc.tuple(fc.constant(width), fc.array(record, { maxLength: lines }));
    })
    .map(([width, records]) => {
      const header = Array.from({ length: width }, (_, index) => `c${index}`).join(',');
      return `${header}\n${records.map(([cells, end]) => cells.join(',') + end).join('')}`;
    });
  const cellsOf = (text: string): string[][] =>
    parse(text, { record_delimiter: ['\r\n', '\n', '\r'], skip_empty_lines: true });

  test('random tables have the same cells', () => {
    fc.assert(
      fc.property(table, (text) => {
        const [headers = [], ...records] = cellsOf(text);
        const { value, lines } = read(text, { delimiter: ',' });
        expect([text, lines]).toEqual([text, []]);
        const cells = Object(value).map((record: Record<string, unknown>) =>
          headers.map((header) => String(record[header] ?? '')),
        );
        expect(cells).toEqual(records);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test('random damage is refused by both or by none', () => {
    fc.assert(
      fc.property(table, fc.nat(), fc.constantFrom('"', ',', '\n', 'a"', ''), (text, place, insert) => {
        const at = place % (text.length + 1);
        // Damage inside a character would be another mistake.
        const broken = (text.slice(0, at) + insert + text.slice(at + 1)).toWellFormed();
        let isValid = true;
        try {
          const records = cellsOf(broken.replace(/^\ufeff/, ''));
          const headers = records[0] ?? [];
          isValid = new Set(headers).size === headers.length && headers.length > 0 && !headers.includes('');
        } catch {
          isValid = false;
        }
        expect([broken, read(broken, { delimiter: ',' }).value !== undefined]).toEqual([broken, isValid]);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('tables longer than a piece have the same cells, whatever their lines end with', () => {
    for (const [seed, lineEnd] of ['\r\n', '\r'].entries()) {
      const cells = fc.sample(fc.tuple(plain, fc.oneof(plain, plain, plain, quoted)), { seed, numRuns: 700 });
      const text = `c0,c1\n${Array.from({ length: 70 }, () => cells.map((pair) => `${pair.join(',')}${lineEnd}`).join('')).join('')}`;
      expect(text.length).toBeGreaterThan(256 * 1024);
      const [, ...records] = cellsOf(text);
      const value: readonly Record<string, unknown>[] = Object(tableOf(text, { delimiter: ',' }));
      expect(value.map(({ c0 = '', c1 = '' }) => [String(c0), String(c1)])).toEqual(records);
    }
  });
});
