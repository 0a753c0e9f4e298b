// Finds the name that somebody meant who misspelled it. Pure.

/** Edits that turn one name into another, at most; beyond that they are different words. */
const EDITS_MAX = 3;

/** The known name that is spelled most like this one; undefined when none is. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= Math.min(EDITS_MAX, Math.ceil(one.length / 2)))
    .sort((a, b) => a.edits - b.edits);
  return best?.one;
}

/** Insertions, deletions and replacements of one character (Levenshtein). Of long names the beginning counts. */
function editsBetween(a: string, b: string): number {
  const [from, to] = [a.slice(0, 64), b.slice(0, 64)];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
