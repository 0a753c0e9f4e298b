// Reads the header `Retry-After`, and computes growing pauses.

/** Milliseconds of a `Retry-After` header, which has seconds or a date. */
export function readRetryAfter(value: string | null): number | undefined {
  if (value === null || value === '') return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** A pause that doubles with every try, from `least` to `most`, less up to a quarter by chance. */
export const growingPause = (tries: number, least: number, most: number): number =>
  Math.min(most, least * 2 ** Math.min(tries, 10)) * (0.75 + Math.random() / 4);
