// Reads a file with one JSON value a line. Each line is parsed alone, so that a mistake is reported with its line; the
// scanner, which finds depth, duplicate keys and numbers that do not survive, goes over many lines at once.
import {
  JSON_BYTES_MAX,
  type JsonInput,
  type JsonInputOptions,
  jsonPath,
  parseReason,
  shortNumber,
} from './json-input.ts';
import { type ScanFailure, scanJson } from './json-scan.ts';
import { createTableErrors, DEPTH_MAX, shortenText, startOfText, type TableErrors } from './table-bytes.ts';
import { ValueWarnings } from './value-warnings.ts';

/** Bytes that are decoded and scanned at once, or one longer line. */
const PIECE_BYTES = 256 * 1024;

const LINE_FEED = 0x0a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;

interface Line {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly number: number;
}

/** Reads the bytes of an NDJSON file; undefined after reporting errors. Never throws. */
export function parseNdjsonInput(bytes: Uint8Array, options: JsonInputOptions): JsonInput | undefined {
  const errors = createTableErrors(options.file, options.report);
  const start = startOfText(bytes, options.bytesMax ?? JSON_BYTES_MAX, 'invalid_ndjson', errors);
  if (start === undefined) return undefined;
  const reader = new NdjsonReader(options, errors);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let lineNumber = 1;
  for (let at = start; at < bytes.length && !errors.isFull; ) {
    const end = endOfPiece(bytes, at);
    const text = decoder.decode(bytes.subarray(at, end));
    const lines: Line[] = [];
    for (let textAt = 0; at < end; lineNumber++) {
      const first = skipSpaces(bytes, at, end);
      const isBlank = first === end || bytes[first] === LINE_FEED;
      if (isBlank) {
        textAt += first + 1 - at;
        at = first + 1;
        continue;
      }
      const lineEnd = endOfLine(bytes.indexOf(LINE_FEED, first), end);
      const textEnd = endOfLine(text.indexOf('\n', textAt), text.length);
      lines.push({ bytes: bytes.subarray(at, lineEnd), text: text.slice(textAt, textEnd), number: lineNumber });
      at = lineEnd + 1;
      textAt = textEnd + 1;
    }
    reader.addLines(lines);
  }
  return errors.count > 0 ? undefined : { value: reader.values, repeated: [] };
}

/** Where the last line that begins in the piece ends. */
function endOfPiece(bytes: Uint8Array, start: number): number {
  const found = bytes.indexOf(LINE_FEED, start + PIECE_BYTES);
  return found < 0 ? bytes.length : found + 1;
}

function endOfLine(found: number, end: number): number {
  return found < 0 ? end : found;
}

class NdjsonReader {
  readonly values: unknown[] = [];
  readonly #options: JsonInputOptions;
  readonly #errors: TableErrors;
  readonly #warnings: ValueWarnings;

  constructor(options: JsonInputOptions, errors: TableErrors) {
    this.#options = options;
    this.#errors = errors;
    this.#warnings = new ValueWarnings(options);
  }

  addLines(lines: readonly Line[]): void {
    const firstIndex = this.values.length;
    // A long line is scanned before it is parsed: nested without end, it would need much memory.
    const isLong = lines.length === 1;
    if (isLong && !this.#scanLines(lines, firstIndex)) return;
    const parsed: Line[] = [];
    for (const line of lines) {
      try {
        this.values.push(JSON.parse(line.text));
        parsed.push(line);
      } catch (error) {
        this.#reportInvalid(line, error);
        if (this.#errors.isFull) return;
      }
    }
    if (!isLong) this.#scanLines(parsed, firstIndex);
  }

  /** Scans the lines as elements of one array. False after reporting an error. */
  #scanLines(lines: readonly Line[], firstIndex: number): boolean {
    let first = 0;
    while (first < lines.length) {
      const failure = this.#scanFrom(lines, first, firstIndex);
      if (failure === undefined) break;
      // Several lines were parsed before, so the structure of each is valid.
      const index = failure.kind === 'too-deep' ? Number(failure.path[0]) : 0;
      const line = lines[first + index];
      if (line === undefined) return false;
      this.#reportFailure(line, failure, firstIndex + first + index);
      if (this.#errors.isFull) return false;
      first += index + 1;
    }
    return first === 0;
  }

  #scanFrom(lines: readonly Line[], first: number, firstIndex: number): ScanFailure | undefined {
    const warnings = this.#warnings;
    const placeOf = ([index, ...rest]: readonly (string | number)[]) => ({
      words: `Line ${lines[first + Number(index)]?.number ?? 0}`,
      path: jsonPath([firstIndex + first + Number(index), ...rest]),
    });
    return scanJson(joinLines(lines, first), 0, {
      depthMax: DEPTH_MAX + 1,
      onNumber:
        this.#options.checkNumbers === false || !warnings.takesNumbers
          ? undefined
          : (path, number) => {
              warnings.addInexact(shortNumber(number), Number(number), () => placeOf(path));
              return warnings.takesNumbers;
            },
      onRepeatedKey: (object, key) => warnings.addRepeatedKey(() => placeOf([...object, key])),
    });
  }

  #reportFailure(line: Line, failure: ScanFailure, index: number): void {
    if (failure.kind === 'too-deep') {
      const path = jsonPath([index, ...failure.path.slice(1)]);
      this.#errors.report('json_too_deep', `Line ${line.number}: nested more than ${DEPTH_MAX} deep.`, path);
      return;
    }
    // The bracket before the line moves each offset by one, so this is the column as people count.
    const isEnd = failure.offset > line.bytes.length;
    const reason = isEnd ? 'the line ends too early' : `unexpected character in column ${failure.offset}`;
    this.#errors.report('invalid_ndjson', `Line ${line.number}: not valid JSON: ${reason}.`);
  }

  #reportInvalid(line: Line, error: unknown): void {
    const failure = scanJson(joinLines([line], 0), 0, {
      depthMax: DEPTH_MAX + 1,
      onNumber: undefined,
      onRepeatedKey: () => undefined,
    });
    if (failure !== undefined) this.#reportFailure(line, failure, this.values.length);
    else {
      const reason = shortenText(parseReason(error));
      this.#errors.report('invalid_ndjson', `Line ${line.number}: not valid JSON: ${reason}.`);
    }
  }
}

/** The lines as a JSON array. */
function joinLines(lines: readonly Line[], first: number): Uint8Array {
  let length = 2;
  for (let index = first; index < lines.length; index++) length += (lines[index]?.bytes.length ?? 0) + 1;
  const joined = new Uint8Array(length - 1);
  joined[0] = OPEN_BRACKET;
  let at = 1;
  for (let index = first; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) continue;
    if (index > first) joined[at++] = COMMA;
    joined.set(line.bytes, at);
    at += line.bytes.length;
  }
  joined[at] = CLOSE_BRACKET;
  return joined;
}

/** The first byte that is no white space of a line. */
function skipSpaces(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d)) at++;
  return at;
}
