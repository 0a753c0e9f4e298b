// Which words of two texts differ: the longest common sequence of their words, as far as that is cheap. Pure.
import { compareParts } from '../../ui/diff/compare-lines.ts';

export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface WordDiff {
  readonly before: readonly Piece[];
  readonly after: readonly Piece[];
}

/** Beyond so many words that differ the rest counts as changed as a whole. */
const WORDS_MAX = 200;
const segmenters = new Map<string, Intl.Segmenter>();

function wordsOf(text: string, lang: string | undefined): readonly string[] {
  const locale = lang ?? 'en';
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, segmenter);
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Compares two texts of one language word by word. */
export function diffWords(before: string, after: string, lang?: string): WordDiff {
  const compared = compareParts(
    wordsOf(before, lang),
    wordsOf(after, lang),
    (first, second) => Math.max(first, second) <= WORDS_MAX,
  );
  const piecesOf = (own: '-' | '+'): readonly Piece[] =>
    join(
      compared.flatMap(({ sign, text }) => (sign === ' ' || sign === own ? [{ text, isChanged: sign === own }] : [])),
    );
  return { before: piecesOf('-'), after: piecesOf('+') };
}

/** Neighbours of one kind become one piece. */
function join(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.isChanged === piece.isChanged) joined[joined.length - 1] = { ...piece, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
