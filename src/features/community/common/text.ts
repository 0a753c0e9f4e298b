// Extracts plain text from Markdown, and from it title, excerpt, hashtags, mentions, and the normalised form and grams
// for search. Pure. Never generates HTML.
import { toNormalForm } from '../../../kernel/normal-form.ts';
import { type MarkdownToken, parseMarkdown } from './markdown.ts';

export const TITLE_MAX = 120;
const EXCERPT_MAX = 500;
const TAG_MAX = 32;
const MENTIONS_MAX = 20;

export interface PlainText {
  /** All words, including code; one line per block. */
  readonly text: string;
  /** Without code and URLs: the part in which hashtags and mentions count. */
  readonly prose: string;
}

/** The plain text of a CommonMark source. */
export function readPlainText(markdown: string): PlainText {
  const words = { text: '', prose: '' };
  addWords(words, parseMarkdown(markdown));
  return { text: words.text, prose: words.prose.replace(ADDRESS, ' ') };
}

const ADDRESS = /[a-z][a-z0-9+.-]{1,15}:\/\/\S+|\bwww\.\S+/gi;

interface Words {
  text: string;
  prose: string;
}

function addWords(words: Words, tokens: readonly MarkdownToken[]): void {
  const add = (text: string, prose = text): void => {
    words.text += text;
    words.prose += prose;
  };
  for (const { type, content, children } of tokens) {
    switch (type) {
      case 'text':
        add(content);
        break;
      case 'code_inline':
        add(content, ' ');
        break;
      case 'fence':
      case 'code_block':
        add(`${content}\n`, '\n');
        break;
      case 'softbreak':
      case 'hardbreak':
      case 'paragraph_close':
      case 'heading_close':
      case 'list_item_close':
        add('\n');
        break;
      case 'inline':
      case 'image':
        addWords(words, children ?? []);
        break;
      default:
    }
  }
}

/** Number of code points of a text. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `max` code points. */
export function cutCharacters(text: string, max: number): string {
  return text.length <= max ? text : [...text.slice(0, max * 2)].slice(0, max).join('');
}

/** Invisible characters: white space, controls, and characters that renderers ignore. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}\u2800]`;
const SEEN = new RegExp(`(?!${UNSEEN})[^]`, 'u');
const UNSEEN_AHEAD = new RegExp(`^${UNSEEN}+`, 'u');

/** Whether a text contains a visible character. */
export const isSeen = (text: string): boolean => SEEN.test(text);

const collapse = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The default title of a post: its first line with visible text. */
export function deriveTitle({ text }: PlainText, source: string): string {
  const lines = [...text.split('\n'), ...source.split('\n')].map(collapse);
  const line = lines.find(isSeen) ?? '';
  const title = cutCharacters(line, TITLE_MAX).trim();
  return isSeen(title) ? title : cutCharacters(line.replace(UNSEEN_AHEAD, ''), TITLE_MAX).trim();
}

/** Whether a title is the one that a text gets when its author gives none. */
export const isDerivedTitle = (title: string, body: string): boolean =>
  deriveTitle(readPlainText(body), body) === title;

/** Whether a title is a line of a text, or the beginning of a long one, as `deriveTitle` makes it. */
export const isLineOf = (title: string, text: string): boolean =>
  text.split('\n').some((line) => cutCharacters(collapse(line), TITLE_MAX).trim() === title);

export const deriveExcerpt = ({ text }: PlainText): string => cutCharacters(collapse(text), EXCERPT_MAX).trim();

const TAG = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]{0,127}$/u;

