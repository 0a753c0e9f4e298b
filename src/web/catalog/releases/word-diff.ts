// Which words of two texts differ: the longest common sequence of their words, as far as that is cheap. Pure.

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
  const [a, b] = [wordsOf(before, lang), wordsOf(after, lang)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const kept =
    middleA.length > WORDS_MAX || middleB.length > WORDS_MAX
      ? { a: new Set<number>(), b: new Set<number>() }
      : commonWords(middleA, middleB);
  const piecesOf = (words: readonly string[], common: ReadonlySet<number>): readonly Piece[] =>
    join(
      words.map((text, index) => ({
        text,
        isChanged: index >= start && index < words.length - end && !common.has(index - start),
      })),
    );
  return { before: piecesOf(a, kept.a), after: piecesOf(b, kept.b) };
}

/** Indexes of the words of a longest common sequence. */
function commonWords(a: readonly string[], b: readonly string[]) {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found = { a: new Set<number>(), b: new Set<number>() };
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      found.a.add(i++);
      found.b.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
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
