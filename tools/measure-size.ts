// Prints how large the code is: lines of TypeScript and CSS, and syntax nodes of TypeScript, of what is shipped and of tests.
// Without messages and generated files. With a commit, the same of it and the difference. Then the longest files and the
// fullest folders of src: a hint where something may want to be cut by meaning, not a limit.
//
//   node bin/bun.js tools/measure-size.ts [COMMIT]
import { dirname } from 'node:path';
// The compiler of the whole project is a program without an interface; the client's tools use an earlier one.
import ts from '../packages/client/node_modules/typescript/lib/typescript.js';

interface Size {
  lines: number;
  nodes: number;
}

const [commit] = process.argv.slice(2);
const git = (...args: string[]): string => Bun.spawnSync(['git', ...args]).stdout.toString();

const isCounted = (path: string): boolean =>
  /^(?:src|tests)\/.*\.(?:ts|tsx|css)$/.test(path) && !/\/(?:messages|generated|migrations)\//.test(path);
const isTest = (path: string): boolean => path.startsWith('tests/') || path.includes('.test.');

function countNodes(path: string, text: string): number {
  if (path.endsWith('.css')) return 0;
  let nodes = 0;
  const visit = (node: ts.Node): void => {
    nodes += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return nodes;
}

async function measure(at: string | undefined): Promise<readonly [src: Size, tests: Size]> {
  const paths = git(...(at === undefined ? ['ls-files'] : ['ls-tree', '-r', '--name-only', at])).split('\n');
  const sizes: readonly [Size, Size] = [
    { lines: 0, nodes: 0 },
    { lines: 0, nodes: 0 },
  ];
  for (const path of paths.filter(isCounted)) {
    const text = at === undefined ? await Bun.file(path).text() : git('show', `${at}:${path}`);
    const size = sizes[isTest(path) ? 1 : 0];
    size.lines += text.split('\n').length - 1;
    size.nodes += countNodes(path, text);
  }
  return sizes;
}

const now = await measure(undefined);
const before = commit === undefined ? undefined : await measure(commit);
for (const [at, name] of ['src', 'tests'].entries()) {
  for (const unit of ['lines', 'nodes'] as const) {
    const count = now[at]?.[unit] ?? 0;
    const earlier = before?.[at]?.[unit];
    const change = earlier === undefined ? '' : ` (${earlier}, ${(((count - earlier) / earlier) * 100).toFixed(1)} %)`;
    console.log(`${name}: ${count} ${unit}${change}`);
  }
}

/** Above these, a file or a folder is printed. */
const LONG_LINES = 400;
const FULL_FILES = 16;

const sources = git('ls-files', 'src')
  .split('\n')
  .filter((path) => isCounted(path) && !isTest(path));
for (const path of sources) {
  const lines = (await Bun.file(path).text()).split('\n').length - 1;
  if (lines > LONG_LINES) console.log(`long: ${path}, ${lines} lines`);
}
for (const [folder, files] of Map.groupBy(sources, (path) => dirname(path)))
  if (files.length > FULL_FILES) console.log(`full: ${folder}, ${files.length} files`);
