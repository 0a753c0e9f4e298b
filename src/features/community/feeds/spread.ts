// Spreads authors over a list: best first, but no author repeats within a few positions while others remain. Pure and
// deterministic, so a page can start at any position.

/**
 * The items in their new order, generated lazily. Each position takes the best item whose author is not among the
 * previous `distance - 1` ones.
 */
export function* spreadAuthors<T>(items: readonly T[], authorOf: (item: T) => string, distance: number): Generator<T> {
  const rest = [...items];
  const recent: string[] = [];
  while (rest.length > 0) {
    const at = rest.findIndex((item) => !recent.includes(authorOf(item)));
    // Only recent authors remain: take the best item of the least recent one.
    const chosen = at === -1 ? findOldest(rest, recent, authorOf) : at;
    const [item] = rest.splice(chosen, 1);
    if (item === undefined) break;
    yield item;
    recent.push(authorOf(item));
    if (recent.length >= distance) recent.shift();
  }
}

function findOldest<T>(rest: readonly T[], recent: readonly string[], authorOf: (item: T) => string): number {
  let oldest = 0;
  let place = Number.POSITIVE_INFINITY;
  for (const [index, item] of rest.entries()) {
    const seen = recent.lastIndexOf(authorOf(item));
    if (seen < place) {
      place = seen;
      oldest = index;
    }
  }
  return oldest;
}
