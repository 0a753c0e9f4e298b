import { expect, test } from 'bun:test';
import { ownPathOr } from './return-path.ts';

test.each([
  ['/', '/'],
  ['/community?scope=latest#x', '/community?scope=latest#x'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/a\\b', '/a\\b'],
  ['https://evil.example', '/'],
  ['evil', '/'],
  ['', '/'],
  ['/a\nb', '/'],
  ['/\tb', '/'],
  [undefined, '/'],
  [`/${'a'.repeat(3000)}`, '/'],
])('%p leads to %p', (given, path) => {
  expect(ownPathOr(given)).toBe(path);
});
