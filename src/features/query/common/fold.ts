// How texts are compared by `q`: full and half width, ligatures, case, accents of Latin and Greek letters, and hiragana and
// katakana are equal. Pure.

/** Since this layout texts are folded without accents and with one kind of kana. */
const WIDE_FOLD_LAYOUT = 3;

const NOT_ASCII = /[^\0-\x7f]/;
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
const MARKS = /[\u0300-\u036f]/;
/** Latin and Greek letters that may have accents. */
const LETTERS = /[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff]/g;
const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g;
/** From a hiragana to the katakana with the same sound. */
const KANA_STEP = 0x60;

export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const wide = foldWidth(text);
  const plain = MARKS.test(wide) ? stripAccents(wide) : wide.replace(LETTERS, (letter) => plainLetter(letter));
  return plain.replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KANA_STEP));
}

const stripAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(ACCENTED, (_, letter: string) => letter)
    .normalize('NFC');

const plainLetters = new Map<string, string>();

/** A composed letter without its accents: looked up, since whole texts are slow to take apart. */
function plainLetter(letter: string): string {
  const known = plainLetters.get(letter);
  if (known !== undefined) return known;
  const plain = stripAccents(letter);
  plainLetters.set(letter, plain);
  return plain;
}

const foldWidth = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A text as files of a layout have it. */
export const foldFor = (layout: number, text: string): string =>
  layout < WIDE_FOLD_LAYOUT ? foldWidth(text) : foldText(text);

/** A search, folded as the texts of a file are. */
export interface Search {
  /** Each must occur. */
  readonly terms: readonly string[];
  /** All terms as they follow one another. */
  readonly phrase: string;
}

/** Reads the terms of a search, of which there may be none. */
export function readSearch(q: string, layout: number): Search {
  const words = foldFor(layout, q)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return { terms: [...new Set(words)], phrase: words.join(' ') };
}
