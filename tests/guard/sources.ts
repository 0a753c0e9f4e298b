// The files of src with what they import, as the guards on structure read them.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../src', import.meta.url));

interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Own files that it imports, relative to src. */
  readonly imports: readonly string[];
  /** Those that are loaded when it runs, types left out. */
  readonly loads: readonly string[];
  readonly isTest: boolean;
}

const transpiler = new Bun.Transpiler({ loader: 'ts' });
const files: readonly SourceFile[] = [...new Bun.Glob('**/*.ts').scanSync(ROOT)].sort().map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  // The transpiler drops imports of types alone; the text has them all.
  const loaded = transpiler.scanImports(text).map((found) => found.path);
  const specifiers = new Set(loaded);
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)) specifiers.add(match[1] ?? '');
  const own = (found: Iterable<string>): readonly string[] =>
    [...found]
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => relative(ROOT, join(ROOT, dirname(path), specifier)));
  return { path, text, imports: own(specifiers), loads: own(loaded), isTest: /\.(test|fixture)\.ts$/.test(path) };
});
/** Without tests and their fixtures. */
export const shipped = files.filter((file) => !file.isTest);
