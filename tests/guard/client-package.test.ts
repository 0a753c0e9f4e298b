// The client package runs in browsers, Node and Bun: it imports nothing but itself, and names neither Bun nor Node. In the
// service, only what runs in the browser imports it, and the command that asks another instance.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = 'packages/client/src';
const IMPORTERS = ['src/web/islands/', 'src/app/commands/types.ts'];

const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier);
const isTest = (path: string): boolean => /\.(test|fixture)\.tsx?$/.test(path);
const filesBelow = (folder: string): readonly string[] =>
  [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].filter((path) => !isTest(path)).sort();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const targetOf = (path: string, specifier: string): string => relative(ROOT, join(ROOT, dirname(path), specifier));

const own = filesBelow(PACKAGE);

test('the client package imports its own files only', () => {
  const foreign = own.flatMap((path) =>
    importsOf(read(path))
      .filter((specifier) => !specifier.startsWith('.') || !targetOf(path, specifier).startsWith(`${PACKAGE}/`))
      .map((specifier) => `${path} → ${specifier}`),
  );
  expect(own.length).toBeGreaterThan(5);
  expect(foreign).toEqual([]);
});

test('the client package names neither Bun nor Node, nor the page', () => {
  const code = (path: string): string => read(path).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  expect(own.filter((path) => /\bBun\.|\bprocess\.|\bdocument\.|\bwindow\./.test(code(path)))).toEqual([]);
});

test('in the service, only islands and one command import the client package, through its faces', () => {
  const imports = filesBelow('src').flatMap((path) =>
    importsOf(read(path))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({ path, target: targetOf(path, specifier) }))
      .filter(({ target }) => target.startsWith('packages/')),
  );
  const offenders = imports.filter(
    ({ path, target }) => !IMPORTERS.some((place) => path.startsWith(place)) || dirname(target) !== PACKAGE,
  );
  expect(offenders).toEqual([]);
});
