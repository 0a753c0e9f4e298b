// Reads a CSV file (RFC 4180) as an array of records. Records without quotes are split here, since that is several times
// faster; csv-parse reads those with quotes. Works on pieces of the file, so that its text never exists as a whole.
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { CsvColumns } from './csv-columns.ts';
import { CSV_DELIMITERS, type CsvDelimiter } from './formats.ts';
import { JSON_BYTES_MAX, type JsonInput, type JsonInputOptions } from './json-input.ts';
import { createTableErrors, shortenText, startOfText, type TableErrors } from './table-bytes.ts';

export interface CsvInputOptions extends JsonInputOptions {
  /** Default: the one that the header has most. */
  readonly delimiter?: CsvDelimiter | undefined;
}

const COLUMNS_MAX = 5_000;
const RECORD_BYTES_MAX = 16 * 1024 * 1024;

/** Bytes that are decoded at once. Cells are parts of the decoded text, which lives as long as they do. */
const PIECE_BYTES = 256 * 1024;
/** A piece with quotes also takes records without them, unless the next quote is farther away than this. */
const QUOTE_DISTANCE = 2 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** Where a record lies in the file. */
interface Span {
  readonly start: number;
  /** After the last cell, before the end of the line. */
  readonly end: number;
  readonly line: number;
}

/** Reads the bytes of a CSV file; undefined after reporting errors. Never throws. */
export function parseCsvInput(bytes: Uint8Array, options: CsvInputOptions): JsonInput | undefined {
  const errors = createTableErrors(options.file, options.report);
  const start = startOfText(bytes, options.bytesMax ?? JSON_BYTES_MAX, 'invalid_csv', errors);
  if (start === undefined) return undefined;
  const reader = new CsvReader(bytes, start, options, errors);
  const records = reader.read();
  return errors.count > 0 ? undefined : { value: records, repeated: [] };
}

class CsvReader {
  readonly #bytes: Uint8Array;
  readonly #options: CsvInputOptions;
  readonly #errors: TableErrors;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #columns = new CsvColumns([]);
  #width = 0;
  #delimiter: CsvDelimiter = ',';
  /** What was read so far ends before this offset, and the line that begins there. */
  #at: number;
  #line = 1;

  constructor(bytes: Uint8Array, start: number, options: CsvInputOptions, errors: TableErrors) {
    this.#bytes = bytes;
    this.#at = start;
    this.#options = options;
    this.#errors = errors;
  }

