// Spreading authors over a list: the best first, but nobody again within a few places as long as somebody else is left.
// Pure and the same for the same list, so that a page can be cut out of it anywhere.

/**
 * The items in their new order, as far as somebody asks for them: each place takes the best whose author is not among the
 * `distance - 1` places before.
 */
export function* spreadAuthors<T>(items: readonly T[], authorOf: (item: T) => string, distance: number): Generator<T> {
  const rest = [...items];
  const recent: string[] = [];
  while (rest.length > 0) {
    const at = rest.findIndex((item) => !recent.includes(authorOf(item)));
    // Nobody else is left: whoever was longest ago, the best of theirs.
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
