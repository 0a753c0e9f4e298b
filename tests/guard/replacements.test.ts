// `replace` and `replaceAll` read `$` in a replacement as a pattern: text of people in its place would insert parts of what
// surrounds it. So a replacement is a text in the code without `$`, or a function.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// The compiler of the whole project is a program without an interface; the client's tools use an earlier one.
import ts from '../../packages/client/node_modules/typescript/lib/typescript.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = [...new Bun.Glob('{src,packages}/**/*.{ts,tsx,js,mjs}').scanSync(ROOT)].filter(
  (path) => !path.includes('node_modules/') && !path.includes('/dist/'),
);

const isSafe = (replacement: ts.Expression): boolean =>
  ts.isStringLiteralLike(replacement)
    ? !replacement.text.includes('$')
    : ts.isArrowFunction(replacement) || ts.isFunctionExpression(replacement);

function listUnsafe(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^replace(?:All)?$/.test(node.expression.name.text)
    ) {
      const [, replacement] = node.arguments;
      if (replacement !== undefined && !isSafe(replacement)) {
        const { line } = source.getLineAndCharacterOfPosition(replacement.getStart(source));
        found.push(`${path}:${line + 1}: ${replacement.getText(source)}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('replacements are texts in the code without `$`, or functions', () => {
  expect(FILES.length).toBeGreaterThan(1_000);
  expect(FILES.flatMap((path) => listUnsafe(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

test('the guard sees what it forbids', () => {
  const unsafe = ["a.replace('x', b)", 'a?.replaceAll(/x/g, `b` + c)', "a.replace(/(x)/, '$1')", 'a.replace(x, f)'];
  const safe = ["a.replace('x', 'y')", 'a.replace(/x/, () => b)', 'location.replace(b)', 'a.replaceAll("x", `y`)'];
  expect(unsafe.map((text) => listUnsafe('a.ts', text).length)).toEqual([1, 1, 1, 1]);
  expect(safe.flatMap((text) => listUnsafe('a.ts', text))).toEqual([]);
});
