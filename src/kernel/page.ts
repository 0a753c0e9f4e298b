// Pages of lists: each is read from where the one before ended, and says where the next one begins.

/** Part of a list. */
export interface Page<Row, Place> {
  readonly rows: readonly Row[];
  /** Place of the last row; undefined where the list ends with it. */
  readonly next: Place | undefined;
}

/** The first `limit` of the rows that were found, of which at least one more was asked for. */
export function cutPage<Row, Place>(
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): Page<Row, Place> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? placeOf(last) : undefined };
}

/** The item of a list that has exactly one. */
export function onlyOf<T>(list: readonly T[]): T {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`a list of ${list.length} items where one was expected`);
  return item;
}
