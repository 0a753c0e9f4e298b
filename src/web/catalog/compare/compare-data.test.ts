import { expect, test } from 'bun:test';
import { inOrder } from './compare-data.ts';

test('fields of numbered keys are in the order of the numbers, the others stay', () => {
  const paths = [
    'id',
    'stat.1.visual',
    'stat.60.visual',
    'stat.60.total',
    'stat.30.visual',
    'type',
    'rank.2',
    'rank.1',
  ];
  expect(inOrder(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual([
    ...['id', 'stat.1.visual', 'stat.30.visual', 'stat.60.visual', 'stat.60.total', 'type', 'rank.1', 'rank.2'],
  ]);
});
