// Parses an operator's JSON file: strict UTF-8 (a byte order mark is accepted), with size and depth limits checked
// before parsing. Reports what JSON.parse changes silently: numbers that a double cannot represent, and duplicate keys
// in one object. Does no I/O.
import type { Finding } from '../../common/finding.ts';
import { scanJson } from './json-scan.ts';
import { DEPTH_MAX, hasByteOrderMark } from './table-bytes.ts';
import { ValueWarnings } from './value-warnings.ts';

export const JSON_BYTES_MAX = 1024 * 1024 * 1024;

export interface JsonInputOptions {
  /** Used in findings. */
  readonly file: string;
  readonly report: (finding: Finding) => void;
  /** Default 1 GiB. */
  readonly bytesMax?: number;
  /** Severity of a duplicate key in one object; default `warning`. */
  readonly duplicateSeverity?: 'error' | 'warning';
  /** Paths of collections whose members are entities. A duplicate key there is returned to the caller, not reported. */
  readonly collections?: readonly (readonly string[])[];
  /** Whether numbers that JSON.parse would change are reported; default true. */
  readonly checkNumbers?: boolean;
}

/** A duplicate member of a collection. JSON.parse keeps the last value; this is the first one. */
interface RepeatedMember {
  readonly collection: readonly string[];
  readonly key: string;
  readonly first: unknown;
}

export interface JsonInput {
  readonly value: unknown;
  readonly repeated: readonly RepeatedMember[];
}

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** JSON path such as `$.resources.songs.views["a b"][3]`. */
export function jsonPath(parts: readonly (string | number)[]): string {
  let text = '$';
  for (const part of parts) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += IDENTIFIER.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  }
  return text;
}

/** Parses the bytes of a JSON file; undefined after reporting an error. Never throws. */
export function parseJsonInput(bytes: Uint8Array, options: JsonInputOptions): JsonInput | undefined {
  const { file, report, bytesMax = JSON_BYTES_MAX, collections = [] } = options;
  const refuse = (path: string, code: string, message: string): undefined => {
    report({ severity: 'error', file, path, code, message });
    return undefined;
  };
  if (bytes.byteLength > bytesMax) return refuse('', 'file_too_large', `The file is over ${bytesMax} bytes.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('', 'invalid_json', 'The file is not valid UTF-8.');
  }
  const repeated: RepeatedMember[] = [];
  const warnings = new ValueWarnings(options);
  const failure = scanJson(bytes, hasByteOrderMark(bytes) ? 3 : 0, {
    depthMax: DEPTH_MAX,
    onNumber:
      options.checkNumbers === false
        ? undefined
        : (path, number) => {
            warnings.addInexact(shortNumber(number), Number(number), () => ({ path: jsonPath(path) }));
            return warnings.takesNumbers;
          },
    onRepeatedKey: (object, key, firstValue) => {
      const collection = collections.find((path) => isSamePath(path, object));
      if (collection !== undefined) {
        const first = parseQuietly(firstValue);
        if (first !== undefined) repeated.push({ collection, key, first: first.value });
        return;
      }
      warnings.addRepeatedKey(() => ({ path: jsonPath([...object, key]) }));
    },
  });
  if (failure?.kind === 'too-deep') {
    return refuse(jsonPath(failure.path), 'json_too_deep', `Nested more than ${DEPTH_MAX} deep.`);
  }
  if (failure !== undefined) return refuse('', 'invalid_json', `Not valid JSON: ${locationOf(bytes, failure.offset)}.`);
  try {
    return { value: JSON.parse(text), repeated };
  } catch (error) {
    return refuse('', 'invalid_json', `Not valid JSON: ${parseReason(error)}.`);
  }
}

/** What JSON.parse found wrong, as part of a sentence. */
export const parseReason = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : 'cannot be parsed';

/** A number of any length, for a message. */
export const shortNumber = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function isSamePath(a: readonly string[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

function parseQuietly(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // The whole will not parse either, and says so.
  }
}

function locationOf(bytes: Uint8Array, offset: number): string {
  if (offset >= bytes.byteLength) return 'the file ends too early';
  let line = 1;
  let lineStart = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < offset; at = bytes.indexOf(0x0a, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return `unexpected character in line ${line}, column ${offset - lineStart + 1}`;
}
