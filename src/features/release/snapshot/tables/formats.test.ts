import { expect, test } from 'bun:test';
import { formatOf } from './formats.ts';

test.each([
  ['cards.json', 'json'],
  ['catalog/cards.ndjson', 'ndjson'],
  ['cards.jsonl', 'ndjson'],
  ['cards.csv', 'csv'],
  ['cards.ja.tsv', 'csv'],
  ['cards.yaml', 'yaml'],
  ['CARDS.YML', 'yaml'],
] as const)('%s is %s', (path, format) => {
  expect(formatOf(path)).toBe(format);
});

test.each(['cards', 'cards.txt', 'csv', '.csv', 'data/.json', 'cards.csv/readme', 'cards.constructor', 'cards.csv.gz'])(
  '%s has no format',
  (path) => {
    expect(formatOf(path)).toBeUndefined();
  },
);
