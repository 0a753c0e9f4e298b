// What all texts or numbers at a place may be: dates, addresses, colours. Each value rules out what it is not, so that a place
// with ordinary texts costs one comparison a value. Pure.
import { isColour } from '../../../kernel/colours.ts';

const ISO_DATE = 1;
const DAY_DIGITS = 2;
const NUMERIC = 4;
const URL_TEXT = 8;
const COLOR = 16;
const EVERYTHING = 31;

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const DIGITS = /^(?:19|20|21)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const ADDRESS = /^https?:\/\/[^\s/]+\.?[^\s]*$/i;
const TEXT_MAX = 2048;

const ZERO = 48;
const NINE = 57;
const HASH = 35;
const MINUS = 45;
const SMALL_H = 104;
const LARGE_H = 72;

/** What the texts of a place have in common. The empty text says nothing. */
export class TextKinds {
  /** Kinds that no text has ruled out. Public, since every text of a release passes here. */
  possible = EVERYTHING;
  /** Texts that are not empty. */
  filled = 0;

  add(text: string): void {
    if (text === '') return;
    this.filled++;
    if (this.possible !== 0) this.possible &= kindsOf(text);
  }

  merge(other: TextKinds): void {
    if (other.filled > 0) this.possible &= other.possible;
    this.filled += other.filled;
  }

  get areIsoDates(): boolean {
    return this.#are(ISO_DATE);
  }

  /** Digits of year, month and day. */
  get areDays(): boolean {
    return this.#are(DAY_DIGITS);
  }

  get areNumbers(): boolean {
    return this.#are(NUMERIC);
  }

  get areUrls(): boolean {
    return this.#are(URL_TEXT);
  }

  get areColors(): boolean {
    return this.#are(COLOR);
  }

  #are(kind: number): boolean {
    return this.filled > 0 && (this.possible & kind) !== 0;
  }
}

function kindsOf(text: string): number {
  const first = text.charCodeAt(0);
  if (first === SMALL_H || first === LARGE_H) return text.length <= TEXT_MAX && ADDRESS.test(text) ? URL_TEXT : 0;
  if (first === HASH) return isColour(text) ? COLOR : 0;
  if (first !== MINUS && (first < ZERO || first > NINE)) return 0;
  if (text.length > 35) return 0;
  return (isIsoDate(text) ? ISO_DATE : 0) | (isDayText(text) ? DAY_DIGITS : 0) | (NUMBER.test(text) ? NUMERIC : 0);
}

/** Digits of year, month and day. */
export const isDayText = (text: string): boolean => DIGITS.test(text);

const isIsoDate = (text: string): boolean => ISO.test(text) && !Number.isNaN(Date.parse(text));
