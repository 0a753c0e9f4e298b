// Validates and normalises display name, handle and bio. Pure: returns the normalised text (NFKC), or undefined when it
// is invalid. Checks form only; moderation judges the meaning.
//
// Refused are invisible characters and those that change how others are displayed: controls, zero-width characters,
// bidi marks, fillers, private use, stacked accents, and words that mix Latin letters with lookalikes from other
// alphabets.
import { toNormalForm } from '../../../kernel/normal-form.ts';

const DISPLAY_NAME_MAX = 80;
const DISPLAY_NAME_BYTES_MAX = 320;
const BIO_MAX = 500;
const BIO_BYTES_MAX = 2000;

const CONTROL = /[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]/u;
/**
 * Format characters (bidi, joiners, tags), fillers and other characters that renderers ignore, except the two variation
 * selectors that choose between text and emoji presentation.
 */
const UNSEEN = /(?![\ufe0e\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Like UNSEEN, but allows the joiners that emoji and several scripts need in running text. */
const UNSEEN_IN_TEXT = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** More combining marks on one letter than any language uses. */
const PILE = /\p{M}{5}/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

const WORD = /[\p{L}\p{M}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/**
 * Letters of other alphabets that look like Latin ones (Unicode Technical Standard 39, confusables of a–z and A–Z):
 * Cyrillic, Greek, Armenian, Cherokee. Letters used next to Latin in playful names (ω, Д, я) are not included.
 */
const LOOKALIKE = /[АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјорсухԁԛԝһӏңҮүΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορϲϳօսոցհՏՍՕᎠᎡᎢᎪᎬᎳᎷᎻᎽᏀᏃᏞᏢᏙᏚᏒᏔᏕ]/u;

/** Normalises a display name: NFKC, white space collapsed; undefined when it is invalid. */
export function normalizeDisplayName(text: string): string | undefined {
  const name = toNormalForm(text, 'NFKC')
    .replace(/[\t\n\v\f\r\p{Zs}]+/gu, ' ')
    .trim();
  if (name === '' || countCodePoints(name) > DISPLAY_NAME_MAX) return undefined;
  if (Buffer.byteLength(name) > DISPLAY_NAME_BYTES_MAX) return undefined;
  if (CONTROL.test(name) || UNSEEN.test(name) || PILE.test(name) || !VISIBLE.test(name)) return undefined;
  return hasConfusableWord(name) ? undefined : name;
}

/** Whether a word mixes Latin letters with lookalikes. */
function hasConfusableWord(text: string): boolean {
  // Decomposed, so that an accented lookalike is detected too.
  for (const [word] of toNormalForm(text, 'NFD').matchAll(WORD))
    if (LATIN.test(word) && LOOKALIKE.test(word)) return true;
  return false;
}

const HANDLE = /^[a-z0-9_-]{3,32}$/;

/** Normalises a handle: NFKC, lowercase, then the contract's grammar; undefined when it is invalid. */
export function normalizeHandle(text: string): string | undefined {
  const handle = toNormalForm(text, 'NFKC').toLowerCase();
  return HANDLE.test(handle) && !/^\d+$/.test(handle) ? handle : undefined;
}

export type BioOutcome =
  | { readonly kind: 'bio'; readonly bio: string | null }
  | { readonly kind: 'invalid' }
  /** It would be displayed differently from its text. */
  | { readonly kind: 'unsafe' };

/** Normalises a bio: NFKC, LF line ends; a blank one is null. Markdown source, never HTML. */
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
