// The files of src with their imports, for the guards on structure.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../src', import.meta.url));

interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Own files that it imports, relative to src. */
  readonly imports: readonly string[];
  /** Imports that are loaded at run time, without types. */
  readonly loads: readonly string[];
  readonly isTest: boolean;
}

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };
const files: readonly SourceFile[] = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(ROOT)].sort().map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  // The transpiler drops imports of types; the source text has all of them.
  const loaded = transpilers[path.endsWith('x') ? 'tsx' : 'ts'].scanImports(text).map((found) => found.path);
  const specifiers = new Set(loaded);
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)) specifiers.add(match[1] ?? '');
  const own = (found: Iterable<string>): readonly string[] =>
    [...found]
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => relative(ROOT, join(ROOT, dirname(path), specifier)));
  return { path, text, imports: own(specifiers), loads: own(loaded), isTest: /\.(test|fixture)\.tsx?$/.test(path) };
});
/** Without tests and their fixtures. */
export const shipped = files.filter((file) => !file.isTest);
