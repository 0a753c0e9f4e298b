import { expect, test } from 'bun:test';
import { FileTree } from './trees.ts';

const entry = (path: string, bytes = 1) => ({ path, bytes, sha256: '', mediaType: 'image/png' });
const PATHS = [
  'assets/Assets/a (1).png',
  'assets/Assets/a.png',
  'assets/Assets/a/one.png',
  'assets/Assets/a/two/deep.png',
  'assets/Assets/a0.png',
  'assets/Assets/event(zh-Hant).png',
  'assets/Assets/event.png',
  'runtime/x.mp3',
];
const tree = new FileTree(PATHS.toSorted().map((path, index) => entry(path, index + 1)));

test('a folder lists folders with everything below them, then files', () => {
  expect(tree.list('')?.folders.map(({ name, files }) => [name, files])).toEqual([
    ['assets', 7],
    ['runtime', 1],
  ]);
  const inside = tree.list('assets/Assets');
  expect(inside?.folders).toEqual([{ name: 'a', files: 2, bytes: 7 }]);
  expect(inside?.files.map(({ path }) => path.slice(14))).toEqual([
    'a (1).png',
    'a.png',
    'a0.png',
    'event(zh-Hant).png',
    'event.png',
  ]);
  expect(tree.list('assets/Assets/nothing')).toBeUndefined();
  expect(tree.list('assets/Assets/a.png')).toBeUndefined();
});

test('search looks at names and folders below, not above', () => {
  expect(tree.search('assets/Assets', 'TWO').map(({ path }) => path)).toEqual(['assets/Assets/a/two/deep.png']);
  expect(tree.search('assets/Assets/a', 'assets')).toEqual([]);
});

test('a localized name is answered by another file', () => {
  expect(tree.answering('assets/Assets/event(zh-Hans).png')?.path).toBe('assets/Assets/event(zh-Hant).png');
  expect(tree.answering('assets/Assets/event(en).png')?.path).toBe('assets/Assets/event.png');
  expect(tree.answering('assets/Assets/other(en).png')).toBeUndefined();
});
