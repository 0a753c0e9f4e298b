// Builds the records of a CSV table and decides the type of each column. A column holds numbers while every filled cell
// round-trips: JavaScript writes the number exactly as the cell does. When the first other cell arrives, the earlier numbers
// become text again without loss, so no second copy of the cells is needed.
import { setOwn } from './own-property.ts';

type ColumnKind = 'empty' | 'number' | 'boolean' | 'text';

type Value = string | number | boolean;

type CsvRecord = Record<string, Value>;

/** Decimals of so many digits have a double each, and JavaScript writes them back unchanged. */
const SURE_DIGITS = 15;

/** The longest text that JavaScript writes for a number is `-0.0000012345678901234567`. */
const NUMBER_LENGTH_MAX = 25;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

const POWERS = Array.from({ length: SURE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

export class CsvColumns {
  readonly records: CsvRecord[] = [];
  readonly #headers: readonly string[];
  readonly #kinds: ColumnKind[];
  #record: CsvRecord = {};

  constructor(headers: readonly string[]) {
    this.#headers = headers;
    this.#kinds = headers.map(() => 'empty');
  }

  /** Adds the next cell of the current record: `text` from `start` to `end`. An empty cell is absent. */
  addCell(column: number, text: string, start: number, end: number): void {
    const header = this.#headers[column];
    if (start === end || header === undefined) return;
    const value = this.#valueOf(column, text, start, end);
    setOwn(this.#record, header, value);
  }

  endRecord(): void {
    this.records.push(this.#record);
    this.#record = {};
  }

  dropRecord(): void {
    this.#record = {};
  }

  #valueOf(column: number, text: string, start: number, end: number): Value {
    const kind = this.#kinds[column];
    if (kind === 'text') return text.slice(start, end);
    if (kind !== 'boolean') {
      const number = numberOf(text, start, end);
      if (!Number.isNaN(number)) {
        this.#kinds[column] = 'number';
        return number;
      }
    }
    const cell = text.slice(start, end);
    if (kind !== 'number' && (cell === 'true' || cell === 'false')) {
      this.#kinds[column] = 'boolean';
      return cell === 'true';
    }
    this.#becomeText(column);
    return cell;
  }

  #becomeText(column: number): void {
    const header = this.#headers[column] ?? '';
    if (this.#kinds[column] !== 'empty') {
      for (const record of this.records) {
        if (Object.hasOwn(record, header)) setOwn<Value>(record, header, String(record[header]));
      }
    }
    this.#kinds[column] = 'text';
  }
}

/** The number that a part of a text spells exactly as JavaScript does; NaN otherwise, and for integers beyond 2^53. */
export function numberOf(text: string, start: number, end: number): number {
  const isNegative = text.charCodeAt(start) === MINUS;
  const first = isNegative ? start + 1 : start;
  const length = end - first;
  if (length < 1 || length > NUMBER_LENGTH_MAX) return Number.NaN;
  let digits = 0;
  let pointAt = -1;
  for (let at = first; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + (code - ZERO);
    else if (code === POINT && pointAt < 0) pointAt = at;
    else return at === first ? Number.NaN : slowNumberOf(text.slice(start, end));
  }
  const integerEnd = pointAt < 0 ? end : pointAt;
  const count = length - (pointAt < 0 ? 0 : 1);
  if (count > SURE_DIGITS) return slowNumberOf(text.slice(start, end));
  if (integerEnd === first || (integerEnd - first > 1 && text.charCodeAt(first) === ZERO)) return Number.NaN;
  if (pointAt < 0) return isNegative ? (digits === 0 ? Number.NaN : -digits) : digits;
  if (pointAt === end - 1 || text.charCodeAt(end - 1) === ZERO) return Number.NaN;
  // Both are exact, so their quotient is the nearest double.
  const value = digits / (POWERS[end - 1 - pointAt] ?? 1);
  // Below, JavaScript writes an exponent.
  if (value < 1e-6) return slowNumberOf(text.slice(start, end));
  return isNegative ? -value : value;
}

function slowNumberOf(cell: string): number {
  const value = Number(cell);
  const isSafe = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isSafe && String(value) === cell ? value : Number.NaN;
}
