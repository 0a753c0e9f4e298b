// The mention or tag that is being written. Pure.
export interface Reference {
  readonly kind: 'mention' | 'tag';
  /** What was written after the sign. */
  readonly query: string;
  /** Position of the sign. */
  readonly start: number;
}

const REFERENCE =
  /(?<![\p{L}\p{N}\p{M}_#＃&/@＠])(?:[@＠](?<mention>[A-Za-z0-9_-]{1,32})|[#＃](?<tag>[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]{0,63}))$/u;
const LOOK_BACK = 80;

/** The mention or tag that ends at the caret. */
export function findReference(text: string, caret: number): Reference | undefined {
  const before = text.slice(Math.max(0, caret - LOOK_BACK), caret);
  const found = REFERENCE.exec(before);
  if (found === null) return undefined;
  const { mention, tag = '' } = found.groups ?? {};
  const start = caret - found[0].length;
  return mention === undefined ? { kind: 'tag', query: tag, start } : { kind: 'mention', query: mention, start };
}
