// The path that somebody is writing in a filter. Pure.

export interface PathWord {
  readonly start: number;
  readonly text: string;
}

/** What may stand before a path: nothing, a space, or a sign of the language. */
const WORD = /(?:^|[\s(![&|])((?:\\.|[^\s()[\]!&|=<>~^"\\,])*)$/su;
const TEXTS = /"(?:\\.|[^"\\])*"?/gs;

/** The word that ends at the caret; undefined where no path can be: in a text in quotes, or behind an operator. */
export function wordBefore(value: string, caret: number): PathWord | undefined {
  // Texts in quotes hold no signs; their place stays.
  const before = value.slice(0, caret).replace(TEXTS, (text) => '"'.repeat(text.length));
  const text = WORD.exec(before)?.[1];
  if (text === undefined || text === '') return undefined;
  const start = caret - text.length;
  return /[=<>~^,]\s*$/.test(before.slice(0, start)) ? undefined : { start, text };
}

/** A path as the language of conditions takes it: answers leave quotes, brackets, `&` and `|` as they are. */
export const conditionPath = (path: string): string =>
  path.replace(/\\.|[()[\]&|"]/gs, (part) => (part.startsWith('\\') ? part : `\\${part}`));

/** The paths that fit what is written, those that begin with it first. */
export function matchingPaths(paths: readonly string[], written: string, most: number): readonly string[] {
  const wanted = written.toLowerCase();
  const found = paths.filter((path) => path !== written && path.toLowerCase().includes(wanted));
  const begins = (path: string): number => (path.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, most);
}
