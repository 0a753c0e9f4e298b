// What people may call themselves and say about themselves: display name, handle, bio. Pure: one spelling of what was
// written (NFKC), or undefined when it is none. Looks at form alone; what words mean is judged by moderation.
//
// Refused are characters that nobody sees or that change what others see: controls, zero width, bidi marks, fillers,
// private use, piles of accents, and words that mix Latin with letters of other alphabets that only look Latin.
import { toNormalForm } from '../../../kernel/normal-form.ts';

export const DISPLAY_NAME_MAX = 80;
export const DISPLAY_NAME_BYTES_MAX = 320;
export const HANDLE_MAX = 32;
export const BIO_MAX = 500;
export const BIO_BYTES_MAX = 2000;

const CONTROL = /[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]/u;
/**
 * Formats (bidi, joiners, tags), fillers and everything that renderers leave out, but for the two selectors that choose
 * between the text and the emoji form of a character.
 */
const UNSEEN = /(?![\ufe0e\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** As UNSEEN, with the joiners that emoji and several scripts need in running text. */
const UNSEEN_IN_TEXT = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** More marks on one letter than any language writes. */
const PILE = /\p{M}{5}/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

const WORD = /[\p{L}\p{M}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/**
 * Letters of other alphabets that are drawn like Latin ones (Unicode Technical Standard 39, confusables of a–z and A–Z):
 * Cyrillic, Greek, Armenian, Cherokee. Letters that merely stand beside Latin in playful names (ω, Д, я) are not here.
 */
const LOOKALIKE = /[АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјорсухԁԛԝһӏңҮүΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορϲϳօսոցհՏՍՕᎠᎡᎢᎪᎬᎳᎷᎻᎽᏀᏃᏞᏢᏙᏚᏒᏔᏕ]/u;

/** A display name in its one spelling: NFKC, white space collapsed; undefined when it is none. */
export function normalizeDisplayName(text: string): string | undefined {
  const name = toNormalForm(text, 'NFKC')
    .replace(/[\t\n\v\f\r\p{Zs}]+/gu, ' ')
    .trim();
  if (name === '' || countCodePoints(name) > DISPLAY_NAME_MAX) return undefined;
  if (Buffer.byteLength(name) > DISPLAY_NAME_BYTES_MAX) return undefined;
  if (CONTROL.test(name) || UNSEEN.test(name) || PILE.test(name) || !VISIBLE.test(name)) return undefined;
  return hasConfusableWord(name) ? undefined : name;
}

/** Whether a word mixes Latin letters with ones that only look Latin. */
export function hasConfusableWord(text: string): boolean {
  // Taken apart, so that a lookalike with an accent is seen too.
  for (const [word] of toNormalForm(text, 'NFD').matchAll(WORD))
    if (LATIN.test(word) && LOOKALIKE.test(word)) return true;
  return false;
}

const HANDLE = /^[a-z0-9_-]{3,32}$/;

/** A handle in its one spelling: NFKC, lower case, then the contract's grammar alone; undefined when it is none. */
export function normalizeHandle(text: string): string | undefined {
  const handle = toNormalForm(text, 'NFKC').toLowerCase();
  return HANDLE.test(handle) && !/^\d+$/.test(handle) ? handle : undefined;
}

export type BioOutcome =
  | { readonly kind: 'bio'; readonly bio: string | null }
  | { readonly kind: 'invalid' }
  /** It would show something else than it says. */
  | { readonly kind: 'unsafe' };

/** A bio in its one spelling: NFKC, LF line ends, blank is none. Markdown source, never HTML. */
export function normalizeBio(text: string): BioOutcome {
  const bio = toNormalForm(text, 'NFKC').replace(/\r\n?/g, '\n').trim();
  if (bio === '') return { kind: 'bio', bio: null };
  if (countCodePoints(bio) > BIO_MAX || Buffer.byteLength(bio) > BIO_BYTES_MAX) return { kind: 'invalid' };
  if (CONTROL.test(bio.replace(/[\n\t]/g, ''))) return { kind: 'invalid' };
  if (BIDI.test(bio) || UNSEEN_IN_TEXT.test(bio) || PILE.test(bio)) return { kind: 'unsafe' };
  return { kind: 'bio', bio };
}

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
