// Compares two texts line by line, for showing what differs between one's own text and the one that is stored. Pure.

export interface ComparedLine {
  /** `+` is in the second text only, `-` in the first only. */
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

/** Larger comparisons are not worth their time: everything counts as different. */
const CELLS_MAX = 4_000_000;

/** Lines of both texts in order, those that differ with a sign. */
export function compareLines(before: string, after: string): readonly ComparedLine[] {
  const first = before.split('\n');
  const second = after.split('\n');
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
  const same = (lines: readonly string[]): readonly ComparedLine[] => lines.map((text) => ({ sign: ' ', text }));
  return [
    ...same(first.slice(0, head)),
    ...compareMiddle(first.slice(head, first.length - tail), second.slice(head, second.length - tail)),
    ...same(first.slice(first.length - tail)),
  ];
}

/** The longest common subsequence keeps its lines, the others get a sign. */
function compareMiddle(first: readonly string[], second: readonly string[]): readonly ComparedLine[] {
  const removed = first.map((text): ComparedLine => ({ sign: '-', text }));
  const added = second.map((text): ComparedLine => ({ sign: '+', text }));
  if (first.length * second.length > CELLS_MAX) return [...removed, ...added];
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
  const lines: ComparedLine[] = [];
  let [row, column] = [0, 0];
  while (row < first.length && column < second.length) {
    const [old, fresh] = [first[row] ?? '', second[column] ?? ''];
    if (old === fresh) {
      lines.push({ sign: ' ', text: old });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ sign: '-', text: old });
      row += 1;
    } else {
      lines.push({ sign: '+', text: fresh });
      column += 1;
    }
  }
  return [...lines, ...removed.slice(row), ...added.slice(column)];
}
