// The texts that `q` searches, of one resource, as bytes in memory: a search is one pass over them, which finds and ranks at once.
// A rank says how well an entity fits: its title as a whole, the beginning of a title, a word of it, or anything else; the terms as
// a phrase before each of them alone. Pure.
import type { Search } from '../common/fold.ts';

/** A row of the table of texts. */
export interface TextRow {
  readonly position: number;
  readonly text: string;
  /** Bytes of the titles, with which the text begins, a line each. */
  readonly title: number;
}

const WHOLE = 0;
const BEGINNING = 1;
const WORD = 2;
const ELSEWHERE = 3;
const LEVELS = 4;
const ABSENT = 255;
/** Ranks go from 0, the best, up to this. */
export const RANKS = 2 * LEVELS;

/** A byte that no text in UTF-8 has. */
const END = 0xff;
const NEWLINE = 0x0a;
const BYTES_PER_CODE_UNIT_MAX = 3;

/** The texts of one resource in memory. */
export class SearchedTexts {
  /** Each text followed by `END`. */
  readonly #text: Buffer;
  readonly #positions: Uint32Array;
  /** Where the text of a row ends in `#text`. */
  readonly #ends: Uint32Array;
  /** Where its titles end. */
  readonly #titleEnds: Uint32Array;

  constructor(rows: readonly TextRow[]) {
    this.#positions = new Uint32Array(rows.length);
    this.#ends = new Uint32Array(rows.length);
    this.#titleEnds = new Uint32Array(rows.length);
    const most = rows.reduce((sum, { text }) => sum + text.length * BYTES_PER_CODE_UNIT_MAX + 1, 0);
    const buffer = Buffer.allocUnsafe(most);
    let at = 0;
    rows.forEach(({ position, text, title }, row) => {
      this.#positions[row] = position;
      this.#titleEnds[row] = at + title;
      at += buffer.write(text, at);
      this.#ends[row] = at;
      buffer[at] = END;
      at++;
    });
    this.#text = Buffer.from(buffer.subarray(0, at));
  }

  get bytes(): number {
    return this.#text.byteLength + 3 * this.#ends.byteLength;
  }

  /** Positions of what has all terms by rank, each in the order of rows. */
  rank({ terms, phrase }: Search): readonly (readonly number[])[] {
    const ranked: number[][] = Array.from({ length: RANKS }, () => []);
    const [first = '', ...others] = terms;
    const worst = this.#levelsOf(first);
    for (const term of others) {
      const levels = this.#levelsOf(term);
      for (let row = 0; row < worst.length; row++) worst[row] = Math.max(worst[row] ?? ABSENT, levels[row] ?? ABSENT);
    }
    const phrased = others.length === 0 && phrase === first ? worst : this.#levelsOf(phrase);
    for (let row = 0; row < worst.length; row++) {
      const level = worst[row] ?? ABSENT;
      if (level === ABSENT) continue;
      const whole = phrased[row] ?? ABSENT;
      ranked[whole === ABSENT ? LEVELS + level : whole]?.push(this.#positions[row] ?? 0);
    }
    return ranked;
  }

  /** How well a text fits each row. */
  #levelsOf(sought: string): Uint8Array {
    const levels = new Uint8Array(this.#ends.length).fill(ABSENT);
    const needle = Buffer.from(sought);
    const text = this.#text;
    let row = 0;
    for (let at = text.indexOf(needle); at !== -1; ) {
      while ((this.#ends[row] ?? 0) <= at) row++;
      const level = this.#levelAt(row, at, at + needle.length);
      levels[row] = Math.min(levels[row] ?? ABSENT, level);
      // Behind the titles, and after a whole one, nothing is better.
      const mayImprove = level !== WHOLE && at < (this.#titleEnds[row] ?? 0);
      at = text.indexOf(needle, mayImprove ? at + 1 : (this.#ends[row] ?? 0));
    }
    return levels;
  }

  /** How well what stands at a place of a row fits. */
  #levelAt(row: number, start: number, end: number): number {
    const titleEnd = this.#titleEnds[row] ?? 0;
    if (end > titleEnd) return ELSEWHERE;
    const rowStart = row === 0 ? 0 : (this.#ends[row - 1] ?? 0) + 1;
    const begins = start === rowStart || this.#text[start - 1] === NEWLINE;
    const ends = end === titleEnd || this.#text[end] === NEWLINE;
    if (begins) return ends ? WHOLE : BEGINNING;
    return this.#isLetterBefore(start) || (!ends && this.#isLetterAt(end)) ? ELSEWHERE : WORD;
  }

  #isLetterBefore(end: number): boolean {
    let start = end - 1;
    while (isContinuation(this.#text[start] ?? 0)) start--;
    return this.#isLetterAt(start);
  }

  /** Whether the character at a place is a letter, a digit or a mark. */
  #isLetterAt(start: number): boolean {
    const byte = this.#text[start] ?? END;
    if (byte < ASCII_END) return ASCII_LETTERS[byte] === 1;
    let end = start + 1;
    while (isContinuation(this.#text[end] ?? END)) end++;
    return LETTER.test(this.#text.toString('utf8', start, end));
  }
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const ASCII_END = 0x80;
const ASCII_LETTERS = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  Number(LETTER.test(String.fromCharCode(code))),
);

/** Whether a byte continues a character of several. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;
