// Finds a searched text in others although one character of it is wrong: inserted, missing, or another one; in longer texts
// also two neighbours that changed places. Pure; texts are folded by the caller.

/** Shorter searches would be near to nearly everything. Letters of alphabets say less than kana, kanji or hangul. */
const LEAST = { alphabet: 4, other: 3 } as const;
const ALPHABET = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u;
const WORD = /[\p{L}\p{N}]/u;
/** From this length on a text is cut into three pieces, one of which two changed neighbours leave whole. */
const THREE_PIECES_FROM = 6;
/** A longer one is not what somebody mistyped. */
const MOST = 64;

/** A text that is searched with one mistake. */
export interface NearText {
  /** One of them occurs, as it is, in every text that is near. */
  readonly pieces: readonly string[];
  /** Whether a text has a part that differs by at most one mistake. In alphabets the part begins a word. */
  isIn(text: string): boolean;
}

/** Prepares a search; undefined: the text is too short, or too long. */
export function nearText(searched: string): NearText | undefined {
  const characters = [...searched];
  const isAlphabetic = ALPHABET.test(searched);
  if (characters.length < (isAlphabetic ? LEAST.alphabet : LEAST.other) || characters.length > MOST) return undefined;
  return {
    pieces: cut(characters),
    isIn: (text) => isNear(characters, [...text], isAlphabetic),
  };
}

function cut(characters: readonly string[]): readonly string[] {
  const { length } = characters;
  const count = length < THREE_PIECES_FROM ? 2 : 3;
  const bounds = Array.from({ length: count + 1 }, (_, at) => Math.floor((at * length) / count));
  return bounds.slice(1).map((end, at) => characters.slice(bounds[at], end).join(''));
}

/**
 * The optimal string alignment distance of the searched text to the nearest part of the text, column by column. A part may
 * begin where the first row is 0.
 */
function isNear(searched: readonly string[], text: readonly string[], beginsWord: boolean): boolean {
  const FAR = 2;
  const first = (at: number): number => (!beginsWord || !WORD.test(text[at - 1] ?? '') ? 0 : FAR);
  let before: number[] = [];
  let column = searched.map((_, at) => at + 1);
  column.unshift(0);
  if ((column.at(-1) ?? FAR) <= 1) return true;
  for (let at = 1; at <= text.length; at += 1) {
    const next = [Math.min(first(at), (column[0] ?? FAR) + 1)];
    for (let row = 1; row <= searched.length; row += 1) {
      const isSame = searched[row - 1] === text[at - 1];
      const isSwapped = row > 1 && at > 1 && searched[row - 1] === text[at - 2] && searched[row - 2] === text[at - 1];
      next[row] = Math.min(
        (column[row - 1] ?? FAR) + (isSame ? 0 : 1),
        (column[row] ?? FAR) + 1,
        (next[row - 1] ?? FAR) + 1,
        isSwapped ? (before[row - 2] ?? FAR) + 1 : FAR,
      );
    }
    if ((next[searched.length] ?? FAR) <= 1) return true;
    before = column;
    column = next;
  }
  return false;
}
