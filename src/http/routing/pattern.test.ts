import { expect, test } from 'bun:test';
import { openApiPath, PathMatcher, parameterNames, parsePattern } from './pattern.ts';

function matcher(...paths: readonly string[]): (path: string) => readonly string[] | undefined {
  const made = new PathMatcher<string>();
  for (const path of paths) made.add(path, path);
  return (path) => {
    const match = made.match(path);
    return match && [match.value, ...match.raw];
  };
}

test('one parameter may stand between a literal prefix and suffix', () => {
  const match = matcher('/export/{name}.csv', '/export/{name}.ndjson', '/a/v{n}/b', '/a/{x}/c');
  expect(match('/export/songs.csv')).toEqual(['/export/{name}.csv', 'songs']);
  expect(match('/export/songs.ndjson')).toEqual(['/export/{name}.ndjson', 'songs']);
  expect(match('/export/.csv')).toBeUndefined();
  expect(match('/export/songs')).toBeUndefined();
  expect(match('/export/songs.CSV')).toBeUndefined();
  expect(match('/export/songs%2Ecsv')).toBeUndefined();
  expect(match('/export/a.csv.csv')).toEqual(['/export/{name}.csv', 'a.csv']);
  expect(match('/a/v2/b')).toEqual(['/a/v{n}/b', '2']);
  expect(match('/a/v2/c')).toEqual(['/a/{x}/c', 'v2']);
});

test('two parameters may be joined by three dots', () => {
  const match = matcher('/diff/{from}...{to}', '/diff/{one}', '/diff/now');
  expect(match('/diff/r-1...r-2')).toEqual(['/diff/{from}...{to}', 'r-1', 'r-2']);
  expect(match('/diff/a...b...c')).toEqual(['/diff/{from}...{to}', 'a', 'b...c']);
  expect(match('/diff/...b')).toEqual(['/diff/{one}', '...b']);
  expect(match('/diff/a...')).toEqual(['/diff/{one}', 'a...']);
  expect(match('/diff/now')).toEqual(['/diff/now']);
  expect(parameterNames('/diff/{from}...{to}')).toEqual(['from', 'to']);
  expect(openApiPath('/diff/{from}...{to}')).toBe('/diff/{from}...{to}');
});

test('a literal beats affixes, affixes one parameter, one parameter a rest', () => {
  const match = matcher('/f/{rest...}', '/f/{one}', '/f/{one}.json', '/f/x{one}.json', '/f/list.json');
  expect(match('/f/list.json')).toEqual(['/f/list.json']);
  expect(match('/f/xa.json')).toEqual(['/f/x{one}.json', 'a']);
  expect(match('/f/a.json')).toEqual(['/f/{one}.json', 'a']);
  expect(match('/f/a')).toEqual(['/f/{one}', 'a']);
  expect(match('/f/a/b')).toEqual(['/f/{rest...}', 'a/b']);
});

test.each([
  '/a/{',
  '/a/}',
  '/a/{b',
  '/a/{b}{c}',
  '/a/{b}-{c}',
  '/a/x{b...}',
  '/a/{b-c}',
  '/a/{}',
  '/a/{b}..{c}',
  '/{r...}/b',
])('the path %s is refused', (path) => {
  expect(() => parsePattern(path)).toThrow();
});

test('two paths of one shape are refused', () => {
  expect(() => matcher('/a/{b}.json', '/a/{c}.json')).toThrow('shape');
  expect(() => matcher('/a/{b}...{c}', '/a/{d}...{e}')).toThrow('shape');
});
