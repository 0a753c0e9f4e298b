// Writes docs/client.md: every function and type that the package exports, with its declaration and its comment, in the order
// of the exports. Made from the declarations that the package ships.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { writeDeclarations } from './build.ts';

const PAGE = join(import.meta.dir, '../../../docs/client.md');
const FACES = [
  ['index.d.ts', '@livehouse/client'],
  ['uploads.d.ts', '@livehouse/client/uploads'],
] as const;
const HEAD = `# Reference of the client

All functions and types of [@livehouse/client](../packages/client/README.md), which explains them in context. Operations of \`api\` and
lists of \`each\` have the ids of the interface: \`/docs\` of an instance lists them with parameters, answers and refusals. Written by
\`npm run gen\`.
`;

/** What a reader looks for first comes first. */
const ORDER = [
  'connect.',
  'connection.',
  'kept-answers.',
  'failure.',
  'catalog.',
  'resource.',
  'query.',
  'filter-text.',
];
/** Longer types are names for what the interface says; their formulas would help nobody. */
const TYPE_CHARACTERS_MAX = 160;

/** The page. */
export async function writeReference(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'livehouse-reference-'));
  try {
    await writeDeclarations(folder);
    const parts = FACES.map(([face, title]) => {
      const exports = listExports(join(folder, face)).toSorted((one, other) => rank(one.file) - rank(other.file));
      const entries = exports.map(({ file, name }) => describe(file, name));
      return `\n## ${title}\n${entries.join('')}`;
    });
    return HEAD + parts.join('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rank(file: string): number {
  const found = ORDER.findIndex((name) => file.includes(`/${name}`));
  return found === -1 ? ORDER.length : found;
}

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

/** Names that a module exports from others, and where they are declared. */
function listExports(face: string): readonly { readonly file: string; readonly name: string }[] {
  return parse(face).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) return [];
    const target = statement.moduleSpecifier.getText().slice(1, -1).replace(/\.js$/, '.d.ts');
    const file = join(dirname(face), target);
    return statement.exportClause.elements.map(({ name }) => ({ file, name: name.text }));
  });
}

/** A section for each declaration of a name; overloads are one. */
function describe(file: string, name: string): string {
  const source = parse(file);
  const found = source.statements.filter((statement) => declares(statement, name));
  if (found.length === 0) throw new Error(`${file} does not declare ${name}`);
  const comment = found.map((statement) => commentOf(statement, source)).find((text) => text !== '') ?? '';
  const code = found.map((statement) => codeOf(statement, source)).join('\n');
  return `\n### ${name}\n\n${comment === '' ? '' : `${comment}\n\n`}\`\`\`ts\n${code}\n\`\`\`\n`;
}

function declares(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name);
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name?.text === name;
}

function commentOf(statement: ts.Statement, source: ts.SourceFile): string {
  const range = ts.getLeadingCommentRanges(source.text, statement.getFullStart())?.at(-1);
  const text = range === undefined ? '' : source.text.slice(range.pos, range.end);
  if (!text.startsWith('/**')) return '';
  return text
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').replace(/^@\w+ (\w+) /, (_, name: string) => `\`${name}\`: `))
    .join('\n')
    .trim();
}

function codeOf(statement: ts.Statement, source: ts.SourceFile): string {
  const text = source.text
    .slice(statement.getStart(source), statement.end)
    .replace(/^export (?:declare )?/, '')
    .replace(/^ {4}#private;\n/m, '')
    .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2));
  const isFormula =
    ts.isTypeAliasDeclaration(statement) && text.length > TYPE_CHARACTERS_MAX && / extends .* \? |&/.test(text);
  return isFormula ? `${text.slice(0, text.indexOf(' ='))};` : text;
}

if (import.meta.main) writeFileSync(PAGE, await writeReference());