/** Normalises a tag; undefined when it is invalid (reference sheet, 8.5). */
export function normalizeTag(given: string): string | undefined {
  const tag = foldCase(given).trim().replace(/^#/, '').trim();
  return TAG.test(tag) && countCharacters(tag) <= TAG_MAX ? tag : undefined;
}

const HASHTAG = /(?<![\p{L}\p{N}\p{M}_#＃&/])[#＃]([\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*)/gu;

/** Hashtags of a text in order of first use, at most `max`. */
export function findHashtags({ prose }: PlainText, max: number): readonly string[] {
  const found = new Set<string>();
  for (const [, name = ''] of prose.matchAll(HASHTAG)) {
    const tag = normalizeTag(name);
    if (tag !== undefined) found.add(tag);
    if (found.size === max) break;
  }
  return [...found];
}

export interface Mentions {
  /** As written. Trailing hyphens and underscores may belong to the sentence. */
  readonly handles: readonly string[];
  readonly uids: readonly number[];
}

/**
 * Scripts that put no spaces between words. A name ends where they begin (`@annさん`, `@ann님`), since handles contain
 * none of their letters.
 */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const WORD = String.raw`(?:(?!${UNSPACED})[\p{L}\p{N}])`;
const MENTION = new RegExp(`(?<!${WORD}|[_@＠./])[@＠]([A-Za-z0-9_-]{1,32})(?!${WORD}|[@＠])`, 'gu');

/** A source without any of these characters mentions nobody; `&` starts `&#64;`. */
const MENTIONING = /[@＠&]/;

/** The mentions of a Markdown source, which is not parsed if it cannot contain any. */
export const readMentions = (markdown: string): Mentions =>
  MENTIONING.test(markdown) ? findMentions(readPlainText(markdown)) : { handles: [], uids: [] };

/** `@handle` and `@uid` mentions of a text, at most twenty. */
export function findMentions({ prose }: PlainText): Mentions {
  const handles = new Set<string>();
  const uids = new Set<number>();
  for (const [, name = ''] of prose.matchAll(MENTION)) {
    const text = name.toLowerCase();
    const digits = /^(\d{1,15})[_-]*$/.exec(text)?.[1];
    if (digits !== undefined) uids.add(Number(digits));
    else if (text.length >= 3) handles.add(text);
    if (handles.size + uids.size === MENTIONS_MAX) break;
  }
  return { handles: [...handles], uids: [...uids] };
}

/** A mention or a tag in a text, at offsets of UTF-16. */
export interface Reference {
  readonly start: number;
  readonly end: number;
  readonly kind: 'mention' | 'tag';
  /** Handle, UID or tag, normalised. */
  readonly name: string;
}

/**
 * The mentions and hashtags in the text tokens of one block, by index of the token. They are those that `findMentions`
 * and `findHashtags` count, except the ones that begin in one token and end in another.
 */
export function listReferences(tokens: readonly MarkdownToken[]): readonly (readonly Reference[])[] {
  const parts = tokens.map((token) => {
    const words = { text: '', prose: '' };
    addWords(words, [token]);
    return words.prose;
  });
  // Addresses are blanked without moving what comes after them.
  const prose = parts.join('').replace(ADDRESS, (address) => ' '.repeat(address.length));
  const found: Reference[] = [];
  const add = (match: RegExpExecArray, kind: Reference['kind'], name: string | undefined): void => {
    if (name !== undefined) found.push({ start: match.index, end: match.index + match[0].length, kind, name });
  };
  for (const match of prose.matchAll(HASHTAG)) add(match, 'tag', normalizeTag(match[1] ?? ''));
  for (const match of prose.matchAll(MENTION)) {
    const name = (match[1] ?? '').toLowerCase();
    const uid = /^(\d{1,15})[_-]*$/.exec(name)?.[1];
    add(match, 'mention', uid ?? (name.length >= 3 ? name : undefined));
  }
  found.sort((a, b) => a.start - b.start);
  let offset = 0;
  let next = 0;
  return parts.map((part, index) => {
    const [start, end] = [offset, offset + part.length];
    offset = end;
    const own: Reference[] = [];
    for (; next < found.length; next += 1) {
      const reference = found[next];
      if (reference === undefined || reference.start >= end) break;
      const isInside = reference.start >= start && reference.end <= end && tokens[index]?.type === 'text';
      if (isInside) own.push({ ...reference, start: reference.start - start, end: reference.end - start });
    }
    return own;
  });
}

/** Text normalised for search: width and case folded, white space collapsed. */
export const foldSearch = (text: string): string => collapse(foldCase(text));

const foldCase = (text: string): string => toNormalForm(toNormalForm(text, 'NFKC').toLowerCase(), 'NFKC');

/** One- and two-character grams of a folded text, without white space. */
export function listGrams(folded: string): ReadonlySet<string> {
  const grams = new Set<string>();
  let before = '';
  for (const character of folded) {
    if (character === ' ') {
      before = '';
      continue;
    }
    grams.add(character);
    if (before !== '') grams.add(before + character);
    before = character;
  }
  return grams;
}

/** Grams that every text containing `folded` must have: its character pairs, or single-character words. */
export function listSearchedGrams(folded: string): readonly string[] {
  const grams = new Set<string>();
  for (const word of folded.split(' ')) {
    const characters = [...word];
    if (characters.length === 1) grams.add(word);
    for (let at = 1; at < characters.length; at += 1) grams.add(`${characters[at - 1]}${characters[at]}`);
  }
  return [...grams];
}

const quoteLexeme = (gram: string): string => `'${gram.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A `tsvector` of grams as text. */
export const gramVector = (grams: Iterable<string>): string => [...grams].map(quoteLexeme).join(' ');

/** A `tsquery` for all of the grams as text. */
export const gramQuery = (grams: readonly string[]): string => grams.map(quoteLexeme).join(' & ');
