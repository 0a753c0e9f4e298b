// Seeded random numbers and checked list access for the sample generator. Promises the same sequence for the same seed
// on every run, which is what makes the sample reproducible; it is no source of secrets.

export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, limit). */
  below(limit: number): number;
  /** One element of a list that is not empty. */
  choose<T>(list: readonly T[]): T;
}

/** mulberry32: small, fast, and good enough for melodies and lanes. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, choose: (list) => cycle(list, below(list.length)) };
}

/** The element at an index, counted round the list in both directions. */
export function cycle<T>(list: readonly T[], index: number): T {
  const element = list[((index % list.length) + list.length) % list.length];
  if (element === undefined) throw new RangeError('an empty list has no elements');
  return element;
}
