// Writes src/generated: the types of all operations, made by openapi-typescript from the OpenAPI document, and the table of
// operations that the client reads at run time. `npm run gen` runs it; a test compares the files with the document.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { describeInterface } from '../../../src/app/interface-document.ts';
import { type ApiDocument, type Operation, readApiDocument } from './document.ts';
import { listPaged } from './paged.ts';

const FOLDER = join(import.meta.dir, '../src/generated');
const HEAD = '// Generated from the OpenAPI document by `npm run gen`. Do not edit.\n';
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const TEXT = /^(?:text\/(?!event-stream|csv)|application\/(?:atom\+xml|xml|typescript))/;

/** The generated files, by name. */
export async function generateClient(): Promise<ReadonlyMap<string, string>> {
  const document = readApiDocument(describeInterface({ profile: 'client' }));
  return new Map([
    ['schema.ts', HEAD + (await writeTypes(document))],
    ['operations.ts', HEAD + writeTable(document)],
  ]);
}

async function writeTypes({ source, operations }: ApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(source), { immutable: true, defaultNonNullable: false });
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const kept = nodes.flatMap((node) => {
    if (!ts.isInterfaceDeclaration(node)) return [];
    const name = node.name.text;
    return name === 'operations' ? [node] : name === 'components' ? listSchemas(node) : [];
  });
  return (
    astToString(kept)
      // Members that say nothing: answers have headers, and parameters of other kinds are absent.
      .replace(/\n *headers: \{\n *readonly \[name: string\]: unknown;\n *\};/g, '')
      .replace(/\n *readonly (?:query|header|path|cookie|requestBody)\?: never;/g, '')
      // The text of a comment, which editors show before its tags.
      .replace(/(?<=^\s*(?:\/\*)?\*) @description (?=\S)/gm, ' ')
      .replace(/components\["schemas"\]\["(\w+)"\]/g, (_, name: string) => name)
      .replace(/^ {4}readonly (\w+): \{$/gm, (line, id: string) => {
        const operation = byId.get(id);
        return operation === undefined ? line : `${writeComment(describeOperation(operation), '    ')}${line}`;
      })
  );
}

/** What an editor shows of an operation: summary, description, and what the members of its input mean. */
function describeOperation({ summary, description, meanings }: Operation): readonly string[] {
  const lines = description === '' ? [] : ['', ...description.split('\n')];
  const parameters = [...meanings].map(([name, meaning]) => `@param input.${name} ${meaning.replace(/\s+/g, ' ')}`);
  return [summary, ...lines, ...(parameters.length > 0 ? ['', ...parameters] : [])];
}

function writeComment(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** Each schema as a type of its own, which is shorter to read and to check than a member of one large type. */
function listSchemas(components: ts.InterfaceDeclaration): readonly ts.Node[] {
  const schemas = components.members.find((member) => member.name !== undefined && nameOf(member) === 'schemas');
  if (schemas === undefined || !ts.isPropertySignature(schemas) || schemas.type === undefined) return [];
  if (!ts.isTypeLiteralNode(schemas.type)) return [];
  return schemas.type.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const modifiers = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
    return [ts.factory.createTypeAliasDeclaration(modifiers, nameOf(member), undefined, member.type)];
  });
}

const nameOf = ({ name }: ts.TypeElement): string =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';

function writeTable({ operations, codes }: ApiDocument): string {
  const lines = operations.map((operation) => `  ${operation.id}: '${entryOf(operation)}',\n`);
  const summaries = new Map(operations.map(({ id, summary }) => [id, summary]));
  const paged = listPaged(operations).map(({ name, operation, items, cursor, next }) => {
    const words = [operation, items, ...(next === 'nextCursor' ? [] : [cursor, next])];
    return `${writeComment([`${summaries.get(operation)}: each of \`${items}\`, page after page`], '  ')}  ${name}: '${words.join(' ')}',\n`;
  });
  const headers = [...new Set(operations.flatMap((operation) => operation.headers))].sort();
  return [
    '\n/** Method, path, the kind of answer unless it is JSON, and whether an API token opens it. `{+name}` keeps its slashes. */\n',
    `export const OPERATIONS = {\n${lines.join('')}} as const;\n`,
    '\n/** Paged lists: operation, the key of the list, and, unless they have the usual names, the parameter and the key of the cursor. */\n',
    `export const PAGED = {\n${paged.join('')}} as const;\n`,
    '\n/** Codes of refusals. */\n',
    `export type RefusalCode =\n${codes.map((code) => `  | '${code}'\n`).join('')};\n`,
    '\n/** Parameters that are headers. */\n',
    `export const HEADERS: readonly string[] = [${headers.map((name) => `'${name}'`).join(', ')}];\n`,
  ].join('');
}

function entryOf({ method, path, rest, mediaType, takesToken }: Operation): string {
  const pattern = rest === undefined ? path : path.replace(`{${rest}}`, () => `{+${rest}}`);
  const kind = mediaType === undefined || JSON_TYPE.test(mediaType) ? [] : [TEXT.test(mediaType) ? 'text' : 'bytes'];
  return [method, pattern, ...kind, ...(takesToken ? ['token'] : [])].join(' ');
}

if (import.meta.main) {
  for (const [name, text] of await generateClient()) writeFileSync(join(FOLDER, name), text);
}
