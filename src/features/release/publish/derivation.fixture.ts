// For tests of derivations: a context over files in memory that records emitted documents and findings.
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import type { Finding } from '../common/finding.ts';
import { parseDescriptor } from '../snapshot/descriptor.ts';
import { parseJsonInput } from '../snapshot/tables/json-input.ts';
import type { DerivationContext, DerivedDocument, SnapshotFile } from './derivation.ts';

export interface MemoryDerivation {
  readonly context: DerivationContext;
  readonly documents: ReadonlyMap<string, DerivedDocument>;
  readonly findings: readonly Finding[];
  /** Text of an emitted document. Throws when it was not emitted. */
  text(path: string): string;
  /** Parsed JSON of an emitted document. */
  json(path: string): unknown;
}

/**
 * A context for a descriptor (in its written form) and files by snapshot path. Findings about the descriptor come
 * first.
 */
export function createMemoryDerivation(
  descriptorInput: object,
  contents: Readonly<Record<string, unknown>>,
): MemoryDerivation {
  const server = { id: 'test', displayName: 'Test', region: 'global' };
  const parsed = parseDescriptor(new TextEncoder().encode(JSON.stringify({ server, ...descriptorInput })));
  if (parsed.descriptor === undefined) throw new Error(JSON.stringify(parsed.findings));
  const bytes = new Map<string, Uint8Array>();
  for (const [path, value] of Object.entries(contents)) {
    if (value instanceof Uint8Array) bytes.set(path, value);
    else bytes.set(path, new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));
  }
  const files = [...bytes.entries()]
    .map(([path, content]): SnapshotFile => {
      return { path, realPath: path, bytes: content.byteLength, sha256: sha256Hex(content) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const documents = new Map<string, DerivedDocument>();
  const findings: Finding[] = [...parsed.findings];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const readBytes = async (file: SnapshotFile): Promise<Uint8Array> => {
    const content = bytes.get(file.path);
    if (content === undefined) throw new Error(`no file ${file.path}`);
    return content;
  };
  const text = (path: string): string => {
    const document = documents.get(path);
    if (document === undefined) throw new Error(`no document ${path}`);
    return new TextDecoder().decode(document.bytes);
  };
  return {
    context: {
      descriptor: parsed.descriptor,
      sourceId: 'source-1',
      file: (path) => files.find((file) => file.path === path),
      files: (prefix) => files.filter((file) => file.path.startsWith(`${prefix}/`)),
      locate: async ({ realPath }) => realPath,
      readBytes,
      readJson: async (file) => parseJsonInput(await readBytes(file), { file: file.path, report })?.value,
      report,
      readCurrent: async () => undefined,
      allowLoss: false,
      emit: async (document) => {
        if (documents.has(document.path)) throw new Error(`${document.path} twice`);
        documents.set(document.path, document);
      },
      emitExtra: async () => undefined,
    },
    documents,
    findings,
    text,
    json: (path) => JSON.parse(text(path)),
  };
}
