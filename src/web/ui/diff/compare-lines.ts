// Compares two texts line by line, for showing what differs between one's own text and the one that is stored. Pure.

/** A line, or another part of a text. */
export interface ComparedPart {
  /** `+` is in the second text only, `-` in the first only. */
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

type IsCheap = (first: number, second: number) => boolean;

const CELLS_MAX = 4_000_000;

/** Lines of both texts in order, those that differ with a sign. */
export const compareLines = (before: string, after: string): readonly ComparedPart[] =>
  compareParts(before.split('\n'), after.split('\n'), (first, second) => first * second <= CELLS_MAX);

/**
 * Parts of both texts in order, those that differ with a sign. Where comparing so many parts that differ is not cheap, all of
 * them count as different.
 */
export function compareParts(
  first: readonly string[],
  second: readonly string[],
  isCheap: IsCheap,
): readonly ComparedPart[] {
  let head = 0;
  while (head < first.length && head < second.length && first[head] === second[head]) head += 1;
  let tail = 0;
  while (
    tail < first.length - head &&
    tail < second.length - head &&
    first[first.length - 1 - tail] === second[second.length - 1 - tail]
  ) {
    tail += 1;
  }
  const same = (parts: readonly string[]): readonly ComparedPart[] => parts.map((text) => ({ sign: ' ', text }));
  return [
    ...same(first.slice(0, head)),
    ...compareMiddle(first.slice(head, first.length - tail), second.slice(head, second.length - tail), isCheap),
    ...same(first.slice(first.length - tail)),
  ];
}

/** The longest common subsequence keeps its parts, the others get a sign. */
function compareMiddle(first: readonly string[], second: readonly string[], isCheap: IsCheap): readonly ComparedPart[] {
  const removed = first.map((text): ComparedPart => ({ sign: '-', text }));
  const added = second.map((text): ComparedPart => ({ sign: '+', text }));
  if (!isCheap(first.length, second.length)) return [...removed, ...added];
  const width = second.length + 1;
  const lengths = new Uint32Array((first.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = first.length - 1; row >= 0; row--) {
    for (let column = second.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        first[row] === second[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: ComparedPart[] = [];
  let [row, column] = [0, 0];
  while (row < first.length && column < second.length) {
    const [old, fresh] = [first[row] ?? '', second[column] ?? ''];
    if (old === fresh) {
      parts.push({ sign: ' ', text: old });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      parts.push({ sign: '-', text: old });
      row += 1;
    } else {
      parts.push({ sign: '+', text: fresh });
      column += 1;
    }
  }
  return [...parts, ...removed.slice(row), ...added.slice(column)];
}
