// Which resources a second process builds: large ones that share no file with others, up to half of the input.
import { expect, test } from 'bun:test';
import { chooseApart } from './apart-resources.ts';

const MEBIBYTE = 1024 * 1024;

/** What is chosen of resources with these files, which have so many mebibytes. */
function choose(files: Readonly<Record<string, number>>, resources: Readonly<Record<string, readonly string[]>>) {
  const chosen = chooseApart({
    resources: Object.entries(resources).map(([name, paths]) => ({ name, files: paths })),
    files: Object.entries(files).map(([path, size]) => ({ path, bytes: size * MEBIBYTE })),
  });
  return [...chosen];
}

test('the largest up to half of the input', () => {
  const files = { a: 50, b: 40, c: 20, d: 5 };
  expect(choose(files, { a: ['a'], b: ['b'], c: ['c'], d: ['d'] })).toEqual(['a', 'd']);
  expect(choose({ a: 90, b: 20, c: 19 }, { a: ['a'], b: ['b'], c: ['c'] })).toEqual(['b', 'c']);
});

test('none that shares a file, and none at all if that is little', () => {
  const files = { a: 50, b: 40 };
  expect(choose(files, { all: ['a', 'b'], a: ['a'], b: ['b'] })).toEqual([]);
  expect(choose({ ...files, c: 30 }, { all: ['a', 'b'], a: ['a'], c: ['c'] })).toEqual(['c']);
  expect(choose({ a: 15, b: 15 }, { a: ['a'], b: ['b'] })).toEqual([]);
  expect(choose({ a: 100 }, { a: ['a'] })).toEqual([]);
  expect(choose({}, {})).toEqual([]);
});
