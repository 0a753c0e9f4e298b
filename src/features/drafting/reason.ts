// What a draft says about itself: one reason for every inference, and what was left out. Written to the file of notes.

export interface Reason {
  /** Resource that it concerns; undefined: the snapshot as a whole. */
  readonly resource: string | undefined;
  /** Key of the descriptor and its value, in Markdown. */
  readonly what: string;
  /** A sentence without its full stop. */
  readonly why: string;
}

/** A file or folder that the draft does not use. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
  /** The file that it repeats or belongs to. */
  readonly of?: string;
}

/** Text of a file or an entity in Markdown: as code, on one line, not too long. */
export function code(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const shown = line.length > 80 ? `${line.slice(0, 80).toWellFormed()}…` : line;
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}

/** `4 entities`, `1 entity`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
