// Normalises text for rules: texts that look the same to a reader become equal. Pure, and used for comparison only;
// these forms are never stored or shown.
import { toNormalForm } from '../../../kernel/normal-form.ts';

export interface TextForms {
  /** Width, case and invisible characters are folded; URLs stay readable. */
  readonly plain: string;
  /** Also folded: accents, lookalike letters, and digits used as letters. */
  readonly folded: string;
  /** Also: spaced-out letters joined, and symbols inside words removed. */
  readonly squeezed: string;
}

/** Letters that look like a Latin one (the common ones of Unicode's confusables). */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьƅ',
    c: 'сϲᴄ',
    d: 'ԁđ',
    e: 'еєҽ',
    f: 'ƒ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іιıɩ',
    j: 'јϳ',
    k: 'кκ',
    l: 'ӏłɫ',
    m: 'м',
    n: 'ոη',
    o: 'оοօøө',
    p: 'рρ',
    q: 'ԛ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υսᴜ',
    v: 'ѵνᴠ',
    w: 'ԝωᴡ',
    x: 'хχ',
    y: 'уүγ',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
);

const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');

const DIGITS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }),
);

/** Combining marks for Latin, Greek and Cyrillic letters. Those of other scripts form distinct letters. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]|[^\P{Cc}\t\n\r]/gu;
const ENTITY = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;
const MIXED_TOKEN = /[a-z0-9@$]+/g;
/** At least three letters, each followed by one to three symbols or spaces. */
const APART = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][\s._\-*~`|·•・]{1,3}){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu;
const BETWEEN = /[\s._\-*~`|·•・]+/g;
const MARKS = /[*_~`\\]+/g;

/** All forms of a text that rules use. Linear in its length. */
export function readTextForms(text: string): TextForms {
  const plain = foldWidth(decodeEntities(text));
  const base = foldLookalikes(plain);
  const squeezed = base.replace(APART, (letters) => letters.replace(BETWEEN, '')).replace(MARKS, '');
  return { plain, folded: foldDigits(base), squeezed: foldDigits(squeezed) };
}

/** A term of a rule, folded like texts. */
export const foldTerm = (term: string): string => foldDigits(foldLookalikes(foldWidth(term))).trim();

/** The identity of a text for repetition checks: its letters and digits, ignoring what is between them. */
export function textIdentity({ squeezed }: TextForms): string {
  return squeezed.replace(/[\s\p{P}\p{S}]+/gu, ' ').trim();
}

function foldWidth(text: string): string {
  return toNormalForm(toNormalForm(text, 'NFKC').replace(INVISIBLE, '').toLowerCase(), 'NFKC');
}

function foldLookalikes(text: string): string {
  const bare = toNormalForm(toNormalForm(text, 'NFD').replace(ACCENTS, ''), 'NFC');
  return bare.replace(LOOKALIKE, (character) => LOOKALIKES.get(character) ?? character);
}

/** `c4sino` becomes `casino`; a number stays a number. */
function foldDigits(text: string): string {
  return text.replace(MIXED_TOKEN, (token) =>
    /[a-z]/.test(token) ? token.replace(/[013457@$]/g, (digit) => DIGITS.get(digit) ?? digit) : token,
  );
}

/** CommonMark displays `&#99;` as `c`. */
function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** The part of an original text that a character came from, in UTF-16 units. */
interface Origin {
  readonly start: number;
  readonly end: number;
}

/** A folded text and, for each of its UTF-16 units, where it came from. */
export interface FoldedText {
  readonly text: string;
  readonly origins: readonly Origin[];
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The forms of `readTextForms`, with the origin of each character. Characters are folded one by one, which differs from
 * folding the whole text only where neighbours combine.
 */
export function foldWithOrigins(text: string): Readonly<Record<keyof TextForms, FoldedText>> {
  const plain = foldParts(text, foldWidth);
  const base = foldParts(text, (part) => foldLookalikes(foldWidth(part)));
  return {
    plain,
    folded: { ...base, text: foldDigits(base.text) },
    squeezed: squeezeParts(base),
  };
}

function foldParts(text: string, fold: (part: string) => string): FoldedText {
  const origins: Origin[] = [];
  let folded = '';
  const add = (part: string, origin: Origin): void => {
    const made = fold(part);
    folded += made;
    for (let unit = 0; unit < made.length; unit += 1) origins.push(origin);
  };
  let end = 0;
  const addPlain = (from: number, to: number): void => {
    for (const { segment, index } of GRAPHEMES.segment(text.slice(from, to))) {
      add(segment, { start: from + index, end: from + index + segment.length });
    }
  };
  for (const { 0: entity, index } of text.matchAll(ENTITY)) {
    addPlain(end, index);
    end = index + entity.length;
    add(decodeEntities(entity), { start: index, end });
  }
  addPlain(end, text.length);
  return { text: folded, origins };
}

/** The units of a text that squeezing keeps. */
function squeezeParts({ text, origins }: FoldedText): FoldedText {
  const gone = new Set<number>();
  const remove = (from: number, length: number): void => {
    for (let unit = from; unit < from + length; unit += 1) gone.add(unit);
  };
  for (const { 0: letters, index } of text.matchAll(APART)) {
    for (const between of letters.matchAll(BETWEEN)) remove(index + between.index, between[0].length);
  }
  for (const { 0: marks, index } of text.matchAll(MARKS)) remove(index, marks.length);
  let kept = '';
  const keptOrigins: Origin[] = [];
  for (const [unit, origin] of origins.entries()) {
    if (gone.has(unit)) continue;
    kept += text[unit] ?? '';
    keptOrigins.push(origin);
  }
  return { text: foldDigits(kept), origins: keptOrigins };
}