  read(): unknown {
    if (!this.#readHeader()) return undefined;
    const end = this.#bytes.length;
    let isReading = true;
    while (isReading && this.#at < end) {
      const quote = this.#nextQuote();
      const plainEnd = quote < end ? this.#startOfLine(quote) : end;
      while (isReading && this.#at < plainEnd) isReading = this.#readPlain(plainEnd);
      if (isReading && this.#at < end) isReading = this.#readQuoted();
    }
    return this.#columns.records;
  }

  /** Offset of the next quote; the end of the file when there is none. */
  #nextQuote(): number {
    const found = this.#bytes.indexOf(QUOTE, this.#at);
    return found < 0 ? this.#bytes.length : found;
  }

  #startOfLine(offset: number): number {
    let at = offset;
    while (at > this.#at && !isLineEnd(this.#bytes[at - 1])) at--;
    return at;
  }

  #readHeader(): boolean {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && isLineEnd(bytes[this.#at])) this.#skipLineEnd();
    if (this.#at === bytes.length) {
      this.#errors.report('invalid_csv', 'The file is empty; its first line should be the header.');
      return false;
    }
    const { delimiter } = this.#options;
    // The delimiter decides only where a quote may open, and a header with others than its own there is refused later.
    const span = this.#findRecord(delimiter === undefined ? CSV_DELIMITERS : [delimiter]);
    if (span === undefined) return false;
    this.#delimiter = delimiter ?? this.#chooseDelimiter(span);
    const width = this.#countDelimiters(span)(this.#delimiter) + 1;
    if (width > COLUMNS_MAX) {
      const message = `Line ${span.line}: the header has ${width} columns; at most ${COLUMNS_MAX} are read.`;
      this.#errors.report('table_too_wide', message);
      return false;
    }
    const headers = this.#parseQuoted([span])?.[0];
    if (headers === undefined || !this.#checkHeaders(headers, span.line)) return false;
    this.#columns = new CsvColumns(headers);
    this.#width = headers.length;
    return true;
  }

  #chooseDelimiter(header: Span): CsvDelimiter {
    const count = this.#countDelimiters(header);
    if (/\.tsv$/i.test(this.#options.file) && count('\t') > 0) return '\t';
    return CSV_DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
  }

  /** How often each delimiter stands outside quotes. */
  #countDelimiters({ start, end }: Span): (delimiter: CsvDelimiter) => number {
    const counts = new Map<number, number>();
    const codes = CSV_DELIMITERS.map((delimiter) => delimiter.charCodeAt(0));
    let isQuoted = false;
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (!isQuoted && codes.includes(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1);
    }
    return (delimiter) => counts.get(delimiter.charCodeAt(0)) ?? 0;
  }

  #checkHeaders(headers: readonly string[], line: number): boolean {
    const unnamed = headers.flatMap((header, index) => (header === '' ? [index + 1] : []));
    const [only] = unnamed;
    if (only !== undefined) {
      const columns = unnamed.length === 1 ? `column ${only} has` : `columns ${joinWords(unnamed)} have`;
      this.#errors.report('invalid_csv', `Line ${line}: ${columns} no name. Every column needs one.`);
    }
    const places = new Map<string, number>();
    let isReading = true;
    for (const [index, header] of headers.entries()) {
      const first = places.get(header);
      if (first === undefined) places.set(header, index + 1);
      else if (header !== '' && isReading) {
        const columns = `columns ${first} and ${index + 1} are both called ${JSON.stringify(shortenText(header))}`;
        isReading = this.#errors.report('invalid_csv', `Line ${line}: ${columns}. Each name may stand once.`);
      }
    }
    return this.#errors.count === 0;
  }

  /** Reads records without quotes up to an offset at which a line begins, at most one piece of them. */
  #readPlain(limit: number): boolean {
    let end = limit;
    if (end - this.#at > PIECE_BYTES) {
      end = this.#startOfLine(this.#at + PIECE_BYTES);
      if (end === this.#at) end = this.#endOfLongLine(limit);
      // A line end of two characters stays whole.
      else if (this.#bytes[end] === LINE_FEED && this.#bytes[end - 1] === CARRIAGE_RETURN) end++;
      if (end < 0) return false;
    }
    const text = this.#decoder.decode(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return this.#splitPlain(text);
  }

  /** Where the first line that is longer than a piece ends; negative after reporting that it is too long. */
  #endOfLongLine(limit: number): number {
    const longest = this.#at + RECORD_BYTES_MAX;
    let end = this.#at + PIECE_BYTES;
    while (end < limit && end <= longest && !isLineEnd(this.#bytes[end])) end++;
    if (end > longest) {
      this.#reportTooLarge(this.#line);
      return -1;
    }
    if (this.#bytes[end] === CARRIAGE_RETURN && this.#bytes[end + 1] === LINE_FEED) end++;
    return Math.min(end + 1, limit);
  }

  #splitPlain(text: string): boolean {
    const columns = this.#columns;
    const width = this.#width;
    const delimiter = this.#delimiter.charCodeAt(0);
    const { length } = text;
    let column = 0;
    let start = 0;
    let lineStart = 0;
    for (let at = 0; at <= length; at++) {
      const code = at < length ? text.charCodeAt(at) : LINE_FEED;
      if (code === delimiter) {
        if (column < width) columns.addCell(column, text, start, at);
        column++;
        start = at + 1;
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        if (at > lineStart) {
          if (column < width) columns.addCell(column, text, start, at);
          if (!this.#endRecord(column + 1, this.#line)) return false;
        }
        if (at < length) this.#line++;
        if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at++;
        column = 0;
        start = at + 1;
        lineStart = start;
      }
    }
    return true;
  }

  /** Reads some records of which the first has quotes. */
  #readQuoted(): boolean {
    const spans: Span[] = [];
    const pieceEnd = this.#at + PIECE_BYTES;
    let quote = this.#at;
    while (this.#at < pieceEnd && this.#at < this.#bytes.length) {
      if (quote < this.#at) quote = this.#nextQuote();
      if (quote - this.#at > QUOTE_DISTANCE) break;
      if (isLineEnd(this.#bytes[this.#at])) {
        this.#skipLineEnd();
        continue;
      }
      const span = this.#findRecord([this.#delimiter]);
      if (span === undefined) return false;
      spans.push(span);
    }
    const records = this.#parseQuoted(spans);
    if (records === undefined) return false;
    for (const [index, cells] of records.entries()) {
      for (const [column, cell] of cells.entries()) this.#columns.addCell(column, cell, 0, cell.length);
      if (!this.#endRecord(cells.length, spans[index]?.line ?? 0)) return false;
    }
    return true;
  }

  /**
   * Goes over the next record. A quote opens only at the beginning of a cell, so that a stray one does not swallow the
   * lines after it; csv-parse refuses it later. Undefined after reporting that the record does not end.
   */
  #findRecord(delimiters: readonly CsvDelimiter[]): Span | undefined {
    const bytes = this.#bytes;
    const start = this.#at;
    const line = this.#line;
    const codes = delimiters.map((delimiter) => delimiter.charCodeAt(0));
    const limit = Math.min(bytes.length, start + RECORD_BYTES_MAX);
    let isCellStart = true;
    let at = start;
    while (at < limit && !isLineEnd(bytes[at])) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE && isCellStart) {
        const opened = this.#line;
        at = this.#endOfQuotes(at + 1, limit);
        if (at < 0) {
          if (limit === bytes.length) {
            this.#errors.report('invalid_csv', `Line ${opened}: the quote that opens here is never closed.`);
          } else this.#reportTooLarge(line, opened);
          return undefined;
        }
        isCellStart = false;
      } else {
        isCellStart = codes.includes(byte);
        at++;
      }
    }
    if (at === limit && limit < bytes.length && !isLineEnd(bytes[at])) {
      this.#reportTooLarge(line);
      return undefined;
    }
    this.#at = at;
    if (at < bytes.length) this.#skipLineEnd();
    return { start, end: at, line };
  }

  /** Offset after the closing quote, negative when there is none. Counts the lines inside. */
  #endOfQuotes(start: number, limit: number): number {
    const bytes = this.#bytes;
    for (let at = start; at < limit; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        if (bytes[at + 1] !== QUOTE) return at + 1;
        at++;
      } else if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) this.#line++;
    }
    return -1;
  }

  #skipLineEnd(): void {
    const isPair = this.#bytes[this.#at] === CARRIAGE_RETURN && this.#bytes[this.#at + 1] === LINE_FEED;
    this.#at += isPair ? 2 : 1;
    this.#line++;
  }

