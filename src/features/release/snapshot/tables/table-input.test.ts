// The same table in each format has the same value.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { readTable } from '../../../../../tests/fixtures/read-table.ts';
import { parseJsonInput } from './json-input.ts';

type Row = Readonly<Record<string, string | number | boolean>>;

const HEADERS = ['id', 'name', 'name.ja', 'power', '__proto__', 'a "b"', 'c,d', '10'];

/** Cells of a column, all of one type as CSV has it; undefined is absent. */
const COLUMN = fc.constantFrom<fc.Arbitrary<string | number | boolean>>(
  // The first cell keeps the column text.
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `t${text.replaceAll('\0', '')}`),
  fc.constantFrom('007', '+1', '1e3', 'true.', '=1+1', ' ', '"', ',', '\n', 'あ'),
  fc.maxSafeInteger().map((value) => value + 0),
  fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((value) => value / 1000 + 0),
  fc.boolean(),
);

const TABLE = fc
  .tuple(
    fc.subarray(HEADERS, { minLength: 1 }),
    fc.array(COLUMN, { minLength: HEADERS.length, maxLength: 8 }),
    fc.nat(12),
  )
  .chain(([headers, columns, count]) =>
    fc.tuple(
      fc.constant(headers),
      fc.tuple(
        ...headers.map((_, index) =>
          fc.array(fc.option(columns[index] ?? fc.constant(1), { nil: undefined, freq: 4 }), {
            minLength: count,
            maxLength: count,
          }),
        ),
      ),
    ),
  )
  .map(([headers, columns]) => {
    const rows = (columns[0] ?? []).map(
      (_, at): Row =>
        Object.fromEntries(
          headers.flatMap((header, column) => {
            const cell = columns[column]?.[at];
            return cell === undefined ? [] : [[header, cell] as const];
          }),
        ),
    );
    return { headers, rows };
  });

function csvOf(headers: readonly string[], rows: readonly Row[], delimiter: string): string {
  const cellOf = (value: unknown): string => {
    const text = String(value ?? '');
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => headers.map((header) => cellOf(Object.hasOwn(row, header) ? row[header] : '')));
  // A blank line is no record.
  return [headers.map(cellOf), ...lines].map((cells) => cells.join(delimiter) || '""').join('\n');
}

test('random tables have one value in all formats', () => {
  fc.assert(
    fc.property(TABLE, fc.constantFrom(',', ';', '\t'), ({ headers, rows }, delimiter) => {
      const expected = JSON.stringify(rows);
      const csv = csvOf(headers, rows, delimiter);
      for (const [file, text] of [
        ['t.json', expected],
        ['t.ndjson', rows.map((row) => JSON.stringify(row)).join('\n')],
        ['t.csv', csv],
        [delimiter === '\t' ? 't.tsv' : 't.csv', `\ufeff${csv}\n`],
        ['t.yaml', stringify(rows)],
      ] as const) {
        const delimiterOption = headers.length === 1 || headers.includes('c,d') ? { delimiter } : {};
        const { value, lines } = readTable(file, text, delimiterOption);
        expect([file, text, lines]).toEqual([file, text, []]);
        expect(JSON.stringify(value)).toBe(expected);
      }
    }),
    { seed: 1, numRuns: 60 },
  );
});

test('JSON is read by parseJsonInput, with its options', () => {
  const bytes = new TextEncoder().encode('{"a":{"k":1,"k":2},"n":9007199254740993}');
  const viaJson: unknown[] = [];
  const expected = parseJsonInput(bytes, {
    file: 'f.json',
    report: (finding) => viaJson.push(finding),
    collections: [['a']],
  });
  const { value, findings } = readTable('f.json', bytes, { collections: [['a']] });
  expect(value).toEqual(expected?.value);
  expect<readonly unknown[]>(findings).toEqual(viaJson);
  expect(findings).toHaveLength(1);
});

test('a format that is named counts, not the suffix', () => {
  expect(readTable('table.txt', 'id\n1\n', { format: 'csv' }).value).toEqual([{ id: 1 }]);
  expect(readTable('table.txt', 'id: 1\n', { format: 'yaml' }).value).toEqual({ id: 1 });
});
