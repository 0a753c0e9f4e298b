// Reads and parses one table of a folder after another. What cannot be parsed is a warning and left out.
import { readFileSync } from 'node:fs';
import type { Finding } from '../release/common/finding.ts';
import { systemCode } from '../release/snapshot/mounts.ts';
import { formatOf } from '../release/snapshot/tables/formats.ts';
import { JSON_BYTES_MAX } from '../release/snapshot/tables/json-input.ts';
import { parseTableInput } from '../release/snapshot/tables/table-input.ts';
import type { TableFile } from './folder.ts';
import type { LearnedCollection } from './learn.ts';
import { counted, type LeftOut } from './reason.ts';
import type { UnusedPart } from './table-form.ts';

/** A file of a folder `catalog` that is no collection. */
export interface LearnedDocument {
  readonly file: TableFile;
  readonly why: string;
  /** Pictures of the release by name; undefined: it is another document. */
  readonly marks: ReadonlyMap<string, string> | undefined;
}

export interface ParsedTable {
  readonly file: TableFile;
  readonly value: unknown;
  readonly hasRepeatedKeys: boolean;
}

export interface Reader {
  readonly root: string;
  readonly hasCatalog: boolean;
  /** Release path → media type. */
  readonly media: ReadonlyMap<string, string>;
  readonly collections: LearnedCollection[];
  readonly documents: LearnedDocument[];
  readonly warnings: Finding[];
  readonly leftOut: LeftOut[];
  readonly onRead: () => void;
}

/** Parts of one file that are listed one by one. */
const PARTS_LISTED = 40;

/** Lists the parts of a file that are not used. */
export function leaveOutParts({ leftOut }: Reader, file: string, parts: readonly UnusedPart[]): void {
  for (const { path, why } of parts.slice(0, PARTS_LISTED)) leftOut.push({ path: `${file} (${path.join('.')})`, why });
  const more = parts.length - PARTS_LISTED;
  if (more > 0) leftOut.push({ path: file, why: `${counted(more, 'more part')} of it without entities or ids` });
}

function refuseFile({ warnings, leftOut }: Reader, file: TableFile, finding: Finding): undefined {
  warnings.push({ ...finding, severity: 'warning', message: `Left out. ${finding.message}` });
  leftOut.push({ path: file.local, why: finding.message.replace(/\.$/, '') });
  return undefined;
}

export function readBytes(reader: Reader, file: TableFile): Uint8Array | undefined {
  const refuse = (code: string, message: string): undefined =>
    refuseFile(reader, file, { severity: 'error', file: file.local, path: '', code, message });
  if (file.bytes > JSON_BYTES_MAX) return refuse('file_too_large', 'The file is over 1 GiB.');
  try {
    return readFileSync(`${reader.root}/${file.local}`);
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    return refuse('unreadable', `The file cannot be read (${reason}).`);
  }
}

export function parseTable(reader: Reader, file: TableFile, given?: Uint8Array): ParsedTable | undefined {
  const bytes = given ?? readBytes(reader, file);
  if (bytes === undefined) return undefined;
  let hasRepeatedKeys = false;
  const findings: Finding[] = [];
  const parsed = parseTableInput(bytes, {
    file: file.local,
    report: (finding) => {
      if (finding.code === 'duplicate_key') hasRepeatedKeys = true;
      if (finding.severity === 'error') findings.push(finding);
    },
    format: formatOf(file.local) ?? 'json',
    checkNumbers: false,
  });
  const [failure] = findings;
  if (failure !== undefined) return refuseFile(reader, file, failure);
  return parsed && { file, value: parsed.value, hasRepeatedKeys };
}