  /** The cells of each record; undefined after reporting which record has misplaced quotes. */
  #parseQuoted(spans: readonly Span[]): readonly (readonly string[])[] | undefined {
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) return [];
    try {
      const records = this.#callParser(first.start, last.end);
      if (records.length === spans.length) return records;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
    for (const { start, end, line } of spans) {
      try {
        this.#callParser(start, end);
      } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        this.#errors.report('invalid_csv', `Line ${line}: ${reasonOf(error)}`);
        return undefined;
      }
    }
    this.#errors.report('invalid_csv', `Line ${first.line}: the quotes of the records from here on do not match.`);
    return undefined;
  }

  #callParser(start: number, end: number): string[][] {
    return parse(this.#bytes.subarray(start, end), {
      delimiter: this.#delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
  }

  #endRecord(cells: number, line: number): boolean {
    if (cells === this.#width) {
      this.#columns.endRecord();
      return true;
    }
    this.#columns.dropRecord();
    const found = countOf(cells, 'cell');
    const expected = countOf(this.#width, 'column');
    return this.#errors.report('invalid_csv', `Line ${line}: ${found}, but the header has ${expected}.`);
  }

  #reportTooLarge(line: number, opened?: number): void {
    const hint = opened === undefined ? '' : ` A quote opened in line ${opened} is not closed within it.`;
    const message = `Line ${line}: the record that begins here is over ${RECORD_BYTES_MAX} bytes.${hint}`;
    this.#errors.report('record_too_large', message);
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

function reasonOf({ code }: CsvError): string {
  switch (code) {
    case 'INVALID_OPENING_QUOTE':
      return 'a quote inside a cell that does not begin with one. Put the whole cell in quotes and double this one.';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'text after a closing quote. A quote inside a quoted cell is written twice.';
    default:
      return 'the quotes of this record do not match.';
  }
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function joinWords(words: readonly number[]): string {
  const shown = words.slice(0, 10).map(String);
  if (words.length > shown.length) return `${shown.join(', ')} and ${words.length - shown.length} more`;
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
