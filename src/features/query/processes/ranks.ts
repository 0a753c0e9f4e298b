// How well an entity fits a search: its title as a whole, its beginning, a word of it, or anything else; the terms as a phrase
// before each of them alone. Pure.

/** The terms of a search, folded. */
interface Ranked {
  readonly terms: readonly string[];
  readonly phrase: string;
}

const WHOLE = 0;
const BEGINNING = 1;
const WORD = 2;
const ELSEWHERE = 3;
const LEVELS = 4;
/** Ranks from 0, the best, up to this. */
export const RANKS = 2 * LEVELS;

/** The rank of an entity that has all terms; its titles are lines of `title`. */
export function rankOf({ terms, phrase }: Ranked, title: string, hasPhrase: boolean): number {
  const lines = title === '' ? [] : title.split('\n');
  if (hasPhrase) return levelOf(lines, phrase);
  let worst = WHOLE;
  for (const term of terms) worst = Math.max(worst, levelOf(lines, term));
  return LEVELS + worst;
}

function levelOf(lines: readonly string[], text: string): number {
  let best = ELSEWHERE;
  for (const line of lines) {
    if (line === text) return WHOLE;
    if (line.startsWith(text)) best = BEGINNING;
    else if (best === ELSEWHERE && hasWord(line, text)) best = WORD;
  }
  return best;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Whether a text stands in a line with no letter before or behind it. */
function hasWord(line: string, text: string): boolean {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    if (!endsWithLetter(line.slice(0, at)) && !LETTER.test(firstOf(line.slice(at + text.length)))) return true;
  }
  return false;
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

const endsWithLetter = (text: string): boolean => /[\p{L}\p{N}\p{M}]$/u.test(text);
